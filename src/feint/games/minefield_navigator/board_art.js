/** Minefield Navigator's pictures: the ground of a step, mines, the two players and the meadow. */

import { svg } from "/web/dom.js";

/** The colours and lines of all that is drawn here. */
export const STYLE = `
.mn-board { display: flex; flex-direction: column; height: 100%; container-type: inline-size; }
.mn { display: block; width: 100%; flex: 1 1 0; min-height: 0; outline: none; font-family: inherit; user-select: none; -webkit-user-select: none; }
.mn text, .mn-bar { font-variant-numeric: tabular-nums; }
.mn .s0, .mn-side.s0 { --seat: var(--seat-0); } .mn .s1, .mn-side.s1 { --seat: var(--seat-1); }
.mn .meadow { fill: light-dark(#e6ecdc, #1b231d); } .mn .patch { fill: light-dark(#dbe5ce, #202b23); }
.mn .blade { fill: none; stroke: light-dark(#9fb98a, #3f5a45); stroke-width: 1.6; stroke-linecap: round; }
.mn .petal { fill: light-dark(#fffdf4, #c9c3a8); } .mn .eye { fill: #e5b53c; }
.mn .verge { fill: none; stroke: light-dark(#cdb995, #37312a); stroke-linejoin: round; stroke-linecap: round; }
.mn .way { fill: none; stroke: light-dark(#ebdfc6, #423b30); stroke-linejoin: round; stroke-linecap: round; }
.mn .edge { fill: light-dark(#b89f74, #2a251d); } .mn .soil { fill: light-dark(#dcc59b, #5d5140); }
.mn .clod { fill: light-dark(#c6ab7c, #483e30); }
.mn .edge.stone { fill: light-dark(#aeb3ab, #2f3437); } .mn .slab { fill: light-dark(#f6f6ef, #474d52); }
.mn .chance { fill: light-dark(#3b2c10, #fff3dc); font-weight: 700; text-anchor: middle; }
.mn .name { fill: var(--ink-soft); text-anchor: middle; }
.mn .tick { fill: none; stroke: var(--good); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.mn .print { fill: light-dark(#a9ada2, #747b80); }
.mn .iron { fill: light-dark(#3c424b, #15181c); } .mn .iron.dead { fill: light-dark(#8f959c, #868d94); }
.mn .spike { stroke: light-dark(#3c424b, #15181c); stroke-width: 3.4; stroke-linecap: round; } .mn .spike.dead { stroke: light-dark(#8f959c, #868d94); }
.mn .shine { fill: #fff; opacity: .3; } .mn .lamp { fill: #e5342b; }
.mn .cut { fill: none; stroke: var(--good); stroke-width: 3.2; stroke-linecap: round; }
.mn .hole { fill: light-dark(#57452c, #14110c); } .mn .scorch { fill: light-dark(#8a7048, #2b241a); }
.mn .flame { fill: #f39c1f; } .mn .core { fill: #ffe08a; } .mn .smoke { fill: light-dark(#77716a, #8b8780); } .mn .bit { fill: light-dark(#7b6134, #b39a6c); }
.mn .shadow { fill: #10131a; opacity: .2; }
.mn .suit { fill: var(--seat); } .mn .suit.deep { fill: color-mix(in oklab, var(--seat) 66%, #10141c); }
.mn .skin { fill: #dfb08c; } .mn .boot { fill: #3a3229; } .mn .glass { fill: #2a303a; }
.mn .badge { fill: light-dark(#fffefb, #14161b); } .mn .digit { fill: var(--seat); font-weight: 800; text-anchor: middle; }
.mn .pole { fill: none; stroke: light-dark(#5b6472, #aab2bd); stroke-width: 2; stroke-linecap: round; }
.mn .coil { fill: none; stroke: light-dark(#5b6472, #aab2bd); stroke-width: 2.4; }
.mn .plank { fill: light-dark(#c79a5b, #6b5433); } .mn .plank-text { fill: light-dark(#3b2c10, #fff0d6); font-weight: 700; text-anchor: middle; letter-spacing: .04em; }
.mn .post { stroke: light-dark(#8d6a38, #55422a); stroke-width: 3; stroke-linecap: round; }
.mn .banner { fill: var(--accent); } .mn .square { fill: light-dark(#fffefb, #14161b); }
.mn .ring { fill: transparent; stroke: var(--accent); stroke-width: 2.4; } .mn .ring.faint { stroke-width: 1.5; stroke-dasharray: 3 4; opacity: .75; }
.mn .wash { fill: var(--accent); opacity: 0; } .mn .hit:hover .wash { opacity: .16; }
.mn .hit .coil, .mn .hit .pole { stroke: var(--accent); opacity: .85; } .mn .hit:hover .ring.faint { opacity: 1; stroke-dasharray: none; }
.mn .tag { fill: var(--accent); } .mn .tag-text { fill: var(--paper); font-size: 12.5px; font-weight: 700; text-anchor: middle; }
.mn .hollow { fill: var(--paper-raised); stroke: var(--accent); stroke-width: 1.6; } .mn .hollow-text { fill: var(--accent); font-size: 12.5px; font-weight: 700; text-anchor: middle; }
.mn .hit:hover .hollow { fill: color-mix(in oklab, var(--accent) 14%, var(--paper-raised)); }
.mn .spare { opacity: .35; }
.mn .wave { fill: none; stroke: var(--accent); stroke-width: 3; }
.mn-bar { display: flex; flex: none; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 2px 16px; padding: 6px 2px 0; font-size: 14px; }
.mn-side { display: flex; align-items: center; gap: 8px; padding: 2px 10px; border-radius: 16px; } .mn-side b { color: var(--seat); white-space: nowrap; }
.mn-side.turn-now { background: color-mix(in oklab, var(--seat) 14%, transparent); }
.mn-kit { display: block; height: 22px; } .mn-all { color: var(--ink-soft); text-align: center; }
@container (max-width: 640px) { .mn-bar { font-size: 13px; gap: 2px 6px; } .mn-side { gap: 5px; } }
@container (max-width: 500px) { .mn-all { order: -1; flex: 1 0 100%; } }
.mn-kit .coil { fill: none; stroke: var(--seat); stroke-width: 2.2; } .mn-kit .pole { fill: none; stroke: var(--seat); stroke-width: 2; stroke-linecap: round; } .mn-kit .used { opacity: .25; }
`;

/** @param {string} d @param {string} name */
const path = (d, name) => svg("path", { d, class: name });

/**
 * The ground of a step around 0,0.
 * @param {import("./board_odds.js").Ground} kind
 * @param {{wide: number, high: number, size: number}} layout
 * @param {string} chance the odds, on an unknown step
 * @param {boolean} walked whether someone has walked on it
 */
export function step(kind, { wide: w, high: h, size }, chance, walked) {
  const paved = kind === "safe" || kind === "diffused";
  const shape = { x: -w / 2, width: w, height: h, rx: h * 0.36 };
  const drawn = svg(
    "g",
    {},
    svg("rect", { ...shape, y: -h / 2 + 6 * size, class: paved ? "edge stone" : "edge" }),
    svg("rect", { ...shape, y: -h / 2, class: paved ? "slab" : "soil" }),
  );
  if (!paved) {
    const clods = [[-0.36, -0.22, 4], [0.34, 0.24, 4.4], [0.3, -0.28, 3], [-0.3, 0.28, 3.2], [0.02, -0.34, 2.6]];
    drawn.append(path(clods.map(([x, y, half]) => [x, y, half * size]).map(([x, y, r]) => `M${(x * w - r).toFixed(1)} ${(y * h).toFixed(1)}a${r} ${r * 0.6} 0 1 0 ${2 * r} 0a${r} ${r * 0.6} 0 1 0 ${-2 * r} 0Z`).join(""), "clod"));
  }
  const font = Math.max(12, Math.min(h * 0.36, w * 0.26));
  if (kind === "unknown") drawn.append(svg("text", { y: font * 0.36, class: "chance", "font-size": font }, chance));
  const mark = kind === "safe" ? (walked ? prints() : path("M-8 1L-2.500 6.500L9-6", "tick")) : kind === "diffused" ? mine(true) : kind === "mine" ? mine(false) : null;
  if (mark) drawn.append(svg("g", { transform: `scale(${size})` }, mark));
  if (kind === "crater") drawn.append(svg("ellipse", { rx: w * 0.4, ry: h * 0.36, class: "scorch" }), svg("ellipse", { cy: 2, rx: w * 0.28, ry: h * 0.24, class: "hole" }));
  return drawn;
}

const prints = () => svg("g", {}, ...[[-12, 3], [-2, -4], [8, 3]].map(([x, y]) => svg("g", { transform: `translate(${x} ${y}) rotate(80)` }, svg("ellipse", { rx: 2.3, ry: 3.6, class: "print" }), svg("ellipse", { cy: 5.4, rx: 1.8, ry: 1.6, class: "print" }))));

/** A mine around 0,0. @param {boolean} dead whether it is defused */
export function mine(dead) {
  const mood = dead ? " dead" : "";
  return svg(
    "g",
    {},
    svg("path", { d: "M0-14V-8M0 14V8M-14 0H-8M14 0H8M-10-10L-6-6M10-10L6-6M-10 10L-6 6M10 10L6 6", class: `spike${mood}` }),
    svg("circle", { r: 9.5, class: `iron${mood}` }),
    svg("ellipse", { cx: -3.2, cy: -3.6, rx: 3, ry: 2, class: "shine" }),
    dead ? path("M-13 11L13-11", "cut") : svg("circle", { cx: 1, cy: 1, r: 2.8, class: "lamp" }),
  );
}

/** A player, its feet at 0,0. @param {number} seat @param {number} size how large it will be drawn */
export function walker(seat, size) {
  const digit = Math.max(12, 11 / size);
  return svg(
    "g",
    { class: `s${seat}` },
    path("M-9-8H-1V0H-10.500Q-11-4-9-8ZM1-8H9Q11-4 10.500 0H1Z", "boot"),
    path("M-13-27Q-13-33-8-33H-4V-14H-9Q-13-14-13-19Z", "suit deep"),
    path("M-9-30Q0-35 9-30L10-8Q0-4-10-8Z", "suit"),
    svg("path", { d: "M9-24L19-9L21-3", class: "pole" }),
    svg("ellipse", { cx: 22, cy: -1, rx: 6.5, ry: 2.6, class: "coil" }),
    path("M6-28Q12-27 13-21L9-19Q6-22 5-25Z", "suit deep"),
    svg("circle", { cx: 0, cy: -38, r: 8, class: "skin" }),
    seat
      ? path("M-11-39Q-11-50 1-50Q10-50 10-42L16-39Q16-36.500 12-37L-9-37Q-11-37-11-39Z", "suit")
      : path("M-10.500-37.500A10.500 11.500 0 0 1 10.500-37.500L12.500-36H-12.500Z", "suit"),
    path("M0-35.500H7.500V-33Q4-31.500 0-33Z", "glass"),
    svg("circle", { cx: -0.5, cy: -19, r: 7, class: "badge" }),
    svg("text", { x: -0.5, y: -19 + digit * 0.36, class: "digit", "font-size": digit }, String(seat + 1)),
  );
}

/** A detector, small, in a box of 22 by 22. @param {boolean} used */
export const detector = (used) => svg("g", { class: used ? "used" : "" }, svg("path", { d: "M5 3L13 14", class: "pole" }), svg("ellipse", { cx: 14.5, cy: 17, rx: 6, ry: 3.2, class: "coil" }));

/** The sign at the start, its foot at 0,0. @param {number} size */
export function sign(size) {
  const [font, top] = [Math.max(11, 10 * size), -42 * size];
  const plank = { x: -2.4 * font, y: top - 2 * font, width: 4.8 * font, height: 2 * font, rx: 4, class: "plank" };
  return svg("g", {}, svg("ellipse", { rx: 12 * size, ry: 3 * size, class: "shadow" }), svg("path", { d: `M0 0V${top}`, class: "post" }), svg("rect", plank), svg("text", { y: top - font * 0.64, class: "plank-text", "font-size": font }, "START"));
}

/** The flag at the last step, its foot at 0,0. */
export const goal = () =>
  svg("g", {}, svg("path", { d: "M0 0V-52", class: "pole" }), path("M1-52H29V-32H1Z", "banner"), path("M1-52H8V-45.500H1ZM15-52H22V-45.500H15ZM8-45.500H15V-38.500H8ZM22-45.500H29V-38.500H22ZM1-38.500H8V-32H1ZM15-38.500H22V-32H15Z", "square"));

/** A tuft of grass, or a flower. @param {number} x @param {number} y @param {number} size @param {boolean} flower */
export const tuft = (x, y, size, flower) =>
  svg("g", { transform: `translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${size})` }, path("M-5 0Q-5-5-7-7M0 0Q0-7 1-10M5 0Q5-5 8-7", "blade"), ...(flower ? [svg("circle", { cx: 1, cy: -11, r: 3.4, class: "petal" }), svg("circle", { cx: 1, cy: -11, r: 1.4, class: "eye" })] : []));

/** An explosion around 0,0; `at(t)` sets how far it has come. */
export function explosion() {
  const rays = Array.from({ length: 14 }, (_, n) => ({ angle: (n / 14) * 2 * Math.PI + (n % 3) * 0.13, far: 34 + (n % 4) * 13 }));
  const smoke = [[-20, -14, 15], [18, -18, 17], [0, -34, 19], [-8, -6, 13], [14, 0, 12]].map(([x, y, r]) => ({ x, y, r, drawn: svg("circle", { class: "smoke" }) }));
  const star = (/** @type {number} */ size) => `M${rays.map(({ angle, far }, n) => [size * far * Math.cos(angle), size * far * Math.sin(angle) * 0.8, n]).map(([x, y, n]) => `${x.toFixed(1)} ${y.toFixed(1)}L${(0.45 * size * 40 * Math.cos(rays[n].angle + 0.22)).toFixed(1)} ${(0.45 * size * 34 * Math.sin(rays[n].angle + 0.22)).toFixed(1)}`).join("L")}Z`;
  const flame = path(star(1), "flame");
  const core = path(star(0.55), "core");
  const bits = rays.map(() => svg("rect", { x: -2.5, y: -2, width: 5, height: 4, rx: 1, class: "bit" }));
  const drawn = svg("g", {}, ...smoke.map((one) => one.drawn), flame, core, ...bits);
  /** @param {number} t */
  const at = (t) => {
    drawn.setAttribute("visibility", t <= 0 || t >= 1 ? "hidden" : "visible");
    const burn = Math.max(0, t < 0.25 ? t * 4 : 1 - (t - 0.25) / 0.45);
    for (const shape of [flame, core]) shape.setAttribute("transform", `scale(${(burn * 1.15).toFixed(3)})`);
    smoke.forEach(({ x, y, r, drawn: puff }) => {
      puff.setAttribute("transform", `translate(${(x * t * 1.5).toFixed(1)} ${(y * t * 1.8 - 6).toFixed(1)}) scale(${(r * (0.3 + 0.8 * t)).toFixed(2)})`);
      puff.setAttribute("r", "1");
      puff.setAttribute("opacity", Math.min(0.85, 1.7 * (1 - t)).toFixed(2));
    });
    bits.forEach((bit, n) => {
      const { angle, far } = rays[n];
      bit.setAttribute("transform", `translate(${(far * 1.7 * t * Math.cos(angle)).toFixed(1)} ${(far * 1.5 * t * Math.sin(angle) - 60 * t * (1 - t)).toFixed(1)}) rotate(${(t * 400 + n * 40).toFixed(0)})`);
      bit.setAttribute("opacity", (1 - t).toFixed(2));
    });
  };
  return { drawn, at };
}
