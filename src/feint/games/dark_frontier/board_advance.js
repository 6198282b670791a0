/**
 * An Advance as it happened: who flew which way, met whom in which slice, and what became of it.
 *
 * A view has only where things ended. So it is flown again as motion.py does, with the log saying what the dice and the
 * players decided. What comes out must be the view after; the tests hold that.
 */

import { length, plus, same, way } from "./board_hex.js";
import { BY_LIMIT, COMMAND, COUNTER, DETONATE, FLAK, FRESH_SPREAD, GONE, MEETING, MISSILE, OVER_NOW, SHIP, WEAPON } from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {import("./schema.js").View} View */
/**
 * A token on its way. `goneAt`: the slice in which it went; `flakAt`: in which it became flak; `by`: the flash that did it.
 * @typedef {object} Mover
 * @property {number} token @property {number} kind @property {number} owner @property {Hex} from @property {Hex} v
 * @property {number} facing @property {number} spread @property {boolean} fresh
 * @property {Hex} at @property {Hex} last @property {number|null} goneAt @property {number|null} flakAt
 * @property {number} by
 */
/**
 * Something that is seen to happen. kind: "meet", "dodge", "stop", "hit", "blast", "burst" or "leave".
 * @typedef {object} Flash
 * @property {number} slice @property {Hex} hex @property {string} kind @property {string} words
 */
/** @typedef {{slices: number, first: number, last: number, movers: Mover[], flashes: Flash[]}} Advance */

const MEANWHILE = [DETONATE, COUNTER, MEETING];
const OUTCOME = /rolls|to counter it|'s ship |hull is breached|breaks apart|detonates|holds\.|launches/;

/** Whether anything moved or met between two views. @param {View} before @param {View} after */
function advanced(before, after) {
  if (before.phase === WEAPON) return after.phase === COMMAND || after.phase === OVER_NOW || MEANWHILE.includes(after.phase);
  return MEANWHILE.includes(before.phase);
}

/** The Advance, or the part of it, between two views; null if there was none.
 * @param {View} before @param {View} after @param {string[]} log @returns {Advance|null} */
export function advance(before, after, log) {
  if (!advanced(before, after)) return null;
  const going = MEANWHILE.includes(before.phase);
  const movers = begin(before, going);
  const longest = Math.max(1, ...movers.map((mover) => length(mover.v)));
  const slices = going ? before.slices : before.rulings.motion === "endpoints" ? 1 : longest;
  const first = going ? before.slice : 0;
  const stops = MEANWHILE.includes(after.phase) || (after.phase === OVER_NOW && after.decided_by !== BY_LIMIT);
  const flight = new Flight(before, movers, slices, first, log);
  if (going) flight.resume();
  else flight.contacts(); // at point-blank, before anything moves
  while (flight.slice < (stops ? after.slice : slices)) flight.next();
  if (first === flight.slice && !flight.flashes.length) return null;
  return { slices, first, last: flight.slice, movers, flashes: flight.flashes };
}

/** Everything that flies, from where it began. @param {View} view @param {boolean} going @returns {Mover[]} */
function begin(view, going) {
  const movers = [];
  for (let token = 0; token < view.tokens; token++) {
    const gone = view.kind[token] === GONE;
    /** @type {Hex} */
    const at = [view.q[token], view.r[token]];
    movers.push({
      token, at, last: at,
      kind: view.kind[token],
      owner: view.owner[token],
      from: going ? /** @type {Hex} */ ([view.from_q[token], view.from_r[token]]) : at,
      v: /** @type {Hex} */ ([view.vq[token], view.vr[token]]),
      facing: view.facing[token],
      spread: view.spread[token],
      fresh: token > 1 && view.placed[token] === view.round,
      goneAt: gone ? -1 : null,
      flakAt: null,
      by: -1,
    });
  }
  return movers;
}

class Flight {
  /** @param {View} view @param {Mover[]} movers @param {number} slices @param {number} slice @param {string[]} log */
  constructor(view, movers, slices, slice, log) {
    this.view = view;
    this.movers = movers;
    this.slices = slices;
    this.slice = slice;
    this.lines = log.filter(Boolean);
    this.owed = 0; // missiles of a meeting of ships that still come
    /** @type {Flash[]} */
    this.flashes = [];
    /** @type {Set<string>} */
    this.met = new Set();
  }

  /** Go on where someone was asked in the middle of it. */
  resume() {
    const { view } = this;
    for (const mover of this.movers) {
      const { token } = mover;
      for (let one = 0; one < token; one++) {
        if (Math.floor(view.met[token] / 2 ** one) % 2) this.met.add(`${one} ${token}`);
      }
      mover.last = this.where(token, Math.max(0, this.slice - 1));
    }
    if (view.phase === COUNTER) this.owed = view.missiles_left;
    this.resolve(this.movers[view.one], this.movers[view.other]);
    this.contacts();
  }

  /** @param {number} token @param {number} slice @returns {Hex} */
  where(token, slice) {
    const { from, v } = this.movers[token];
    return plus(from, way(v, slice, this.slices));
  }

  /** A slice: everything moves, what leaves the map is gone, and then things meet. */
  next() {
    this.slice++;
    for (const mover of this.movers) {
      if (mover.goneAt !== null) continue;
      mover.last = mover.at;
      mover.at = this.where(mover.token, this.slice);
      if (length(mover.at) > this.view.rulings.radius) {
        mover.goneAt = this.slice;
        this.flash(mover.last, "leave", mover.kind === SHIP ? "leaves the map" : "");
      }
    }
    this.lines = this.lines.filter((line) => !/leaves the map\.$/.test(line));
    this.contacts();
  }

  contacts() {
    for (let pair = this.contact(); pair && this.lines.length; pair = this.contact()) {
      this.met.add(`${pair[0].token} ${pair[1].token}`);
      this.lines.shift(); // who meets whom
      this.resolve(...pair);
    }
  }

  /** The next two that meet in this slice, in the order of the rules. @returns {[Mover, Mover]|null} */
  contact() {
    const there = this.movers.filter((mover) => mover.goneAt === null);
    const ships = there.filter((mover) => mover.kind === SHIP);
    if (ships.length === 2 && this.together(ships[0], ships[1])) return [ships[0], ships[1]];
    const missiles = there.filter((mover) => mover.kind === MISSILE);
    for (const [at, one] of missiles.entries()) {
      for (const other of missiles.slice(at + 1)) {
        if (one.owner !== other.owner && this.together(one, other)) return [one, other];
      }
    }
    for (const kind of [MISSILE, FLAK]) {
      for (const ship of ships) {
        for (const shot of there) {
          const own = shot.owner === ship.token && shot.fresh;
          if (shot.kind === kind && !own && this.together(ship, shot)) return [ship, shot];
        }
      }
    }
    return null;
  }

  /** @param {Mover} one @param {Mover} other */
  together(one, other) {
    if (this.met.has(`${one.token} ${other.token}`)) return false;
    if (this.slice === 0 && (this.view.rulings.point_blank !== "meets" || !(one.fresh || other.fresh))) return false;
    if (same(one.at, other.at)) return true;
    return this.view.rulings.motion !== "endpoints" && same(one.at, other.last) && same(other.at, one.last);
  }

  /** What the log says of two that met: up to where the next two meet, or someone is asked.
   * @param {Mover} one @param {Mover} other */
  resolve(one, other) {
    let [kind, words] = ["meet", ""];
    while (this.lines.length) {
      const line = this.lines[0];
      const more = this.owed > 0 && /^A missile reaches/.test(line);
      if (!more && !OUTCOME.test(line)) break;
      this.lines.shift();
      if (more) this.owed--;
      [kind, words] = this.outcome(line, one, other, kind, words);
    }
    this.flash(one.at, kind, words);
  }

  /** @param {string} line @param {Mover} one @param {Mover} other @param {string} kind @param {string} words
   * @returns {[string, string]} */
  outcome(line, one, other, kind, words) {
    const launches = /launches (\d+)/.exec(line);
    if (launches) {
      this.owed = Math.abs(+launches[1] - this.owed); // of the first, then what the two differ by
      return [kind, words];
    }
    if (/detonates/.test(line)) {
      for (const missile of [one, other]) {
        Object.assign(missile, { kind: FLAK, spread: FRESH_SPREAD, flakAt: this.slice, by: this.flashes.length });
      }
      return ["burst", "detonated"];
    }
    if (/: dodged/.test(line)) return [kind === "meet" ? "dodge" : kind, words || "dodged"];
    if (/to counter it|shot down|gets through|debris hits|goes off/.test(line) && other.token > 1) {
      Object.assign(other, { goneAt: this.slice, by: this.flashes.length });
    }
    if (/shot down/.test(line)) return [kind === "meet" ? "stop" : kind, words || "shot down"];
    if (/goes off|breaks apart/.test(line)) return ["blast", "destroyed"];
    const broken = /'s ship (.*)\.$/.exec(line);
    if (broken) return ["hit", broken[1].replace(/^the /, "")];
    if (/hull is breached/.test(line)) return ["hit", "hull breach"];
    return [kind, words];
  }

  /** @param {Hex} hex @param {string} kind @param {string} words */
  flash(hex, kind, words) {
    this.flashes.push({ slice: this.slice, hex, kind, words });
  }
}
