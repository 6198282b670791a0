/** What flies, drawn: ships by class, missiles, flak, the shipyard, flames and explosions. All of it heads north. */

import { svg } from "/web/dom.js";
import { SIZE, f, outline, point } from "./board_hex.js";
import { DIRECTIONS } from "./schema.js";

/** A hull, its dark deck, and lines on it. Nozzles: where flames come out. @typedef {object} Silhouette
 * @property {string} hull @property {string} deck @property {string} lines @property {[number, number][]} guns
 * @property {[number, number][]} nozzles */

/** @type {Silhouette[]} */
const SILHOUETTES = [
  {
    // a heavy cruiser: broad in the beam, turrets all around
    hull: "M0-8.4 2.6-6.4 3.9-1.6 6.9.6V5.2L4.6 7.2H-4.6L-6.9 5.2V.6L-3.9-1.6-2.6-6.4Z",
    deck: "M0-6 1.5-4.2 2.1 3.6 1.3 5.6H-1.3L-2.1 3.6-1.5-4.2Z",
    lines: "M-4.4 1.4V5.6M4.4 1.4V5.6M-2.6-2.4-3-5M2.6-2.4 3-5",
    guns: [[0, -3.2], [-5.4, 3], [5.4, 3], [0, 3.4]],
    nozzles: [[-3, 7.2], [0, 7.2], [3, 7.2]],
  },
  {
    // a corvette: a dart with swept wings
    hull: "M0-10 1.2-5.6 2.1-.4 5.8 4 5.9 7.4 2.6 5.6 1.8 7.4H-1.8L-2.6 5.6-5.9 7.4-5.8 4-2.1-.4-1.2-5.6Z",
    deck: "M0-6.4 .8-3.6 1.1 1.6 0 3.8-1.1 1.6-.8-3.6Z",
    lines: "M2.1 2 5.2 5.6M-2.1 2-5.2 5.6M-1.2 5.8H1.2",
    guns: [[-3.7, 3.6], [3.7, 3.6]],
    nozzles: [[-1, 7.4], [1, 7.4]],
  },
  {
    // a missile boat: a thin spine between two racks
    hull: "M0-9 1.5-6.6V-2.2L3-2.6 5.6-.6V6L4.4 6.9 2.9 6V4.4L1.7 4.8V7.6H-1.7V4.8L-2.9 4.4V6L-4.4 6.9-5.6 6V-.6L-3-2.6-1.5-2.2V-6.6Z",
    deck: "M0-6.8 .7-5.6V4.6H-.7V-5.6Z",
    lines: "M3.1-.6V4.4M4.3-.2V5M-3.1-.6V4.4M-4.3-.2V5",
    guns: [[0, 1.6]],
    nozzles: [[0, 7.6]],
  },
];
/** @type {Record<string, number>} */
const CLASSES = { bastion: 0, kestrel: 1, lancer: 2 };

/** A class of ship; one without a drawing gets one by its number.
 * @param {{name: string}[]} ships @param {number} kind @returns {Silhouette} */
function silhouette(ships, kind) {
  return SILHOUETTES[CLASSES[ships[kind].name] ?? kind % SILHOUETTES.length];
}

/** A ship. @param {{name: string}[]} ships @param {number} kind its class @param {number} seat
 * @param {number} [burn] how far flames come out */
export function ship(ships, kind, seat, burn = 0) {
  const { hull, deck, lines, guns, nozzles } = silhouette(ships, kind);
  return svg(
    "g",
    { class: `df-ship df-s${seat}` },
    burn ? svg("g", {}, ...nozzles.map(([x, y]) => flame(x, y, 2.4 + 1.6 * burn))) : null,
    svg("path", { class: "df-hull", d: hull }),
    svg("path", { class: "df-deck", d: deck }),
    svg("path", { class: "df-lines", d: lines }),
    ...guns.map(([x, y]) => svg("path", { class: "df-gun", d: `M${f(x - 0.9)} ${y}a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0M${x} ${f(y - 0.6)}v-1.9` })),
    ...nozzles.map(([x, y]) => svg("path", { class: "df-nozzle", d: `M${f(x - 0.9)} ${f(y - 0.5)}h1.8l.4 1.1h-2.6z` })),
  );
}

/** Only the outline of a ship: where it will be. @param {{name: string}[]} ships @param {number} kind */
export function ghost(ships, kind) {
  return svg("path", { class: "df-ghost", d: silhouette(ships, kind).hull });
}

/** @param {number} x @param {number} y @param {number} size */
function flame(x, y, size) {
  const d = (/** @type {number} */ w, /** @type {number} */ h) =>
    `M${f(x - w)} ${f(y)}Q${f(x - w * 0.7)} ${f(y + h * 0.6)} ${f(x)} ${f(y + h)}Q${f(x + w * 0.7)} ${f(y + h * 0.6)} ${f(x + w)} ${f(y)}z`;
  return svg("g", { class: "df-flame" }, svg("path", { class: "df-fire", d: d(1.1, size) }), svg("path", { class: "df-core", d: d(0.55, size * 0.55) }));
}

/** A missile. @param {number} seat @param {boolean} [burning] */
export function missile(seat, burning = false) {
  return svg(
    "g",
    { class: `df-missile df-s${seat}` },
    burning ? flame(0, 3.4, 4.5) : null,
    svg("path", { class: "df-hull", d: "M0-4.8C1.1-3.6 1.3-2.6 1.3-1.2V1.6L2.7 3.6H-2.7L-1.3 1.6V-1.2C-1.3-2.6-1.1-3.6 0-4.8Z" }),
    svg("path", { class: "df-lines", d: "M-1.2-1H1.2M0 1V3.4" }),
  );
}

/** Flak: as many pellets as its spread, further apart the fewer there are. @param {number} seat @param {number} spread */
export function flak(seat, spread) {
  const far = 2.4 + (6 - spread) * 0.42;
  const pellets = [];
  for (let n = 0; n < spread; n++) {
    const angle = (n / spread) * 2 * Math.PI + spread;
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle)];
    pellets.push(`M${f(x)} ${f(y - 1)}l.9 1-.9 1-.9-1z`);
  }
  return svg(
    "g",
    { class: `df-flak df-s${seat}` },
    svg("circle", { class: "df-cloud", r: f(far + 1.5) }),
    svg("path", { class: "df-hull", d: pellets.join("") }),
  );
}

/** The White Sands Shipyard: a ring with docks, in the middle of the map. */
export function shipyard() {
  const docks = [];
  for (let n = 0; n < 6; n++) docks.push(svg("path", { class: "df-dock", d: "M-1-6.9h2v3h-2zM-2.2-8h4.4v1.1h-4.4z", transform: `rotate(${n * 60 + 30})` }));
  return svg(
    "g",
    { class: "df-yard" },
    svg("circle", { class: "df-glow", r: 15 }),
    svg("circle", { class: "df-ring", r: 5.4 }),
    svg("circle", { class: "df-ring df-thin", r: 3.4 }),
    ...docks,
    svg("path", { class: "df-dock", d: "M0-2.2 1.9-1.1V1.1L0 2.2-1.9 1.1V-1.1z" }),
  );
}

/** The map itself: the ground, stars, the grid, rings of distance and the names of the directions.
 * @param {number} radius */
export function ground(radius) {
  const edge = rim(radius + 0.62);
  const grid = [], rings = [];
  for (let q = -radius; q <= radius; q++) {
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, radius - q); r++) grid.push(outline([q, r]));
  }
  const step = radius > 16 ? 5 : 3;
  for (let ring = step; ring < radius; ring += step) rings.push(rim(ring));
  const wide = SIZE * Math.sqrt(3) * (radius + 1);
  return svg(
    "g",
    { class: "df-ground" },
    svg(
      "defs",
      {},
      svg("radialGradient", { id: "df-deep", cx: 0, cy: 0, r: f(wide), gradientUnits: "userSpaceOnUse" }, svg("stop", { offset: 0, class: "df-deep-in" }), svg("stop", { offset: 1, class: "df-deep-out" })),
      svg("radialGradient", { id: "df-haze" }, svg("stop", { offset: 0, class: "df-haze-in" }), svg("stop", { offset: 1, class: "df-haze-out" })),
      svg("radialGradient", { id: "df-yardglow" }, svg("stop", { offset: 0.2, class: "df-glow-in" }), svg("stop", { offset: 1, class: "df-glow-out" })),
      svg("clipPath", { id: "df-inside" }, svg("path", { d: edge })),
    ),
    svg("path", { class: "df-sea", d: edge }),
    svg("g", { "clip-path": "url(#df-inside)" }, ...haze(wide), svg("path", { class: "df-stars", d: stars(wide, 5 * radius * radius, 0.5) }), svg("path", { class: "df-stars df-bright", d: stars(wide, 14 * radius, 1.1) })),
    svg("path", { class: "df-grid", d: grid.join("") }),
    svg("path", { class: "df-rings", d: rings.join("") }),
    svg("path", { class: "df-spokes", d: spokes(radius) }),
    svg("path", { class: "df-edge", d: edge }),
    ...DIRECTIONS.map((name, d) => {
      const [x, y] = [Math.sin((d * Math.PI) / 3), -Math.cos((d * Math.PI) / 3)];
      const far = SIZE * Math.sqrt(3) * (radius + 1.5);
      return svg("text", { class: "df-compass", x: f(x * far), y: f(y * far) }, name);
    }),
    shipyard(),
  );
}

/** A ring around the yard. @param {number} radius */
function rim(radius) {
  const corners = [];
  for (let d = 0; d < 6; d++) {
    const far = SIZE * Math.sqrt(3) * radius;
    corners.push(`${f(Math.sin((d * Math.PI) / 3) * far)} ${f(-Math.cos((d * Math.PI) / 3) * far)}`);
  }
  return `M${corners.join("L")}z`;
}

/** @param {number} radius */
function spokes(radius) {
  let d = "";
  for (let n = 0; n < 3; n++) {
    const [x, y] = [Math.sin((n * Math.PI) / 3), -Math.cos((n * Math.PI) / 3)];
    const far = SIZE * Math.sqrt(3) * radius;
    d += `M${f(x * far)} ${f(y * far)}L${f(-x * far)} ${f(-y * far)}`;
  }
  return d;
}

/** Stars in the same places every time. @param {number} wide @param {number} count @param {number} size */
function stars(wide, count, size) {
  let seed = Math.round(size * 1000) + 7, d = "";
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let n = 0; n < Math.min(count, 900); n++) {
    const s = size * (0.5 + next());
    d += `M${f((next() * 2 - 1) * wide)} ${f((next() * 2 - 1) * wide)}m0-${f(s)}l${f(s * 0.3)} ${f(s * 0.7)} ${f(s * 0.7)} ${f(s * 0.3)}-${f(s * 0.7)} ${f(s * 0.3)}-${f(s * 0.3)} ${f(s * 0.7)}-${f(s * 0.3)}-${f(s * 0.7)}-${f(s * 0.7)}-${f(s * 0.3)} ${f(s * 0.7)}-${f(s * 0.3)}z`;
  }
  return d;
}

/** Clouds far away. @param {number} wide */
function haze(wide) {
  return [[-0.5, -0.45, 0.7, 0.45, -25], [0.55, 0.3, 0.75, 0.4, 20], [0.1, 0.8, 0.6, 0.3, -5]].map(([x, y, rx, ry, turn], n) =>
    svg("ellipse", { class: `df-haze df-haze-${n}`, rx: f(rx * wide), ry: f(ry * wide), transform: `translate(${f(x * wide)} ${f(y * wide)}) rotate(${turn})` }),
  );
}

/** An explosion or a flash, at a moment of it from 0 to 1. @param {string} kind @param {number} t */
export function burst(kind, t) {
  const big = kind === "blast" ? 22 : kind === "hit" || kind === "burst" ? 12 : kind === "leave" ? 7 : 9;
  const rays = [];
  const count = kind === "blast" ? 14 : 9;
  for (let n = 0; n < count; n++) {
    const angle = (n / count) * 2 * Math.PI + n * n;
    const from = big * t * 0.5, to = big * (0.25 + t * (0.6 + (n % 3) * 0.2));
    rays.push(`M${f(Math.cos(angle) * from)} ${f(Math.sin(angle) * from)}L${f(Math.cos(angle) * to)} ${f(Math.sin(angle) * to)}`);
  }
  const loud = kind === "blast" || kind === "hit" || kind === "burst" || kind === "stop";
  return svg(
    "g",
    { class: `df-burst df-${kind}`, opacity: f(1 - t * t) },
    loud ? svg("circle", { class: "df-fire", r: f(big * 0.62 * Math.sqrt(t)) }) : null,
    loud ? svg("circle", { class: "df-core", r: f(big * 0.3 * (1 - t)) }) : null,
    svg("circle", { class: "df-shock", r: f(big * (0.2 + 0.8 * t)) }),
    loud ? svg("path", { class: "df-rays", d: rays.join("") }) : null,
  );
}

/** A sector of directions that a weapon can fire in, from a hex. @param {number[]} ways @param {number} far in hexes */
export function arc(ways, far) {
  const reach = far * SIZE * Math.sqrt(3);
  const at = (/** @type {number} */ turn) => `${f(Math.sin((turn * Math.PI) / 3) * reach)} ${f(-Math.cos((turn * Math.PI) / 3) * reach)}`;
  if (ways.length === 6) return `M0-${f(reach)}A${f(reach)} ${f(reach)} 0 1 1 0 ${f(reach)}A${f(reach)} ${f(reach)} 0 1 1 0-${f(reach)}z`;
  return ways.map((d) => `M0 0L${at(d - 0.5)}A${f(reach)} ${f(reach)} 0 0 1 ${at(d + 0.5)}z`).join("");
}

/** The place of a hex as a transform. @param {[number, number]} hex @param {[number, number]} [off] */
export function placeAt(hex, off = [0, 0]) {
  const [x, y] = point(hex);
  return `translate(${f(x + off[0])} ${f(y + off[1])})`;
}
