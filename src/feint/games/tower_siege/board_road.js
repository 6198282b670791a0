/** Where everything of Tower Siege's board lies, for a road of any length on a screen of any width. Pure numbers. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, card: number, columns: number}} Zone where a hand of cards lies */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} upright whether the road goes up a narrow screen; else it goes across a wide one
 * @property {boolean} facing whether both walk one road, from its two ends
 * @property {number} length
 * @property {number} pitch from one place to the next
 * @property {number} size of heroes, 1 for full size
 * @property {{x: number, y: number, width: number, height: number}} land
 * @property {(seat: number, place: number) => Point} at where a place of a seat's way is; also between places
 * @property {[Zone, Zone]} hands
 * @property {{x: number, y: number, card: number, gap: number}} duel the middle of the two laid cards' upper edge
 */

const NARROW = 640;
const GAP = 6; // between cards

/**
 * @param {number} room how wide the board may be
 * @param {number} length places to the tower
 * @param {number} cards in a full hand
 * @param {boolean} facing
 * @param {number} me the seat that sits at this side of the board
 * @returns {Layout}
 */
export function layOut(room, length, cards, facing, me) {
  return room < NARROW ? upright(Math.max(300, room), length, cards, facing, me) : across(Math.min(1120, room), length, cards, facing, me);
}

/** @type {typeof layOut} */
function across(width, length, cards, facing, me) {
  const edge = 82;
  const pitch = (width - 2 * edge) / length;
  const size = Math.min(1.35, Math.max(0.8, pitch / 72));
  const far = 110 + 34 * size;
  const near = facing ? far : far + 36 + 50 * size;
  const lanes = [near, far]; // mine is the nearer one
  const land = { x: 0, y: 0, width, height: near + 48 };
  const zone = width / 2 - 118;
  const [card, columns] = fitting(zone - 16, cards, 72);
  const top = land.height + 44;
  /** @type {(x: number) => Zone} */
  const hand = (x) => ({ x, y: top, width: zone - 16, card, columns });
  const mine = hand(16);
  const theirs = hand(width - 16 - columns * (card + GAP) + GAP);
  const rows = Math.ceil(cards / columns);
  return {
    width,
    height: top + Math.max(rows * (card * 1.4 + GAP), 90) + 12,
    upright: false,
    facing,
    length,
    pitch,
    size,
    land,
    at(seat, place) {
      const along = facing && seat !== me ? length - place : place;
      const lane = lanes[seat === me ? 0 : 1];
      return { x: edge + along * pitch, y: lane + 6 * Math.sin((along / length) * 7) };
    },
    hands: me ? [theirs, mine] : [mine, theirs],
    duel: { x: width / 2, y: top, card: Math.max(card, 60), gap: 48 },
  };
}

/** @type {typeof layOut} */
function upright(width, length, cards, facing, me) {
  const pitch = Math.min(84, Math.max(24, 480 / length));
  const strip = facing ? 124 : 156;
  const lanes = facing ? [60, 60] : [114, 42];
  const top = facing ? 122 : 104; // room for a tower
  const foot = top + length * pitch;
  const x = strip + 14;
  const zone = width - x - 4;
  const [card, columns] = fitting(zone, cards, 52);
  const [small, across] = fitting(zone, cards, 36, 26);
  const theirs = { x, y: 26, width: zone, card: small, columns: across };
  const theirFoot = theirs.y + Math.ceil(cards / across) * (small * 1.4 + GAP);
  const mineHigh = Math.ceil(cards / columns) * (card * 1.4 + GAP);
  const duelCard = Math.min(56, (zone - 40) / 2);
  const needed = theirFoot + 46 + duelCard * 1.4 + 44 + mineHigh;
  const height = Math.max(foot + 40, needed);
  const mine = { x, y: height - mineHigh, width: zone, card, columns };
  return {
    width,
    height,
    upright: true,
    facing,
    length,
    pitch,
    size: pitch < 36 ? 0.8 : 1,
    land: { x: 0, y: 0, width: strip, height },
    at(seat, place) {
      const along = facing && seat !== me ? length - place : place;
      const lane = lanes[seat === me ? 0 : 1];
      return { x: lane + 5 * Math.sin((along / length) * 7), y: height - 40 - along * ((height - 40 - top) / length) };
    },
    hands: me ? [theirs, mine] : [mine, theirs],
    duel: { x: x + zone / 2, y: (theirFoot + mine.y - 22) / 2 - duelCard * 0.7 + 6, card: duelCard, gap: 36 },
  };
}

/**
 * How wide the cards of a hand are, and how many of them lie in a row.
 * @param {number} room
 * @param {number} cards
 * @param {number} most
 * @param {number} [least]
 */
function fitting(room, cards, most, least = 44) {
  for (let rows = 1; ; rows += 1) {
    const columns = Math.ceil(cards / rows);
    const card = Math.min(most, (room - (columns - 1) * GAP) / columns);
    if (card >= least || columns === 1) return [card, columns];
  }
}

/**
 * Where a card of a hand lies: its top left corner.
 * @param {Zone} zone
 * @param {number} card
 * @returns {Point}
 */
export function placeOf(zone, card) {
  const column = (card - 1) % zone.columns;
  const row = Math.floor((card - 1) / zone.columns);
  return { x: zone.x + column * (zone.card + GAP), y: zone.y + row * (zone.card * 1.4 + GAP) };
}

/**
 * Where a seat's card is laid: mine on the left.
 * @param {Layout} layout
 * @param {number} seat
 * @param {number} me
 * @returns {Point}
 */
export function slot({ duel }, seat, me) {
  return { x: seat === me ? duel.x - duel.gap / 2 - duel.card : duel.x + duel.gap / 2, y: duel.y };
}

/**
 * Where a hero stands; two on one place stand side by side.
 * @param {Layout} layout
 * @param {number[]} position
 * @param {number} seat
 * @param {number} me
 * @returns {Point}
 */
export function stand(layout, position, seat, me) {
  const { x, y } = layout.at(seat, position[seat]);
  const together = layout.facing && position[0] + position[1] === layout.length;
  return { x: x + (together ? (seat === me ? -17 : 17) * layout.size : 0), y: y + 4 };
}
