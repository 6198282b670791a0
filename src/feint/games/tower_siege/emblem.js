/** Tower Siege at a glance: two towers, the road between them, and a card face down. */

import { svg } from "/web/dom.js";

export const hue = 265;

/** @param {number} x @param {string} colour */
function tower(x, colour) {
  const teeth = [0, 1, 2].map((tooth) => svg("rect", { x: x - 21 + tooth * 16, y: 42, width: 10, height: 14, fill: colour }));
  return svg("g", {},
    ...teeth,
    svg("path", { d: `M${x - 21} 54h42v14l-5 8v64h-32v-64l-5-8z`, fill: colour }),
    svg("path", { d: `M${x - 7} 140v-22a7 7 0 0 1 14 0v22z`, fill: "var(--paper-raised)" }),
    svg("rect", { x: x - 3, y: 82, width: 6, height: 14, rx: 3, fill: "var(--paper-raised)" }),
    svg("path", { d: `M${x} 42V16l20 7l-20 8`, fill: colour, stroke: colour, "stroke-width": 3, "stroke-linejoin": "round" }));
}

/** @param {number} x @param {string} colour @param {number} turn */
function card(x, colour, turn) {
  return svg("g", { transform: `rotate(${turn} ${x} 100)` },
    svg("rect", { x: x - 20, y: 70, width: 40, height: 58, rx: 6, fill: colour, stroke: "var(--paper-raised)", "stroke-width": 3 }),
    svg("path", { d: `M${x} 82l11 17l-11 17l-11-17z`, fill: "none", stroke: "var(--paper-raised)", "stroke-width": 2.5 }));
}

/** @returns {SVGElement} */
export default function emblem() {
  return svg("svg", { viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice" },
    svg("path", { d: "M0 140q80-18 160-6t160-2v48H0z", fill: "var(--accent)", opacity: 0.25 }),
    svg("path", { d: "M60 146q50 18 100 6t100-4", fill: "none", stroke: "var(--paper-raised)", "stroke-width": 7, "stroke-linecap": "round", "stroke-dasharray": "1 17" }),
    tower(58, "var(--seat-0)"),
    tower(262, "var(--seat-1)"),
    card(143, "var(--seat-0)", -10),
    card(177, "var(--seat-1)", 9));
}
