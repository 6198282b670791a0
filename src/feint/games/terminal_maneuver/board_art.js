/** What Terminal Maneuver's board is drawn with: the missile, the ship and its laser, dice, stars, and the colours. */

import { svg } from "/web/dom.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {import("./board_layout.js").Layout} Layout */

/**
 * The missile, its nose to the right.
 * @param {Point} at @param {number} angle @param {number} scale @param {string} [name]
 */
export function missile(at, angle, scale, name = "") {
  return svg(
    "g",
    { class: `tm-missile ${name}`, transform: `translate(${at.x} ${at.y}) rotate(${angle}) scale(${scale})` },
    svg("path", { class: "tm-flame", d: "M-13 0 C-17 -4 -22 -3 -28 0 C-22 3 -17 4 -13 0Z" }),
    svg("path", { class: "tm-fin", d: "M-8 -4 L-15 -11 L-14 -3Z M-8 4 L-15 11 L-14 3Z" }),
    svg("path", { class: "tm-body", d: "M16 0 C11 -6 3 -6.5 -13 -5 Q-15 0 -13 5 C3 6.5 11 6 16 0Z" }),
    svg("path", { class: "tm-nose", d: "M16 0 C13 -3.6 10 -5 7 -5.6 Q9.5 0 7 5.6 C10 5 13 3.6 16 0Z" }),
    svg("circle", { class: "tm-window", cx: 0, cy: 0, r: 2.3 }),
  );
}

/** Where something blew up. @param {Point} at @param {number} size @param {string} name */
export function burst(at, size, name) {
  const points = Array.from({ length: 20 }, (_, i) => {
    const reach = size * (i % 2 ? 0.5 : i % 4 ? 0.82 : 1);
    const angle = (i * Math.PI) / 10 + 0.2;
    return `${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return svg(
    "g",
    { class: `tm-burst ${name}`, transform: `translate(${at.x} ${at.y})` },
    svg("polygon", { class: "tm-burst-outer", points: points.join(" ") }),
    svg("polygon", { class: "tm-burst-inner", points: points.join(" "), transform: "rotate(14) scale(.55)" }),
  );
}

/** What the laser aims with. @param {Point} at @param {number} size @param {string} name */
export function crosshair(at, size, name) {
  const r = size * 0.72;
  const arms = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([x, y]) => `M${x * size} ${y * size} L${x * r * 0.5} ${y * r * 0.5}`);
  return svg(
    "g",
    { class: name, transform: `translate(${at.x} ${at.y})` },
    svg("circle", { r }),
    svg("path", { d: arms.join(" ") }),
  );
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die. @param {number} value @param {Point} at @param {number} size @param {number} [angle] */
export function die(value, at, size, angle = 0) {
  const group = svg("g", { class: "tm-die", transform: `translate(${at.x} ${at.y}) rotate(${angle})` });
  group.append(svg("title", {}, `rolled ${value}`));
  group.append(svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size / 5 }));
  for (const pip of PIPS[value]) {
    const [x, y] = [((pip % 3) - 1) * size * 0.27, (Math.floor(pip / 3) - 1) * size * 0.27];
    group.append(svg("circle", { cx: x, cy: y, r: size * 0.1 }));
  }
  return group;
}

/** The sky. It is the same every time. @param {number} width @param {number} height */
export function stars(width, height) {
  const group = svg("g", { class: "tm-stars" });
  for (let star = 1; star <= 60; star++) {
    const [x, y] = [(star * 0.754877666) % 1, (star * 0.569840291) % 1];
    group.append(svg("circle", { cx: (x * width).toFixed(1), cy: (y * height).toFixed(1), r: star % 7 ? 0.8 : 1.5 }));
  }
  return group;
}

/** The direction from one point to another, in degrees from 0 to 360. @param {Point} from @param {Point} to */
export function bearing(from, to) {
  return ((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 360) % 360;
}

/**
 * The ship that the missile dives at, cut off by the edge; its laser looks where it shot last.
 * @param {Layout} p @param {Point} gun @param {Point | null} shot
 */
export function ship(p, gun, shot) {
  const [top, bottom] = [p.top * 0.5, p.bottom + (p.height - p.bottom) * 0.4];
  const [right, deep] = [p.width + 2, gun.x + (p.width - gun.x) * 0.18];
  const angle = shot ? bearing(gun, shot) : 180;
  const middle = (top + bottom) / 2;
  const inner = deep + (right - deep) * 0.32;
  const hull = (/** @type {number} */ x, /** @type {number} */ inset) =>
    `M${right} ${top + inset} C${x} ${top + inset + 30} ${x} ${middle - p.row} ${x} ${middle} C${x} ${middle + p.row} ${x} ${bottom - inset - 30} ${right} ${bottom - inset} Z`;
  const group = svg("g", { class: "tm-ship" });
  group.append(svg("path", { class: "tm-hull", d: hull(deep, 0) }), svg("path", { class: "tm-deck", d: hull(inner, p.row * 0.9) }));
  for (let window = -3; window <= 3; window++) {
    if (!window) continue;
    const x = inner + (right - inner) * (0.38 + 0.055 * window * window * 0.4);
    group.append(svg("circle", { class: "tm-port", cx: x, cy: middle + window * p.row * 0.64, r: 4 * p.unit }));
  }
  group.append(
    svg(
      "g",
      { transform: `translate(${gun.x} ${gun.y}) scale(${Math.min(p.unit, p.right / 62)})` },
      svg("g", { class: "tm-gun", transform: `rotate(${angle})` }, svg("rect", { class: "tm-barrel", x: 0, y: -4, width: 27, height: 8, rx: 3 })),
      svg("circle", { class: "tm-turret", r: 14 }),
      svg("circle", { class: "tm-lens", r: 6 }),
    ),
  );
  return group;
}

/** The laser's card: its face for those who may know it, else its back. @param {Layout} p @param {Point} gun @param {number | null} guess */
export function laid(p, gun, guess) {
  const width = Math.min(28 * p.unit, p.right * 0.42);
  const height = width * 1.4;
  const at = { x: p.width - width * 0.75, y: gun.y + p.row * 1.7 };
  const group = svg("g", { class: guess === null ? "tm-card tm-card-back" : "tm-card", transform: `translate(${at.x} ${at.y}) rotate(6)` });
  group.append(svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 4 }));
  if (guess === null) group.append(crosshair({ x: 0, y: 0 }, width * 0.3, "tm-card-mark"));
  else group.append(svg("text", { y: width * 0.26, "font-size": width * 0.7 }, String(guess)));
  return group;
}

/** The colours, all of them mixed from the page's own. */
export const STYLE = `
.tm { height: 100%; --tm-m: var(--seat-0); --tm-l: var(--seat-1); }
.tm svg { display: block; width: 100%; height: 100%; overflow: hidden; font-family: inherit; border-radius: 10px;
  background: linear-gradient(160deg, color-mix(in oklab, var(--accent) 9%, var(--paper)), var(--paper) 55%,
  color-mix(in oklab, var(--tm-l) 6%, var(--paper))); }
.tm text { fill: var(--ink); text-anchor: middle; user-select: none; -webkit-user-select: none; }
.tm-stars { fill: var(--ink-soft); opacity: .22; }
.tm-now { fill: color-mix(in oklab, var(--accent) 13%, transparent); }
.tm .tm-head { fill: var(--ink-soft); }
.tm .tm-head-now { fill: var(--ink); font-weight: 700; }
.tm .tm-fuel { fill: var(--ink-soft); font-variant-numeric: tabular-nums; }
.tm-face { stroke: color-mix(in oklab, var(--tm-tint) 45%, var(--line)); stroke-width: 1;
  fill: color-mix(in oklab, var(--tm-tint) var(--tm-much), var(--paper-raised)); }
.tm-safe-0 { --tm-tint: var(--bad); --tm-much: 26%; }
.tm-safe-1 { --tm-tint: var(--bad); --tm-much: 19%; }
.tm-safe-2 { --tm-tint: var(--bad); --tm-much: 12%; }
.tm-safe-3 { --tm-tint: var(--bad); --tm-much: 5%; }
.tm-safe-4 { --tm-tint: var(--good); --tm-much: 7%; }
.tm-safe-5 { --tm-tint: var(--good); --tm-much: 14%; }
.tm-safe-6 { --tm-tint: var(--good); --tm-much: 24%; }
.tm-black { --tm-tint: var(--ink); --tm-much: 0%; }
.tm-black .tm-face { fill: color-mix(in oklab, var(--ink) 9%, transparent); stroke: none; }
.tm .tm-odds { font-weight: 650; }
.tm .tm-odds-aside { text-anchor: start; paint-order: stroke; stroke: var(--paper-raised); stroke-width: 3px; stroke-linejoin: round; }
.tm .tm-odds-word { font-weight: 550; }
.tm-pip { fill: var(--ink-soft); stroke: var(--ink-soft); stroke-width: .8; }
.tm-pip-off { fill: none; }
.tm-dim > * { opacity: .42; }
.tm-square[role=button] { cursor: pointer; outline: none; }
.tm-square[role=button] .tm-face { stroke: var(--accent); stroke-width: 3; }
.tm-square[role=button]:hover .tm-face { fill: color-mix(in oklab, var(--accent) 28%, var(--paper-raised)); }
.tm-square[role=button].tm-dim > * { opacity: .72; }
.tm-square[role=button].tm-dim .tm-face { stroke-dasharray: 3 4; }
.tm-square:focus-visible .tm-face { stroke: var(--ink); stroke-width: 3.5; stroke-dasharray: none; }
.tm-way { fill: none; stroke: var(--tm-m); stroke-width: 3.5; stroke-linecap: round; }
.tm-way-soft { stroke-dasharray: 1 8; }
.tm-preview, .tm-marks, .tm-asides, .tm-moving { pointer-events: none; }
.tm-node { fill: var(--paper-raised); stroke: var(--tm-m); stroke-width: 3; }
.tm-cross { fill: none; stroke: var(--tm-l); stroke-width: 1.8; opacity: .75; stroke-linecap: round; }
.tm-cross-hit { stroke-width: 3; opacity: 1; }
.tm-cross-soft { opacity: .9; }
.tm-aim { stroke: var(--tm-l); stroke-width: 1.5; stroke-dasharray: 2 6; stroke-linecap: round; }
.tm-glow { stroke: var(--tm-l); stroke-width: 12; opacity: .3; stroke-linecap: round; filter: blur(3px); }
.tm-beam { stroke: color-mix(in oklab, var(--tm-l) 70%, white); stroke-width: 3.5; stroke-linecap: round; }
.tm-body { fill: color-mix(in oklab, var(--ink) 12%, var(--paper-raised)); stroke: var(--ink); stroke-width: 1.4; }
.tm-nose, .tm-fin { fill: var(--tm-m); stroke: var(--ink); stroke-width: 1.4; stroke-linejoin: round; }
.tm-window { fill: var(--paper); stroke: var(--ink); stroke-width: 1.2; }
.tm-flame { fill: #f6a623; opacity: .55; }
.tm-burning .tm-flame { opacity: 1; transform: scaleX(1.5); transform-origin: -13px 0; }
.tm-ghost { opacity: .6; }
.tm-burst-outer { fill: #f08a24; stroke: var(--ink); stroke-width: 1.2; stroke-linejoin: round; }
.tm-burst-inner { fill: #ffd75e; }
.tm-die rect { fill: var(--paper-raised); stroke: var(--ink); stroke-width: 1.3; }
.tm-die circle { fill: var(--ink); }
.tm-hull { fill: color-mix(in oklab, var(--ink) 10%, var(--paper-raised)); stroke: var(--ink); stroke-width: 1.5; }
.tm-deck { fill: color-mix(in oklab, var(--tm-l) 30%, var(--paper-raised)); stroke: none; }
.tm-port { fill: color-mix(in oklab, #ffd75e 70%, var(--paper-raised)); stroke: var(--ink); stroke-width: 1.2; }
.tm-barrel, .tm-turret { fill: var(--tm-l); stroke: var(--ink); stroke-width: 1.5; }
.tm-lens { fill: color-mix(in oklab, var(--tm-l) 25%, white); stroke: var(--ink); stroke-width: 1.2; }
.tm-card rect { fill: var(--paper-raised); stroke: var(--ink); stroke-width: 1.5; }
.tm-card-back rect { fill: var(--tm-l); }
.tm-card-mark { fill: none; stroke: var(--paper-raised); stroke-width: 1.5; }
.tm .tm-card text { font-weight: 700; }
.tm-unit { fill: color-mix(in oklab, var(--ink) 8%, transparent); stroke: var(--line); }
.tm-unit-full { fill: var(--tm-m); stroke: none; }
.tm-unit-planned { fill: color-mix(in oklab, var(--tm-m) 35%, var(--paper-raised)); stroke: var(--tm-m); stroke-dasharray: 2 3; }
.tm .tm-label { text-anchor: start; font-weight: 600; }
.tm .tm-label-soft { fill: var(--ink-soft); font-weight: 400; }
`;
