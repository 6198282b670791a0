/** Terminal Maneuver at a glance: a missile that dodges as it dives, and the laser that guesses where. */

import { svg } from "/web/dom.js";

export const hue = 28;

/** @returns {SVGElement} */
export default function emblem() {
  const line = { fill: "none", "stroke-linecap": "round" };
  return svg("svg", { viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice" },
    svg("path", { d: "M0 150q40-8 80 0t80 0t80 0t80 0v30H0z", fill: "var(--accent)", opacity: 0.25 }),
    svg("path", { d: "M252 4C196 6 236 50 190 52S196 84 172 96", ...line, stroke: "var(--accent)", "stroke-width": 3, "stroke-dasharray": "2 9", opacity: 0.8 }),
    svg("path", { d: "M103 140L300 22", ...line, stroke: "var(--seat-1)", "stroke-width": 9, opacity: 0.25 }),
    svg("path", { d: "M103 140L300 22", ...line, stroke: "var(--seat-1)", "stroke-width": 3 }),
    svg("g", { transform: "translate(160 106) rotate(38)" },
      svg("path", { d: "M0 26C-9 18-10 2-8-20h16C10 2 9 18 0 26z", fill: "var(--accent)" }),
      svg("path", { d: "M-8-10l-9-14h9zM8-10l9-14h-9z", fill: "var(--accent-strong)" }),
      svg("circle", { cy: 2, r: 4, fill: "var(--paper-raised)" }),
      svg("path", { d: "M-6-22q6-22 12 0z", fill: "var(--seat-4)" })),
    svg("g", { fill: "var(--ink-soft)" },
      svg("path", { d: "M62 148h70l-12 14H76z" }),
      svg("rect", { x: 80, y: 136, width: 30, height: 14, rx: 4 }),
      svg("path", { d: "M92 138l14-8l4 7l-14 8z" })));
}
