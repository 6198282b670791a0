/** The hex map: ships and what flies, their momentum and where it leads, targets to tap, and the Advance as it happens. */

import { html, svg } from "/web/dom.js";
import { reading } from "/web/reading.js";
import { encounter, encounterInWords, origins, reach, shots } from "./board_aim.js";
import { flak, ghost, ground, missile, placeAt, ship } from "./board_art.js";
import { Camera } from "./board_camera.js";
import { STEPS, counterText, f, length, outline, path, plus, point, same } from "./board_hex.js";
import { Targets } from "./board_targets.js";
import { threatInWords, threats } from "./board_threats.js";
import { badge, drawn, stacks } from "./board_tokens.js";
import { here, leads, onMap, placed, sheetOf, shipInWords, tokensOf } from "./board_words.js";
import { BY_FLIGHT, COUNTER, DETONATE, DIRECTIONS, ENTRY, FLAK, MEETING, MISSILE, SEAT_NAMES, SHIP, STEER } from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_words.js").Course} Course */
/** @typedef {import("./board_targets.js").Target} Target */

const LAYERS = ["past", "courses", "arcs", "targets", "tokens", "plan", "warnings", "flashes"];

export class HexMap {
  /** @param {string|null} seat whose eyes these are */
  constructor(seat) {
    this.seat = seat === null ? -1 : SEAT_NAMES.indexOf(seat);
    this.radius = 0;
    /** @type {Hex[]} where the shots go that are shown */
    this.area = [];
    /** @type {View|null} */
    this.view = null;
    this.under = svg("g");
    /** @type {Record<string, SVGElement>} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `df-${name}` })]));
    this.svg = svg("svg", { class: "df-map", "data-pans": "", role: "group", tabindex: 0, "aria-label": "The map. Arrow keys move it, plus and minus zoom, Home shows everything." }, this.under, ...Object.values(this.layers));
    this.camera = new Camera(this.svg, (x, y) => this.targets.tapped(x, y));
    this.targets = new Targets(this.layers.targets, () => this.camera.dragged);
    this.readout = html("p", { class: "df-readout", "aria-live": "polite" });
    this.reported = html("div", { class: "df-news", role: "group", "aria-label": "What met in the last Advance", tabindex: 0, hidden: true });
    this.element = html("div", { class: "df-chart" }, this.svg, reading(this.reported), html("div", { class: "df-strip" }, this.readout, this.camera.buttons));
  }

  /** Draw a view as it is. @param {View} view */
  draw(view) {
    this.view = view;
    if (view.rulings.radius !== this.radius) {
      this.radius = view.rulings.radius;
      this.camera.limit(this.radius);
      this.under.replaceChildren(ground(this.radius));
    }
    this.layers.flashes.replaceChildren();
    this.layers.past.replaceChildren(...this.past(view));
    this.layers.courses.replaceChildren(...this.courses(view));
    this.layers.tokens.replaceChildren(...this.tokens(view));
    this.layers.arcs.replaceChildren();
    this.area = [];
  }

  /** Say how the last Advance went, as long as it is news. @param {import("./board_report.js").Meeting[]} meetings */
  report(meetings) {
    this.reported.hidden = !meetings.length;
    this.reported.replaceChildren(...meetings.map(({ words, how }) => html("p", { class: `df-${how}` }, words)));
  }

  /** Look at what matters; whoever looks elsewhere is only called back for what can be picked. @param {View} view @param {boolean} glide */
  look(view, glide) {
    if (!this.camera.sees(this.reachable(view))) this.camera.own = false;
    this.camera.fit(this.matters(view), glide);
  }

  /** What should be seen: everything that flies, where it goes, and what can be chosen; or two that meet. @param {View} view */
  matters(view) {
    if (meets(view)) return STEPS.map((step) => plus(here(view, view.one), step, 4));
    const hexes = tokensOf(view).flatMap((token) => {
      const end = plus(here(view, token), leads(view, token));
      return onMap(view, end) ? [here(view, token), end] : [here(view, token)];
    });
    const whole = view.phase === ENTRY ? STEPS.map((step) => plus([0, 0], step, this.radius)) : [];
    return [...hexes, ...this.reachable(view), ...this.area, ...whole];
  }

  /** What can be picked; of what leads off the map only the beginning of the void is worth a look. @param {View} view */
  reachable(view) {
    return this.targets.hexes.filter((hex) => length(hex) <= view.rulings.radius + 2);
  }

  /** The hexes that ships came through. @param {View} view */
  past(view) {
    return [0, 1].flatMap((seat) => {
      if (!placed(view, seat) || view.path_length[seat] < 2 || view.lost[seat] === BY_FLIGHT) return [];
      const points = [];
      for (let at = 0; at < view.path_length[seat]; at++) points.push(point([view.path_q[seat][at], view.path_r[seat][at]]).map(f).join(" "));
      return [svg("path", { class: `df-trail df-s${seat}`, d: `M${points.join("L")}` })];
    });
  }

  /** Where everything will be if nothing changes. @param {View} view */
  courses(view) {
    return tokensOf(view).flatMap((token) => {
      if (token < 2 && view.lost[token]) return [];
      const v = leads(view, token), kind = view.kind[token], owner = view.owner[token];
      if (same(v, [0, 0])) return [];
      return this.course({ token, kind, owner, from: here(view, token), v, facing: view.facing[token] }, "");
    });
  }

  /** A momentum arrow, the hexes it leads through, and what arrives. @param {Course} way @param {string} extra a class */
  course({ token, kind, owner, from, v, facing }, extra) {
    const view = /** @type {View} */ (this.view), end = plus(from, v), off = !onMap(view, end);
    const [[x, y], [tox, toy]] = [point(from), point(end)];
    const turn = (Math.atan2(tox - x, y - toy) * 180) / Math.PI;
    const size = kind === SHIP ? "df-large" : "df-small";
    const there = svg("g", { transform: placeAt(end) });
    if (off) there.append(svg("path", { class: "df-off df-glyph", d: "M-4-4 4 4M-4 4 4-4" }));
    else if (kind === SHIP) there.append(svg("g", { class: "df-glyph" }, svg("g", { transform: `rotate(${facing * 60})` }, ghost(view.ships, view.kind_of_ship[owner]))));
    else there.append(svg("circle", { class: "df-dot", r: kind === FLAK ? 2.6 : 2 }));
    const moving = !same(v, [0, 0]);
    return [
      svg(
        "g",
        { class: `df-course df-s${owner} ${size} ${extra}`, "data-token": token },
        kind === SHIP && moving ? svg("path", { class: "df-through", d: path(from, v).slice(1).map((hex) => outline(hex, 0.9)).join("") }) : null,
        moving ? svg("path", { class: "df-arrow", d: `M${f(x)} ${f(y)}L${f(tox)} ${f(toy)}` }) : null,
        moving ? svg("g", { transform: `translate(${f((x + tox * 2) / 3)} ${f((y + toy * 2) / 3)})` }, svg("g", { class: "df-glyph" }, svg("path", { class: "df-head", d: "M0-3.4 2.5 2.6 0 1.4-2.5 2.6z", transform: `rotate(${f(turn)})` }))) : null,
        there,
      ),
    ];
  }

  /** Everything that flies, ships on top, and what a stack counts above them. @param {View} view */
  tokens(view) {
    const all = stacks(view);
    const groups = all.map((stack) => {
      const group = drawn(view, stack);
      if (stack.kind === SHIP) this.showsArcs(group, view, stack.owner);
      return group;
    });
    const clash = meets(view) ? [svg("circle", { class: "df-clash", transform: placeAt(here(view, view.one)) })] : [];
    return [...groups.reverse(), ...clash, ...all.flatMap((stack) => badge(view, stack) ?? [])];
  }

  /** A ship shows what its weapons cover while it is pointed at or has the focus.
   * @param {SVGElement} group @param {View} view @param {number} seat */
  showsArcs(group, view, seat) {
    const shown = () => this.arcs(view, seat, [MISSILE, FLAK]), hidden = () => this.layers.arcs.replaceChildren();
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", shipInWords(view, seat));
    for (const name of ["pointerenter", "focus"]) group.addEventListener(name, shown);
    for (const name of ["pointerleave", "blur"]) group.addEventListener(name, hidden);
  }

  /** Where shots of a ship's weapons would be at the end of the round: they have its velocity, too.
   * @param {View} view @param {number} seat @param {number[]} weapons @param {Hex[]} [from] */
  arcs(view, seat, weapons, from = origins(view, seat)) {
    const sheet = sheetOf(view, seat);
    const shapes = weapons.flatMap((weapon) => {
      const there = weapon === FLAK ? sheet.flak_shots && view.guns[seat] : sheet.missile_shots && view.bay[seat];
      if (!there) return [];
      const hexes = reach(view, shots(view, seat, weapon, from)), size = weapon === FLAK ? 0.96 : 0.72;
      const d = hexes.map((hex) => outline(hex, size)).join("");
      return [{ hexes, shape: svg("path", { class: weapon === FLAK ? "df-arc df-arc-flak" : "df-arc df-arc-missile", d }) }];
    });
    this.layers.arcs.replaceChildren(...shapes.map(({ shape }) => shape));
    this.area = shapes.flatMap(({ hexes }) => hexes);
  }

  /** What can be picked. @param {Target[]} targets @param {boolean} anywhere */
  offer(targets, anywhere) {
    this.targets.offer(targets, anywhere);
    this.svg.classList.toggle("df-choosing", targets.length > 0);
  }

  /** Mark where something would hit one's own ship; for a spectator, either ship. @param {View} view @param {Course|null} planned */
  warn(view, planned) {
    const seats = this.seat < 0 ? [0, 1] : [this.seat];
    const found = seats.flatMap((seat) => {
      const v = planned?.token === seat ? planned.v : undefined;
      return threats(view, seat, v).map((threat) => ({ ...threat, words: threatInWords(view, seat, threat, this.seat < 0 ? `the ${SEAT_NAMES[seat]}'s` : "your") }));
    });
    /** @type {Map<string, typeof found>} */
    const hexes = new Map();
    for (const threat of found) hexes.set(threat.hex.join(), [...(hexes.get(threat.hex.join()) ?? []), threat]);
    this.layers.warnings.replaceChildren(...[...hexes.values()].map((there) => {
      const meets = there.some((threat) => threat.meets), words = there.map((threat) => threat.words).join("\n");
      return svg("g", { class: `df-warning ${meets ? "df-meets" : "df-passes"}`, role: "img", "aria-label": words, transform: placeAt(there[0].hex) }, svg("g", {}, svg("path", { d: "M0-9 9.6 7.4H-9.6z" }), svg("text", { y: 2.4 }, there.length > 1 ? String(there.length) : "!")), svg("title", {}, words));
    }));
    const struck = new Set(found.filter(({ meets }) => meets).map(({ token }) => token));
    for (const course of this.layers.courses.children) course.classList.toggle("df-threat", struck.has(Number(course.getAttribute("data-token"))));
    return found.filter(({ meets }) => meets).length;
  }

  /** What is being planned, and what it leads to. @param {Course|null} planned @param {boolean} [fresh] whether what it moves isn't on the map yet */
  plan(planned, fresh = false) {
    const view = /** @type {View} */ (this.view), layer = this.layers.plan;
    this.svg.classList.toggle("df-planning", planned !== null);
    const threatened = this.warn(view, planned);
    const steers = planned === null || planned.kind === SHIP; // a shot doesn't change what comes at the ship
    const off = planned !== null && !onMap(view, plus(planned.from, planned.v));
    this.readout.textContent = planned ? this.inShort(view, planned, off, threatened) : this.news(view, threatened);
    this.readout.classList.toggle("df-bad", off || (steers && threatened > 0));
    layer.replaceChildren();
    if (!planned) return;
    layer.append(...this.course(planned, "df-planned"));
    if (!fresh) return;
    const what = planned.kind === SHIP ? ship(view.ships, view.kind_of_ship[planned.owner], planned.owner) : planned.kind === FLAK ? flak(planned.owner, 6) : missile(planned.owner);
    const turn = planned.kind === FLAK ? 0 : planned.facing * 60;
    layer.append(svg("g", { class: "df-fresh", transform: placeAt(planned.from) }, svg("g", { class: "df-glyph" }, svg("g", { transform: `rotate(${turn})` }, what))));
  }

  /** @param {View} view @param {number} threatened */
  news(view, threatened) {
    const more = view.phase >= DETONATE ? "more " : ""; // than what is being met now
    if (threatened) return `${counted(threatened, more)} on a collision course with ${this.seat < 0 ? "a ship" : "your ship"}`;
    return view.over ? "" : `Round ${view.round} of ${view.rulings.round_limit}`;
  }

  /** @param {View} view @param {Course} planned @param {boolean} off @param {number} threatened */
  inShort(view, planned, off, threatened) {
    const end = plus(planned.from, planned.v), what = planned.kind === SHIP ? "you" : planned.kind === FLAK ? "the flak" : "the missile";
    if (off) return `${counterText(planned.v)}: ${what} would leave the map`;
    const aims = planned.kind !== SHIP && view.phase >= STEER;
    const where = same(planned.v, [0, 0]) ? `At ${end}, facing ${DIRECTIONS[planned.facing]}` : `${counterText(planned.v)} → ${end}`;
    if (aims) return `${counterText(planned.v)} → ${end}: ${encounterInWords(encounter(view, planned), planned.owner)}`;
    return threatened && planned.kind === SHIP ? `${where}: ${counted(threatened)} would hit you` : where;
  }
}

/** Whether someone is asked about two that meet. @param {View} view */
const meets = (view) => [DETONATE, COUNTER, MEETING].includes(view.phase) && !view.over;

/** @param {number} number of tokens @param {string} [more] */
const counted = (number, more = "") => `${number} ${more}${number === 1 ? "token" : "tokens"}`;
