/** What lessons and puzzles share: a position on the game's own board, its choices and its log, beside a card of words. */

import { BoardHost } from "./board_host.js";
import { Choices } from "./choices.js";
import { showRules } from "./dialogs.js";
import { html } from "./dom.js";
import { Log } from "./log.js";
import { TableModel } from "./table_model.js";

export class Exercise {
  /**
   * @param {import("./types.js").Game} game
   * @param {string} seat whose choices are asked for
   */
  constructor(game, seat) {
    this._game = game;
    this._model = new TableModel(Object.fromEntries(game.seats.map((name) => [name, null])), seat);
    const choose = (/** @type {string} */ choice) => this._choose(choice);
    this._board = new BoardHost(game, this._model, choose, () => this._render());
    this._choices = new Choices(choose, game.files.includes("board.js"));
    this._log = new Log();
    this._words = html("div", { class: "said", "aria-live": "polite" });
    this._panel = html("section", { class: "choices card", "aria-label": "Your choices", hidden: true }, this._choices.element);
    this._onKey = (/** @type {KeyboardEvent} */ event) => this._key(event);
  }

  /**
   * Fill the page.
   * @param {import("./main.js").Page} page
   * @param {string} title the window's
   * @param {string} name of the exercise, for the bar of a phone
   * @param {Record<string, any>} rulings that the rule book tells of
   * @param {HTMLElement} card
   */
  _fill({ main, where, tools }, title, name, rulings, card) {
    where.replaceChildren(html("span", {}, this._game.title), html("span", { class: "part", "aria-hidden": "true" }, name));
    tools.replaceChildren(html("button", { type: "button", class: "quiet", onclick: () => showRules(this._game, rulings) }, "Rules"));
    document.title = `${title} – Feint`;
    main.replaceChildren(
      html("div", { class: "table lesson" },
        html("div", { class: "play" }, html("div", { class: "stage card", onclick: () => this._board.skip() }, this._board.element)),
        html("div", { class: "side" }, card, this._panel, this._log.element)));
    addEventListener("keydown", this._onKey);
  }

  /** Go elsewhere. */
  leave() {
    this._board.leave();
    removeEventListener("keydown", this._onKey);
  }

  /**
   * Somebody has chosen.
   * @param {string} _choice
   */
  async _choose(_choice) {}

  /** Draw everything around the board. */
  _render() {
    const { latest, sentChoice, states } = this._model;
    this._log.show(states, Math.max(0, this._board.settled), this._board.live);
    const legal = sentChoice !== null ? latest.legal : this._board.legal;
    this._panel.hidden = !legal.length;
    this._choices.show(legal, sentChoice, latest.details);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, select, textarea, dialog")) return;
    if (/^[0-9]$/.test(event.key) && !this._panel.hidden && this._choices.key(event.key)) event.preventDefault();
    else if (event.key.toLowerCase() === "c" && !this._panel.hidden) this._choices.toggle();
  }
}
