/** What is to be heard at a table: nothing, unless someone has switched sound on in the settings. */

import { resultFor } from "./endings.js";
import { readSetting } from "./storage.js";
import { isAsked } from "./turn.js";

/** @typedef {import("./sound.js").Cue} Cue */
/** @typedef {import("./types.js").State} State */

/**
 * What is to be heard when one state has followed another.
 * @param {State} before
 * @param {State} state
 * @param {string | null} seat whose eyes these are
 * @param {string[]} mine the seats played on this device
 * @returns {Cue[]}
 */
export function cuesBetween(before, state, seat, mine) {
  if (before.ended) return [];
  if (state.ended) {
    const oneSide = mine.length > 0 && mine.length < Object.keys(state.seats).length;
    const result = oneSide ? resultFor(state.ended, mine) : "draw";
    return [result === "won" || result === "lost" ? result : "over"];
  }
  const asked = isAsked(state, seat) && !state.forced && state.ask !== before.ask;
  /** @type {Cue[]} */
  const cues = state.log.length ? ["reveal"] : [];
  return asked ? [...cues, "turn"] : cues;
}

/**
 * Play sounds if they are wanted. A page in the background only says that it is someone's turn.
 * @param {Cue[]} cues
 */
export async function hear(cues) {
  const audible = cues.filter((cue) => cue === "turn" || !document.hidden);
  if (!audible.length || readSetting("sound") !== "on" || !navigator.userActivation?.hasBeenActive) return;
  (await import("./sound.js")).play(audible);
}

export class Cues {
  constructor() {
    /** @type {string | null | undefined} */
    this._seat = undefined;
    /** @type {State | undefined} */
    this._state = undefined;
  }

  /**
   * Take in what is shown now. Where one starts, or when another player looks, nothing is heard.
   * @param {State} state
   * @param {string | null} seat whose eyes these are
   * @param {string[]} mine the seats played on this device
   */
  follow(state, seat, mine) {
    const before = seat === this._seat ? this._state : undefined;
    this._seat = seat;
    this._state = state;
    if (before && before !== state) hear(cuesBetween(before, state, seat, mine));
  }
}
