/** Where shots can go, and whether one would meet a ship: as the rules have it, from what everyone can see. No DOM. */

import { STEPS, length, plus, same, turned, way } from "./board_hex.js";
import { here, kept, onMap, sheetOf, tokensOf, velocity } from "./board_words.js";
import { FLAK, FRESH_SPREAD, SEAT_NAMES, SHIP } from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_words.js").Course} Course */
/** A ship that something meets if all hold their course: whose, where, and after how many rounds (0: in this one).
 * @typedef {{seat: number, hex: Hex, rounds: number}} Encounter */

const AHEAD = FRESH_SPREAD; // rounds that are looked ahead: flak lasts no longer

/** The hexes that a ship may fire from: those that it came through in the last Advance (DF-Q9). @param {View} view @param {number} seat @returns {Hex[]} */
export function origins(view, seat) {
  const hexes = /** @type {Hex[]} */ (Array.from({ length: view.path_length[seat] }, (_, at) => [view.path_q[seat][at], view.path_r[seat][at]]));
  return hexes.length ? hexes : [here(view, seat)];
}

/**
 * Every shot that a weapon can fire from some hexes, with the ship's own velocity in it (DF-R11).
 * @param {View} view @param {number} seat @param {number} weapon @param {Hex[]} from @returns {Course[]}
 */
export function shots(view, seat, weapon, from) {
  const sheet = sheetOf(view, seat), flak = weapon === FLAK;
  const speed = flak ? sheet.flak_velocity : sheet.missile_velocity;
  const arc = new Set((flak ? sheet.flak_arc : sheet.missile_arc).map((way) => turned(way, view.facing[seat])));
  return from.flatMap((origin) =>
    [...arc].flatMap((first) => {
      const start = plus(origin, STEPS[first]);
      if (!onMap(view, start)) return [];
      const splits = [1, 5].map((side) => turned(first, side)).filter((second) => arc.has(second));
      const ways = [[first, 0], ...splits.flatMap((second) => Array.from({ length: Math.max(0, speed - 1) }, (_, n) => [second, n + 1]))];
      return ways.map(([second, aside]) => {
        const v = kept(view, plus(plus(velocity(view, seat), STEPS[first], speed - aside), STEPS[second], aside));
        return { token: -1, kind: weapon, owner: seat, from: start, v, facing: first };
      });
    }),
  );
}

/** The hexes on the map where shots are at the end of the round. @param {View} view @param {Course[]} fired @returns {Hex[]} */
export function reach(view, fired) {
  const ends = new Map(fired.map(({ from, v }) => [String(plus(from, v)), plus(from, v)]));
  return [...ends.values()].filter((hex) => onMap(view, hex));
}

/**
 * The ship that a shot would meet first if everything held its course; null if it meets none. In this round ships have burned
 * already, and their course is what it is; after it they may burn again.
 * @param {View} view @param {Course} course of the shot; its token is replaced if it is there
 * @returns {Encounter|null}
 */
export function encounter(view, course) {
  const others = tokensOf(view).filter((token) => token !== course.token);
  let tracks = [...others.map((token) => ({ token, at: here(view, token), v: velocity(view, token) })), { token: -1, at: course.from, v: course.v }];
  const fresh = course.token < 0, enemy = 1 - course.owner;
  const sliced = view.rulings.motion !== "endpoints";
  if (fresh && view.rulings.point_blank === "meets" && same(course.from, here(view, enemy))) return { seat: enemy, hex: course.from, rounds: 0 };
  for (let rounds = 0; rounds < AHEAD; rounds++) {
    const slices = sliced ? Math.max(1, ...tracks.map(({ v }) => length(v))) : 1;
    const where = (/** @type {typeof tracks[0]} */ { at, v }, /** @type {number} */ slice) => plus(at, way(v, slice, slices));
    const shot = tracks[tracks.length - 1], ships = tracks.filter(({ token }) => token >= 0 && view.kind[token] === SHIP);
    for (let slice = 1; slice <= slices; slice++) {
      const now = where(shot, slice), last = where(shot, slice - 1);
      if (!onMap(view, now)) return null;
      for (const ship of ships) {
        if (ship.token === course.owner && fresh && rounds === 0) continue; // a shot can't hit its own ship in the round it was fired
        const there = where(ship, slice), before = where(ship, slice - 1);
        if (!onMap(view, there)) return null; // it has fled, and all is over
        if (same(now, there) || (sliced && same(now, before) && same(there, last))) return { seat: ship.token, hex: now, rounds };
      }
    }
    tracks = tracks.map(({ token, at, v }) => ({ token, at: plus(at, v), v })).filter(({ token, at }) => token < 2 || onMap(view, at));
  }
  return null;
}

/** What becomes of a shot, in a few words. @param {Encounter|null} met @param {number} owner who fired it */
export function encounterInWords(met, owner) {
  const enemy = SEAT_NAMES[1 - owner];
  if (!met) return `misses the ${enemy} if they hold course`;
  const when = met.rounds === 0 ? "this round" : met.rounds === 1 ? "next round" : `in ${met.rounds} rounds`;
  if (met.seat === owner) return `meets your own ship ${when} if you hold course`;
  return met.rounds ? `meets the ${enemy} ${when} if they hold course` : `meets the ${enemy} at ${met.hex} this round`;
}
