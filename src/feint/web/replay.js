/** Draws the buttons that step back and forth through a match. */

import { html, svg } from "./dom.js";

const ARROWS = {
  first: "M4 4h2v12H4zM17 4v12L7 10z",
  previous: "M14 4v12L5 10z",
  next: "M6 4v12l9-6z",
  live: "M3 4v12l10-6zM14 4h2v12h-2z",
};

export class Replay {
  /**
   * @param {(step: number) => void} go
   * @param {string} [last] what leads to the last move
   */
  constructor(go, last = "Latest move (Esc)") {
    this._step = 0;
    const make = (/** @type {keyof typeof ARROWS} */ arrow, /** @type {string} */ label, /** @type {() => void} */ pick) =>
      /** @type {HTMLButtonElement} */ (
        html(
          "button",
          { type: "button", class: "quiet", "aria-label": label, title: label, onclick: pick },
          svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ARROWS[arrow] })),
        )
      );
    this._first = make("first", "Go to the start", () => go(0));
    this._previous = make("previous", "Previous move (left arrow)", () => go(this._step - 1));
    this._next = make("next", "Next move (right arrow)", () => go(this._step + 1));
    this._live = make("live", last, () => go(Infinity));
    this._at = html("span", { class: "at" });
    this.element = html("div", { class: "history card", role: "group", "aria-label": "Moves" },
      this._first, this._previous, this._at, this._next, this._live);
  }

  /**
   * @param {number} step
   * @param {number} steps
   * @param {boolean} live
   */
  show(step, steps, live) {
    this._step = step;
    this._first.disabled = this._previous.disabled = step <= 0;
    this._next.disabled = this._live.disabled = live;
    this._at.textContent = steps > 0 ? `${step + 1} of ${steps}` : "not started";
  }
}
