/** Where everything of Tower Siege's board lies, for a road of any length in a space of any size. Pure numbers, in pixels. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, card: number, columns: number, end: number}} Zone where a hand of cards lies; `end` is its right edge */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} upright whether the road goes up a high space; else it goes across a wide one
 * @property {boolean} facing whether both walk one road, from its two ends
 * @property {number} length
 * @property {number} pitch from one place to the next
 * @property {number} size of heroes and all that stands on the land, 1 for 56 pixels
 * @property {number} text the size of notes beside the cards
 * @property {{width: number, height: number}} land
 * @property {(seat: number, place: number) => Point} at where a place of a seat's way is; also between places
 * @property {[Zone, Zone]} hands
 * @property {{x: number, y: number, card: number, gap: number}} duel the middle of the two laid cards' upper edge
 */

const GAP = 6; // between cards
const LARGEST = 110; // a card
const TOUCH = 26; // what can be clicked is at least that large

/** @typedef {{length: number, cards: number, facing: boolean, me: number}} Shape `me` is the seat that sits at this side of the board */

/**
 * @param {number} width
 * @param {number} height
 * @param {Shape} shape
 * @returns {Layout}
 */
export function layOut(width, height, shape) {
  return width < height * 0.95 ? upright(width, height, shape) : across(width, height, shape);
}

/** @type {typeof layOut} */
function across(width, height, { length, cards, facing, me }) {
  const text = within(12, height / 40, 18);
  const label = text + 14;
  const most = height * (cards > 6 ? 0.3 : 0.22) - 8;
  const edge = width * 0.015 + 2;
  const free = width - 2 * edge - (width < 460 ? 54 : 90);
  const mine = hand(free * 0.43, most, cards);
  const theirs = hand(free * 0.33, most * 0.86, cards);
  const duelCard = Math.min(free * 0.11, most / 1.4, mine.card * 1.15);
  const strip = label + Math.max(mine.high, theirs.high, duelCard * 1.4) + 6;
  const land = { width, height: height - strip };
  const top = land.height + label;
  const end = within(38, width * 0.1, 160); // room for a tent and a tower
  const pitch = (width - 2 * end) / length;
  const largest = Math.min(end / 68, land.height * (facing ? 0.006 : 0.0044), 2.6);
  const size = Math.max(0.5, Math.min(pitch / 50, largest), largest / 2);
  const sway = land.height * 0.02;
  const near = land.height - sway - 26 * size - 8;
  const far = facing ? near : near - Math.max(76 * size, land.height * 0.36);
  const left = { x: edge, y: top, card: mine.card, columns: mine.columns, end: edge + mine.wide };
  const right = { x: width - edge - theirs.wide, y: top, card: theirs.card, columns: theirs.columns, end: width - edge };
  return {
    width, height, upright: false, facing, length, pitch, size, text, land,
    at(seat, place) {
      const along = facing && seat !== me ? length - place : place;
      const lane = facing ? land.height * 0.66 : seat === me ? near : far;
      return { x: end + along * pitch, y: lane + sway * Math.sin((along / length) * 7) };
    },
    hands: me ? [right, left] : [left, right],
    duel: { x: (left.end + right.x) / 2, y: top, card: duelCard, gap: Math.min(48, duelCard * 0.75) },
  };
}

/** @type {typeof layOut} */
function upright(width, height, { length, cards, facing, me }) {
  const text = within(12, height / 44, 20);
  const label = text + 12;
  const strip = width * (facing ? 0.44 : 0.47);
  const x = strip + 12;
  const room = width - x - 5; // the marks around the cards, too
  const free = height - 3 * label - 24;
  const theirs = hand(room, free * 0.27, cards);
  const mine = hand(room, free * 0.45, cards);
  const duelCard = Math.min((room - 36) / 2, (free * 0.28) / 1.4);
  const foot = label + theirs.high;
  const mineTop = height - mine.high - 5;
  const pad = 46;
  const size = within(0.5, Math.min(strip / 190, ((height - pad) / length) * 0.024), 1.8);
  const top = 92 * size + 16; // a tower stands there
  const pitch = (height - pad - top) / length;
  const lanes = facing ? [0.5, 0.5] : [0.8, 0.34]; // mine is the nearer one
  const centre = x + room / 2;
  const theirZone = { x: centre - theirs.wide / 2, y: label, card: theirs.card, columns: theirs.columns, end: centre + theirs.wide / 2 };
  const mineZone = { x: centre - mine.wide / 2, y: mineTop, card: mine.card, columns: mine.columns, end: centre + mine.wide / 2 };
  return {
    width, height, upright: true, facing, length, pitch, size, text, land: { width: strip, height },
    at(seat, place) {
      const along = facing && seat !== me ? length - place : place;
      return { x: strip * lanes[seat === me ? 0 : 1] + 4 * Math.sin((along / length) * 7), y: height - pad - along * pitch };
    },
    hands: me ? [theirZone, mineZone] : [mineZone, theirZone],
    duel: { x: centre, y: (foot + mineTop - duelCard * 1.4) / 2, card: duelCard, gap: 32 },
  };
}

/** @param {number} least @param {number} value @param {number} most */
const within = (least, value, most) => Math.max(least, Math.min(value, most));

/**
 * The largest cards that fit into a space, and in how many columns they lie.
 * @param {number} wide
 * @param {number} high
 * @param {number} cards
 */
function hand(wide, high, cards) {
  let [card, columns, rows] = [0, cards, 1];
  for (let tried = 1; tried <= cards; tried += 1) {
    const across = Math.ceil(cards / tried);
    const fits = Math.min(LARGEST, (wide - (across - 1) * GAP) / across, (high - (tried - 1) * GAP) / tried / 1.4);
    if (fits > card) [card, columns, rows] = [fits, across, tried];
  }
  return { card, columns, wide: columns * (card + GAP) - GAP, high: rows * (card * 1.4 + GAP) - GAP };
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
 * Where a hero's feet are. On an upright road it stands beside its place, or it would hide those ahead; across, two on
 * one place stand side by side.
 * @param {Layout} layout
 * @param {number[]} position
 * @param {number} seat
 * @param {number} me
 * @returns {Point}
 */
export function stand(layout, position, seat, me) {
  const { x, y } = layout.at(seat, position[seat]);
  const { size, facing } = layout;
  if (layout.upright) return { x: x + (facing && seat !== me ? 40 : -40) * size, y: y + 18 * size };
  const together = facing && position[0] + position[1] === layout.length;
  return { x: x + (together ? (seat === me ? -20 : 20) * size : 0), y: y + 4 * size };
}

/**
 * Where one clicks to go to a place: on it, or alternately at its sides where the places lie closer than fingers can tell.
 * @param {Layout} layout
 * @param {number} seat
 * @param {number} from
 * @param {number} to
 * @returns {Point & {r: number}}
 */
export function target(layout, seat, from, to) {
  const { x, y } = layout.at(seat, to);
  const levels = Math.ceil(TOUCH / layout.pitch);
  const r = within(TOUCH / 2, layout.pitch * 0.4, 16 * Math.max(1, layout.size));
  const aside = levels > 1 ? ((levels - 1) / 2 - ((to - from - 1) % levels)) * TOUCH : 0;
  return layout.upright ? { x: x + aside, y, r } : { x, y: y + aside, r };
}

/** How large the stone of a place is. @param {Layout} layout */
export const stone = (layout) => Math.min(14 * Math.max(1, layout.size), layout.pitch * 0.36);
