/**
 * The page that other sites embed: a finished match, as a spectator saw it, to step through or to play by itself.
 *
 * It reads no tokens, stores nothing on the device, and can do nothing at the table.
 */

import { BoardHost } from "./board_host.js";
import { html, setText } from "./dom.js";
import { picture } from "./emblem.js";
import { caption, readMatch } from "./match_reader.js";
import { Replay } from "./replay.js";
import { describe, dot, isBot } from "./seats.js";
import { capitalize, seatName } from "./text.js";

const PAUSE = 1100; // ms between steps that play by themselves

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

class Player {
  /**
   * @param {import("./protocol.js").TableDetails} about
   * @param {import("./types.js").Game} game
   * @param {import("./table_model.js").TableModel} model
   */
  constructor(about, game, model) {
    this._model = model;
    this._playing = false;
    this._board = new BoardHost(game, model, () => {}, () => this._render());
    this._replay = new Replay((step) => this._go(step), "Go to the end");
    this._play = html("button", { type: "button", class: "main run", onclick: () => (this._playing ? this._stop() : this._start()) }, "Play");
    this._caption = html("p", { class: "caption", role: "status", tabindex: "0" });
    this._replay.element.prepend(this._play);
    const names = Object.keys(about.seats);
    const players = names.flatMap((seat) => [dot(names, seat), isBot(about.seats[seat]) ? `${capitalize(seatName(seat))} (${describe(about.seats[seat])})` : capitalize(seatName(seat))]);
    main.replaceChildren(
      html("div", { class: "match" },
        html("h1", {}, game.title),
        html("span", { class: "players small" }, ...players),
        html("a", { class: "small", href: `/#/table/${about.table}`, target: "_blank", rel: "noopener" }, "View on Feint")),
      html("div", { class: "stage card" }, this._board.element),
      this._caption,
      this._replay.element);
    addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this._go(this._board.step - 1);
      if (event.key === "ArrowRight") this._go(this._board.step + 1);
    });
    this._board.go(0);
  }

  get _last() {
    return this._model.steps.length - 1;
  }

  /** @param {number} step */
  _go(step) {
    this._stop();
    this._board.go(step);
  }

  async _start() {
    this._playing = true;
    this._render();
    if (this._board.step === this._last) await this._board.go(0);
    while (this._playing && this._board.step < this._last) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this._playing) await this._board.go(this._board.step + 1, true);
    }
    this._stop();
  }

  _stop() {
    this._playing = false;
    this._render();
  }

  /** Draw what stands around the board. */
  _render() {
    const { state, step } = this._board;
    this._replay.show(step, this._last + 1, step === this._last);
    setText(this._play, this._playing ? "Pause" : step === this._last ? "Replay" : "Play");
    setText(this._caption, caption(state));
  }
}

async function show() {
  const { about, game, model } = await readMatch(location.pathname.split("/")[2]);
  const { hue } = await picture(game);
  document.documentElement.style.setProperty("--hue", String(hue));
  document.title = `${game.title} – Feint`;
  new Player(about, game, model);
}

show().catch((error) => main.replaceChildren(html("p", { class: "notice bad", role: "alert" }, error.message)));
