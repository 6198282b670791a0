/** Draws the line above the board: whose turn it is, who has yet to join, or how the match ended. */

import { html } from "./dom.js";
import { verdict } from "./endings.js";
import { describe, dot, isBot } from "./seats.js";
import { openSeats } from "./table_model.js";
import { list } from "./text.js";

/** @typedef {import("./types.js").State} State */

const SLOW_AFTER = 3000; // ms
const SLOW = "Some bots have to solve the game or compile its rules before their first move. This can take up to half a minute.";

/**
 * Whether it is a seat's turn.
 * @param {State} state
 * @param {string | null} seat
 */
export function isAsked(state, seat) {
  return seat !== null && !state.ended && (state.view?.pending.includes(seat) ?? false);
}

/**
 * The line's words.
 * @param {State} state
 * @param {object} who
 * @param {string | null} who.seat whose eyes these are
 * @param {string[]} who.mine the seats played on this device
 * @param {string[]} who.reserved the seats kept for the players of the previous match
 * @param {boolean} who.live false: someone steps back through the match
 * @param {boolean} who.sending whether a choice is on its way
 */
export function turnText(state, { seat, mine, reserved, live, sending }) {
  if (!live) return "You're looking at an earlier position. Press Esc to return to the present.";
  if (state.ended) return verdict(state.ended, mine);
  if (!state.view) {
    const awaited = openSeats(state);
    const invited = awaited.filter((name) => reserved.includes(name));
    return invited.length ? `Waiting for ${list(invited)} to accept the rematch` : `Waiting for ${list(awaited)} to join`;
  }
  if (sending) return "Sending your choice…";
  if (isAsked(state, seat)) return mine.length > 1 ? `Your turn, ${seat}` : "Your turn";
  const named = state.view.pending.map((name) => {
    const sitter = state.seats[name];
    return isBot(sitter) || sitter?.gone ? `${name} (${describe(sitter)})` : name;
  });
  return `Waiting for ${list(named)}…`;
}

export class TurnLine {
  constructor() {
    this.element = html("div", { class: "turn", role: "status" });
    this._shown = "";
    this._timer = 0;
  }

  /**
   * @param {State} state
   * @param {Parameters<typeof turnText>[1]} who
   */
  show(state, who) {
    const text = turnText(state, who);
    this.element.hidden = !text;
    if (text === this._shown) return;
    this._shown = text;
    const asked = isAsked(state, who.seat);
    const mark = asked && who.live ? [dot(Object.keys(state.seats), /** @type {string} */ (who.seat))] : [];
    this.element.replaceChildren(...mark, text);
    clearTimeout(this._timer);
    const bots = who.live && !state.ended && !asked && state.view?.pending.some((name) => isBot(state.seats[name]));
    if (bots) this._timer = setTimeout(() => this.element.append(html("span", { class: "soft small" }, SLOW)), SLOW_AFTER);
  }

  /** Explain nothing any more. */
  leave() {
    clearTimeout(this._timer);
  }
}
