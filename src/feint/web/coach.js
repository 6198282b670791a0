/** The coach, for one person against bots: a hint for whoever asks, and with the switch on a word after each choice that cost something. */

import { html, setText } from "./dom.js";
import { request } from "./http.js";
import { best, percent, points } from "./mistakes.js";
import { reading } from "./reading.js";
import { isBot } from "./seats.js";
import * as storage from "./storage.js";
import { capitalize } from "./text.js";

/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./protocol.js").Interval} Interval */
/** @typedef {import("./types.js").State} State */

const IDLE = "A hint marks the best choice. The coach says after each of yours if another was better.";
const WORTH_SAYING = 0.01; // of the point: less is as good

/**
 * Whether hints are given at a table: one person plays, and bots sit in all other seats.
 * @param {State["seats"]} seats
 */
export function isAgainstBots(seats) {
  const all = Object.values(seats);
  return all.every((info) => info !== null) && all.filter((info) => !isBot(info)).length === 1;
}

/**
 * The choice to recommend: the one that is right most often.
 * @param {Hint} hint
 */
export function recommended({ choices }) {
  return choices.reduce((one, other) => (other.chance > one.chance ? other : one));
}

/**
 * What a hint says, with its numbers.
 * @param {Hint} hint
 */
export function hintText(hint) {
  const right = hint.choices.filter(({ chance }) => chance > 0).sort((a, b) => b.chance - a.chance);
  const left = hint.choices.filter(({ cost }) => cost === null).length;
  if (left === hint.choices.length) return `Perhaps ${best(right)}, but no choice could be examined in time.`;
  const rest = left ? ` ${left} other ${left > 1 ? "choices were" : "choice was"} not examined.` : "";
  const chance = chanceToWin(hint);
  if (!chance) return `${capitalize(best(right))} looks best, but it isn't clear how often you win from there.${rest}`;
  return `Best: ${best(right)}. Win chance ${percent(chance)}.${rest}`;
}

/**
 * The chance to win for whoever chooses right; null if that isn't known closely enough.
 * @param {Hint} hint
 * @returns {Interval | null}
 */
function chanceToWin(hint) {
  const known = hint.choices.flatMap(({ worth }) => (worth ? [worth] : []));
  if (!recommended(hint).worth) return null;
  return { low: Math.max(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) };
}

/**
 * What the coach says about a choice; nothing if it was as good as any. A choice isn't blamed for what is only not known.
 * @param {Hint} hint
 * @param {string} made
 */
export function verdictText(hint, made) {
  const choice = hint.choices.find(({ choice }) => choice === made);
  const better = recommended(hint);
  if (!choice || choice === better) return "";
  if (choice.cost === null) return choice.chance > 0 ? "" : `${capitalize(choice.said)} was not examined. ${capitalize(better.said)} looked best.`;
  if (choice.cost <= WORTH_SAYING) return "";
  const chance = chanceToWin(hint);
  if (choice.worth && chance) return `${capitalize(better.said)} was better: ${percent(chance)} instead of ${percent(choice.worth)}.`;
  return `${capitalize(better.said)} was better: ${choice.said} costs at least ${points(choice.cost)}.`;
}

export class Coach {
  /**
   * @param {string} table
   * @param {(choice: string | null) => void} mark mark a choice on the board, or none
   * @param {() => void} undo ask the server to take the last choice back
   */
  constructor(table, mark, undo) {
    this._table = table;
    this._mark = mark;
    /** @type {string | null} */
    this._token = null;
    /** @type {number | null} the question that can be answered now */
    this._ask = null;
    /** @type {Map<number, Promise<Hint>>} by question */
    this._hints = new Map();
    /** @type {number | null} the question that the button was pressed for */
    this._wanted = null;
    this._judged = -1; // the last question whose answer was looked at
    this._left = false;
    this._switch = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", role: "switch", onchange: () => this._switched() }));
    this._switch.checked = storage.wantsCoach();
    this._hint = /** @type {HTMLButtonElement} */ (html("button", { type: "button", onclick: () => this._giveHint() }, "Hint"));
    this._undo = /** @type {HTMLButtonElement} */ (html("button", { type: "button", onclick: undo }, "Undo"));
    this._words = html("p", { class: "words", role: "status", "data-idle": IDLE });
    this._buttons = html("div", { class: "buttons" },
      html("label", { title: "Says after your choice if another was better" }, this._switch, "Coach"), this._hint, this._undo);
    this.element = html("section", { class: "helper card", "aria-label": "Coach", hidden: true }, this._buttons, reading(this._words));
  }

  /**
   * Bring it up to date.
   * @param {State} state the present
   * @param {string | null} token that holds the seat
   * @param {string[]} legal what can be chosen now; nothing while someone looks at an earlier position
   * @param {string | null} sent the choice that was sent and has no answer yet
   * @param {boolean} clock whether time counts: then nothing is taken back
   */
  show(state, token, legal, sent, clock) {
    this._token = token;
    const allowed = token !== null && state.view !== null && isAgainstBots(state.seats);
    this._buttons.hidden = !allowed || state.ended !== null;
    this._fold();
    if (!allowed) return;
    const asked = state.ask !== null && sent === null && legal.length > 1 ? state.ask : null;
    if (asked !== this._ask) this._mark(null);
    this._ask = asked;
    this._hint.disabled = asked === null;
    this._undo.hidden = clock;
    this._undo.disabled = sent !== null || !legal.length || !state.may.includes("undo");
    if (asked !== null && this._switch.checked) this._find(asked).catch(() => {}); // nobody has asked for it aloud
    const chose = sent !== null && state.legal.length > 1; // not what was made for them
    if (chose && state.ask !== null && this._judged !== state.ask) this._judge(state.ask, sent);
  }

  /** Something was taken back: what was found out about later questions is wrong now. */
  forget() {
    this._hints.clear();
    this._judged = -1;
    this._ask = null;
    this._mark(null);
    this._say("");
  }

  /** Go elsewhere. */
  leave() {
    this._left = true;
  }

  _switched() {
    storage.wantCoach(this._switch.checked);
    if (!this._switch.checked) this._say("");
    else if (this._ask !== null) this._find(this._ask).catch(() => {});
  }

  /** @param {string} words */
  _say(words) {
    setText(this._words, words);
    this._fold();
  }

  /** After the end it stays while there is something to read. */
  _fold() {
    this.element.hidden = this._buttons.hidden && !this._words.textContent;
  }

  /**
   * The hint for a question; the server works it out once, however often it is asked for.
   * @param {number} ask
   */
  _find(ask) {
    const found = this._hints.get(ask) ?? this._request(ask);
    this._hints.set(ask, found);
    found.catch(() => this._hints.delete(ask)); // asked again the next time
    return found;
  }

  /**
   * @param {number} ask
   * @returns {Promise<Hint>}
   */
  async _request(ask) {
    for (;;) {
      /** @type {import("./protocol.js").HintState} */
      const { hint, doing, progress } = await request(`/tables/${this._table}/hint`, {}, this._token);
      if (this._left || (hint && hint.ask !== ask)) throw new Error("This hint isn't needed any more.");
      if (hint) return hint;
      const share = progress === null ? "" : ` ${Math.round(100 * progress)}%`;
      if (this._wanted === ask) this._say(`${capitalize(doing)}…${share}`);
    }
  }

  /** Say what is best now, and mark it. */
  async _giveHint() {
    const ask = this._ask;
    if (ask === null) return;
    this._wanted = ask; // aloud: whoever presses the button is told how far it is
    this._say("Thinking…");
    try {
      const hint = await this._find(ask);
      if (this._ask !== ask) return;
      this._say([hintText(hint), hint.warning].filter(Boolean).join(" "));
      this._mark(recommended(hint).choice);
    } catch (error) {
      if (this._ask === ask) this._say(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Say what a choice cost, if it did; nothing if that isn't known in time.
   * @param {number} ask
   * @param {string} made
   */
  async _judge(ask, made) {
    this._judged = ask;
    this._say("");
    if (!this._switch.checked) return;
    const hint = await this._hints.get(ask)?.catch(() => null);
    if (hint && this._judged === ask && this._switch.checked) this._say(verdictText(hint, made));
  }
}
