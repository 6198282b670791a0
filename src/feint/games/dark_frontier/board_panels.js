/** The controls of each phase, and what they would lead to. Every one resolves to one of the legal choices. */

import { html } from "/web/dom.js";
import { flak, missile, ship } from "./board_art.js";
import { encounter, encounterInWords } from "./board_aim.js";
import { dial, facingAfter, press, row } from "./board_dials.js";
import { STEPS, counted, counterText, length, mainDirection, plus, same, turned } from "./board_hex.js";
import * as w from "./board_words.js";
import * as s from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {s.View} View */
/** @typedef {w.Choice} Choice */
/** @typedef {import("./board_console.js").Console} Console */
/** @typedef {import("./board_console.js").Next} Next */
/**
 * A phase's controls. `send`: what is chosen; `then`: what after it. `fresh`: what is planned isn't on the map yet.
 * @typedef {object} Panel
 * @property {(Node|null)[]} controls @property {w.Course|null} [course] @property {boolean} [fresh]
 * @property {import("./board_targets.js").Target[]} [targets] @property {boolean} [anywhere]
 * @property {string} [go] @property {string} [does] what `go` does, in full @property {string} [send] @property {Next["text"]} [then] @property {() => void} [look]
 */

/** The controls for what is asked. @param {Console} c @param {View} view @returns {Panel} */
export function panel(c, view) {
  if (view.phase === s.STATION || view.phase === s.ENTRY) return placing(c, view);
  if (view.phase === s.OPENING) return opening(c, view);
  if (view.phase === s.COMMAND || view.phase === s.STEER || view.phase === s.PUSH) return command(c, view);
  if (view.phase === s.GIMBAL) return gimbal(c, view);
  if (view.phase === s.WEAPON) return weapon(c, view);
  if (view.phase === s.ORIGIN) return origin(c, view);
  if (view.phase === s.TOWARDS) return towards(c, view);
  if (view.phase === s.MEETING) return meeting(c);
  return yesOrNo(c, view);
}

/** A ship that is being placed: a hex of those there are, and a facing. @param {Console} c @param {View} view @returns {Panel} */
function placing(c, view) {
  const hexes = [...new Set(c.legal.map(({ hex }) => String(hex)))];
  const at = c.now("hex", 0, hexes.length - 1);
  const [q, r] = hexes[at].split(",").map(Number);
  const inward = turned(mainDirection([-q, -r]), 0);
  const facing = c.now("facing", hexes.length > 1 ? inward : 0, 5);
  const chosen = c.legal.find(({ hex, facing: way }) => String(hex) === hexes[at] && way === facing);
  const targets = hexes.map((hex, n) => ({ hex: /** @type {Hex} */ (hex.split(",").map(Number)), label: `Enter at ${hex}`, on: n === at, pick: () => c.put({ hex: n }) }));
  const ways = STEPS.map((hex, way) => ({ hex, label: `Face ${s.DIRECTIONS[way]}`, on: way === facing, pick: () => c.put({ facing: way }) }));
  return {
    controls: [
      hexes.length > 1 ? row({ label: "Edge hex", options: hexes.map((hex) => ({ text: hex, long: `Enter at ${hex}` })), at, set: (hex) => c.put({ hex }) }) : null,
      dial({ label: "Facing", positions: s.DIRECTIONS.map((name, way) => ({ way, text: `face ${name}` })), at: facing, around: true, needle: mine(c, view), set: (way) => c.put({ facing: way }) }),
    ],
    course: chosen ? w.course(view, c.seat, chosen) : null,
    fresh: true,
    targets: hexes.length > 1 ? targets : ways,
    anywhere: hexes.length > 1,
    go: view.phase === s.STATION ? "Take station" : "Enter here",
    does: view.phase === s.STATION ? `Take station at the shipyard, facing ${s.DIRECTIONS[facing]}` : `Enter here, at ${hexes[at]}, facing ${s.DIRECTIONS[facing]}`,
    send: chosen?.text,
  };
}

/** The attacker's velocity: a direction, a number in it, and one in the next. @param {Console} c @param {View} view @returns {Panel} */
function opening(c, view) {
  const from = w.here(view, c.seat), most = Math.max(...c.legal.map(({ number = 0 }) => number));
  const home = mainDirection([-from[0], -from[1]]);
  const direction = c.now("direction", home, 5), along = c.now("along", Math.min(3, most), most);
  const beside = c.now("beside", 0, most);
  const vector = plus(plus([0, 0], STEPS[direction], along), STEPS[turned(direction, 1)], beside);
  const chosen = c.legal.find((choice) => same(choice.vector ?? [0, 0], vector));
  const numbers = Array.from({ length: most + 1 }, (_, n) => ({ text: String(n) }));
  const speed = (/** @type {number} */ way, /** @type {number} */ now, /** @type {(n: number) => void} */ set) => row({ label: s.DIRECTIONS[way], options: numbers, at: now, stepper: true, set });
  const targets = c.legal.map(({ vector: v = [0, 0] }) => ({
    hex: plus(from, v),
    label: same(v, [0, 0]) ? "Enter at rest" : `Velocity ${counterText(v)}: fly to ${plus(from, v)} this round`,
    on: same(v, vector),
    pick: () => {
      const d = mainDirection(v), [a, b] = counted(v, d);
      c.put({ direction: d, along: a, beside: b });
    },
  }));
  return {
    controls: [
      dial({ label: "Direction", positions: s.DIRECTIONS.map((name, way) => ({ way, text: `towards ${name}` })), at: direction, around: true, needle: mine(c, view), set: (way) => c.put({ direction: way, along, beside }) }),
      html("div", { class: "df-column" },
        speed(direction, along, (n) => c.put({ direction, along: n, beside })),
        speed(turned(direction, 1), beside, (n) => c.put({ direction, along, beside: n }))),
    ],
    course: chosen ? w.course(view, c.seat, chosen) : null,
    targets: targets.filter(({ hex }) => w.onMap(view, hex)),
    go: same(vector, [0, 0]) ? "Enter at rest" : `Enter with ${counterText(vector)}`,
    does: same(vector, [0, 0]) ? "Enter at rest" : `Enter with ${counterText(vector)} as your velocity`,
    send: chosen?.text,
  };
}

/** The two dials of a ship, or of a missile: rotation and burn. @param {Console} c @param {View} view @returns {Panel} */
function command(c, view) {
  const { seat } = c, own = view.phase === s.COMMAND, sheet = w.sheetOf(view, seat);
  const facing = view.facing[own ? seat : view.control];
  const turning = c.legal[0].kind === "turn" || c.legal[0].kind === "steer";
  const done = own ? (view.dial_turn[seat] ?? 0) : 0;
  const turns = turning ? c.legal.map(({ number = 0 }) => number) : [done];
  const most = own ? view.thrust[seat] : sheet.missile_acceleration;
  const at = c.now("turn", turns.indexOf(0) < 0 ? 0 : turns.indexOf(0), turns.length - 1), burn = c.now("burn", 0, most);
  const turn = turns[turning ? at : 0];
  const lead = (/** @type {number} */ t, /** @type {number} */ b) => (own ? w.burnCourse(view, seat, t, b) : w.missileCourse(view, t, b));
  const targets = turns.flatMap((t, n) =>
    Array.from({ length: most + 1 }, (_, b) => {
      const way = lead(t, b);
      const hex = plus(way.from, way.v), ends = w.onMap(view, hex) ? `fly to ${hex}` : "fly off the map";
      const met = own ? null : encounter(view, way), then = own ? "" : `, ${encounterInWords(met, seat)}`;
      return { hex, label: `${turning ? `Rotate ${w.signed(t)} and burn` : "Burn"} ${b}: ${ends}${then}`, on: t === turn && b === burn, meets: met?.seat === 1 - seat && met.rounds === 0, pick: () => c.put({ turn: turning ? n : at, burn: b }) };
    }),
  );
  const prefix = own ? "" : `missile ${w.missileNumber(view, view.control)} `;
  const burns = `${prefix}burn ${burn}`;
  /** What is sent second only if the first is what was set here. @type {Next["text"]} */
  const then = (now) => ((own ? now.dial_turn[seat] === turn : now.facing[now.control] === turned(facing, turn) && now.control === view.control) ? burns : "");
  const text = (/** @type {number} */ t) => (t ? `rotate ${w.signed(t)} to ${facingAfter(facing, t)}` : `facing ${facingAfter(facing, 0)}`);
  return {
    controls: [
      dial({ label: "Rotation", positions: turns.map((t) => ({ way: turned(facing, t), text: text(t) })), at: turning ? at : 0, around: false, needle: own ? mine(c, view, burn) : missile(seat, burn > 0), locked: turning ? undefined : own ? `rotate ${w.signed(done)}: set` : `facing ${s.DIRECTIONS[facing]}`, set: (n) => c.put({ turn: n, burn }) }),
      most ? row({ label: "Burn", options: Array.from({ length: most + 1 }, (_, n) => ({ text: String(n), long: n ? `Burn ${n}` : "Don't burn" })), at: burn, fill: true, set: (n) => c.put({ turn: at, burn: n }) }) : null,
    ],
    course: lead(turn, burn),
    targets,
    go: own ? (turning ? "Set both dials" : `Set burn ${burn}`) : "Set its course",
    does: own ? (turning ? `Set both dials in secret: ${text(turn)}, burn ${burn}` : `Set burn ${burn} in secret`) : `Set its course: ${turning ? `${text(turn)}, ` : ""}burn ${burn}`,
    send: turning ? c.legal[at].text : burns,
    then: turning && most ? then : undefined,
  };
}

/** How thrust is split between ahead and a side. @param {Console} c @param {View} view @returns {Panel} */
function gimbal(c, view) {
  const facing = view.facing[c.seat], left = turned(facing, 5);
  const side = (/** @type {Choice} */ { kind, second, aside = 0 }) => (kind === "spread" ? -Infinity : second === left ? -aside : aside);
  const options = [...c.legal].sort((a, b) => side(a) - side(b));
  const at = c.now("gimbal", options.findIndex(({ aside }) => !aside), options.length - 1);
  const short = (/** @type {Choice} */ { kind, aside, second }) => (kind === "spread" ? kind : aside ? `${aside} ${s.DIRECTIONS[second ?? 0]}` : "ahead");
  const long = (/** @type {Choice} */ choice) => (choice.kind === "spread" ? "Spread the burn over the rotation" : choice.aside ? `Burn ${choice.number} ahead and ${choice.aside} towards ${s.DIRECTIONS[choice.second ?? 0]}` : "Burn straight ahead");
  return {
    controls: [row({ label: `How much of your burn of ${view.burned[c.seat]} to the side?`, options: options.map((choice) => ({ text: short(choice), long: long(choice) })), at, set: (n) => c.put({ gimbal: n }) })],
    course: w.course(view, c.seat, options[at]),
    targets: options.flatMap((choice, n) => target(c, view, choice, long(choice), n === at, () => c.put({ gimbal: n }))),
    go: options[at].aside ? `Burn ${options[at].number} ahead, ${short(options[at])}` : options[at].kind === "spread" ? "Spread the burn" : "Burn straight ahead",
    does: options[at].aside ? `Burn ${options[at].number} ahead, ${short(options[at])}` : long(options[at]),
    send: options[at].text,
  };
}

/** The hex that a choice leads to. @param {Console} c @param {View} view @param {Choice} choice @param {string} does
 * @param {boolean} on @param {() => void} pick */
function target(c, view, choice, does, on, pick) {
  const course = w.course(view, c.seat, choice);
  if (!course) return [];
  const hex = plus(course.from, course.v);
  return [{ hex, label: `${does}: fly to ${hex}`, on, pick }];
}

/** Fire, and with what; what each weapon covers is shown, and only that of a button that is pointed at. @param {Console} c @param {View} view @returns {Panel} */
function weapon(c, view) {
  const { seat, map } = c, sheet = w.sheetOf(view, seat), weapons = c.legal.flatMap(({ number }) => number ?? []);
  const away = () => map.arcs(view, seat, weapons);
  const left = Math.min(sheet.missile_shots - view.missile_shots_made[seat], view.magazine[seat]);
  return {
    controls: c.legal.map(({ kind, number, text }) => {
      if (kind === "done") return press(view.shots[seat] + view.missile_shots_made[seat] ? "Done firing" : "Hold your fire", seat === 0 ? "then the attacker fires" : "then everything moves", { main: c.legal.length === 1 }, () => c.send(text));
      const note = number === s.FLAK ? `${sheet.flak_shots - view.shots[seat]} of ${sheet.flak_shots} shots left, velocity ${sheet.flak_velocity}` : `up to ${left} this round, velocity ${sheet.missile_velocity}`;
      return press(number === s.FLAK ? "Fire flak" : "Fire a missile", note, { look: () => map.arcs(view, seat, [number ?? 0]), away }, () => c.send(text, (_, legal) => (legal.length === 1 && legal[0].startsWith("from") ? legal[0] : "")));
    }),
    look: away,
  };
}

/** Which hex of its way a ship fires from. @param {Console} c @param {View} view @returns {Panel} */
function origin(c, view) {
  const at = c.now("origin", c.legal.length - 1, c.legal.length - 1), chosen = c.legal[at];
  return {
    controls: [row({ label: "Fire from", options: c.legal.map(({ hex }) => ({ text: String(hex), long: `Fire from ${hex}` })), at, set: (n) => c.put({ origin: n }) })],
    targets: c.legal.map(({ hex = [0, 0] }, n) => ({ hex, label: `Fire from ${hex}`, on: n === at, pick: () => c.put({ origin: n }) })),
    look: () => c.map.arcs(view, c.seat, [view.weapon], [chosen.hex ?? w.here(view, c.seat)]),
    go: `Fire from ${chosen.hex}`,
    send: chosen.text,
  };
}

/** The way of a shot: its first direction, and how much of its velocity goes to a neighbour. @param {Console} c @param {View} view @returns {Panel} */
function towards(c, view) {
  const { seat } = c, facing = view.facing[seat];
  const prey = plus(w.here(view, 1 - seat), w.velocity(view, 1 - seat));
  const met = new Map(c.legal.map((choice) => [choice, encounter(view, /** @type {w.Course} */ (w.course(view, seat, choice)))]));
  /** How far from what one wants a shot is: to meet the enemy, soon, or else to end near it. @param {Choice} choice */
  const miss = (choice) => {
    const { from, v } = /** @type {w.Course} */ (w.course(view, seat, choice)), found = met.get(choice);
    return found?.seat === 1 - seat ? found.rounds - 99 : length(plus(plus(from, v), prey, -1)) + (found ? 99 : 0);
  };
  const nearest = c.legal.reduce((best, choice, n) => (miss(choice) < miss(c.legal[best]) ? n : best), 0);
  const at = c.now("towards", nearest, c.legal.length - 1), chosen = c.legal[at];
  const firsts = [...new Set(c.legal.map(({ first = 0 }) => first))].sort((a, b) => turned(a, -facing) - turned(b, -facing));
  const side = (/** @type {Choice} */ { first = 0, second, aside = 0 }) => (second === turned(first, 5) ? -aside : aside);
  const splits = c.legal.filter(({ first }) => first === chosen.first).sort((a, b) => side(a) - side(b));
  const pick = (/** @type {Choice} */ choice) => c.put({ towards: c.legal.indexOf(choice) });
  const turnTo = (/** @type {number} */ first) => pick(c.legal.find((choice) => choice.first === first && side(choice) === side(chosen)) ?? /** @type {Choice} */ (c.legal.find((choice) => choice.first === first)));
  const needle = view.weapon === s.FLAK ? flak(seat, 6) : missile(seat, true);
  return {
    controls: [
      dial({ label: "First direction", positions: firsts.map((way) => ({ way, text: `towards ${s.DIRECTIONS[way]}` })), at: firsts.indexOf(chosen.first ?? 0), around: firsts.length === 6, needle, set: (n) => turnTo(firsts[n]) }),
      splits.length > 1 ? row({ label: "To the side", options: splits.map((choice) => ({ text: choice.aside ? `${choice.aside} ${s.DIRECTIONS[choice.second ?? 0]}` : "none", long: choice.aside ? `Split it: ${choice.text}` : `Fire straight ${choice.text}` })), at: splits.indexOf(chosen), set: (n) => pick(splits[n]) }) : null,
    ],
    course: w.course(view, seat, chosen),
    fresh: true,
    targets: c.legal.flatMap((choice) => {
      const found = met.get(choice) ?? null, meets = found?.seat === 1 - seat && found.rounds === 0;
      return target(c, view, choice, `Fire ${choice.text}`, choice === chosen, () => pick(choice)).map((one) => ({ ...one, label: `${one.label}, ${encounterInWords(found, seat)}`, meets }));
    }),
    go: `Fire ${chosen.text}`,
    send: chosen.text,
  };
}

/** How many missiles, when ships meet. @param {Console} c @returns {Panel} */
function meeting(c) {
  const at = c.now("launch", 0, c.legal.length - 1);
  return {
    controls: [row({ label: "Missiles to launch", options: c.legal.map(({ number }) => ({ text: String(number), long: number ? `Launch ${number}` : "Launch none" })), at, fill: true, set: (n) => c.put({ launch: n }) })],
    go: c.legal[at].number ? `Launch ${c.legal[at].number}` : "Launch none",
    send: c.legal[at].text,
  };
}

/** Detonate or hold; counter or not. @param {Console} c @param {View} view @returns {Panel} */
function yesOrNo(c, view) {
  const { seat } = c;
  /** @type {Record<string, string>} */
  const notes = {
    detonate: `both become flak, spread ${s.FRESH_SPREAD}`,
    hold: seat === 0 ? "the attacker may still detonate" : "both fly on",
    counter: `${view.magazine[seat]} left; then ${w.flakOdds(view, seat)}`,
    "no counter": w.missileOdds(view, seat),
  };
  /** @type {Record<string, string>} */
  const names = { detonate: "Detonate", hold: "Hold", counter: "Counter with a missile", "no counter": "Rely on point defence" };
  return { controls: [...c.legal].reverse().map(({ text }) => press(names[text], notes[text], {}, () => c.send(text))) };
}

/** @param {Console} c @param {View} view @param {number} [burn] */
function mine(c, view, burn = 0) {
  return ship(view.ships, view.kind_of_ship[c.seat], c.seat, burn);
}
