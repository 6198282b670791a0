/** Draws the log: what has happened, in the game's words, for eyes and for screen readers. */

import { html } from "./dom.js";
import { lastLine } from "./endings.js";

/** @typedef {import("./types.js").State} State */

export class Log {
  constructor() {
    this._lines = html("div", { class: "lines", role: "log", "aria-live": "polite", "aria-label": "Game log", tabindex: "0" });
    this.element = html("section", { class: "log card" }, html("h2", {}, "Game log"), this._lines);
    this._count = 0; // states whose lines are there
    /** @type {State[] | null} */
    this._states = null;
  }

  /** Take all of it off the screen. */
  clear() {
    this._lines.replaceChildren();
    this._states = null;
  }

  /**
   * Show the lines of all states up to one; while someone steps back, mark those that came with it.
   * @param {State[]} states
   * @param {number} at
   */
  show(states, at) {
    if (this._states !== states) {
      this._lines.replaceChildren();
      this._count = 0;
      this._states = states;
    }
    const many = at - this._count > 2; // old lines are not read out
    if (many) this._lines.setAttribute("aria-live", "off");
    const atEnd = this._lines.scrollHeight - this._lines.scrollTop - this._lines.clientHeight < 40;
    for (; this._count <= at; this._count++) {
      for (const line of lines(states, this._count)) this._lines.append(html("p", { "data-state": this._count }, line));
    }
    if (many) setTimeout(() => this._lines.setAttribute("aria-live", "polite"), 500);
    let now = null;
    for (const line of /** @type {Iterable<HTMLElement>} */ (/** @type {any} */ (this._lines.children))) {
      const state = Number(line.dataset.state);
      line.classList.toggle("later", state > at);
      line.classList.toggle("now", state === at && at < states.length - 1);
      if (state <= at) now = line;
    }
    if (at < states.length - 1 && now) this._lines.scrollTop = now.offsetTop - this._lines.offsetTop - this._lines.clientHeight / 2;
    else if (atEnd || at === states.length - 1) this._lines.scrollTop = this._lines.scrollHeight;
  }
}

/**
 * The lines that came with a state; with the last one also how the match ended, if the game's own log doesn't say it.
 * @param {State[]} states
 * @param {number} at
 */
function lines(states, at) {
  const { log, ended } = states[at];
  const line = ended && !states[at - 1]?.ended ? lastLine(ended) : null;
  return line ? [...log, "", line] : log;
}
