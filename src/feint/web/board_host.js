/** Holds a game's board: shows it one state of the table after another, lets it animate, and steps back. */

import { html, prefersReducedMotion } from "./dom.js";
import fallbackBoard from "./fallback_board.js";

const MOST_BEHIND = 2; // changes that wait while the board animates; earlier ones are skipped

export class BoardHost {
  /**
   * @param {import("./types.js").Game} game
   * @param {import("./table_model.js").TableModel} model
   * @param {(choice: string) => void} choose
   * @param {() => void} shown is called when another state is shown
   */
  constructor(game, model, choose, shown) {
    this.model = model;
    this.at = -1; // the state that is shown
    this.live = true; // whether it follows the present
    this.moving = false; // whether the board still animates to what is shown
    this._shown = shown;
    this._busy = false;
    this._left = false;
    this.element = html("div", { class: "board" });
    /** @type {Promise<import("./types.js").Board>} */
    this._board = this._load(game, choose);
  }

  /** The state that is shown, or the present if nothing is yet. */
  get state() {
    return this.model.states[this.at] ?? this.model.latest;
  }

  /** What can be chosen while this is shown: the same question may still be open when others have moved on. */
  get legal() {
    const { ask, legal, ended } = this.model.latest;
    const asked = this.at >= 0 && this.live && !ended && ask !== null && this.state.ask === ask;
    return asked && this.model.sentChoice === null ? legal : [];
  }

  /** Which of the steps is shown. */
  get step() {
    return this.model.steps.findLastIndex((index) => index <= this.at);
  }

  /**
   * @param {import("./types.js").Game} game
   * @param {(choice: string) => void} choose
   * @returns {Promise<import("./types.js").Board>}
   */
  async _load(game, choose) {
    const setting = {
      host: this.element,
      game,
      seat: this.model.seat,
      choose: (/** @type {string} */ text) => {
        if (this.live && !this._left) choose(text);
      },
    };
    if (!game.files.includes("board.js")) return fallbackBoard(setting);
    try {
      return (await import(`/games/${game.name}/board.js`)).default(setting);
    } catch (error) {
      console.error(error);
      return fallbackBoard(setting); // the match goes on as text
    }
  }

  /** Show what has happened since, in order. */
  async follow() {
    if (this._busy || !this.live || !this.model.caughtUp) return;
    this._busy = true;
    try {
      if (this.at < 0) await this._board; // choices offered before it is there would move away under the mouse
      while (this.live && !this._left && this.at < this.model.states.length - 1) {
        const last = this.model.states.length - 1;
        const first = this.at < 0;
        const next = first || this.at > last ? last : Math.max(this.at + 1, last - MOST_BEHIND);
        const follows = next === this.at + 1 && !first;
        await this._show(next, follows && !prefersReducedMotion() && !document.hidden, follows);
      }
    } finally {
      this._busy = false;
    }
  }

  /** Show the same state again: what can be chosen has changed. */
  async refresh() {
    if (!this._busy && this.at >= 0) await this._show(this.at, false, false);
  }

  /**
   * Go to one of the steps; going to the last one follows the present again.
   * @param {number} step
   */
  async go(step) {
    const { steps } = this.model;
    const wanted = Math.max(0, Math.min(steps.length - 1, step));
    if (wanted === steps.length - 1 || !steps.length) {
      this.live = true;
      this.at = Math.min(this.at, this.model.states.length - 2);
      if (!this._busy) await this._show(this.model.states.length - 1, false, false);
      await this.follow();
      return;
    }
    this.live = false;
    await this._show(steps[wanted], false, false);
  }

  /**
   * @param {number} index
   * @param {boolean} animate
   * @param {boolean} follows
   */
  async _show(index, animate, follows) {
    const states = this.model.states;
    const { view, log } = states[index];
    const before = follows ? states[index - 1].view : null;
    this.at = index;
    const moving = (this.moving = animate && view !== null && before !== null && before !== view);
    this._shown();
    if (!view) return;
    const board = await this._board;
    if (this._left || this.at !== index) return;
    await board.show(view, { legal: this.legal, before, log: follows ? log : [], animate: moving, live: this.live });
    if (!moving || this._left || this.at !== index) return;
    this.moving = false;
    this._shown();
  }

  /** Leave; an animation is not waited for. */
  leave() {
    this._left = true;
  }
}
