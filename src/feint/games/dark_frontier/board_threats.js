/** What would meet a ship if everything kept the course that everyone can see: for the marks that warn of it. */

import { length, path, plus, same, way } from "./board_hex.js";
import { here, leads, onMap, tokenInWords, tokensOf, velocity } from "./board_words.js";
import { COMMAND, DETONATE, OVER_NOW, SHIP } from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {import("./schema.js").View} View */
/** A token that comes to a ship. `meets`: they would be in the hex together; otherwise it only passes where the ship is now.
 * @typedef {{token: number, hex: Hex, meets: boolean}} Threat */

/**
 * What comes to a ship, as the rules let things meet (DF-R8, DF-Q11), were nothing to change from now on.
 * @param {View} view
 * @param {number} seat
 * @param {Hex} [v] the ship's velocity, if it isn't to be what it has
 * @returns {Threat[]}
 */
export function threats(view, seat, v = velocity(view, seat)) {
  if (view.phase < COMMAND || view.phase === OVER_NOW || view.over || view.lost[seat]) return [];
  const moving = tokensOf(view).map((token) => track(view, token, token === seat ? v : velocity(view, token)));
  const ship = /** @type {Track} */ (moving.find(({ token }) => token === seat));
  const going = view.phase >= DETONATE;
  const slices = going ? view.slices : view.rulings.motion === "endpoints" ? 1 : Math.max(1, ...moving.map((one) => length(one.v)));
  return moving.flatMap((other) => {
    /** @type {(hex: Hex, meets: boolean) => Threat[]} */
    const found = (hex, meets) => [{ token: other.token, hex, meets }];
    const fresh = other.token > 1 && view.placed[other.token] === view.round;
    const own = view.owner[other.token] === seat;
    if (other.token === seat || (own && fresh)) return []; // a shot can't hit its own ship in the round it was fired
    const known = Math.floor(view.met[Math.max(seat, other.token)] / 2 ** Math.min(seat, other.token)) % 2;
    const hex = going && known ? null : meeting(view, ship, other, going ? view.slice : 0, slices, fresh);
    if (hex) return found(hex, true);
    const at = here(view, seat);
    const passes = !own && path(here(view, other.token), leads(view, other.token)).slice(1).some((through) => same(through, at));
    return passes ? found(at, false) : [];
  });
}

/** @typedef {{token: number, from: Hex, v: Hex}} Track */

/** @param {View} view @param {number} token @param {Hex} v @returns {Track} */
function track(view, token, v) {
  const from = /** @type {Hex} */ (view.phase >= DETONATE ? [view.from_q[token], view.from_r[token]] : here(view, token));
  return { token, from, v };
}

/** The hex where two would meet, or null. @param {View} view @param {Track} ship @param {Track} other
 * @param {number} first the slice that it is now @param {number} slices @param {boolean} fresh @returns {Hex|null} */
function meeting(view, ship, other, first, slices, fresh) {
  const at = (/** @type {Track} */ { from, v }, /** @type {number} */ slice) => plus(from, way(v, slice, slices));
  if (first === 0 && fresh && view.rulings.point_blank === "meets" && same(ship.from, other.from)) return ship.from;
  for (let slice = first + 1; slice <= slices; slice++) {
    const [one, two] = [at(ship, slice), at(other, slice)];
    if (!onMap(view, one) || !onMap(view, two)) return null;
    if (same(one, two)) return one;
    const swap = same(one, at(other, slice - 1)) && same(two, at(ship, slice - 1));
    if (swap && view.rulings.motion !== "endpoints") return one;
  }
  return null;
}

/** A threat in words. @param {View} view @param {number} seat @param {Threat} threat @param {string} whose */
export function threatInWords(view, seat, { token, hex, meets }, whose) {
  const name = tokenInWords(view, token);
  if (!meets) return `${name} passes through the hex of ${whose} ship, at another moment`;
  return view.kind[token] === SHIP ? `${name} meets ${whose} ship at ${hex} if neither changes course` : `${name} hits ${whose} ship at ${hex} if neither changes course`;
}
