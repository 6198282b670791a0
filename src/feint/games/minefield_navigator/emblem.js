/** Minefield Navigator at a glance: a path of steps, one of them scanned, one of them not so lucky. */

import { svg } from "/web/dom.js";

export const hue = 52;

const STEPS = [[36, 142], [86, 124], [136, 138], [184, 112], [232, 92], [280, 58]];

/** @param {number} index @param {string} fill */
function step(index, fill) {
  const [x, y] = STEPS[index];
  return svg("ellipse", { cx: x, cy: y, rx: 24, ry: 13, fill, stroke: "var(--accent)", "stroke-width": 3 });
}

/** @returns {SVGElement} */
export default function emblem() {
  const spikes = [0, 45, 90, 135].map((turn) =>
    svg("path", { d: "M-25 0h50", stroke: "var(--ink)", "stroke-width": 6, "stroke-linecap": "round", transform: `rotate(${turn})` }));
  return svg("svg", { viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice" },
    svg("path", { d: "M0 120Q90 70 170 92T320 30v150H0z", fill: "var(--accent)", opacity: 0.16 }),
    ...STEPS.map((_, index) => step(index, index < 2 ? "var(--accent)" : "var(--paper-raised)")),
    svg("g", { transform: "translate(184 88)" }, ...spikes,
      svg("circle", { r: 18, fill: "var(--ink)" }),
      svg("circle", { cx: -6, cy: -6, r: 4.5, fill: "var(--paper-raised)" })),
    svg("path", { d: "M280 56V18l22 8l-22 9", fill: "var(--seat-1)", stroke: "var(--seat-1)", "stroke-width": 3, "stroke-linejoin": "round" }),
    svg("g", { fill: "var(--seat-0)" },
      svg("circle", { cx: 86, cy: 82, r: 9 }),
      svg("path", { d: "M74 122q0-28 12-28t12 28z" })),
    svg("g", { fill: "none", stroke: "var(--seat-0)", "stroke-width": 3, "stroke-linecap": "round" },
      svg("path", { d: "M108 90q9 8 9 20" }),
      svg("path", { d: "M114 80q14 12 14 32" })));
}
