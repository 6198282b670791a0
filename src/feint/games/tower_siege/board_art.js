/** Tower Siege's pictures: heroes, towers, tents, cards and the land around the road. */

import { svg } from "/web/dom.js";

/** The colours and lines of all that is drawn here. */
export const STYLE = `
.ts { outline: none; font-family: inherit; user-select: none; -webkit-user-select: none; }
.ts text { font-variant-numeric: tabular-nums; }
.ts .s0 { --seat: var(--seat-0); } .ts .s1 { --seat: var(--seat-1); }
.ts .sky { fill: light-dark(color-mix(in oklab, var(--seat-0) 5%, var(--paper-raised)), #151c30); } .ts .sun { fill: light-dark(#fbdfa8, #d3d6de); }
.ts .land { fill: color-mix(in oklab, var(--good) 11%, var(--paper)); }
.ts .hill { fill: color-mix(in oklab, var(--good) 19%, var(--paper)); }
.ts .hill.far { fill: light-dark(color-mix(in oklab, var(--seat-0) 14%, var(--paper)), #28324c); }
.ts .leaf { fill: color-mix(in oklab, var(--good) 48%, var(--paper)); }
.ts .leaf.dark { fill: color-mix(in oklab, var(--good) 62%, var(--paper)); }
.ts .trunk { stroke: color-mix(in oklab, var(--ink) 55%, var(--paper)); }
.ts .verge { fill: none; stroke: light-dark(#cdb692, #37312a); stroke-linecap: round; }
.ts .road { fill: none; stroke: light-dark(#e7d6b9, #514738); stroke-linecap: round; }
.ts .stone { fill: light-dark(#fffefb, #2a2d33); stroke: color-mix(in oklab, var(--ink) 26%, var(--paper)); stroke-width: 1.2; }
.ts .number { fill: var(--ink-soft); text-anchor: middle; } .ts .hit .number { fill: var(--ink); font-weight: 700; }
.ts .number.other { fill: var(--seat); font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
.ts .shadow { fill: #10131a; opacity: .2; }
.ts .wall { fill: color-mix(in oklab, var(--ink-soft) 38%, var(--paper-raised)); }
.ts .wall.lit { fill: color-mix(in oklab, var(--ink-soft) 22%, var(--paper-raised)); }
.ts .joint { fill: none; stroke: color-mix(in oklab, var(--ink-soft) 62%, var(--paper)); stroke-width: 1; stroke-linecap: round; }
.ts .dark { fill: light-dark(#2b2f38, #0c0e12); }
.ts .pole { fill: none; stroke: color-mix(in oklab, var(--ink) 70%, var(--paper)); stroke-width: 1.6; stroke-linecap: round; }
.ts .cloth { fill: var(--seat); } .ts .cloth.deep { fill: color-mix(in oklab, var(--seat) 68%, #10141c); }
.ts .cloth.pale { fill: color-mix(in oklab, var(--seat) 30%, var(--paper-raised)); }
.ts .limb { stroke: color-mix(in oklab, var(--seat) 40%, #20242c); stroke-width: 4.4; stroke-linecap: round; }
.ts .skin { fill: #dfb08c; } .ts .steel { fill: #c3cad4; stroke: #5b6472; stroke-width: .9; stroke-linejoin: round; }
.ts .blade { stroke: #aab3c0; stroke-width: 2.6; stroke-linecap: round; } .ts .hilt { stroke: #7a5a2c; stroke-width: 2.4; stroke-linecap: round; }
.ts .slit { fill: #2a303a; } .ts .shield { fill: var(--paper-raised); stroke: var(--seat); stroke-width: 2; }
.ts .horn { fill: #efe4cc; stroke: #8a7a58; stroke-width: .7; }
.ts .player { fill: var(--seat); font-weight: 700; } .ts .note { fill: var(--ink-soft); }
.ts .face { fill: var(--paper-raised); stroke: color-mix(in oklab, var(--ink) 30%, var(--paper)); stroke-width: 1; }
.ts .rim { fill: none; stroke: var(--seat); stroke-width: 1.4; opacity: .55; }
.ts .value { fill: var(--ink); font-weight: 700; text-anchor: middle; } .ts .corner { fill: var(--seat); font-weight: 700; text-anchor: middle; }
.ts .back { fill: var(--seat); stroke: color-mix(in oklab, var(--seat) 70%, #10141c); } .ts .lattice { fill: none; stroke: var(--paper-raised); stroke-width: .9; opacity: .42; }
.ts .crest { fill: var(--paper-raised); }
.ts .slot { fill: color-mix(in oklab, var(--ink) 3%, transparent); stroke: color-mix(in oklab, var(--ink) 32%, var(--paper)); stroke-width: 1.3; stroke-dasharray: 4 4; }
.ts .spent { fill: none; stroke: color-mix(in oklab, var(--ink) 24%, var(--paper)); stroke-dasharray: 3 4; }
.ts .spent-value { fill: var(--ink-soft); opacity: .75; text-anchor: middle; }
.ts .swords { stroke: var(--ink-soft); stroke-width: 2.4; stroke-linecap: round; fill: none; }
.ts .swords.hot { stroke: var(--accent); }
.ts .burst { fill: color-mix(in oklab, var(--accent) 30%, var(--paper-raised)); stroke: var(--accent); stroke-width: 1.4; stroke-linejoin: round; }
.ts .aim { fill: var(--paper-raised); stroke: var(--accent); stroke-width: 2.6; }
.ts .ring { fill: transparent; stroke: var(--accent); stroke-width: 2.4; }
.ts .wash { fill: var(--accent); opacity: .16; } .ts .hit:hover .wash { opacity: .3; }
.ts .ghost { opacity: 0; pointer-events: none; } .ts .hit:hover + .ghost, .ts .hit:focus-visible + .ghost { opacity: .5; }
.ts .lift { transform: translateY(0); } .ts .hit:hover .lift, .ts .hit:focus-visible .lift { transform: translateY(-7px); }
@media (prefers-reduced-motion: no-preference) { .ts .lift { transition: transform .12s; } .ts .ghost { transition: opacity .12s; } }
.ts .tag { fill: var(--accent); } .ts .tag-text { fill: var(--paper); font-size: 12px; font-weight: 700; text-anchor: middle; }
`;

/** @param {string} d @param {string} name */
const path = (d, name) => svg("path", { d, class: name });

/**
 * A hero, its feet at 0,0: a plumed knight with a sword, or a horned one with an axe.
 * @param {number} seat
 */
export function hero(seat) {
  const body = [
    path("M-8-31C-15-20-15-9-14-3L11-3C13-12 12-22 8-31Z", "cloth deep"),
    svg("path", { d: "M-4-10V-2M4-10V-2", class: "limb" }),
    path("M-8-30Q0-33 8-30L10-9Q0-5-10-9Z", "cloth"),
    path("M-10-14Q0-10 10-14L10-11Q0-7-10-11Z", "cloth deep"),
  ];
  const knight = [
    path("M11-14L14-19L16-13Z", "skin"),
    svg("path", { d: "M14-17L20-42", class: "blade" }),
    svg("path", { d: "M10.5-20L20-17M14-17L12.8-12", class: "hilt" }),
    path("M1-46C3-56 13-55 15-47C10-51 6-49 4-45Z", "cloth"),
    path("M-8-34V-39A8 8.5 0 0 1 8-39V-34Q0-29-8-34Z", "steel"),
    path("M-1-40H8.2V-37.4H-1Z", "slit"),
    path("M-18-27H-5V-18Q-5-11-11.5-8Q-18-11-18-18Z", "shield"),
    path("M-12.5-25H-10.500V-19H-7V-17H-10.500V-12H-12.5V-17H-16V-19H-12.5Z", "cloth"),
  ];
  const raider = [
    svg("path", { d: "M13-9L17-42", class: "hilt" }),
    path("M15.500-41C21-45 26-42 26-36C26-31 22-28 15-31Z", "steel"),
    path("M-7-41C-13-41-16-46-15-52C-12-47-8-47-4-46ZM7-41C13-41 16-46 15-52C12-47 8-47 4-46Z", "horn"),
    svg("circle", { cx: 0, cy: -38, r: 7.4, class: "skin" }),
    path("M-8-38.500A8 8.500 0 0 1 8-38.500L8-36.500H-8Z", "steel"),
    path("M-6-35.500Q0-32 6-35.500Q5-28 0-27Q-5-28-6-35.500Z", "trunk horn"),
    svg("circle", { cx: -11.5, cy: -18, r: 8.5, class: "shield" }),
    svg("circle", { cx: -11.5, cy: -18, r: 3, class: "cloth" }),
  ];
  return svg("g", { class: `s${seat}` }, ...body, ...(seat ? raider : knight));
}

/**
 * A tower with the flag of a seat; its foot at 0,0.
 * @param {number} seat whose flag flies on it
 * @param {number} size
 */
export function tower(seat, size) {
  const flag = svg(
    "g",
    { class: `s${seat}` },
    svg("path", { d: "M0-66V-88", class: "pole" }),
    path("M1-88Q9-91 14-87T25-86L22-80L25-75Q18-73 13-76T1-76Z", "cloth"),
  );
  const drawn = svg(
    "g",
    { transform: `scale(${size})` },
    svg("ellipse", { cx: 2, cy: 1, rx: 24, ry: 5, class: "shadow" }),
    flag,
    path("M-15 0L-13-46H13L15 0Z", "wall lit"),
    path("M3 0L4-46H13L15 0Z", "wall"),
    path("M-18-46V-62H-11V-57H-3.500V-62H3.500V-57H11V-62H18V-46Q0-42-18-46Z", "wall lit"),
    path("M5-45V-57H11V-62H18V-46Q12-44.600 5-45Z", "wall"),
    svg("path", { d: "M-13-38H-7M-2-34H4M-13-25H-8M6-22H12M-14-12H-9M8-9H13M-5-42H1", class: "joint" }),
    path("M-5 0V-9A5 5.500 0 0 1 5-9V0Z", "dark"),
    path("M-2.500-24V-29A2.500 3 0 0 1 2.500-29V-24Z", "dark"),
  );
  return { drawn, flag };
}

/**
 * A hero's tent at its base; its foot at 0,0.
 * @param {number} seat
 */
export function tent(seat) {
  return svg(
    "g",
    { class: `s${seat}` },
    svg("ellipse", { cx: 0, cy: 1, rx: 25, ry: 5, class: "shadow" }),
    svg("path", { d: "M0-34V-48", class: "pole" }),
    path("M1-48L13-44.500L1-40Z", "cloth"),
    path("M0-36L23 0H-23Z", "cloth pale"),
    path("M0-36L-23 0H-12ZM0-36L23 0H12Z", "cloth"),
    path("M0-24L7 0H-7Z", "dark"),
  );
}

/**
 * A battle card, its top left corner at 0,0.
 * @param {number} seat
 * @param {number} card
 * @param {number} width
 */
export function face(seat, card, width) {
  const k = width / 50;
  const pips = Array.from({ length: card }, (_, n) => {
    const row = Math.floor(n / 5);
    const inRow = Math.min(5, card - row * 5);
    return `M${(25 + ((n % 5) - (inRow - 1) / 2) * 6.4).toFixed(1)} ${52.4 + row * 6.5}l2 2.600l-2 2.600l-2-2.600Z`;
  });
  return svg(
    "g",
    { class: `s${seat}`, transform: `scale(${k})` },
    svg("rect", { width: 50, height: 70, rx: 6, class: "face" }),
    svg("rect", { x: 3.5, y: 3.5, width: 43, height: 63, rx: 4, class: "rim" }),
    width < 52 ? null : svg("text", { x: 10.5, y: 16, class: "corner", "font-size": 11 }, String(card)), // else too small to read
    svg("text", { x: 25, y: 46, class: "value", "font-size": Math.max(31, 11 / k) }, String(card)),
    width < 24 ? null : path(pips.join(""), "cloth"),
  );
}

/**
 * The back of a card. `card` is what its owner knows lies under it.
 * @param {number} seat
 * @param {number} width
 * @param {number | null} [card]
 */
export function back(seat, width, card) {
  return svg(
    "g",
    { class: `s${seat}`, transform: `scale(${width / 50})` },
    svg("rect", { width: 50, height: 70, rx: 6, class: "back" }),
    path("M5 15L15 5M5 30L30 5M5 45L45 5M5 60L45 20M10 65L45 30M25 65L45 45M40 65L45 60M45 15L35 5M45 30L20 5M45 45L5 5M45 60L5 20M40 65L5 30M25 65L5 45M10 65L5 60", "lattice"),
    path("M17 48V31H20V34H23.500V31H26.500V34H30V31H33V48Z", "crest"),
    card ? svg("rect", { x: 14, y: 50, width: 22, height: 17, rx: 5, class: "face" }) : null,
    card ? svg("text", { x: 25, y: 63, class: "value", "font-size": 13 }, String(card)) : null,
  );
}

/** Two crossed swords around 0,0. @param {string} [mood] */
export const swords = (mood = "") =>
  svg("path", { d: "M-10.500 10.500L10-10M-9.500 3.500L-3.500 9.500M10.500 10.500L-10-10M9.500 3.500L3.500 9.500", class: `swords ${mood}` });

/** The star that marks a battle, with crossed swords in it, around 0,0. */
export function clash() {
  const star = Array.from({ length: 24 }, (_, n) => {
    const far = n % 2 ? 15 : 20.5;
    return `${(far * Math.sin((n * Math.PI) / 12)).toFixed(1)} ${(far * Math.cos((n * Math.PI) / 12)).toFixed(1)}`;
  });
  return svg("g", {}, path(`M${star.join("L")}Z`, "burst"), swords("hot"));
}

/** A tree, its foot at 0,0. @param {number} x @param {number} y @param {number} size */
export const tree = (x, y, size) =>
  svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})` },
    svg("path", { d: "M0 0V-8", class: "trunk", "stroke-width": 2.4 }),
    path("M0-30L9-15H6L11-6H-11L-6-15H-9Z", "leaf"),
    path("M0-30L9-15H6L11-6H0Z", "leaf dark"),
  );
