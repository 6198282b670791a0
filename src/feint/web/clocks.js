/** Draws the seats' clocks, and keeps them running on the screen. */

import { html } from "./dom.js";
import { capitalize, seatName } from "./text.js";

const SHORT = 10_000; // ms: from here on the time is marked as running out

export class Clocks {
  constructor() {
    /** @type {Map<string, HTMLElement>} */
    this._elements = new Map();
    this._timer = 0;
  }

  /**
   * Show the time that each seat has left.
   * @param {import("./types.js").State} state
   * @param {() => number} serverTime
   * @returns {Map<string, HTMLElement>} an element for each seat that has a clock
   */
  show(state, serverTime) {
    clearTimeout(this._timer);
    const { time, ended } = state;
    this._elements = new Map(Object.keys(time?.left ?? {}).map((seat) =>
      [seat, html("span", { class: "time numbers", role: "timer", "aria-label": `${capitalize(seatName(seat))}'s time` })]));
    if (time) this._tick(ended ? { ...time, running: [] } : time, serverTime);
    return this._elements;
  }

  /**
   * @param {import("./protocol.js").TimeLeft} time
   * @param {() => number} serverTime
   */
  _tick(time, serverTime) {
    for (const [seat, element] of this._elements) {
      const passed = time.running.includes(seat) ? serverTime() - time.at : 0;
      const left = Math.max(0, time.left[seat] - passed);
      element.textContent = minutes(left);
      element.classList.toggle("short", left < SHORT);
    }
    if (time.running.length) this._timer = setTimeout(() => this._tick(time, serverTime), 250);
  }

  /** Stop the clocks on the screen. */
  stop() {
    clearTimeout(this._timer);
  }
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
