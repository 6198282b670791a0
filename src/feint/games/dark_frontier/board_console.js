/**
 * The console: for each phase a control that fits, and what it would lead to, live on the map.
 *
 * Every control resolves to one of the legal choices. Where two dials are two choices one after the other (turn and burn),
 * both are set first and sent together: the second when it has become legal.
 */

import { html } from "/web/dom.js";
import { flak, missile, ship } from "./board_art.js";
import { dial, facingAfter, press, row } from "./board_dials.js";
import { STEPS, counted, counterText, length, mainDirection, plus, same, turned } from "./board_hex.js";
import * as w from "./board_words.js";
import * as s from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {s.View} View */
/** @typedef {w.Choice} Choice */
/** @typedef {{round: number, phase: number, before: string, text: (view: View, legal: string[]) => string}} Next */
/**
 * A phase's controls. `send`: what is chosen; `then`: what after it. `fresh`: what is planned isn't on the map yet.
 * @typedef {object} Panel
 * @property {(Node|null)[]} controls @property {w.Course|null} [course] @property {boolean} [fresh]
 * @property {import("./board_map.js").Target[]} [targets] @property {boolean} [anywhere]
 * @property {string} [go] @property {string} [send] @property {Next["text"]} [then] @property {() => void} [look]
 */

export class Console {
  /** @param {number} seat whose controls, -1 for none @param {import("./board_map.js").HexMap} map @param {(text: string) => void} choose */
  constructor(seat, map, choose) {
    this.seat = seat;
    this.map = map;
    this.choose = choose;
    this.element = html("section", { class: "df-console controls", "aria-label": "Controls" });
    /** @type {View|null} */
    this.view = null;
    /** @type {Choice[]} */
    this.legal = [];
    this.key = "";
    /** What is set on the controls, by name. @type {Record<string, number>} */
    this.set = {};
    /** What is to be chosen next, once the choice before it has been made. @type {Next|null} */
    this.next = null;
  }

  /** Nothing to choose for a while: what happens is shown. @param {string} what */
  rest(what) {
    this.legal = [];
    this.element.replaceChildren(html("p", { class: "df-title" }, what));
  }

  /** @param {View} view @param {string[]} legal */
  show(view, legal) {
    this.view = view;
    this.legal = w.choices(view, legal);
    const both = view.phase === s.STEER || view.phase === s.PUSH ? "steer" : view.phase;
    const key = [view.round, both, view.control, view.tokens, view.slice, view.weapon].join();
    if (key !== this.key) [this.key, this.set] = [key, {}];
    if (this.next && legal.length) this.follow(legal);
    this.draw();
  }

  /** The second of two choices that were made together, if the first one has come to be. @param {string[]} legal */
  follow(legal) {
    const view = /** @type {View} */ (this.view), next = /** @type {Next} */ (this.next);
    if (view.round === next.round && view.phase === next.phase && legal[0].startsWith(next.before)) return; // not yet
    this.next = null;
    const text = next.text(view, legal);
    if (text && legal.includes(text)) setTimeout(() => this.choose(text)); // when the page has finished showing this
  }

  /** Choose, and note what comes after it. @param {string} text @param {Next["text"]} [then] */
  send(text, then) {
    const { round, phase } = /** @type {View} */ (this.view);
    this.next = then ? { round, phase, before: text.split(" ")[0], text: then } : null;
    this.choose(text);
  }

  draw() {
    const view = /** @type {View} */ (this.view);
    const focus = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-control") : null;
    const panel = this.legal.length && this.seat >= 0 ? this.panel(view) : null;
    const { controls = [], course = null, targets = [], go, send, then } = panel ?? {};
    const wait = view.over || panel ? "" : waiting(view, this.seat);
    this.map.layers.arcs.replaceChildren();
    this.map.offer(targets, panel?.anywhere ?? false);
    this.map.plan(course, panel?.fresh);
    panel?.look?.();
    const off = course && !w.onMap(view, plus(course.from, course.v)) ? html("p", { class: "df-warning" }, "This course leads off the map.") : null;
    this.element.replaceChildren(
      html("p", { class: "df-title" }, panel ? asked(view) : w.heading(view)),
      wait ? html("p", { class: "df-wait" }, wait) : "",
      html(
        "div",
        { class: "df-panel" },
        html("div", { class: "df-controls" }, ...controls),
        go && send ? html("div", { class: "df-go" }, off, press(go, "", { main: true }, () => this.send(send, then))) : null,
      ),
    );
    if (focus) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-control="${focus}"]`))?.focus();
  }

  /** What is set on a control, as long as it can be. @param {string} name @param {number} first what it is at first @param {number} most */
  now(name, first, most) {
    return Math.max(0, Math.min(most, this.set[name] ?? first));
  }

  /** @param {Record<string, number>} set */
  put(set) {
    Object.assign(this.set, set);
    this.draw();
  }

  /** @param {View} view @returns {Panel} */
  panel(view) {
    if (view.phase === s.STATION || view.phase === s.ENTRY) return this.placing(view);
    if (view.phase === s.OPENING) return this.opening(view);
    if (view.phase === s.COMMAND || view.phase === s.STEER || view.phase === s.PUSH) return this.command(view);
    if (view.phase === s.GIMBAL) return this.gimbal(view);
    if (view.phase === s.WEAPON) return this.weapon(view);
    if (view.phase === s.ORIGIN) return this.origin(view);
    if (view.phase === s.TOWARDS) return this.towards(view);
    if (view.phase === s.MEETING) return this.meeting();
    return this.yesOrNo(view);
  }

  /** A ship that is being placed: a hex of those there are, and a facing. @param {View} view @returns {Panel} */
  placing(view) {
    const hexes = [...new Set(this.legal.map(({ hex }) => String(hex)))];
    const at = this.now("hex", 0, hexes.length - 1);
    const [q, r] = hexes[at].split(",").map(Number);
    const inward = turned(mainDirection([-q, -r]), 0);
    const facing = this.now("facing", hexes.length > 1 ? inward : 0, 5);
    const chosen = this.legal.find(({ hex, facing: way }) => String(hex) === hexes[at] && way === facing);
    const targets = hexes.map((hex, n) => ({ hex: /** @type {Hex} */ (hex.split(",").map(Number)), on: n === at, pick: () => this.put({ hex: n, facing }) }));
    return {
      controls: [
        hexes.length > 1 ? row({ label: "Edge hex", options: hexes.map((hex) => ({ text: hex })), at, set: (hex) => this.put({ hex, facing }) }) : null,
        dial({ label: "Facing", positions: s.DIRECTIONS.map((name, way) => ({ way, text: `facing ${name}` })), at: facing, around: true, needle: this.mine(view), set: (way) => this.put({ facing: way }) }),
      ],
      course: chosen ? w.course(view, this.seat, chosen) : null,
      fresh: true,
      targets: hexes.length > 1 ? targets : [],
      anywhere: true,
      go: view.phase === s.STATION ? "Take station" : "Enter here",
      send: chosen?.text,
    };
  }

  /** The attacker's velocity: a direction, a number in it, and one in the next. @param {View} view @returns {Panel} */
  opening(view) {
    const from = w.here(view, this.seat), most = Math.max(...this.legal.map(({ number = 0 }) => number));
    const home = mainDirection([-from[0], -from[1]]);
    const direction = this.now("direction", home, 5), along = this.now("along", Math.min(3, most), most);
    const beside = this.now("beside", 0, most);
    const vector = plus(plus([0, 0], STEPS[direction], along), STEPS[turned(direction, 1)], beside);
    const chosen = this.legal.find((choice) => same(choice.vector ?? [0, 0], vector));
    const numbers = Array.from({ length: most + 1 }, (_, n) => ({ text: String(n) }));
    const targets = this.legal.map(({ vector: v = [0, 0] }) => ({
      hex: plus(from, v),
      on: same(v, vector),
      pick: () => {
        const d = mainDirection(v), [a, b] = counted(v, d);
        this.put({ direction: d, along: a, beside: b });
      },
    }));
    return {
      controls: [
        dial({ label: "Direction", positions: s.DIRECTIONS.map((name, way) => ({ way, text: name })), at: direction, around: true, needle: ship(view.ships, view.kind_of_ship[this.seat], this.seat), set: (way) => this.put({ direction: way, along, beside }) }),
        html("div", { class: "df-column" },
          row({ label: s.DIRECTIONS[direction], options: numbers, at: along, fill: true, set: (n) => this.put({ direction, along: n, beside }) }),
          row({ label: s.DIRECTIONS[turned(direction, 1)], options: numbers, at: beside, fill: true, set: (n) => this.put({ direction, along, beside: n }) })),
      ],
      course: chosen ? w.course(view, this.seat, chosen) : null,
      targets: targets.filter(({ hex }) => w.onMap(view, hex)),
      go: same(vector, [0, 0]) ? "Enter at rest" : `Enter with velocity ${counterText(vector)}`,
      send: chosen?.text,
    };
  }

  /** The two dials of a ship, or of a missile: rotation and burn. @param {View} view @returns {Panel} */
  command(view) {
    const { seat } = this, own = view.phase === s.COMMAND, sheet = w.sheetOf(view, seat);
    const facing = view.facing[own ? seat : view.control];
    const turning = this.legal[0].kind === "turn" || this.legal[0].kind === "steer";
    const done = own ? (view.dial_turn[seat] ?? 0) : 0;
    const turns = turning ? this.legal.map(({ number = 0 }) => number) : [done];
    const most = own ? view.thrust[seat] : sheet.missile_acceleration;
    const at = this.now("turn", turns.indexOf(0) < 0 ? 0 : turns.indexOf(0), turns.length - 1), burn = this.now("burn", 0, most);
    const turn = turns[turning ? at : 0];
    const lead = (/** @type {number} */ t, /** @type {number} */ b) => (own ? w.burnCourse(view, seat, t, b) : w.missileCourse(view, t, b));
    const targets = turns.flatMap((t, n) =>
      Array.from({ length: most + 1 }, (_, b) => {
        const way = lead(t, b);
        return { hex: plus(way.from, way.v), on: t === turn && b === burn, pick: () => this.put({ turn: turning ? n : at, burn: b }) };
      }),
    );
    const prefix = own ? "" : `missile ${w.rank(view, view.control)} `;
    const burns = `${prefix}burn ${burn}`;
    /** What is sent second only if the first is what was set here. @type {Next["text"]} */
    const then = (now) => ((own ? now.dial_turn[seat] === turn : now.facing[now.control] === turned(facing, turn) && now.control === view.control) ? burns : "");
    const text = (/** @type {number} */ t) => `rotate ${w.signed(t)} · ${facingAfter(facing, t)}`;
    return {
      controls: [
        dial({ label: "Rotation", positions: turns.map((t) => ({ way: turned(facing, t), text: text(t) })), at: turning ? at : 0, around: false, needle: own ? this.mine(view, burn) : missile(seat, burn > 0), locked: turning ? undefined : own ? `rotate ${w.signed(done)} is set` : `facing ${s.DIRECTIONS[facing]}`, set: (n) => this.put({ turn: n, burn }) }),
        most ? row({ label: "Burn", options: Array.from({ length: most + 1 }, (_, n) => ({ text: String(n), long: `Burn ${n}` })), at: burn, fill: true, set: (n) => this.put({ turn: at, burn: n }) }) : null,
      ],
      course: lead(turn, burn),
      targets,
      go: own ? (turning ? "Set both dials" : `Set burn ${burn}`) : "Set the missile's course",
      send: turning ? this.legal[at].text : burns,
      then: turning && most ? then : undefined,
    };
  }

  /** How thrust is split between ahead and a side. @param {View} view @returns {Panel} */
  gimbal(view) {
    const facing = view.facing[this.seat], left = turned(facing, 5);
    const side = (/** @type {Choice} */ { kind, second, aside = 0 }) => (kind === "spread" ? -Infinity : second === left ? -aside : aside);
    const options = [...this.legal].sort((a, b) => side(a) - side(b));
    const at = this.now("gimbal", options.findIndex(({ aside }) => !aside), options.length - 1);
    const short = (/** @type {Choice} */ { kind, aside, second }) => (kind === "spread" ? kind : aside ? `${aside} ${s.DIRECTIONS[second ?? 0]}` : "ahead");
    return {
      controls: [row({ label: `Thrust ${view.burned[this.seat]}: how much to the side?`, options: options.map((choice) => ({ text: short(choice), long: choice.text })), at, set: (n) => this.put({ gimbal: n }) })],
      course: w.course(view, this.seat, options[at]),
      targets: options.flatMap((choice, n) => this.target(view, choice, n === at, () => this.put({ gimbal: n }))),
      go: options[at].aside ? `Thrust ${options[at].number} ahead, ${short(options[at])}` : options[at].kind === "spread" ? "Spread it over the rotation" : "Thrust ahead",
      send: options[at].text,
    };
  }

  /** @param {View} view @param {Choice} choice @param {boolean} on @param {() => void} pick */
  target(view, choice, on, pick) {
    const course = w.course(view, this.seat, choice);
    return course ? [{ hex: plus(course.from, course.v), on, pick }] : [];
  }

  /** Fire, and with what; what it covers is shown while the button is pointed at. @param {View} view @returns {Panel} */
  weapon(view) {
    const { seat, map } = this, sheet = w.sheetOf(view, seat), away = () => map.layers.arcs.replaceChildren();
    const left = Math.min(sheet.missile_shots - view.missile_shots_made[seat], view.magazine[seat]);
    return {
      controls: this.legal.map(({ kind, number, text }) => {
        if (kind === "done") return press("Done", seat === 0 ? "the attacker fires next" : "everything moves", { main: this.legal.length === 1 }, () => this.send(text));
        const note = number === s.FLAK ? `${sheet.flak_shots - view.shots[seat]} of ${sheet.flak_shots} shots, velocity ${sheet.flak_velocity}` : `${left} more this round, velocity ${sheet.missile_velocity}`;
        return press(number === s.FLAK ? "Fire flak" : "Fire a missile", note, { look: () => map.arcs(view, seat, [number ?? 0]), away }, () => this.send(text, (_, legal) => (legal.length === 1 && legal[0].startsWith("from") ? legal[0] : "")));
      }),
    };
  }

  /** Which hex of its way a ship fires from. @param {View} view @returns {Panel} */
  origin(view) {
    const at = this.now("origin", this.legal.length - 1, this.legal.length - 1), chosen = this.legal[at];
    return {
      controls: [row({ label: "From", options: this.legal.map(({ hex, text }) => ({ text: String(hex), long: text })), at, set: (n) => this.put({ origin: n }) })],
      targets: this.legal.map(({ hex = [0, 0] }, n) => ({ hex, on: n === at, pick: () => this.put({ origin: n }) })),
      look: () => this.map.arcs(view, this.seat, [view.weapon], view.facing[this.seat], chosen.hex),
      go: `Fire from ${chosen.hex}`,
      send: chosen.text,
    };
  }

  /** The way of a shot: its first direction, and how much of its velocity goes to a neighbour. @param {View} view @returns {Panel} */
  towards(view) {
    const { seat } = this, facing = view.facing[seat];
    const prey = plus(w.here(view, 1 - seat), w.velocity(view, 1 - seat));
    const miss = (/** @type {Choice} */ choice) => {
      const course = w.course(view, seat, choice);
      if (!course) return 99;
      return w.pointBlank(view, course) ? -1 : length(plus(plus(course.from, course.v), prey, -1));
    };
    const nearest = this.legal.reduce((best, choice, n) => (miss(choice) < miss(this.legal[best]) ? n : best), 0);
    const at = this.now("towards", nearest, this.legal.length - 1), chosen = this.legal[at];
    const firsts = [...new Set(this.legal.map(({ first = 0 }) => first))].sort((a, b) => turned(a, -facing) - turned(b, -facing));
    const side = (/** @type {Choice} */ { first = 0, second, aside = 0 }) => (second === turned(first, 5) ? -aside : aside);
    const splits = this.legal.filter(({ first }) => first === chosen.first).sort((a, b) => side(a) - side(b));
    const pick = (/** @type {Choice} */ choice) => this.put({ towards: this.legal.indexOf(choice) });
    const turnTo = (/** @type {number} */ first) => pick(this.legal.find((choice) => choice.first === first && side(choice) === side(chosen)) ?? /** @type {Choice} */ (this.legal.find((choice) => choice.first === first)));
    const needle = view.weapon === s.FLAK ? flak(seat, 6) : missile(seat, true);
    return {
      controls: [
        dial({ label: "First direction", positions: firsts.map((way) => ({ way, text: s.DIRECTIONS[way] })), at: firsts.indexOf(chosen.first ?? 0), around: firsts.length === 6, needle, set: (n) => turnTo(firsts[n]) }),
        splits.length > 1 ? row({ label: "To the side", options: splits.map((choice) => ({ text: choice.aside ? `${choice.aside} ${s.DIRECTIONS[choice.second ?? 0]}` : "none", long: choice.text })), at: splits.indexOf(chosen), set: (n) => pick(splits[n]) }) : null,
      ],
      course: w.course(view, seat, chosen),
      fresh: true,
      targets: this.legal.flatMap((choice) => this.target(view, choice, choice === chosen, () => pick(choice))),
      go: `Fire ${chosen.text}`,
      send: chosen.text,
    };
  }

  /** How many missiles, when ships meet. @returns {Panel} */
  meeting() {
    const at = this.now("launch", 0, this.legal.length - 1);
    return {
      controls: [row({ label: "Missiles to launch", options: this.legal.map(({ number, text }) => ({ text: String(number), long: text })), at, fill: true, set: (n) => this.put({ launch: n }) })],
      go: `Launch ${this.legal[at].number}`,
      send: this.legal[at].text,
    };
  }

  /** Detonate or hold; counter or not. @param {View} view @returns {Panel} */
  yesOrNo(view) {
    const { seat } = this;
    /** @type {Record<string, string>} */
    const notes = {
      detonate: `both become flak, spread ${s.FRESH_SPREAD}`,
      hold: seat === 0 ? "the attacker may still detonate" : "both fly on",
      counter: `${view.magazine[seat]} in the magazine; then ${w.flakOdds(view, seat)}`,
      "no counter": w.missileOdds(view, seat),
    };
    /** @type {Record<string, string>} */
    const names = { detonate: "Detonate", hold: "Hold", counter: "Fire a missile to counter it", "no counter": "Rely on point defence" };
    return { controls: [...this.legal].reverse().map(({ text }) => press(names[text], notes[text], {}, () => this.send(text))) };
  }

  /** @param {View} view @param {number} [burn] */
  mine(view, burn = 0) {
    return ship(view.ships, view.kind_of_ship[this.seat], this.seat, burn);
  }
}

/** @param {View} view */
function asked(view) {
  const missile = view.phase === s.STEER || view.phase === s.PUSH ? w.rank(view, view.control) : 0;
  const weapon = view.weapon === s.FLAK ? "flak" : "missile";
  /** @type {Record<number, string>} */
  const words = {
    [s.STATION]: "Which way do you face?",
    [s.ENTRY]: "Where do you enter, and which way do you face?",
    [s.OPENING]: "How fast do you enter?",
    [s.COMMAND]: "Set your dials in secret",
    [s.GIMBAL]: "Split your thrust",
    [s.STEER]: `Steer missile ${missile}`,
    [s.PUSH]: `Burn missile ${missile}`,
    [s.WEAPON]: "Do you fire?",
    [s.ORIGIN]: `Which hex do you fire the ${weapon} from?`,
    [s.TOWARDS]: `Which way do you fire the ${weapon}?`,
    [s.DETONATE]: "Two missiles meet. Do you detonate?",
    [s.COUNTER]: view.lost[view.acting] ? "Your ship is lost, but another missile is coming in. Do you counter it?" : "A missile is coming in. Do you counter it?",
    [s.MEETING]: "The ships meet. How many missiles do you launch, in secret?",
  };
  return words[view.phase] ?? w.heading(view);
}

/** Who is waited for. @param {View} view @param {number} seat */
function waiting(view, seat) {
  const others = view.pending.filter((name) => name !== s.SEAT_NAMES[seat]);
  if (!others.length) return "";
  const set = view.phase === s.COMMAND && seat >= 0 && view.dials[seat] === 2 ? "Your dials are set. " : "";
  return `${set}Waiting for the ${others.join(" and the ")}.`;
}
