/** A table: connects each seat that is played on this device, and keeps everything around the board up to date. */

import { BoardHost } from "./board_host.js";
import { Choices } from "./choices.js";
import { ClaimOffer } from "./claim.js";
import { Connection } from "./connection.js";
import { ConnectionStatus } from "./connection_status.js";
import { cover } from "./cover.js";
import { confirm, showRules } from "./dialogs.js";
import { html, setText } from "./dom.js";
import { picture } from "./emblem.js";
import { Hotseat } from "./hotseat.js";
import { loadGame, request } from "./http.js";
import { Invitation } from "./invitation.js";
import { Log } from "./log.js";
import { Replay } from "./replay.js";
import { Result } from "./result.js";
import { colour, rotation, Seats } from "./seats.js";
import * as storage from "./storage.js";
import { TableModel } from "./table_model.js";
import { takeRematchSeats, takeSeat } from "./take_seat.js";
import { isAsked, TurnLine } from "./turn.js";

/** @typedef {{model: TableModel, connection: Connection, board: BoardHost}} Viewer a seat on this device, or a spectator */

const ERROR_SHOWN = 8000; // ms

/**
 * @param {import("./main.js").Page} page
 * @param {string} id
 */
export async function table(page, id) {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error("This isn't a link to a table.");
  const about = await request(`/tables/${id}`);
  const game = await loadGame(about.game);
  const { hue } = await picture(game);
  if (!page.here()) return;
  document.documentElement.style.setProperty("--hue", String(hue));
  let now = new TablePage(page, about, game, reload);
  /** Somebody took a seat on this device: start over, with one more connection. */
  async function reload() {
    now.leave();
    now = new TablePage(page, await request(`/tables/${id}`), game, reload);
  }
  return () => now.leave();
}

class TablePage {
  /**
   * @param {import("./main.js").Page} page
   * @param {import("./protocol.js").TableDetails} about
   * @param {import("./types.js").Game} game
   * @param {() => void} reload
   */
  constructor(page, about, game, reload) {
    this._about = about;
    this._game = game;
    this._tokens = storage.tokensAt(about.table);
    this._mine = Object.keys(about.seats).filter((seat) => this._tokens[seat] && about.seats[seat]); // a stored token may have been refused
    this._wantsRematch = false;

    this._status = new ConnectionStatus(this._mine.length > 0);
    this._turn = new TurnLine();
    this._seats = new Seats();
    this._log = new Log();
    this._replay = new Replay((step) => this._go(step));
    this._choices = new Choices((text) => this._active.connection.choose(text), game.files.includes("board.js"));
    this._invitation = new Invitation(about, this._mine, async (seat) => {
      if (await this._attempt(takeSeat(about, seat).then(() => true))) reload();
    });
    this._result = new Result(about, this._mine);
    this._claim = new ClaimOffer(() => this._active.connection.request("claim"));
    this._error = html("p", { class: "notice bad", role: "alert", hidden: true });
    this._rotation = html("p", { class: "notice", role: "status", hidden: true });
    this._place = html("div", { class: "stage card" });
    this._panel = html("section", { class: "choices card", "aria-label": "Your choices", hidden: true }, this._choices.element);
    this._table = html("div", { class: "table" },
      html("h1", { class: "sr-only" }, game.title),
      html("div", { class: "play" }, this._turn.element, this._error, this._rotation, this._invitation.element, this._result.element, this._place, this._claim.element, this._panel),
      html("div", { class: "side" }, this._seats.element, this._replay.element, this._log.element));
    this._cover = html("div", { hidden: true });
    this._resign = html("button", { type: "button", class: "quiet bad", hidden: true, onclick: () => this._confirmResign() }, "Resign");
    const rules = html("button", { type: "button", class: "quiet", onclick: () => showRules(game, about.rulings) }, "Rules");
    page.where.textContent = game.title;
    page.tools.replaceChildren(this._status.element, rules, this._resign);
    page.main.replaceChildren(this._table, this._cover);

    this._viewers = (this._mine.length ? this._mine : [null]).map((seat) => this._connect(seat));
    this._hotseat = new Hotseat(this._viewers.map(({ model }) => model), game.hands);
    this._onKey = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._onKey);
    this._timer = setInterval(() => this._renderClaim(), 1000);
    this._renderStatus();
  }

  /**
   * @param {string | null} seat
   * @returns {Viewer}
   */
  _connect(seat) {
    const model = new TableModel(this._about.seats, seat);
    const connection = new Connection(this._about.table, seat && this._tokens[seat], model, {
      changed: () => this._changed(viewer),
      connection: () => this._renderStatus(),
      refused: (sentence) => this._showError(sentence),
    });
    const board = new BoardHost(this._game, model, (choice) => connection.choose(choice), () => this._render());
    const viewer = { model, connection, board };
    return viewer;
  }

  /** Go elsewhere. */
  leave() {
    for (const { connection, board } of this._viewers) {
      connection.close();
      board.leave();
    }
    this._seats.leave();
    this._turn.leave();
    clearInterval(this._timer);
    removeEventListener("keydown", this._onKey);
  }

  /** The viewer whose side is shown. */
  get _active() {
    return /** @type {Viewer} */ (this._viewers.find(({ model }) => model === this._hotseat.active));
  }

  /**
   * The server has told one of the viewers something.
   * @param {Viewer} viewer
   */
  _changed({ model, board }) {
    const { latest, caughtUp, sentChoice } = model;
    if (latest.ended && caughtUp) storage.markEnded(this._about.table);
    if (latest.rematch && this._wantsRematch) this._joinRematch();
    this._hotseat.pass(model);
    if (this._hotseat.covered) return this._showCover();
    if (!this._hotseat.ready) return;
    this._uncover();
    if (model === this._hotseat.active && sentChoice !== null) board.refresh();
  }

  /** Cover the table until the player it is for is there. */
  _showCover() {
    const { seat, latest } = this._hotseat.active;
    const name = /** @type {string} */ (seat);
    if (!this._cover.hidden && this._cover.dataset.seat === name) return;
    const confirmed = () => {
      this._hotseat.confirm();
      this._uncover();
      this._choices.focus();
    };
    this._table.hidden = this._resign.hidden = true;
    this._place.replaceChildren();
    this._log.clear();
    this._choices.show([], null);
    this._cover.dataset.seat = name;
    this._cover.hidden = false;
    const others = this._mine.filter((other) => other !== name);
    this._cover.replaceChildren(cover(name, others, colour(Object.keys(this._about.seats), name), latest.ask !== null, confirmed));
    this._cover.querySelector("h2")?.focus(); // not the button: a key that is still held down would press it
  }

  /** Show the side of the player who has the device. */
  _uncover() {
    this._cover.hidden = true;
    this._cover.replaceChildren();
    this._table.hidden = false;
    this._active.board.follow();
    this._render();
  }

  /** Draw everything around the board, for the state that the board shows. */
  _render() {
    if (!this._cover.hidden) return;
    const { model, board } = this._active;
    const { seat, latest, sentChoice } = model;
    const state = board.live ? board.state : latest;
    if (this._place.firstChild !== board.element) this._place.replaceChildren(board.element);
    this._table.classList.toggle("stepping", !board.live);
    this._seats.show(state, this._mine, () => model.serverTime());
    this._log.show(model.states, Math.max(0, board.at));
    this._replay.show(board.step, model.steps.length, board.live);
    this._place.hidden = this._replay.element.hidden = this._log.element.hidden = !state.view;
    const legal = sentChoice !== null && board.live ? latest.legal : board.legal;
    this._panel.hidden = !legal.length;
    this._choices.show(legal, sentChoice);
    this._resign.hidden = !seat || !state.view || state.ended !== null;
    this._invitation.show(state, model.caughtUp);
    this._rotation.hidden = !this._about.reserved?.length || !this._mine.length || model.hasChosen || latest.ended !== null;
    if (!this._rotation.hidden) setText(this._rotation, rotation(Object.keys(this._about.seats), this._mine));
    if (!board.moving || !state.ended) { // the end is told when it has been seen
      const who = { seat, mine: this._mine, reserved: this._about.reserved ?? [], live: board.live, sending: sentChoice !== null };
      this._turn.show(state, who);
      document.title = `${isAsked(state, seat) ? "● " : ""}${this._game.title} – Feint`;
      const playAgain = seat && state.ended?.scores ? () => this._playAgain() : null;
      this._result.show(state, seat && this._tokens[seat], { playAgain, join: () => this._joinRematch() });
    }
    this._renderClaim();
  }

  _renderClaim() {
    const { latest } = this._active.model;
    this._claim.show(latest, this._mine, this._about.claim_after, this._active.model.serverTime());
  }

  _renderStatus() {
    this._status.show(this._viewers.map(({ connection }) => connection.state));
  }

  /** Offer a rematch, or join the one that is there. */
  _playAgain() {
    this._wantsRematch = true;
    if (this._active.model.latest.rematch) this._joinRematch();
    else this._active.connection.request("rematch");
  }

  /** Take the seats of everyone on this device in the rematch, and go there. */
  async _joinRematch() {
    this._wantsRematch = false;
    const table = await this._attempt(takeRematchSeats(this._about, this._viewers.map(({ model }) => model)));
    if (table) location.hash = `#/table/${table}`;
  }

  async _confirmResign() {
    const { model, connection } = this._active;
    const sentence = this._mine.length > 1 ? `${model.seat} will lose the match.` : "You will lose the match.";
    if (await confirm("Resign?", sentence, "Resign", "Keep playing")) connection.request("resign");
  }

  /**
   * What some work comes to; null if it failed, and its error is shown.
   * @template T
   * @param {Promise<T>} work
   */
  async _attempt(work) {
    try {
      return await work;
    } catch (error) {
      this._showError(/** @type {Error} */ (error).message);
      return null;
    }
  }

  /** @param {string} sentence */
  _showError(sentence) {
    this._error.textContent = sentence;
    this._error.hidden = false;
    this._active.board.refresh();
    setTimeout(() => (this._error.hidden = true), ERROR_SHOWN);
  }

  /** @param {number} step */
  async _go(step) {
    await this._active.board.go(step);
    this._render();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input, select, textarea, dialog") || !this._cover.hidden) return;
    const { board } = this._active;
    if (event.key === "ArrowLeft") this._go(board.step - 1);
    else if (event.key === "ArrowRight" && !board.live) this._go(board.step + 1);
    else if (event.key === "Escape" && !board.live) this._go(Infinity);
    else if (/^[0-9]$/.test(event.key) && !this._panel.hidden && this._choices.key(event.key)) event.preventDefault();
  }
}
