/** Space Goats at a glance: a goat behind the glass of its helmet, a rocket, and stars. */

import { svg } from "/web/dom.js";

export const hue = 325;

const STARS = [[24, 30, 2], [58, 132, 3], [88, 52, 2], [236, 28, 3], [300, 150, 2], [216, 152, 2], [276, 100, 2], [40, 84, 2]];

/** @returns {SVGElement} */
export default function emblem() {
  const horn = "M0-34q-6-26-28-24q16 8 14 30z";
  return svg("svg", { viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice" },
    ...STARS.map(([cx, cy, r]) => svg("circle", { cx, cy, r, fill: "var(--accent)" })),
    svg("circle", { cx: 286, cy: 40, r: 22, fill: "var(--accent)", opacity: 0.35 }),
    svg("ellipse", { cx: 286, cy: 40, rx: 36, ry: 8, fill: "none", stroke: "var(--accent)", "stroke-width": 3, transform: "rotate(-18 286 40)" }),
    svg("g", { transform: "translate(160 96)" },
      svg("path", { d: "M-46 84q0-34 46-34t46 34z", fill: "var(--accent)" }),
      svg("circle", { r: 62, fill: "var(--paper-raised)", stroke: "var(--accent)", "stroke-width": 6 }),
      svg("g", { fill: "var(--seat-4)" },
        svg("path", { d: horn, transform: "translate(-6 6)" }),
        svg("path", { d: horn, transform: "translate(6 6) scale(-1 1)" })),
      svg("g", { fill: "var(--ink-soft)" },
        svg("path", { d: "M-20-20q-26-6-28 8q14 8 28 4zM20-20q26-6 28 8q-14 8-28 4z" }),
        svg("path", { d: "M-22-28q22-12 44 0q2 34-10 54q-12 10-24 0q-12-20-10-54z" }),
        svg("path", { d: "M-5 28h10l-5 22z" })),
      svg("g", { fill: "var(--paper-raised)" },
        svg("circle", { cx: -10, cy: -8, r: 5.5 }),
        svg("circle", { cx: 10, cy: -8, r: 5.5 }),
        svg("ellipse", { cy: 18, rx: 10, ry: 6 })),
      svg("g", { fill: "var(--ink)" },
        svg("rect", { x: -13, y: -9.5, width: 6, height: 3 }),
        svg("rect", { x: 7, y: -9.5, width: 6, height: 3 })),
      svg("path", { d: "M-40-30q8-16 24-22", fill: "none", stroke: "var(--accent)", "stroke-width": 5, "stroke-linecap": "round", opacity: 0.5 })),
    svg("g", { transform: "translate(54 58) rotate(64)" },
      svg("path", { d: "M0-24q10 10 8 34h-16q-2-24 8-34z", fill: "var(--seat-0)" }),
      svg("path", { d: "M-8 4l-8 12h8zM8 4l8 12h-8z", fill: "var(--seat-1)" }),
      svg("path", { d: "M-5 12q5 24 10 0z", fill: "var(--seat-4)" })));
}
