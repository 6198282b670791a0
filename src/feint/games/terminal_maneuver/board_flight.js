/** What moves on Terminal Maneuver's board when the card is turned over: the missile, the laser's beam, and the die. */

import { svg, tween } from "/web/dom.js";
import { bearing, burst, crosshair, die, missile } from "./board_art.js";
import { aimSize, corner, dieSize, lastShot, middle, turret, way } from "./board_layout.js";
import { LASER, NOT_YET } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_layout.js").Point} Point */
/** @typedef {import("./board_layout.js").Layout} Layout */

/**
 * The column that was turned over between two views; -1 if none.
 * @param {View | null} before
 * @param {View} view
 */
export function newest(before, view) {
  if (!before) return -1;
  const column = before.round - 1;
  return view.burned[column] !== NOT_YET && before.burned[column] === NOT_YET ? column : -1;
}

/**
 * The reveal: the missile flies on, the laser shoots, a die rolls if it must. Then `after` draws what is left of it.
 * @param {Layout} p @param {View} view @param {number} column @param {SVGElement} drawing
 * @param {() => void} after
 */
export function flight(p, view, column, drawing, after) {
  const from = /** @type {Point} */ (way(p, { ...view, burned: view.burned.slice(0, column) }).at(-1));
  const to = middle(p, column, view.burned[column]);
  const shot = middle(p, column, view.guessed[column]);
  const muzzle = turret(p);
  const roll = view.rolled[column];
  const caught = view.burned[column] === view.guessed[column];
  const lost = view.over && view.winner === LASER;
  const moving = /** @type {SVGElement} */ (drawing.querySelector(".tm-moving"));
  const gun = drawing.querySelector(".tm-gun");
  const before = lastShot(p, { ...view, guessed: view.guessed.slice(0, column) });
  const [turned, turning] = [before ? bearing(muzzle, before) : 180, bearing(muzzle, shot)];
  drawing.querySelector(".tm-marks .tm-missile")?.remove();
  const ms = roll || view.over ? 1200 : 900;
  const part = (/** @type {number} */ t, /** @type {number} */ a, /** @type {number} */ b) => Math.min(1, Math.max(0, (t - a) / (b - a)));
  return tween(ms, (t) => {
    if (t >= 1) return after();
    const flown = part(t, 0, 0.4);
    const eased = 1 - (1 - flown) ** 2;
    const at = along(from, to, eased);
    const beam = part(t, 0.4, 0.48);
    gun?.setAttribute("transform", `rotate(${turned + (turning - turned) * part(t, 0.2, 0.4)})`);
    const fading = 1 - part(t, 0.6, 0.8);
    /** @type {Node[]} */
    const things = [svg("path", { class: "tm-way", d: partly(from, to, eased) })];
    if (beam > 0) {
      const end = { x: muzzle.x + (shot.x - muzzle.x) * beam, y: muzzle.y + (shot.y - muzzle.y) * beam };
      for (const name of ["tm-glow", "tm-beam"]) {
        things.push(svg("line", { class: name, opacity: fading, x1: muzzle.x, y1: muzzle.y, x2: end.x, y2: end.y }));
      }
      if (beam === 1) things.push(crosshair(shot, aimSize(p), caught ? "tm-cross tm-cross-hit" : "tm-cross"));
    }
    if (!(lost && t > (roll ? 0.85 : 0.55))) things.push(missile(at, at.angle, p.unit, flown < 1 ? "tm-burning" : ""));
    if (roll && t > 0.5) {
      const rolling = t < 0.8 ? 1 + (Math.floor(t * 40) * 5) % 6 : roll;
      things.push(die(rolling, corner(p, to), dieSize(p) * 1.2, t < 0.8 ? t * 900 : 0));
    }
    if (lost && t > (roll ? 0.85 : 0.55)) things.push(burst(to, (6 + 14 * part(t, roll ? 0.85 : 0.55, 1)) * p.unit, "tm-lost"));
    moving.replaceChildren(...things);
  });
}

/** The first part of such a curve. @param {Point} a @param {Point} b @param {number} t */
function partly(a, b, t) {
  const steps = Array.from({ length: 13 }, (_, i) => along(a, b, (t * i) / 12));
  return `M${steps.map((step) => `${step.x.toFixed(1)} ${step.y.toFixed(1)}`).join(" L")}`;
}

/** A point on such a curve, and its direction in degrees. @param {Point} a @param {Point} b @param {number} t */
function along(a, b, t) {
  const half = (b.x - a.x) / 2;
  const u = 1 - t;
  const x = u * u * u * a.x + 3 * u * u * t * (a.x + half) + 3 * u * t * t * (b.x - half) + t * t * t * b.x;
  const y = a.y * (u * u * u + 3 * u * u * t) + b.y * (3 * u * t * t + t * t * t);
  const dx = 3 * (u * u * half + t * t * half) || 1;
  const dy = 6 * u * t * (b.y - a.y);
  return { x, y, angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}
