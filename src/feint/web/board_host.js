/** Holds a game's board: shows it one state of the table after another, lets it animate, and steps back.
 *
 * While the board animates from one state to the next, everything around it still shows the state before: nothing tells
 * what is only just turning over. */

import { html } from "./dom.js";
import fallbackBoard from "./fallback_board.js";
import { isStill } from "./motion.js";

const MOST_BEHIND = 2; // changes that wait while the board animates; earlier ones are skipped

export class BoardHost {
  /**
   * @param {import("./types.js").Game} game
   * @param {import("./table_model.js").TableModel} model
   * @param {(choice: string) => void} choose
   * @param {() => void} shown is called when another state has been shown
   */
  constructor(game, model, choose, shown) {
    this.model = model;
    this.at = -1; // the state that the board shows, or animates to
    this.settled = -1; // the state that it has arrived at: what everything around it shows
    this.live = true; // whether it follows the present
    this.held = false; // whether nothing can be chosen for now, since several people look at it
    this.prompt = ""; // what the board asks for, in a few words
    this._shown = shown;
    this._busy = false;
    this._left = false;
    /** @type {() => void} */
    this._skip = () => {};
    this.element = html("div", { class: "board" });
    /** @type {Promise<import("./types.js").Board>} */
    this._board = this._load(game, choose);
  }

  /** The state that everything around the board shows; the present if nothing is shown yet. */
  get state() {
    return this.model.states[this.settled] ?? this.model.latest;
  }

  /** Whether the board still animates. */
  get moving() {
    return this.settled !== this.at;
  }

  /** Whether everything that has happened has been seen. */
  get upToDate() {
    return this.settled === this.model.states.length - 1;
  }

  /** What can be chosen while this is shown: the same question may still be open when others have moved on. */
  get legal() {
    const { ask, legal, ended, forced } = this.model.latest;
    const asked = this.settled >= 0 && this.live && !this.held && !ended && !forced && ask !== null && this.state.ask === ask;
    return asked && this.model.sentChoice === null ? legal : [];
  }

  /** Whether someone is still watching what led to the present. */
  get behind() {
    return this.live && (this.moving || this.at < this.model.states.length - 1);
  }

  /** Which of the steps is shown. */
  get step() {
    return this.model.steps.findLastIndex((index) => index <= this.settled);
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
        if (this.live && !this.held && !this._left) choose(text);
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
        await this._show(next, follows && !isStill() && !document.hidden, follows);
      }
    } finally {
      this._busy = false;
    }
  }

  /** Show the same state again: what can be chosen has changed. */
  async refresh() {
    if (!this._busy && this.at >= 0) await this._show(this.at, false, false);
  }

  /** Something was taken back: what was shown isn't there any more. */
  restart() {
    this.at = this.settled = -1;
    this.live = true;
    this._skip();
  }

  /** End the animation that is running, if one is. */
  skip() {
    this._skip();
  }

  /**
   * Go to one of the steps; going to the last one follows the present again.
   * @param {number} step
   * @param {boolean} [moving] whether the board moves there, if it is the next one; else it jumps
   */
  async go(step, moving = false) {
    const { steps } = this.model;
    const wanted = Math.max(0, Math.min(steps.length - 1, step));
    const follows = moving && this.at >= 0 && steps[wanted] === this.at + 1;
    const animate = follows && !isStill() && !document.hidden;
    if (wanted === steps.length - 1 || !steps.length) {
      this.live = true;
      if (!this._busy) await this._show(this.model.states.length - 1, animate, follows);
      await this.follow();
      return;
    }
    this.live = false;
    await this._show(steps[wanted], animate, follows);
  }

  /**
   * @param {number} index
   * @param {boolean} animate
   * @param {boolean} follows
   */
  async _show(index, animate, follows) {
    const { view, log, details } = this.model.states[index];
    const before = follows ? this.model.states[index - 1].view : null;
    const moves = animate && view !== null && before !== null && before !== view;
    this.at = index;
    this._skip();
    if (!moves) this._settle();
    if (!view) return;
    const board = await this._board;
    if (this._left || this.at !== index) return;
    const { legal, live } = this;
    const story = this.model.states.slice(0, index + 1).flatMap((state) => state.log);
    const moment = { before, log: follows ? log : [], story, details, live };
    if (!moves) {
      this._ask(board, view);
      return board.show(view, { ...moment, legal, animate: false });
    }
    const skipped = new Promise((resolve) => (this._skip = () => resolve(true)));
    const cut = await Promise.race([board.show(view, { ...moment, legal, animate: true }), skipped]);
    if (this._left || this.at !== index) return;
    this._settle();
    this._ask(board, view);
    if (cut || this.legal.join() !== legal.join()) await board.show(view, { ...moment, legal: this.legal, animate: false });
  }

  /** The board has arrived at what it shows. */
  _settle() {
    this.settled = this.at;
    this.prompt = "";
    this._shown();
  }

  /**
   * @param {import("./types.js").Board} board
   * @param {import("./types.js").View} view
   */
  _ask(board, view) {
    const prompt = this.legal.length ? board.prompt?.(view, this.legal) ?? "" : "";
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    this._shown();
  }

  /** Leave; an animation is not waited for. */
  leave() {
    this._left = true;
  }
}
