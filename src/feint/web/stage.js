/** Where a game's board stands: changes are shown one after the other, and one can step back through them. */

import { html, reduced } from "/web/svg.js";
import plain from "/web/plain.js";

const MOST_BEHIND = 2; // changes that wait for what still moves; the ones before are not shown moving

export class Stage {
  /**
   * @param {import("/web/types.js").Game} game
   * @param {import("/web/connection.js").Connection} connection
   * @param {() => void} shown is called when another state is shown
   */
  constructor(game, connection, shown) {
    this.connection = connection;
    this.at = -1; // the state that is shown
    this.live = true; // whether it follows what happens
    this.moving = false; // whether the board still moves to what is shown
    this._shown = shown;
    this._busy = false;
    this._gone = false;
    this.host = html("div", { class: "board" });
    /** @type {Promise<import("/web/types.js").Board>} */
    this._board = this._make(game);
  }

  /** The state that is shown, or the present if nothing is yet. */
  get state() {
    return this.story.states[this.at] ?? this.story.last;
  }

  get story() {
    return this.connection.story;
  }

  /** What can be chosen while this is shown: the same question may still be open when others have moved on. */
  get legal() {
    const { ask, legal, ended } = this.story.last;
    const asked = this.at >= 0 && this.live && !ended && ask !== null && this.state.ask === ask;
    return asked && !this.connection.answering ? legal : [];
  }

  /** Which of the steps is shown. */
  get step() {
    return this.story.steps.findLastIndex((index) => index <= this.at);
  }

  /**
   * @param {import("/web/types.js").Game} game
   * @returns {Promise<import("/web/types.js").Board>}
   */
  async _make(game) {
    const setting = {
      host: this.host,
      game,
      seat: this.connection.seat,
      choose: (/** @type {string} */ text) => {
        if (this.live && !this._gone) this.connection.choose(text);
      },
    };
    if (!game.files.includes("board.js")) return plain(setting);
    try {
      return (await import(`/games/${game.name}/board.js`)).default(setting);
    } catch (error) {
      console.error(error);
      return plain(setting); // a match goes on in words
    }
  }

  /** Show what has happened, in order. */
  async follow() {
    if (this._busy || !this.live || !this.connection.caughtUp) return;
    this._busy = true;
    try {
      if (this.at < 0) await this._board; // before it nothing is offered: it would push away what someone is about to click
      while (this.live && !this._gone && this.at < this.story.states.length - 1) {
        const last = this.story.states.length - 1;
        const first = this.at < 0;
        const next = first || this.at > last ? last : Math.max(this.at + 1, last - MOST_BEHIND);
        const follows = next === this.at + 1 && !first;
        await this._show(next, follows && !reduced() && !document.hidden, follows);
      }
    } finally {
      this._busy = false;
    }
  }

  /** The same again, for another choice that can be made or not. */
  async refresh() {
    if (!this._busy && this.at >= 0) await this._show(this.at, false, false);
  }

  /**
   * Step to one of the steps; to the last one is to follow again.
   * @param {number} step
   */
  async go(step) {
    const { steps } = this.story;
    const wanted = Math.max(0, Math.min(steps.length - 1, step));
    if (wanted === steps.length - 1 || !steps.length) {
      this.live = true;
      this.at = Math.min(this.at, this.story.states.length - 2);
      if (!this._busy) await this._show(this.story.states.length - 1, false, false);
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
    const states = this.story.states;
    const { view, log } = states[index];
    const before = follows ? states[index - 1].view : null;
    this.at = index;
    const moving = (this.moving = animate && view !== null && before !== null && before !== view);
    this._shown();
    if (!view) return;
    const board = await this._board;
    if (this._gone || this.at !== index) return;
    await board.show(view, { legal: this.legal, before, log: follows ? log : [], animate: moving, live: this.live });
    if (!moving || this._gone || this.at !== index) return;
    this.moving = false;
    this._shown();
  }

  /** Leave; whatever still moves is not waited for. */
  leave() {
    this._gone = true;
  }
}
