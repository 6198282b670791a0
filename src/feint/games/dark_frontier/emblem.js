/** Dark Frontier at a glance: hexes, two ships, and where their momentum carries them. */

import { svg } from "/web/dom.js";

export const hue = 225;

const SIZE = 26;

/** @param {number} q @param {number} r */
function place(q, r) {
  return [160 + SIZE * 1.5 * q, 90 + SIZE * Math.sqrt(3) * (r + q / 2)];
}

/** @param {number} q @param {number} r */
function hex(q, r) {
  const [x, y] = place(q, r);
  const corners = [0, 60, 120, 180, 240, 300].map((turn) => {
    const angle = (turn * Math.PI) / 180;
    return `${(x + SIZE * Math.cos(angle)).toFixed(1)},${(y + SIZE * Math.sin(angle)).toFixed(1)}`;
  });
  return svg("polygon", { points: corners.join(" "), fill: "none", stroke: "var(--accent)", "stroke-width": 1.5, opacity: 0.4 });
}

/** @param {number} q @param {number} r @param {number} turn @param {string} colour */
function ship(q, r, turn, colour) {
  const [x, y] = place(q, r);
  return svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
    svg("path", { d: "M0-28V-74M-7-65l7-10l7 10", fill: "none", stroke: colour, "stroke-width": 3.5, "stroke-linecap": "round", "stroke-dasharray": "7 6" }),
    svg("path", { d: "M0-22l13 36l-13-8l-13 8z", fill: colour, stroke: "var(--paper-raised)", "stroke-width": 2, "stroke-linejoin": "round" }),
    svg("path", { d: "M-5 12q5 20 10 0z", fill: "var(--seat-4)" }));
}

/** @returns {SVGElement} */
export default function emblem() {
  const hexes = [];
  for (let q = -5; q <= 5; q++) for (let r = -5; r <= 5; r++) if (Math.abs(r + q / 2) < 2.6) hexes.push(hex(q, r));
  return svg("svg", { viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice" },
    ...hexes,
    ship(-1, 1, 60, "var(--seat-0)"),
    ship(2, -1, 240, "var(--seat-1)"));
}
