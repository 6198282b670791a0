/** Draws one's own matches in the lobby: those that wait or go on, and those that are over, with a filter. */

import { html } from "./dom.js";
import { request } from "./http.js";
import { row } from "./match_row.js";
import { noteMatch, storedTables } from "./storage.js";
import { cancelTable } from "./take_seat.js";
import { capitalize, list, withArticle } from "./text.js";

/** @typedef {import("./storage.js").StoredTable} StoredTable */
/** @typedef {Map<string, import("./types.js").Game>} Games by name */

const FEW = 8; // are shown at first
const RESULTS = { won: "Won", lost: "Lost", draw: "Draw", unfinished: "Unfinished" };

export class Matches {
  /** @param {Games} games */
  constructor(games) {
    this._games = games;
    this._all = false; // whether all of them are shown
    this._shown = "";
    this._game = select("Game", [["", "All games"], ...[...games].map(([name, { title }]) => [name, title])], () => this.show());
    this._result = select("Result", [["", "All results"], ...Object.entries(RESULTS)], () => this.show());
    this._filters = html("div", { class: "actions filters" }, this._game, this._result);
    this._error = html("p", { class: "notice bad", role: "alert", hidden: true });
    this._list = html("ul", { class: "rows card" });
    this._none = html("p", { class: "soft" }, "No matches like that.");
    this._more = html("button", { type: "button", class: "quiet", onclick: () => this._showAll() });
    this.element = html("section", { hidden: true }, html("h2", {}, "Your matches"), this._error, this._filters, this._list, this._none, this._more);
  }

  /** Ask the server about the tables where one waits for others; then show all. */
  async refresh() {
    this.show();
    for (const { table } of storedTables().filter(({ ended, begun }) => !ended && begun === false)) {
      try {
        const about = await request(`/tables/${table}`);
        noteMatch(table, { begun: about.playing, ended: about.ended !== null });
      } catch {
        // asked again the next time
      }
    }
    this.show();
  }

  /** Show what is stored, unless it is shown already: a list that is drawn again loses the focus. */
  show() {
    const stored = storedTables().filter(({ ended, begun }) => !(ended && begun === false)); // nothing happened there
    const over = stored.filter(({ ended }) => ended);
    this.element.hidden = !stored.length;
    this._filters.hidden = over.length < 2;
    const wanted = stored.filter((match) => this._fits(match)).sort((a, b) => Number(a.ended) - Number(b.ended));
    const shown = JSON.stringify([wanted, this._all]);
    if (shown === this._shown) return;
    this._shown = shown;
    const few = this._all ? wanted : wanted.slice(0, FEW);
    this._list.replaceChildren(...few.map((match) => this._row(match)));
    this._list.hidden = !few.length;
    this._none.hidden = few.length > 0;
    this._more.hidden = few.length === wanted.length;
    this._more.textContent = `Show all ${wanted.length}`;
  }

  /** @param {StoredTable} match */
  _fits({ game, ended, result }) {
    const [wantedGame, wantedResult] = [this._game.value, this._result.value];
    return (!wantedGame || game === wantedGame) && (!wantedResult || (ended && result === wantedResult));
  }

  /** @param {StoredTable} match */
  _row(match) {
    const { table, game, title, ended, begun, result } = match;
    const href = ended && result && result !== "unfinished" ? `#/analysis/${table}` : `#/table/${table}`;
    const waiting = !ended && begun === false;
    const cancel = waiting && html("button", { type: "button", "aria-label": `Cancel: ${title}`, onclick: () => this._cancel(table) }, "Cancel");
    return row(this._games.get(game), title, words(match), href, ended ? "Review" : waiting ? "Open" : "Resume", !ended, cancel || null);
  }

  /** @param {string} table */
  async _cancel(table) {
    this._error.hidden = true;
    try {
      await cancelTable(table);
    } catch (error) {
      this._error.textContent = /** @type {Error} */ (error).message;
      this._error.hidden = false;
    }
    await this.refresh();
  }

  _showAll() {
    this._all = true;
    this.show();
    /** @type {HTMLElement | undefined} */ (this._list.querySelectorAll("a")[FEW])?.focus();
  }
}

/**
 * What is known of a match, in a line: "Won against the random bot · as Player 1 · 23 moves · 16 Nov".
 * @param {StoredTable} match
 */
export function words({ tokens, at, ended, begun, opponents, result, moves }) {
  const seats = list(Object.keys(tokens).map(withArticle));
  const others = list((opponents ?? []).map(opponent));
  const against = others && `against ${others}`;
  const what = !ended ? (begun === false ? `waiting for ${others}` : against) : result ? `${RESULTS[result]} ${against}` : against;
  const length = ended && moves ? `${moves} ${moves === 1 ? "move" : "moves"}` : "";
  return [capitalize(what.trim()), `as ${seats}`, length, date(at)].filter(Boolean).join(" · ");
}

/**
 * An opponent as storage has it: a seat, "computer: Expert" or "bot: random".
 * @param {string} name
 */
function opponent(name) {
  const [, kind, who] = /^(computer|bot): ([^,]+)/.exec(name) ?? [];
  return kind === "bot" ? `the ${who} bot` : kind ? who : withArticle(name);
}

/**
 * A day, and today a time.
 * @param {number} at in ms
 */
function date(at) {
  if (!at) return "";
  const [when, now] = [new Date(at), new Date()];
  if (when.toDateString() === now.toDateString()) return when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return when.toLocaleDateString("en-GB", { day: "numeric", month: "short", year });
}

/**
 * @param {string} label
 * @param {string[][]} options
 * @param {() => void} change
 * @returns {HTMLSelectElement}
 */
function select(label, options, change) {
  const made = html("select", { "aria-label": label, onchange: change }, ...options.map(([value, text]) => html("option", { value }, text)));
  return /** @type {HTMLSelectElement} */ (made);
}
