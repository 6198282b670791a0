/** Where things are on Terminal Maneuver's board, wide or on a phone, and the curve of the missile's way. */

import { NOT_YET } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {{x: number, y: number}} Point */
/**
 * Where things are: the size of the drawing, of a square, and of the room around the squares.
 * @typedef {{width: number, height: number, left: number, right: number, top: number, cell: number, row: number}} Layout
 */

export const NARROW = 560; // px: below this the drawing is the one for a phone

/**
 * @param {View} view
 * @param {boolean} narrow
 * @returns {Layout}
 */
export function layOut(view, narrow) {
  const { rounds } = view.rulings;
  const [width, left, right, top, row, most, below] = narrow
    ? [360, 20, 46, 36, 45, 80, 92]
    : [800, 52, 150, 48, 50, 118, 96];
  const cell = Math.min((width - left - right) / rounds, most);
  const shift = (width - left - right - cell * rounds) / 2;
  return { width, height: top + 7 * row + below, left: left + shift, right, top, cell, row };
}

/** @param {Layout} p @param {number} column @param {number} fuel @returns {Point} */
export function middle(p, column, fuel) {
  return { x: p.left + p.cell * (column + 0.5), y: p.top + p.row * (6.5 - fuel) };
}

/** Where the missile comes from. @param {Layout} p @returns {Point} */
export function start(p) {
  return { x: Math.max(p.left - p.cell * 0.35, 18), y: p.top + p.row * 7 + 25 };
}

/** Where the laser stands. @param {Layout} p @returns {Point} */
export function turret(p) {
  return { x: p.width - p.right * 0.62, y: p.top + p.row * 3.5 };
}

/** The part of the way that leads to a point, as a curve that leaves and arrives level. @param {Point} a @param {Point} b */
export function bend(a, b) {
  const half = (b.x - a.x) / 2;
  return `C${a.x + half} ${a.y} ${b.x - half} ${b.y} ${b.x} ${b.y}`;
}

/** The points that the missile has been at. @param {Layout} p @param {View} view @returns {Point[]} */
export function way(p, view) {
  const burned = view.burned.filter((fuel) => fuel !== NOT_YET);
  return [start(p), ...burned.map((fuel, column) => middle(p, column, fuel))];
}

/** @param {Point[]} points */
export function curve(points) {
  return points.map((point, i) => (i ? bend(points[i - 1], point) : `M${point.x} ${point.y}`)).join(" ");
}

/** Where the laser shot last. @param {Layout} p @param {View} view @returns {Point | null} */
export function lastShot(p, view) {
  const column = view.guessed.findLastIndex((guess) => guess !== NOT_YET);
  return column < 0 ? null : middle(p, column, view.guessed[column]);
}

/** @param {Layout} p @param {Point} at @returns {Point} */
export function corner(p, at) {
  return { x: at.x + p.cell / 2 - 13, y: at.y - p.row / 2 + 12 };
}

/** @param {Layout} p */
export function aimSize(p) {
  return p.width < NARROW ? 15 : 20;
}
