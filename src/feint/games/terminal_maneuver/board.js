/** Terminal Maneuver's board: a column a round, a row an amount of fuel, the missile's way through it and the laser's shots. */

import { button, addStyle, html, svg } from "/web/dom.js";
import { STYLE, burst, crosshair, die, laid, missile, ship, stars } from "./board_art.js";
import { flight, newest } from "./board_flight.js";
import { NARROW, aimSize, bend, corner, curve, layOut, lastShot, middle, start, turret, way } from "./board_layout.js";
import { ALWAYS, BLACK, BOARD, LASER, MISSILE, MOST_FUEL, NEVER, NOT_YET, SEAT_NAMES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("/web/types.js").Moment<View>} Moment */
/** @typedef {import("./board_layout.js").Point} Point */
/** @typedef {import("./board_layout.js").Layout} Layout */

const FUELS = Array.from({ length: MOST_FUEL + 1 }, (_, n) => MOST_FUEL - n); // from the top of the board

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
  let narrow = isNarrow();

  function isNarrow() {
    return host.clientWidth > 0 && host.clientWidth < NARROW;
  }

  new ResizeObserver(() => {
    if (isNarrow() === narrow) return;
    narrow = isNarrow();
    running?.finish();
    again?.();
  }).observe(host);

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
    again = () => put(draw(layOut(view, narrow), view, view, seat, legal, choose));
    words.textContent = inWords(view, seat);
    const column = newest(moment.before, view);
    if (!moment.animate || column < 0) return again();
    const where = layOut(view, narrow);
    const drawing = draw(where, view, /** @type {View} */ (moment.before), seat, [], choose);
    put(drawing);
    running = flight(where, view, column, drawing, again);
    return running.done;
  }

  return { show };
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
    root.append(svg("rect", { class: "tm-now", x, y: 4, width: p.cell, height: p.top + 7 * p.row, rx: 12 }));
  }
  for (let column = 0; column < rounds; column++) root.append(head(p, column, now));
  root.append(svg("text", { class: "tm-head tm-small", x: p.left - (p.width < NARROW ? 9 : 18), y: p.top - 14 }, "burn"));
  for (const fuel of FUELS) {
    const at = { x: p.left - (p.width < NARROW ? 10 : 18), y: p.top + p.row * (6.5 - fuel) + 5 };
    root.append(svg("text", { class: "tm-fuel", ...at }, String(fuel)));
    for (let column = 0; column < rounds; column++) {
      root.append(square(p, past, column, fuel, now, seat, legal, choose, preview));
    }
  }
  root.append(preview, marks(p, past), svg("g", { class: "tm-moving" }), gauge(p, past), chosen(p, past));
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

/** @param {Layout} p @param {number} column @param {number} now */
function head(p, column, now) {
  const text = p.width < NARROW ? String(column + 1) : `Round ${column + 1}`;
  const at = { x: p.left + p.cell * (column + 0.5), y: p.top - 14 };
  return svg("text", { class: column === now ? "tm-head tm-head-now" : "tm-head", ...at }, text);
}

/** What the board says of a square. @param {number} column @param {number} fuel */
function odds(column, fuel) {
  const needed = BOARD[column][fuel];
  if (needed === NEVER) return { text: "never", faces: 0, said: "never safe" };
  if (needed === ALWAYS || needed === BLACK) return { text: "always", faces: 6, said: "always safe" };
  return { text: `${needed}+`, faces: 7 - needed, said: `safe on ${needed} or more, ${7 - needed} in 6` };
}

/** Whether there is a square at all. @param {View} view @param {number} column @param {number} fuel */
function onBoard(view, column, fuel) {
  return BOARD[column][fuel] !== BLACK || view.rulings.black_squares === "allowed";
}

/**
 * One square: its odds as a number and as the six faces of a die, those that save it filled.
 * @param {Layout} p @param {View} view @param {number} column @param {number} fuel @param {number} now
 * @param {string | null} seat @param {string[]} legal @param {(text: string) => void} choose @param {SVGElement} preview
 */
function square(p, view, column, fuel, now, seat, legal, choose, preview) {
  const { text, faces, said } = odds(column, fuel);
  const there = onBoard(view, column, fuel);
  const flown = view.burned[column] === fuel;
  const past = view.burned[column] !== NOT_YET || view.over;
  const marked = flown || view.guessed[column] === fuel;
  const inReach = there && fuel <= view.fuel_left;
  const at = middle(p, column, fuel);
  const choice = legal.find((one) => column === now && one.endsWith(` ${fuel}`));
  const useless = seat === "laser" && column === now && !past && (faces === 6 || !inReach);
  const dim = past ? !marked : !inReach || useless;
  const names = ["tm-square", there ? `tm-safe-${faces}` : "tm-black", dim ? "tm-dim" : "", column === now ? "tm-current" : ""];
  const [width, height] = [p.cell - 6, p.row - 6];
  const group = svg(
    "g",
    { class: names.join(" "), transform: `translate(${at.x} ${at.y})`, "data-key": `${column}-${fuel}` },
    svg("rect", { class: "tm-face", x: -width / 2, y: -height / 2, width, height, rx: 9 }),
  );
  if (there || choice) {
    const label = there ? text : "–";
    const quiet = label.length > 2 ? "tm-odds tm-odds-word" : "tm-odds";
    const aside = { class: "tm-odds tm-odds-aside", x: 5 - width / 2, y: 13 - height / 2 }; // what happened there is drawn over it
    group.append(svg("text", marked ? aside : { class: quiet, y: there ? 1 : 5 }, label));
  }
  if (there && !marked) {
    for (let face = 1; face <= 6; face++) {
      const x = (face - 3.5) * (p.width < NARROW ? 6.4 : 8.5);
      group.append(svg("circle", { class: face > 6 - faces ? "tm-pip" : "tm-pip tm-pip-off", cx: x, cy: p.row * 0.26, r: 2 }));
    }
  }
  if (!choice) return group;
  const why = !useless ? said : inReach ? "no use: the missile is always safe there" : "no use: the missile can't burn that much";
  button(group, `${choice[0].toUpperCase()}${choice.slice(1)}: ${why}`, () => choose(choice));
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
    group.append(svg("circle", { class: "tm-node", cx: at.x, cy: at.y, r: 4 }));
    if (view.rolled[column]) group.append(die(view.rolled[column], corner(p, at), 16));
  });
  const last = /** @type {Point} */ (points.at(-1));
  if (lost || view.winner === MISSILE) group.append(burst(last, lost ? 20 : 34, lost ? "tm-lost" : "tm-won"));
  else group.append(missile(last, points.length > 1 ? 0 : -20, p.width < NARROW ? 0.9 : 1.15));
  return group;
}

/** The tank. @param {Layout} p @param {View} view */
function gauge(p, view) {
  const most = view.rulings.fuel;
  const x = start(p).x + (p.width < NARROW ? 22 : 34);
  const y = p.top + 7 * p.row + 14;
  const width = Math.min(p.width - p.right - x - 4, 460);
  const group = svg("g", { class: "tm-gauge" });
  const text = `Fuel ${view.fuel_left} of ${most}`;
  group.append(svg("text", { x, y: y + 36, class: "tm-label" }, text));
  const gap = most > 14 ? 1.5 : 4;
  const part = most ? Math.min((width - gap * (most - 1)) / most, 44) : width;
  const planned = view.laid & 1 && view.chosen[MISSILE] !== null ? view.chosen[MISSILE] : 0;
  for (let unit = 0; unit < most; unit++) {
    const full = unit < view.fuel_left;
    const kind = !full ? "tm-unit" : unit >= view.fuel_left - planned ? "tm-unit tm-unit-planned" : "tm-unit tm-unit-full";
    group.append(svg("rect", { class: kind, x: x + unit * (part + gap), y, width: part, height: 18, rx: Math.min(5, part / 2) }));
  }
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
    group.append(...dotted(p, view, at), missile(at, 0, p.width < NARROW ? 0.8 : 1, "tm-ghost"));
  }
  if (view.laid & 2) {
    if (guess !== null) group.append(...aimed(p, middle(p, column, guess)));
    group.append(laid(p, turret(p), guess));
  }
  const text = ["Both are choosing", "The missile has chosen", "The laser has chosen", "Both have chosen"][view.laid];
  const x = start(p).x + (p.width < NARROW ? 22 : 34);
  group.append(svg("text", { x, y: p.top + 7 * p.row + 72, class: "tm-label tm-label-soft" }, text));
  return group;
}

/** The position for someone who doesn't see it. @param {View} view @param {string | null} seat */
function inWords(view, seat) {
  const rounds = view.rulings.rounds;
  /** @type {string[]} */
  const said = [];
  view.burned.forEach((burned, column) => {
    if (burned === NOT_YET) return;
    const roll = view.rolled[column] ? `, rolled ${view.rolled[column]}` : "";
    said.push(`Round ${column + 1}: the missile burned ${burned}, the laser guessed ${view.guessed[column]}${roll}.`);
  });
  said.push(`Fuel left: ${view.fuel_left}.`);
  if (view.over) said.push(view.winner === MISSILE ? "The missile has reached its target." : view.winner === LASER ? "The missile is lost." : "");
  else {
    const column = view.round - 1;
    const squares = [...FUELS].reverse().filter((fuel) => onBoard(view, column, fuel) && fuel <= view.fuel_left);
    said.push(`Round ${view.round} of ${rounds}. If it is caught, the missile is`);
    said.push(`${squares.map((fuel) => `${odds(column, fuel).said} at ${fuel}`).join("; ")}.`);
  }
  SEAT_NAMES.forEach((name, number) => {
    if (!(view.laid >> number & 1)) return;
    const what = view.chosen[number] === null ? "" : number === MISSILE ? ` to burn ${view.chosen[number]}` : ` to guess ${view.chosen[number]}`;
    said.push(`${name === seat ? "You have" : `The ${name} has`} chosen${what}.`);
  });
  return said.join(" ");
}
