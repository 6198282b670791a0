/** Offers to play on from a step of a finished match, against bots. */

import { html } from "./dom.js";
import { takeSeat } from "./take_seat.js";
import { capitalize, seatName } from "./text.js";

/** @typedef {import("./analysis_source.js").Source} Source */

export class BranchForm {
  /**
   * @param {import("./types.js").Game} game
   * @param {string[]} seats
   * @param {Source} source
   */
  constructor(game, seats, source) {
    this._seats = seats;
    this._source = source;
    this._step = 0;
    const levels = game.levels.map(({ level }) => html("option", { value: level }, capitalize(level)));
    this._seat = /** @type {HTMLSelectElement} */ (html("select", { id: "branch-seat" }, ...seats.map((seat) => html("option", { value: seat }, capitalize(seatName(seat))))));
    this._bot = /** @type {HTMLSelectElement} */ (html("select", { id: "branch-bot" }, html("optgroup", { label: "Computer" }, ...levels), html("optgroup", { label: "More bots" }, ...game.bots.map((bot) => html("option", { value: bot }, bot.replace(":", ", "))))));
    this._bot.value = game.levels.find((level) => level.default)?.level ?? game.bots[game.bots.length - 1];
    this._open = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
    this._wrong = html("p", { class: "notice bad", role: "alert", hidden: true });
    this._here = /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "main", onclick: () => this._start(this._step) }, "Play from here"));
    this._instead = /** @type {HTMLButtonElement} */ (html("button", { type: "button", onclick: () => this._start(this._step - 1) }, "Try another choice"));
    this.element = html("details", { class: "branch folds card" }, html("summary", {}, "Play on from here"),
      html("div", { class: "fields" },
        html("label", { for: "branch-seat" }, "You play"), this._seat,
        html("label", { for: "branch-bot" }, "Against"), this._bot,
        html("label", { class: "check" }, this._open, "Keep what is hidden as it was in this match"),
        this._wrong,
        html("div", { class: "actions" }, this._here, this._instead)));
  }

  /**
   * @param {number} step the steps that have been made
   * @param {string | null} chose who made the last of them, if it was a real choice
   * @param {string | null} next who makes the next one
   * @param {boolean} over whether nothing is left to play
   */
  show(step, chose, next, over) {
    this._step = step;
    this._here.disabled = over;
    this._instead.hidden = !chose;
    this._seat.value = chose ?? next ?? this._seat.value;
  }

  /** @param {number} step */
  async _start(step) {
    const seat = this._seat.value;
    const bots = Object.fromEntries(this._seats.filter((other) => other !== seat).map((other) => [other, this._bot.value]));
    this._wrong.hidden = true;
    try {
      const about = await this._source.branch({ step, bots, open: this._open.checked });
      await takeSeat(about, seat);
      location.hash = `#/table/${about.table}`;
    } catch (error) {
      this._wrong.textContent = /** @type {Error} */ (error).message;
      this._wrong.hidden = false;
    }
  }
}
