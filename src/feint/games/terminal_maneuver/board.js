/** Terminal Maneuver's board: a column a round, a row an amount of fuel, the missile's way through it and the laser's shots. */

import { addStyle, button, html, onResize, svg } from "/web/dom.js";
import { STYLE, burst, crosshair, die, laid, missile, ship, stars } from "./board_art.js";
import { flight, newest } from "./board_flight.js";
import { aimSize, bend, corner, curve, dieSize, layOut, lastShot, middle, start, turret, way } from "./board_layout.js";
import { FUELS, choiceInWords, inWords, isOnBoard, lastRound, odds, prompt } from "./board_words.js";
import { LASER, MISSILE, NOT_YET } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("/web/types.js").Moment<View>} Moment */
/** @typedef {import("./board_layout.js").Point} Point */
/** @typedef {import("./board_layout.js").Layout} Layout */

/**
 * Draws the board, and reports the square that was clicked: a burn of the missile's, or a guess of the laser's.
 * @param {import("/web/types.js").BoardSetting} setting
 * @returns {import("/web/types.js").Board<View>}
 */
export default function board({ host, seat, choose }) {
  const words = html("p", { class: "sr-only" });
  const frame = html("div", { class: "tm" });
  host.append(words, frame);
  addStyle(STYLE);
  /** @type {{done: Promise<void>, finish: () => void} | null} */
  let running = null;
  /** @type {(() => void) | null} */
  let again = null;

  onResize(host, () => {
    running?.finish();
    again?.();
  });

  /** Where things are now. @param {View} view */
  function places(view) {
    return layOut(view, host.clientWidth || 800, host.clientHeight || 520);
  }

  /** @param {Node} drawing */
  function put(drawing) {
    const focused = frame.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    frame.replaceChildren(drawing);
    if (focused) /** @type {SVGElement | null} */ (frame.querySelector(`[data-key="${focused}"][tabindex]`))?.focus();
  }

  /**
   * @param {View} view
   * @param {Moment} moment
   */
  function show(view, moment) {
    running?.finish();
    running = null;
    const legal = moment.live ? moment.legal : [];
    again = () => put(draw(places(view), view, view, seat, legal, choose));
    words.textContent = inWords(view, seat);
    const column = newest(moment.before, view);
    if (!moment.animate || column < 0) return again();
    const where = places(view);
    const drawing = draw(where, view, /** @type {View} */ (moment.before), seat, [], choose);
    put(drawing);
    running = flight(where, view, column, drawing, again);
    return running.done;
  }

  return { show, prompt };
}

/**
 * The whole drawing. `past` is the view whose marks are shown: the one before, while the missile is on its way.
 * @param {Layout} p
 * @param {View} view
 * @param {View} past
 * @param {string | null} seat
 * @param {string[]} legal
 * @param {(text: string) => void} choose
 */
function draw(p, view, past, seat, legal, choose) {
  const rounds = view.rulings.rounds;
  const now = past.over ? -1 : past.round - 1;
  const preview = svg("g", { class: "tm-preview" });
  const root = svg(
    "svg",
    { viewBox: `0 0 ${p.width} ${p.height}`, role: "group", "aria-label": "Terminal Maneuver's board" },
    stars(p.width, p.height),
    ship(p, turret(p), lastShot(p, past)),
  );
  if (now >= 0) {
    const x = p.left + now * p.cell;
    root.append(svg("rect", { class: "tm-now", x, y: 3, width: p.cell, height: p.bottom, rx: 12 }));
  }
  const font = Math.max(12, 11 * p.unit);
  const aside = (p.left - Math.max(0, start(p).x - 20 * p.unit)) / 2;
  for (let column = 0; column < rounds; column++) root.append(head(p, column, now, font));
  root.append(svg("text", { class: "tm-head", x: p.left - Math.min(aside, font * 1.6), y: p.top - font * 0.7, "font-size": Math.max(11, font * 0.8) }, "burn"));
  for (const fuel of FUELS) {
    const at = { x: p.left - Math.min(aside, font * 1.6), y: p.top + p.row * (6.5 - fuel) + font * 0.36 };
    root.append(svg("text", { class: "tm-fuel", "font-size": font, ...at }, String(fuel)));
    for (let column = 0; column < rounds; column++) {
      root.append(square(p, past, column, fuel, now, seat, legal, choose, preview));
    }
  }
  root.append(preview, marks(p, past), asides(p, past), svg("g", { class: "tm-moving" }), gauge(p, past), chosen(p, past));
  root.addEventListener("keydown", walk);
  return root;
}

/** Arrow keys go from square to square. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const squares = /** @type {SVGElement[]} */ ([.../** @type {Element} */ (event.currentTarget).querySelectorAll("[tabindex]")]);
  const at = squares.indexOf(/** @type {SVGElement} */ (document.activeElement));
  if (!step || at < 0) return;
  event.preventDefault();
  squares[at + step]?.focus();
}

/** @param {Layout} p @param {number} column @param {number} now @param {number} font */
function head(p, column, now, font) {
  const text = p.cell < font * 5 ? String(column + 1) : `Round ${column + 1}`;
  const at = { x: p.left + p.cell * (column + 0.5), y: p.top - font * 0.7, "font-size": font };
  return svg("text", { class: column === now ? "tm-head tm-head-now" : "tm-head", ...at }, text);
}

/**
 * One square: its odds as a number and as the six faces of a die, those that save it filled.
 * @param {Layout} p @param {View} view @param {number} column @param {number} fuel @param {number} now
 * @param {string | null} seat @param {string[]} legal @param {(text: string) => void} choose @param {SVGElement} preview
 */
function square(p, view, column, fuel, now, seat, legal, choose, preview) {
  const { text, faces } = odds(column, fuel);
  const there = isOnBoard(view, column, fuel);
  const flown = view.burned[column] === fuel;
  const past = view.burned[column] !== NOT_YET || view.over;
  const marked = flown || view.guessed[column] === fuel;
  const inReach = there && fuel <= view.fuel_left;
  const at = middle(p, column, fuel);
  const choice = legal.find((one) => column === now && one.endsWith(` ${fuel}`));
  const useless = seat === "laser" && column === now && !past && (faces === 6 || !inReach);
  const dim = past ? !marked : !inReach || useless;
  const names = ["tm-square", there ? `tm-safe-${faces}` : "tm-black", dim ? "tm-dim" : "", column === now ? "tm-current" : ""];
  const [width, height] = [p.cell - Math.min(6, p.cell * 0.06), p.row - Math.min(6, p.row * 0.1)];
  const group = svg(
    "g",
    { class: names.join(" "), transform: `translate(${at.x} ${at.y})`, "data-key": `${column}-${fuel}` },
    svg("rect", { class: "tm-face", x: -width / 2, y: -height / 2, width, height, rx: 9 }),
  );
  if ((there || choice) && !marked) {
    const label = there ? text : "–";
    const word = label.length > 2;
    const font = Math.max(11, word ? Math.min(p.row * 0.27, p.cell * 0.2, 26) : Math.min(p.row * 0.34, p.cell * 0.36, 36));
    group.append(svg("text", { class: word ? "tm-odds tm-odds-word" : "tm-odds", y: there ? p.row * 0.04 : font * 0.36, "font-size": font }, label));
  }
  if (there && !marked) {
    const r = Math.max(1.8, Math.min(p.row * 0.042, p.cell * 0.032));
    for (let face = 1; face <= 6; face++) {
      group.append(svg("circle", { class: face > 6 - faces ? "tm-pip" : "tm-pip tm-pip-off", cx: (face - 3.5) * r * 3.6, cy: p.row * 0.26, r }));
    }
  }
  if (!choice) return group;
  group.setAttribute("data-choice", choice);
  button(group, choiceInWords(view, choice), () => choose(choice));
  const aim = () => preview.replaceChildren(...(seat === "laser" ? aimed(p, at) : dotted(p, view, at)));
  for (const event of ["mouseenter", "focus"]) group.addEventListener(event, aim);
  for (const event of ["mouseleave", "blur"]) group.addEventListener(event, () => preview.replaceChildren());
  return group;
}

/** @param {Layout} p @param {Point} at */
function aimed(p, at) {
  const from = turret(p);
  const line = svg("line", { class: "tm-aim", x1: from.x, y1: from.y, x2: at.x, y2: at.y });
  return [line, crosshair(at, aimSize(p), "tm-cross tm-cross-soft")];
}

/** @param {Layout} p @param {View} view @param {Point} at */
function dotted(p, view, at) {
  const last = way(p, view).at(-1) ?? start(p);
  return [svg("path", { class: "tm-way tm-way-soft", d: `M${last.x} ${last.y} ${bend(last, at)}` })];
}

/** What is open: the way so far, the guesses, the rolls, and how it ended. @param {Layout} p @param {View} view */
function marks(p, view) {
  const points = way(p, view);
  const group = svg("g", { class: "tm-marks" });
  const lost = view.winner === LASER;
  if (view.winner === MISSILE) points.push({ x: p.width - p.right * 0.4, y: p.top + p.row * 3.5 });
  if (points.length > 1) group.append(svg("path", { class: "tm-way", d: curve(points) }));
  const size = aimSize(p);
  view.guessed.forEach((guess, column) => {
    if (guess === NOT_YET) return;
    const at = middle(p, column, guess);
    group.append(crosshair(at, size, guess === view.burned[column] ? "tm-cross tm-cross-hit" : "tm-cross"));
  });
  points.slice(1, view.winner === MISSILE ? -1 : undefined).forEach((at, column) => {
    group.append(svg("circle", { class: "tm-node", cx: at.x, cy: at.y, r: 3.6 * p.unit }));
    if (view.rolled[column]) group.append(die(view.rolled[column], corner(p, at), dieSize(p)));
  });
  const last = /** @type {Point} */ (points.at(-1));
  if (lost || view.winner === MISSILE) group.append(burst(last, (lost ? 20 : 30) * p.unit, lost ? "tm-lost" : "tm-won"));
  else group.append(missile(last, points.length > 1 ? 0 : -20, p.unit));
  return group;
}

/** The odds of the squares where something happened: in their corners, over the missile's way. @param {Layout} p @param {View} view */
function asides(p, view) {
  const font = Math.max(11, Math.min(p.row * 0.2, p.cell * 0.16, 16));
  const group = svg("g", { class: "tm-asides" });
  view.burned.forEach((burned, column) => {
    for (const fuel of new Set([burned, view.guessed[column]])) {
      if (fuel === NOT_YET || !isOnBoard(view, column, fuel)) continue;
      const { x, y } = middle(p, column, fuel);
      group.append(svg("text", { class: "tm-odds tm-odds-aside", x: x - p.cell / 2 + 7, y: y - p.row / 2 + font + 3, "font-size": font }, odds(column, fuel).text));
    }
  });
  return group;
}

/** The tank, with what is to be said beside it. @param {Layout} p @param {View} view */
function gauge(p, view) {
  const most = view.rulings.fuel;
  const x = start(p).x + 30 * p.unit;
  const room = p.height - p.bottom;
  const [y, high] = [p.bottom + room * 0.14, room * 0.28];
  const width = Math.min(p.width - p.right - x, 480 * p.unit);
  const group = svg("g", { class: "tm-gauge" });
  const font = Math.max(12, Math.min(room * 0.26, 20));
  const gap = most > 14 ? 1.5 : 4;
  const part = most ? Math.min((width - gap * (most - 1)) / most, 44 * p.unit) : width;
  const planned = view.laid & 1 && view.chosen[MISSILE] !== null ? view.chosen[MISSILE] : 0;
  for (let unit = 0; unit < most; unit++) {
    const full = unit < view.fuel_left;
    const kind = !full ? "tm-unit" : unit >= view.fuel_left - planned ? "tm-unit tm-unit-planned" : "tm-unit tm-unit-full";
    group.append(svg("rect", { class: kind, x: x + unit * (part + gap), y, width: part, height: high, rx: Math.min(5, part / 2) }));
  }
  const choosing = ["both are choosing", "the missile has chosen", "the laser has chosen", "both have chosen"][view.laid];
  const more = view.over && !view.laid ? "" : ` · ${lastRound(view) || choosing}`;
  const label = svg("text", { x, y: y + high + font * 1.25, class: "tm-label", "font-size": font }, `Fuel ${view.fuel_left} of ${most}`, svg("tspan", { class: "tm-label-soft" }, more));
  group.append(label);
  return group;
}

/** Who has chosen; and what, for those who may know. @param {Layout} p @param {View} view */
function chosen(p, view) {
  const group = svg("g");
  if (view.over && !view.laid) return group; // what was chosen when someone gave up is there to see
  const column = view.round - 1;
  const [burn, guess] = view.chosen;
  if (view.laid & 1 && burn !== null) {
    const at = middle(p, column, burn);
    group.append(...dotted(p, view, at), missile(at, 0, p.unit * 0.9, "tm-ghost"));
  }
  if (view.laid & 2) {
    if (guess !== null) group.append(...aimed(p, middle(p, column, guess)));
    group.append(laid(p, turret(p), guess));
  }
  return group;
}
