/** What happened, in the game's own words, for eyes and for screen readers; and the buttons to step back through it. */

import { lastLine } from "/web/ending.js";
import { html, svg } from "/web/svg.js";

const ARROWS = {
  first: "M4 4h2v12H4zM17 4v12L7 10z",
  back: "M14 4v12L5 10z",
  on: "M6 4v12l9-6z",
  live: "M3 4v12l10-6zM14 4h2v12h-2z",
};

export class Log {
  constructor() {
    this._lines = html("div", { class: "lines", role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0" });
    this.element = html("section", { class: "log card" }, html("h2", {}, "What happened"), this._lines);
    this._told = 0; // states
    /** @type {import("/web/types.js").State[] | null} */
    this._states = null;
  }

  /** Leave nothing of it on the screen. */
  clear() {
    this._lines.replaceChildren();
    this._states = null;
  }

  /**
   * Show the lines of all states up to one, and mark those that came with it.
   * @param {import("/web/types.js").State[]} states
   * @param {number} at
   */
  show(states, at) {
    if (this._states !== states) {
      this._lines.replaceChildren();
      this._told = 0;
      this._states = states;
    }
    const many = at - this._told > 2; // what is long past is there to be read, not to be read out
    if (many) this._lines.setAttribute("aria-live", "off");
    const atEnd = this._lines.scrollHeight - this._lines.scrollTop - this._lines.clientHeight < 40;
    for (; this._told <= at; this._told++) {
      for (const line of lines(states, this._told)) this._lines.append(html("p", { "data-state": this._told }, line));
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
 * The lines that came with a state; with the last one also how it ended, if that is nothing that the game would tell.
 * @param {import("/web/types.js").State[]} states
 * @param {number} at
 */
function lines(states, at) {
  const { log, ended } = states[at];
  const line = ended && !states[at - 1]?.ended ? lastLine(ended) : null;
  return line ? [...log, "", line] : log;
}

export class History {
  /** @param {(step: number) => void} go */
  constructor(go) {
    this._step = 0;
    this._steps = 0;
    const make = (/** @type {keyof typeof ARROWS} */ arrow, /** @type {string} */ label, /** @type {() => void} */ pick) =>
      /** @type {HTMLButtonElement} */ (
        html(
          "button",
          { type: "button", class: "quiet", "aria-label": label, title: label, onclick: pick },
          svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ARROWS[arrow] })),
        )
      );
    this._first = make("first", "To the beginning", () => go(0));
    this._back = make("back", "A step back (left arrow)", () => go(this._step - 1));
    this._on = make("on", "A step on (right arrow)", () => go(this._step + 1));
    this._live = make("live", "To the present (Escape)", () => go(Infinity));
    this._at = html("span", { class: "at" });
    this.element = html("div", { class: "history card", role: "group", "aria-label": "Step through what happened" },
      this._first, this._back, this._at, this._on, this._live);
  }

  /**
   * @param {number} step
   * @param {number} steps
   * @param {boolean} live
   */
  show(step, steps, live) {
    this._step = step;
    this._steps = steps;
    this._first.disabled = this._back.disabled = step <= 0;
    this._on.disabled = this._live.disabled = live;
    this._at.textContent = steps > 0 ? `${step + 1} of ${steps}${live ? "" : ", the past"}` : "not begun";
  }
}
