/**
 * Hexes: the same geometry as hexes.py, and where a hex is drawn.
 *
 * A hex is an axial pair q,r with the shipyard at 0,0; hexes have a flat top. Directions are numbered clockwise from N.
 */

import { DIRECTIONS, STEPS as MAP_STEPS } from "./schema.js";

/** @typedef {[number, number]} Hex A hex, or a vector of hexes. */

/** The hex next to 0,0 in each direction. */
export const STEPS = /** @type {Hex[]} */ (MAP_STEPS);
const MOST_DICE = 6; // a number of the counter is a die

/** The rest of a division that is never negative. @param {number} number @param {number} by */
export const modulo = (number, by) => ((number % by) + by) % by;

/** The direction some sixths of a circle clockwise from another. @param {number} direction @param {number} by */
export const turned = (direction, by) => modulo(direction + by, 6);

/** How many hexes a vector crosses. @param {Hex} vector */
export function length([q, r]) {
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

/** @param {Hex} one @param {Hex} other @param {number} [times] @returns {Hex} */
export function plus(one, other, times = 1) {
  return [one[0] + times * other[0], one[1] + times * other[1]];
}

/** @param {Hex} one @param {Hex} other */
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** A vector as steps in a direction and in the next one clockwise; negative where it lies elsewhere.
 * @param {Hex} vector @param {number} d @returns {[number, number]} */
export function counted([q, r], d) {
  const e = turned(d, 1);
  return [q * STEPS[e][1] - r * STEPS[e][0], STEPS[d][0] * r - STEPS[d][1] * q];
}

/** The direction of a vector's counter: all of it lies in that and in the next one clockwise. 0 for no vector.
 * @param {Hex} vector */
export function mainDirection(vector) {
  for (let d = 0; d < 6; d++) {
    const [along, beside] = counted(vector, d);
    if (along > 0 && beside >= 0) return d;
  }
  return 0;
}

/** A velocity as dice can show it: each number of its counter is cut to six (DF-Q5). @param {Hex} v @returns {Hex} */
export function capped(v) {
  if (length(v) <= MOST_DICE) return v;
  const d = mainDirection(v);
  const [along, beside] = counted(v, d).map((number) => Math.min(number, MOST_DICE));
  return plus(plus([0, 0], STEPS[d], along), STEPS[turned(d, 1)], beside);
}

/** A velocity after a turn and a burn, spread over all directions of the turn (DF-R7, DF-Q6).
 * @param {Hex} v @param {number} facing @param {number} turn @param {number} thrust @returns {Hex} */
export function burnedInTurn(v, facing, turn, thrust) {
  const ways = Math.abs(turn) + 1;
  const step = turn > 0 ? 1 : -1;
  for (let passed = 0; passed < ways; passed++) {
    const share = Math.floor(thrust / ways) + (passed < thrust % ways ? 1 : 0);
    v = plus(v, STEPS[turned(facing, step * passed)], share);
  }
  return v;
}

/** Where a token that moves by a vector is after some of the equal parts of its way (DF-Q11, DF-Q20).
 * @param {Hex} vector @param {number} part @param {number} parts @returns {Hex} */
export function way([q, r], part, parts) {
  const wide = [q * part, r * part]; // the point, in units of 1 / parts
  const low = [Math.floor(wide[0] / parts), Math.floor(wide[1] / parts)];
  /** @type {Hex} */
  let best = [low[0], low[1]];
  let nearest = Infinity, rightmost = 0, foremost = 0;
  for (let corner = 0; corner < 4; corner++) {
    /** @type {Hex} */
    const hex = [low[0] + (corner % 2), low[1] + (corner >> 1)];
    const a = hex[0] * parts - wide[0], b = hex[1] * parts - wide[1];
    const far = a * a + a * b + b * b;
    const right = q * b - r * a;
    const ahead = 2 * (q * a + r * b) + q * b + r * a;
    if (far > nearest || (far === nearest && (right < rightmost || (right === rightmost && ahead <= foremost)))) continue;
    best = hex;
    [nearest, rightmost, foremost] = [far, right, ahead];
  }
  return best;
}

/** The hexes that a token goes through alone, from where it is to where it will be.
 * @param {Hex} from @param {Hex} v @returns {Hex[]} */
export function path(from, v) {
  const parts = Math.max(1, length(v));
  /** @type {Hex[]} */
  const hexes = [from];
  for (let part = 1; part <= parts; part++) {
    const next = plus(from, way(v, part, parts));
    if (!same(next, hexes[hexes.length - 1])) hexes.push(next);
  }
  return hexes;
}

/** A velocity as its counter: `N 3, NE 1`; `none`. @param {Hex} v */
export function counterText(v) {
  const d = mainDirection(v);
  const [along, beside] = counted(v, d);
  if (!along) return "none";
  return `${DIRECTIONS[d]} ${along}` + (beside ? `, ${DIRECTIONS[turned(d, 1)]} ${beside}` : "");
}

// Where it is drawn: a hex has this radius, in units of the drawing.
export const SIZE = 10;
const HIGH = SIZE * Math.sqrt(3);

/** The middle of a hex in the drawing. @param {Hex} hex @returns {[number, number]} */
export function point([q, r]) {
  return [1.5 * SIZE * q, HIGH * (r + q / 2)];
}

/** The hex that a point of the drawing is in. @param {number} x @param {number} y @returns {Hex} */
export function hexAt(x, y) {
  const q = x / (1.5 * SIZE), r = y / HIGH - q / 2;
  let [a, b] = [Math.round(q), Math.round(r)];
  const c = Math.round(-q - r);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0]; // no -0
}

/** The outline of a hex as a path, a little smaller or larger than it is.
 * @param {Hex} hex @param {number} [scale] */
export function outline(hex, scale = 1) {
  const [x, y] = point(hex), s = SIZE * scale, h = (HIGH / 2) * scale;
  return `M${f(x + s)} ${f(y)}l${f(-s / 2)} ${f(h)}h${f(-s)}l${f(-s / 2)} ${f(-h)}l${f(s / 2)} ${f(-h)}h${f(s)}z`;
}

/** A number short enough for an attribute. @param {number} number */
export const f = (number) => String(Math.round(number * 100) / 100);
