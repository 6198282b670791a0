/** Dark Frontier in words: what a choice says, what it would lead to, and the position for who doesn't see it. */

import { STEPS, burnedInTurn, capped, counterText, length, plus, same, turned } from "./board_hex.js";
import {
  BOTH, BY_FLIGHT, BY_LIMIT, COMMAND, COUNTER, DETONATE, DIRECTIONS, ENTRY, FLAK, GIMBAL, GONE, HOW_LOST, LOST, MEETING, MISSILE,
  OPENING, ORIGIN, OVER_NOW, PUSH, SEAT_NAMES, SHIP, STATION, STEER, TOWARDS, WEAPON,
} from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */

/** @typedef {import("./schema.js").View} View */

/**
 * A choice that was read. `phases`: those that it can belong to.
 * @typedef {object} Choice
 * @property {string} text @property {string} kind @property {number[]} phases
 * @property {Hex} [hex] @property {number} [facing] @property {Hex} [vector] @property {number} [number]
 * @property {number} [missile] @property {number} [first] @property {number} [second] @property {number} [aside]
 * @property {boolean} [yes]
 */

const WAY = "(N|NE|SE|S|SW|NW)";
const SPLIT = `${WAY} (\\d+)(?:, ${WAY} (\\d+))?`;
/** Each kind of choice: how it is written, the phases, and what it says. @type {[RegExp, number[], (m: string[]) => object][]} */
const FORMS = [
  [
    new RegExp(`^(place) (-?\\d+),(-?\\d+) facing ${WAY}$`),
    [STATION, ENTRY],
    (m) => ({ hex: [+m[2], +m[3]], facing: DIRECTIONS.indexOf(m[4]) }),
  ],
  [/^(velocity) none$/, [OPENING], () => ({ vector: [0, 0], first: 0, number: 0, aside: 0 })],
  [new RegExp(`^(velocity) ${SPLIT}$`), [OPENING], split],
  [/^(turn) ([+-]?\d+)$/, [COMMAND], (m) => ({ number: +m[2] })],
  [/^(burn) (\d+)$/, [COMMAND], (m) => ({ number: +m[2] })],
  [
    new RegExp(`^(gimbal) (\\d+)/(\\d+)(?: ${WAY})?$`),
    [GIMBAL],
    (m) => ({ number: +m[2], aside: +m[3], second: m[4] ? DIRECTIONS.indexOf(m[4]) : undefined }),
  ],
  [/^gimbal (spread)$/, [GIMBAL], () => ({})],
  [/^missile (\d+) (turn) ([+-]?\d+)$/, [STEER], (m) => ({ kind: "steer", missile: +m[1], number: +m[3] })],
  [/^missile (\d+) (burn) (\d+)$/, [PUSH], (m) => ({ kind: "push", missile: +m[1], number: +m[3] })],
  [/^(fire) (missile|flak)$/, [WEAPON], (m) => ({ number: m[2] === "flak" ? FLAK : MISSILE })],
  [/^(done)$/, [WEAPON], () => ({})],
  [/^(from) (-?\d+),(-?\d+)$/, [ORIGIN], (m) => ({ hex: [+m[2], +m[3]] })],
  [new RegExp(`^(towards) ${SPLIT}$`), [TOWARDS], split],
  [/^(hold|detonate)$/, [DETONATE], (m) => ({ kind: "detonate", yes: m[1] === "detonate" })],
  [/^(no counter|counter)$/, [COUNTER], (m) => ({ kind: "counter", yes: m[1] === "counter" })],
  [/^(launch) (\d+)$/, [MEETING], (m) => ({ number: +m[2] })],
];

/** A velocity in one direction, or split over two. @param {string[]} m */
function split(m) {
  const first = DIRECTIONS.indexOf(m[2]), second = m[4] ? DIRECTIONS.indexOf(m[4]) : undefined, aside = m[5] ? +m[5] : 0;
  const vector = plus([0, 0], STEPS[first], +m[3]);
  return { first, number: +m[3], second, aside, vector: second === undefined ? vector : plus(vector, STEPS[second], aside) };
}

/** A choice as it is written, read; null for what this board doesn't know. @param {string} text @returns {Choice|null} */
export function read(text) {
  for (const [form, phases, says] of FORMS) {
    const found = form.exec(text);
    if (found) return { text, kind: found[1], phases, ...says(found) };
  }
  return null;
}

/** The choices that this phase of the view has a control for. @param {View} view @param {string[]} legal @returns {Choice[]} */
export function choices(view, legal) {
  return legal.flatMap((text) => {
    const choice = read(text);
    return choice?.phases.includes(view.phase) ? [choice] : [];
  });
}

/** @param {View} view @param {number} token @returns {Hex} */
export const here = (view, token) => [view.q[token], view.r[token]];
/** @param {View} view @param {number} token @returns {Hex} */
export const velocity = (view, token) => [view.vq[token], view.vr[token]];
/** How far a token still goes: in the middle of an Advance the rest of its way, and nowhere when all is over.
 * @param {View} view @param {number} token @returns {Hex} */
export function leads(view, token) {
  if (view.phase === OVER_NOW || view.over) return [0, 0];
  const v = velocity(view, token);
  if (view.phase < DETONATE) return v;
  return plus(plus([view.from_q[token], view.from_r[token]], v), here(view, token), -1);
}

/** @param {View} view @param {number} seat */
export const sheetOf = (view, seat) => view.ships[view.kind_of_ship[seat]];
/** @param {View} view @param {Hex} hex */
export const onMap = (view, hex) => length(hex) <= view.rulings.radius;

/** Whether a ship is on the map yet. @param {View} view @param {number} seat */
export function placed(view, seat) {
  return view.phase >= OPENING || (seat === 0 && view.phase > STATION) || view.phase < STATION;
}

/** The tokens that are there, ships first. @param {View} view */
export function tokensOf(view) {
  const all = [];
  for (let token = 0; token < view.tokens; token++) {
    if (view.kind[token] !== GONE && (token > 1 || placed(view, token))) all.push(token);
  }
  return all;
}

/** A missile's number among those of its owner, by launch, or by age among those in flight (DF-Q23). @param {View} view @param {number} token */
export function missileNumber(view, token) {
  if (view.rulings.missile_numbers === "launch") return view.launch_number[token];
  let number = 0;
  for (let other = 2; other <= token; other++) {
    if (view.kind[other] === MISSILE && view.owner[other] === view.owner[token]) number++;
  }
  return number;
}

/** What a token is called. @param {View} view @param {number} token */
export function tokenInWords(view, token) {
  const kind = view.kind[token];
  return `The ${SEAT_NAMES[view.owner[token]]}'s ${kind === SHIP ? "ship" : kind === FLAK ? "flak" : `missile ${missileNumber(view, token)}`}`;
}

/** A velocity as the rulings let it be. @param {View} view @param {Hex} v */
export const kept = (view, v) => (view.rulings.dice_cap === "on" ? capped(v) : v);

/**
 * Where a token would be and go.
 * @typedef {object} Course
 * @property {number} token what moves, or -1: a shot that isn't there yet
 * @property {number} kind @property {number} owner @property {Hex} from @property {Hex} v @property {number} facing
 */

/** A ship's course after turning and burning. @param {View} view @param {number} seat @param {number} turn
 * @param {number} burn @returns {Course} */
export function burnCourse(view, seat, turn, burn) {
  const v = kept(view, burnedInTurn(velocity(view, seat), view.facing[seat], turn, burn));
  return { token: seat, kind: SHIP, owner: seat, from: here(view, seat), v, facing: turned(view.facing[seat], turn) };
}

/** A steered missile's course after turning and burning. @param {View} view @param {number} turn @param {number} burn
 * @returns {Course} */
export function missileCourse(view, turn, burn) {
  const token = view.control, facing = turned(view.facing[token], turn);
  const v = kept(view, plus(velocity(view, token), STEPS[facing], burn));
  return { token, kind: MISSILE, owner: view.owner[token], from: here(view, token), v, facing };
}

/** What a choice would lead to for what it moves; null where it moves nothing.
 * @param {View} view @param {number} seat @param {Choice} choice @returns {Course|null} */
export function course(view, seat, choice) {
  const { kind, number = 0, first = 0, second, aside = 0, facing = 0 } = choice;
  const ship = { token: seat, kind: SHIP, owner: seat, from: here(view, seat), facing: view.facing[seat] };
  if (kind === "place") return { ...ship, from: choice.hex ?? [0, 0], v: [0, 0], facing };
  if (kind === "velocity") return { ...ship, v: choice.vector ?? [0, 0] };
  if (kind === "gimbal") {
    const v = plus(velocity(view, seat), STEPS[ship.facing], number);
    return { ...ship, v: kept(view, second === undefined ? v : plus(v, STEPS[second], aside)) };
  }
  if (kind === "spread") {
    const began = turned(ship.facing, -view.turned[seat]);
    return { ...ship, v: kept(view, burnedInTurn(velocity(view, seat), began, view.turned[seat], view.burned[seat])) };
  }
  if (kind === "steer") return missileCourse(view, number, 0);
  if (kind === "push") return missileCourse(view, 0, number);
  if (kind === "towards") {
    /** @type {Hex} */
    const origin = [view.path_q[seat][view.origin], view.path_r[seat][view.origin]];
    const v = kept(view, plus(velocity(view, seat), choice.vector ?? [0, 0]));
    return { token: -1, kind: view.weapon, owner: seat, from: plus(origin, STEPS[first]), v, facing: first };
  }
  return null;
}

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** What a missile that isn't countered may do, in words (DF-Q14). @param {View} view @param {number} seat */
export function missileOdds(view, seat) {
  const rating = view.defence[seat], { warhead } = view.rulings;
  const debris = warhead === "tiered" ? 1 : warhead === "soft" ? rating - 1 : 0;
  const through = warhead === "soft" ? 0 : rating - 1;
  const stopped = 6 - debris - through;
  const parts = [`stopped ${stopped} in 6`, debris ? `hit by debris ${debris} in 6` : "", through ? `ship lost ${through} in 6` : ""];
  return parts.filter(Boolean).join(", ");
}

/** How flak that can't be dodged may end, in words. @param {View} view @param {number} seat */
export function flakOdds(view, seat) {
  const rating = view.defence[seat];
  return `debris stopped ${6 - rating} in 6, hits ${rating} in 6`;
}

/** What the game waits for, as a heading. @param {View} view */
export function heading(view) {
  if (view.over) return ending(view);
  const who = SEAT_NAMES[view.acting] ?? "";
  const missile = view.phase === STEER || view.phase === PUSH ? missileNumber(view, view.control) : 0;
  /** @type {Record<number, string>} */
  const words = {
    [STATION]: "The defender takes station at the yard",
    [ENTRY]: "The attacker enters the map",
    [OPENING]: "The attacker chooses its velocity",
    [COMMAND]: "Command: both set their dials in secret",
    [GIMBAL]: `The ${who} gimbals its engine`,
    [STEER]: `The ${who} steers missile ${missile}`,
    [PUSH]: `The ${who} burns missile ${missile}`,
    [WEAPON]: `The ${who} may fire`,
    [ORIGIN]: `The ${who} fires ${view.weapon === FLAK ? "flak" : "a missile"}: from where?`,
    [TOWARDS]: `The ${who} fires ${view.weapon === FLAK ? "flak" : "a missile"}: which way?`,
    [DETONATE]: "Two missiles meet",
    [COUNTER]: `A missile reaches the ${who}`,
    [MEETING]: "The two ships meet",
  };
  return words[view.phase] ?? "";
}

/** What is asked of whoever chooses, in a few words. @param {View} view @param {Choice[]} legal */
export function asked(view, legal) {
  const missile = view.phase === STEER || view.phase === PUSH ? missileNumber(view, view.control) : 0;
  const weapon = view.weapon === FLAK ? "flak" : "missile";
  /** @type {Record<number, string>} */
  const words = {
    [STATION]: "Choose which way your ship faces",
    [ENTRY]: "Pick a hex on the edge, and a facing",
    [OPENING]: "Choose the velocity that you enter with",
    [COMMAND]: legal[0]?.kind === "burn" ? "Set your burn for this round" : "Set your dials for this round",
    [GIMBAL]: "Split your burn between ahead and a side",
    [STEER]: `Steer missile ${missile}`,
    [PUSH]: `Choose how much missile ${missile} burns`,
    [WEAPON]: legal.length > 1 ? "Fire, or hold your fire" : "You can't fire any more this round",
    [ORIGIN]: `Pick the hex to fire the ${weapon} from`,
    [TOWARDS]: `Aim the ${weapon}: pick a hex`,
    [DETONATE]: "Two missiles meet: detonate yours?",
    [COUNTER]: view.lost[view.acting] ? "Your ship is lost, and another missile is coming in: counter it?" : "A missile is coming in: counter it?",
    [MEETING]: "The ships meet: choose how many missiles to launch",
  };
  return words[view.phase] ?? heading(view);
}

/** How it ended, if the rules ended it. @param {View} view */
function ending(view) {
  if (view.phase !== OVER_NOW) return "The match is over";
  if (view.decided_by === BY_LIMIT) return "The defender still holds the yard and wins";
  const lost = [0, 1].flatMap((seat) => (view.lost[seat] ? [`the ${SEAT_NAMES[seat]} ${HOW_LOST[view.lost[seat]]}`] : []));
  return view.winner === BOTH ? `Draw: ${lost.join(", ")}` : `The ${SEAT_NAMES[view.winner]} wins: ${lost.join(", ")}`;
}

/** The whole position in sentences. @param {View} view */
export function inWords(view) {
  const said = [`Round ${view.round}. ${heading(view)}.`];
  for (const seat of [0, 1]) said.push(shipInWords(view, seat));
  for (const token of tokensOf(view)) {
    if (token < 2) continue;
    const how = view.kind[token] === FLAK ? `spread ${view.spread[token]}` : `facing ${DIRECTIONS[view.facing[token]]}`;
    said.push(`${tokenInWords(view, token)} at ${here(view, token)}, ${how}, ${goes(view, token)}.`);
  }
  return said.join(" ");
}

/** @param {View} view @param {number} token */
function goes(view, token) {
  const v = velocity(view, token), end = plus(here(view, token), leads(view, token));
  if (same(v, [0, 0])) return "at rest";
  const next = view.over ? "" : `, next at ${end}${onMap(view, end) ? "" : ", off the map"}`;
  return `velocity ${counterText(v)}${next}`;
}

/** A ship in one sentence or two. @param {View} view @param {number} seat */
export function shipInWords(view, seat) {
  const sheet = sheetOf(view, seat), name = `The ${SEAT_NAMES[seat]}'s ${sheet.name}`;
  if (view.lost[seat]) return `${name} ${view.lost[seat] === BY_FLIGHT ? "has" : "is"} ${LOST[view.lost[seat]]}.`;
  if (!placed(view, seat)) return `${name} is not on the map yet.`;
  const works = [
    `thrust ${view.thrust[seat]} of ${sheet.thrust}`,
    `rotation ${view.rotation[seat]} of ${sheet.rotation}`,
    `point defence ${view.defence[seat] < 6 ? `stops on ${view.defence[seat] + 1} or more` : "stops nothing"}`,
    sheet.flak_shots ? `flak guns ${view.guns[seat] ? "work" : "are out"}` : "",
    sheet.missile_shots ? `missile bay ${view.bay[seat] ? "works" : "is out"}, ${view.magazine[seat]} missiles left` : "",
    view.breaches[seat] ? "hull breached" : "hull intact",
  ].filter(Boolean);
  const dials = view.phase === COMMAND ? ` It has set ${view.dials[seat]} of 2 dials.` : "";
  const where = `at ${here(view, seat)}, facing ${DIRECTIONS[view.facing[seat]]}, ${goes(view, seat)}`;
  return `${name} is ${where}; ${works.join(", ")}.${dials}`;
}
