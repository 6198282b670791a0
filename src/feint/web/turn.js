/** Draws the line above the board: whose turn it is, or who has yet to join. */

import { html, setText } from "./dom.js";
import { describe, dot, isBot, sitterName } from "./seats.js";
import { describe as describeChoice, openSeats, sparedText, unrevealedSeats } from "./table_model.js";
import { capitalize, list, seatName, withArticle } from "./text.js";

/** @typedef {import("./types.js").State} State */

const PREPARING = { compiling: "compiling the rules", solving: "solving the game" };

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
 * @param {boolean} [who.chosen] whether it was made, and what follows from it is only just being shown
 * @param {string | null} [who.next] who has this device next, when everyone has seen what came out
 * @param {import("./table_model.js").TableModel["preparing"]} who.preparing the seats of bots that are still getting ready
 * @param {string} [who.prompt] what the board asks for, in a few words
 */
export function turnText(state, { seat, mine, reserved, live, sending, preparing, chosen = false, next = null }) {
  if (!live) return "Viewing an earlier move, Esc to return";
  if (state.ended || chosen) return ""; // the result says it; or the board
  if (!state.view) {
    const awaited = openSeats(state);
    if (!awaited.length) return `Waiting for ${list(unrevealedSeats(state).map(withArticle))} to come back, so that the match can begin`;
    const invited = awaited.filter((name) => reserved.includes(name));
    return invited.length ? `Waiting for ${list(invited.map(withArticle))} to accept the rematch` : `Waiting for ${list(awaited.map(withArticle))} to join`;
  }
  if (isAsked(state, seat) && state.forced) return sparedText(describeChoice(state.legal[0], state.details));
  if (sending) return "Sending your choice…";
  if (next) return `Next: ${withArticle(next)}`;
  if (isAsked(state, seat)) return mine.length > 1 ? `Your turn, ${seatName(/** @type {string} */ (seat))}` : "Your turn";
  const people = state.view.pending.filter((name) => !isBot(state.seats[name]));
  if (!people.length) return botText(state.view.pending, state.seats, preparing);
  if (mine.length && people.every((name) => state.seats[name]?.gone)) return ""; // the offer to claim victory says it
  return `Waiting for ${list(people.map((name) => (state.seats[name]?.gone ? `${withArticle(name)} (${describe(state.seats[name])})` : withArticle(name))))}…`;
}

/**
 * What the bots do that are to choose: getting ready, or thinking.
 * @param {string[]} bots
 * @param {State["seats"]} seats
 * @param {import("./table_model.js").TableModel["preparing"]} preparing
 */
function botText(bots, seats, preparing) {
  const busy = bots.find((name) => preparing[name]);
  if (busy) return `${capitalize(sitterName(seats, busy))} is ${PREPARING[preparing[busy].doing]}…`;
  if (bots.length === 1) return `${capitalize(sitterName(seats, bots[0]))} is thinking…`;
  return `${capitalize(list(bots.map(withArticle)))} are thinking…`;
}

/**
 * How far the bot is that everyone waits for, where anyone knows.
 * @param {State} state
 * @param {import("./table_model.js").TableModel["preparing"]} preparing
 */
export function progressText(state, preparing) {
  const share = state.view?.pending.map((name) => preparing[name]?.share).find((known) => typeof known === "number");
  return typeof share === "number" ? `${Math.round(100 * share)}%` : "";
}

export class TurnLine {
  /** @param {...HTMLElement} notices that stand in place of what the board asks for, while they are shown: nothing moves for them */
  constructor(...notices) {
    this._mark = html("span");
    this._words = html("span", { role: "status" });
    this._hint = html("span", { class: "hint", "aria-hidden": "true" }); // the board's own labels say it to screen readers
    this.element = html("div", { class: "turn" }, this._mark, this._words, this._hint, ...notices);
    this._shown = "";
    this._prompt = "";
  }

  /**
   * @param {State} state
   * @param {Parameters<typeof turnText>[1]} who
   */
  show(state, who) {
    const text = turnText(state, who);
    const asked = isAsked(state, who.seat) && who.live && !who.sending && !who.chosen && !who.next;
    const note = who.live && state.spared !== null ? `${sparedText(state.spared)}.` : "";
    const asks = asked ? who.prompt ?? "" : who.live && !state.ended ? progressText(state, who.preparing) : "";
    this._prompt = [note, asks].filter(Boolean).join(" ");
    this.explain(null);
    if (text === this._shown) return;
    this._shown = text;
    this._mark.replaceChildren(...(asked ? [dot(Object.keys(state.seats), /** @type {string} */ (who.seat))] : []));
    this._words.textContent = text;
  }

  /**
   * Tell what something on the board does; with null again what is asked for.
   * @param {string | null} words
   */
  explain(words) {
    setText(this._hint, words ?? this._prompt);
  }
}
