/** Tower Siege in motion: what is animated between two views, and when. */

import { svg } from "/web/dom.js";
import { face } from "./board_art.js";
import { placeOf, slot, stand } from "./board_road.js";

/** @typedef {import("./board_road.js").Layout} Layout */
/** @typedef {import("./board_road.js").Point} Point */
/** @typedef {import("./schema.js").View} View */

/**
 * What of a drawn board can move.
 * @typedef {object} Scene
 * @property {Layout} layout
 * @property {SVGElement[]} hero
 * @property {(SVGElement | null)[]} laid the cards on the table
 * @property {(SVGElement | null)[]} covers the backs of those that were turned over
 * @property {SVGElement[]} hands
 * @property {SVGElement | null} clash the star of a battle
 * @property {SVGElement | null} prize the flag of a tower that was taken
 */

/** @typedef {[number, number, (t: number) => void]} Phase from, to (in ms), and what is done meanwhile */

const SEATS = [0, 1];

/**
 * Put a hero somewhere.
 * @param {SVGElement} figure
 * @param {Layout} layout
 * @param {number} seat
 * @param {number} me
 * @param {Point} at
 * @param {string} [more] how else it is turned
 */
export function put(figure, layout, seat, me, at, more = "") {
  const turned = layout.facing && seat !== me ? -1 : 1; // they look at each other
  figure.setAttribute("transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) ${more} scale(${turned * layout.size} ${layout.size})`);
}

const smooth = (/** @type {number} */ t) => t * t * (3 - 2 * t);

/**
 * What has to move between two views: at most 1.2 seconds of it.
 * @param {Scene} scene
 * @param {View} before
 * @param {View} after
 * @param {number} me
 * @returns {Phase[]}
 */
export function animations(scene, before, after, me) {
  const { layout } = scene;
  /** @type {Phase[]} */
  const phases = [];
  /** @type {(seat: number, from: Point, to: Point, hops: number, tilt: number) => (t: number) => void} */
  const walk = (seat, from, to, hops, tilt) => (t) => {
    const s = smooth(t);
    const up = Math.abs(Math.sin(s * Math.PI * hops)) * (tilt ? 26 : 9) * layout.size;
    const at = { x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s - up };
    put(scene.hero[seat], layout, seat, me, at, tilt ? `rotate(${(Math.sin(t * Math.PI) * tilt).toFixed(1)})` : "");
  };
  const pop = (/** @type {SVGElement} */ shape) => {
    const place = shape.getAttribute("transform") ?? "";
    return (/** @type {number} */ t) => shape.setAttribute("transform", `${place} scale(${(t < 1 ? smooth(t) * (1 + 0.5 * Math.sin(t * Math.PI)) : 1).toFixed(3)})`);
  };
  if (before.battle) {
    for (const seat of SEATS) {
      const card = scene.laid[seat];
      const slides = card && !((before.laid >> seat) & 1);
      if (slides) {
        const to = slot(layout, seat, me);
        const zone = layout.hands[seat];
        const from = after.battle && after.chosen[seat] ? placeOf(zone, after.chosen[seat] ?? 1) : { x: (zone.x + zone.end - zone.card) / 2, y: zone.y };
        phases.push([0, 260, (t) => card.setAttribute("transform", `translate(${from.x + (to.x - from.x) * smooth(t)} ${from.y + (to.y - from.y) * smooth(t)})`)]);
      }
      const cover = scene.covers[seat];
      if (!after.battle && card && cover) {
        const [top] = card.children;
        const half = layout.duel.card / 2;
        const pale = Number(top.getAttribute("opacity"));
        phases.push([640, 780, (t) => top.setAttribute("opacity", (1 + (pale - 1) * t).toFixed(2))]);
        const place = scene.hands[seat].querySelector(`[data-card="${after.shown[seat]}"]`);
        const still = place && !before.chosen[seat] ? svg("g", {}, face(seat, after.shown[seat], layout.hands[seat].card)) : null;
        if (still) place?.append(still); // the gap in the hand would tell before the card does
        phases.push([280, 620, (t) => {
          const turned = t < 0.5;
          cover.setAttribute("visibility", turned ? "visible" : "hidden");
          top.setAttribute("visibility", turned ? "hidden" : "visible");
          if (!turned) still?.remove();
          const thin = `translate(${half} 0) scale(${Math.max(0.02, Math.abs(1 - 2 * t)).toFixed(3)} 1) translate(${-half} 0)`;
          cover.setAttribute("transform", thin);
          top.setAttribute("transform", thin);
        }]);
      }
      if (!after.battle && after.position[seat] === 0) phases.push([660, 1180, walk(seat, stand(layout, before.position, seat, me), stand(layout, after.position, seat, me), 1, -28)]);
    }
    return phases;
  }
  const mover = before.turn;
  const goal = after.met_at || after.position[mover];
  const steps = goal - before.position[mover];
  if (steps <= 0) {
    const regained = [...scene.hands[mover].querySelectorAll("[data-card]")].filter((shape) => !((before.hand[mover] >> (Number(shape.getAttribute("data-card")) - 1)) & 1));
    regained.forEach((shape, n) => phases.push([n * 60, n * 60 + 360, (t) => shape.setAttribute("opacity", smooth(t).toFixed(3))]));
    phases.push([0, 420, (t) => put(scene.hero[mover], layout, mover, me, stand(layout, after.position, mover, me), `scale(1 ${(1 - 0.14 * Math.sin(t * Math.PI)).toFixed(3)})`)]);
    return phases;
  }
  const long = Math.min(640, 240 + 110 * steps);
  const met = { ...after, position: [...before.position] };
  met.position[mover] = goal;
  const there = stand(layout, met.position, mover, me);
  phases.push([0, long, walk(mover, stand(layout, before.position, mover, me), there, Math.min(steps, 6), 0)]);
  if (scene.clash) phases.push([long - 40, long + 320, pop(scene.clash)]);
  if (after.met_at && !after.battle) {
    for (const seat of SEATS) {
      if (after.position[seat] !== 0 || met.position[seat] === 0) continue;
      const from = stand(layout, met.position, seat, me);
      const home = walk(seat, from, stand(layout, after.position, seat, me), 1, -28);
      phases.push([long + 60, long + 540, (t) => (t > 0 ? home(t) : undefined)]);
    }
  }
  const prize = scene.prize;
  if (prize) phases.push([long, long + 420, (t) => prize.setAttribute("transform", `translate(0 ${(24 * (1 - smooth(t))).toFixed(1)})`)]);
  return phases;
}
