/** Where things are on Terminal Maneuver's board, in a space of any size, and the curve of the missile's way. */

import { NOT_YET } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {{x: number, y: number}} Point */
/**
 * Where things are, in pixels: the size of the drawing, of a square, and of the room around the squares. What is drawn on it is
 * `unit` times as large as on a small screen.
 * @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number, cell: number,
 *   row: number, unit: number}} Layout
 */

const ROWS = 7;

/**
 * @param {View} view
 * @param {number} width
 * @param {number} height
 * @returns {Layout}
 */
export function layOut(view, width, height) {
  const { rounds } = view.rulings;
  const left = Math.max(24, width * 0.05);
  const least = Math.max(50, width * 0.15); // for the ship
  const top = Math.max(26, height * 0.06);
  const row = (height - top - Math.max(46, height * 0.1)) / ROWS;
  const cell = Math.min((width - left - least) / rounds, row * 3);
  const shift = (width - left - least - cell * rounds) / 2;
  const right = least + shift * 0.6; // with few rounds the ship is nearer, and larger
  const unit = Math.max(0.75, Math.min(row / 46, cell / 64, 2.2));
  return { width, height, left: left + shift, right, top, bottom: top + ROWS * row, cell, row, unit };
}

/** @param {Layout} p @param {number} column @param {number} fuel @returns {Point} */
export function middle(p, column, fuel) {
  return { x: p.left + p.cell * (column + 0.5), y: p.top + p.row * (6.5 - fuel) };
}

/** Where the missile comes from. @param {Layout} p @returns {Point} */
export function start(p) {
  return { x: Math.max(p.left - p.cell * 0.3, 20 * p.unit), y: (p.bottom + p.height) / 2 };
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

/** Where a square's die lies. @param {Layout} p @param {Point} at @returns {Point} */
export function corner(p, at) {
  return { x: at.x + p.cell / 2 - 5 - dieSize(p) / 2, y: at.y - p.row / 2 + 5 + dieSize(p) / 2 };
}

/** @param {Layout} p */
export const dieSize = (p) => Math.min(16 * p.unit, p.row * 0.4, p.cell * 0.3);

/** @param {Layout} p */
export const aimSize = (p) => Math.min(p.row, p.cell) * 0.36;
