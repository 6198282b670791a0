/** Draws the log: what has happened, in the game's words, for eyes and for screen readers. */

import { html } from "./dom.js";
import { lastLine } from "./endings.js";
import { sparedText } from "./table_model.js";

/** @typedef {import("./types.js").State} State */

export class Log {
  constructor() {
    this._lines = html("div", { class: "lines", role: "log", "aria-live": "polite", "aria-label": "Game log", tabindex: "0" });
    this.element = html("section", { class: "log closed card", id: "log" }, html("h2", {}, "Game log"), this._lines);
    /** Opens and closes the log where there is no room for it beside the board. */
    this.toggle = html("button", { type: "button", class: "quiet open-log", "aria-expanded": "false", "aria-controls": "log", onclick: () => this._toggle() }, "Log");
    this._count = 0; // states whose lines are there
    this._follows = true; // whether the last line is in sight, and has to stay there when the log gets smaller
    this._frame = 0; // the next one, if the last line is to be brought into sight then
    this._stepping = false; // whether lines are marked, since someone steps back
    this._height = 0; // as it last was: a scroll event that comes after it got smaller tells nothing of what someone wants to see
    this._lines.addEventListener("scroll", () => {
      if (this._lines.clientHeight === this._height) this._follows = this._atEnd;
    }, { passive: true });
    new ResizeObserver(() => {
      this._height = this._lines.clientHeight;
      if (this._follows) this._scroll();
    }).observe(this._lines);
    /** @type {State[] | null} */
    this._states = null;
  }

  get _atEnd() {
    return this._lines.scrollHeight - this._lines.scrollTop - this._lines.clientHeight < 40;
  }

  /** Bring the last line into sight with the next frame: where it is now, only a layout of the whole page could tell. */
  _toEnd() {
    this._follows = true;
    this._frame ||= requestAnimationFrame(() => this._scroll());
  }

  _scroll() {
    this._frame = 0;
    this._lines.scrollTop = this._lines.scrollHeight;
    this._follows = true;
  }

  _toggle() {
    const closed = this.element.classList.toggle("closed");
    this.toggle.setAttribute("aria-expanded", String(!closed));
    this._toEnd();
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
   * @param {boolean} live false: someone steps back
   */
  show(states, at, live) {
    if (this._states !== states) {
      this._lines.replaceChildren();
      this._count = 0;
      this._states = states;
    }
    const many = at - this._count > 2; // old lines are not read out
    if (many) this._lines.setAttribute("aria-live", "off");
    const atEnd = this._follows || this._atEnd;
    for (; this._count <= at; this._count++) {
      const { spared } = states[this._count];
      if (spared !== null) this._lines.append(html("p", { class: "soft spared", "data-state": this._count }, sparedText(spared)));
      for (const line of lines(states, this._count)) this._lines.append(html("p", { "data-state": this._count }, line));
    }
    if (many) setTimeout(() => this._lines.setAttribute("aria-live", "polite"), 500);
    const now = this._mark(at, live);
    if (!live && now) {
      cancelAnimationFrame(this._frame);
      this._frame = 0;
      this._follows = false;
      this._lines.scrollTop = now.offsetTop - this._lines.offsetTop - this._lines.clientHeight / 2;
    } else if (atEnd || at === states.length - 1) this._toEnd();
  }

  /**
   * Mark the lines of a state and those after it, while someone steps back or the board is still behind.
   * @param {number} at
   * @param {boolean} live
   * @returns {HTMLElement | null} the last line up to that state
   */
  _mark(at, live) {
    const all = /** @type {HTMLCollectionOf<HTMLElement>} */ (this._lines.children);
    const last = /** @type {HTMLElement | null} */ (this._lines.lastElementChild);
    const stepping = !live || Number(last?.dataset.state) > at;
    if (!stepping && !this._stepping) return last;
    this._stepping = stepping;
    let now = null;
    for (const line of all) {
      const state = Number(line.dataset.state);
      line.classList.toggle("later", state > at);
      line.classList.toggle("now", state === at && !live);
      if (state <= at) now = line;
    }
    return now;
  }
}

/**
 * The lines that came with a state; with the last one also why the match ended, if the game's own log doesn't say it.
 * @param {State[]} states
 * @param {number} at
 */
function lines(states, at) {
  const { log, ended } = states[at];
  const line = ended && !states[at - 1]?.ended ? lastLine(states[at]) : null;
  return line ? [...log, "", line] : log;
}
