/** Tower Siege's position in words, and whose cards are whose: pure functions over a view. */

/**
 * What a viewer knows: the fields of rules.py.
 * @typedef {object} View
 * @property {{track: string, empty_hand: string, length: number, cards: number, stride: number}} rulings
 * @property {boolean} over
 * @property {number} turn
 * @property {[number, number]} position
 * @property {[number, number]} hand bit 3 is set: card 4 can be played
 * @property {number} battle
 * @property {number} laid
 * @property {[number | null, number | null]} chosen null: hidden
 * @property {number} winner
 * @property {number} met_at
 * @property {[number, number]} shown
 */

export const NAMES = ["P1", "P2"];
const SEATS = [0, 1];

/**
 * The cards that a seat can still play.
 * @param {View} view
 * @param {number} seat
 */
export function handOf(view, seat) {
  const all = Array.from({ length: view.rulings.cards }, (_, n) => n + 1);
  return all.filter((card) => (view.hand[seat] >> (card - 1)) & 1);
}

/**
 * The position in words, for those who don't see it.
 * @param {View} view
 */
export function words(view) {
  const { length } = view.rulings;
  const lines = SEATS.map((seat) => {
    const place = view.position[seat];
    const where = place === 0 ? "is at its base" : place === length ? "has reached the tower" : `stands on position ${place} of ${length}`;
    return `${NAMES[seat]} ${where} and holds ${handOf(view, seat).join(", ") || "no cards"}.`;
  });
  if (view.rulings.track === "facing") lines.push(`They walk one road from both ends, and meet where their positions add up to ${length}.`);
  if (view.battle) {
    lines.push(`Battle at position ${view.met_at}.`);
    for (const seat of SEATS) {
      const card = view.hand[seat] ? view.chosen[seat] : 0; // an empty hand is seen by all
      if (!(view.laid >> seat & 1)) lines.push(`${NAMES[seat]} has yet to lay a card.`);
      else lines.push(`${NAMES[seat]} ${card === 0 ? "fights without a card" : `has laid ${card ? `card ${card}` : "a card"} face down`}.`);
    }
  } else if (view.shown[0] || view.shown[1]) {
    lines.push(`Last battle: ${SEATS.map((seat) => `${NAMES[seat]} ${view.shown[seat] || "no card"}`).join(", ")}.`);
  }
  if (view.over) lines.push(view.winner < 0 ? "The match is over." : `${NAMES[view.winner]} has won.`);
  else if (!view.battle) lines.push(`It is ${NAMES[view.turn]}'s turn.`);
  return lines.join(" ");
}
