/** Ships of Space Goats and the shields on them, in the words of the choices. */

import { card } from "./board_cards.js";
import { POINTS, SIDES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */

/**
 * The shields on a ship with the points that each has left, in the order in which they take hits; those after the first are whole.
 * @param {View} view @param {number} seat @param {number} ship
 */
export function shieldsOf(view, seat, ship) {
  const first = view.shield[seat][ship];
  const whole = view.beneath[seat][ship].filter(Boolean).map((number) => ({ number, points: pointsOf(view, number) }));
  return first ? [{ number: first, points: view.points[seat][ship] }, ...whole] : [];
}

/** @param {View} view @param {number} number the points of a shield that nothing has hit */
function pointsOf(view, number) {
  return /** @type {Record<string, number>} */ (POINTS)[card(view, number).effect];
}

/** `Reinforced Hull 2 and Hull Plating 1` @param {View} view @param {number} seat @param {number} ship */
export function shieldWords(view, seat, ship) {
  const words = shieldsOf(view, seat, ship).map(({ number, points }) => `${card(view, number).name} ${points}`);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : (words[0] ?? "");
}

/** @param {View} view @param {number} seat @param {number} ship the words of a choice for it */
export function shipWords(view, seat, ship) {
  const [side, shields] = [SIDES[view.side[seat][ship]], shieldWords(view, seat, ship)];
  return shields ? `${side} with ${shields}` : side;
}
