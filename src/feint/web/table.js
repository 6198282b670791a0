/** A table: connects each seat that is played on this device, and keeps everything around the board up to date. */

import { BoardHost } from "./board_host.js";
import { explainOn, recommendOn } from "./board_tips.js";
import { Choices } from "./choices.js";
import { ClaimOffer } from "./claim.js";
import { Connection } from "./connection.js";
import { ConnectionStatus } from "./connection_status.js";
import { Coach } from "./coach.js";
import { ContinueRow } from "./continue_row.js";
import { cover } from "./cover.js";
import { Cues, hear } from "./cues.js";
import { confirm, showRules } from "./dialogs.js";
import { DrawOffer } from "./draw_offer.js";
import { html, setText, svg } from "./dom.js";
import { picture } from "./emblem.js";
import { decision, resultFor } from "./endings.js";
import { ignoreHastyClicks } from "./hasty_clicks.js";
import { Hotseat } from "./hotseat.js";
import { loadGame, request } from "./http.js";
import { Invitation } from "./invitation.js";
import { Log } from "./log.js";
import { Replay } from "./replay.js";
import { Result } from "./result.js";
import { colour, describe, isBot, rotation, Seats } from "./seats.js";
import * as storage from "./storage.js";
import { TableModel } from "./table_model.js";
import { capitalize, withArticle } from "./text.js";
import { cancelTable, takeRematchSeats, takeSeat } from "./take_seat.js";
import { isAsked, TurnLine } from "./turn.js";
import { Witness } from "./witness.js";

/** @typedef {{model: TableModel, connection: Connection, board: BoardHost}} Viewer a seat on this device, or a spectator */

const ERROR_SHOWN = 8000; // ms

/**
 * @param {import("./main.js").Page} page
 * @param {string} id
 */
export async function table(page, id) {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error("This link doesn't lead to a match.");
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
    this._witness = new Witness(about.table);
    this._witness.seeTable(about);

    this._cues = new Cues();
    this._status = new ConnectionStatus(this._mine.length > 0);
    this._seats = new Seats();
    this._log = new Log();
    this._replay = new Replay((step) => this._go(step));
    this._choices = new Choices((text) => this._choose(text), game.files.includes("board.js"));
    this._invitation = new Invitation(about, this._mine, async (seat) => {
      if (await this._attempt(takeSeat(about, seat).then(() => true))) reload();
    }, async () => {
      if (await this._attempt(cancelTable(about.table).then(() => true))) location.hash = "#/";
    });
    this._result = new Result(about, this._mine, this._witness);
    this._unfair = html("p", { class: "notice bad unfair", role: "alert", hidden: true });
    this._coach = new Coach(about.table, (choice) => this._mark(choice), () => this._active.connection.request("undo"));
    this._draw = new DrawOffer(() => this._active.connection.request("draw"));
    this._claim = new ClaimOffer(() => this._active.connection.request("claim"));
    this._continueRow = new ContinueRow(() => this._goOn());
    this._error = html("p", { class: "notice bad", role: "alert", hidden: true });
    this._rotation = html("p", { class: "notice", role: "status", hidden: true });
    this._turn = new TurnLine(this._error, this._claim.notice, this._draw.notice, this._rotation);
    this._place = html("div", { class: "stage card" });
    this._panel = html("section", { class: "choices card", "aria-label": "Your choices", hidden: true }, this._choices.element);
    this._acts = html("div", { class: "acts" }, this._coach.element, this._panel);
    this._replay.element.append(this._log.toggle);
    this._table = html("div", { class: this._mine.length > 1 ? "table shared" : "table" },
      html("h1", { class: "sr-only" }, game.title),
      html("div", { class: "play" }, this._turn.element, this._unfair, this._invitation.element, this._place, this._continueRow.element),
      html("div", { class: "side" }, this._seats.element, this._result.element, this._acts, this._log.element, this._replay.element));
    explainOn(this._place, (words) => this._turn.explain(words));
    ignoreHastyClicks(this._table, () => `${this._active.model.seat} ${this._active.board.legal.length ? this._active.model.latest.ask : ""}`);
    this._place.addEventListener("click", () => this._active.board.skip());
    this._cover = html("div", { hidden: true });
    this._resign = html("button", { type: "button", class: "quiet bad", title: "Resign", hidden: true, onclick: () => this._confirmResign() },
      svg("svg", { class: "sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M4 2h2v16H4zM7 3h10l-3 4 3 4H7z" })), html("span", { class: "words" }, "Resign"));
    const rules = html("button", { type: "button", class: "quiet", onclick: () => showRules(game, about.rulings) }, "Rules");
    page.where.textContent = game.title;
    page.tools.replaceChildren(this._status.element, rules, this._draw.button, this._resign);
    page.main.replaceChildren(this._table, this._cover);

    this._viewers = (this._mine.length ? this._mine : [null]).map((seat) => this._connect(seat));
    this._hotseat = new Hotseat(this._viewers.map(({ model }) => model), game.hands);
    this._onKey = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._onKey);
    this._timer = setInterval(() => this._renderClaim(), 1000);
    this._showUnfair();
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
      unfair: () => this._showUnfair(),
    }, this._witness);
    model.onReplaced = () => {
      this._coach.forget();
      board.restart();
    };
    const board = new BoardHost(this._game, model, (choice) => this._choose(choice), () => {
      this._render();
      this._chooseForced(viewer);
    });
    const viewer = { model, connection, board };
    return viewer;
  }

  /**
   * Make a player's only choice for them, as soon as they have seen what led to it.
   * @param {Viewer} viewer
   */
  _chooseForced({ model, connection, board }) {
    const watched = model === this._hotseat.active && this._cover.hidden && !document.hidden;
    if (!watched || !board.behind) connection.chooseForced();
  }

  /** Go elsewhere. */
  leave() {
    for (const { connection, board } of this._viewers) {
      connection.close();
      board.leave();
    }
    this._seats.leave();
    this._coach.leave();
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
  _changed(viewer) {
    const { model, board } = viewer;
    const { latest, caughtUp, sentChoice } = model;
    if (caughtUp) this._remember(model);
    if (latest.rematch && this._wantsRematch) this._joinRematch();
    this._hotseat.pass(model);
    this._chooseForced(viewer);
    if (this._hotseat.covered) return this._showCover();
    if (!this._hotseat.ready) return;
    this._uncover();
    if (model === this._hotseat.active && sentChoice !== null) board.refresh();
  }

  /** @param {string} text */
  _choose(text) {
    this._hotseat.chose();
    hear(["chosen"]);
    this._active.connection.choose(text);
  }

  /** Everyone at this screen has seen what came out. */
  _goOn() {
    this._hotseat.goOn();
    if (this._hotseat.covered) this._showCover();
    else this._uncover();
  }

  /**
   * Note for the list of one's matches how this one goes.
   * @param {TableModel} model
   */
  _remember({ latest: { ended, view, seats }, steps }) {
    const others = Object.keys(seats).filter((seat) => !this._mine.includes(seat));
    storage.noteMatch(this._about.table, {
      begun: view !== null,
      opponents: others.map((seat) => (isBot(seats[seat]) ? describe(seats[seat]) : seat)),
      ...(ended && { ended: true }),
      ...(ended && others.length && { result: resultFor(ended, this._mine) }),
      ...(ended && steps.length > 1 && { moves: steps.length - 1 }),
    });
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
    this._table.hidden = this._resign.hidden = this._draw.button.hidden = true;
    this._place.replaceChildren();
    this._log.clear();
    this._choices.show([], null, {});
    this._cover.dataset.seat = name;
    this._cover.hidden = false;
    this._cover.replaceChildren(cover(name, colour(Object.keys(this._about.seats), name), latest.ask !== null, confirmed));
    this._cover.querySelector("h2")?.focus(); // not the button: a key that is still held down would press it
  }

  /** Show the side of the player who has the device. */
  _uncover() {
    this._cover.hidden = true;
    this._cover.replaceChildren();
    this._table.hidden = false;
    this._active.board.held = this._hotseat.next !== null;
    this._active.board.follow();
    this._render();
  }

  /** Draw everything around the board, for the state that the board has arrived at. */
  _render() {
    if (!this._cover.hidden) return;
    const { model, board } = this._active;
    const { seat, latest, sentChoice } = model;
    const state = board.live ? board.state : latest;
    if (this._place.firstChild !== board.element) {
      this._place.replaceChildren(board.element);
      for (const other of this._viewers) if (other.board !== board) other.board.skip(); // nobody sees it move
    }
    this._table.classList.toggle("stepping", !board.live);
    this._seats.show({ ...state, time: latest.time }, this._mine, () => model.serverTime()); // time doesn't wait for what is shown
    this._log.show(model.states, Math.max(0, board.settled), board.live);
    this._replay.show(board.step, board.live ? board.step + 1 : model.steps.length, board.live);
    this._place.hidden = this._replay.element.hidden = this._log.element.hidden = !state.view;
    const legal = sentChoice !== null && board.live && !latest.forced ? latest.legal : board.legal;
    this._panel.hidden = !legal.length;
    this._acts.hidden = !seat || !state.view || (state.ended !== null && this._coach.element.hidden);
    this._choices.show(legal, sentChoice, latest.details);
    this._coach.show(latest, seat && this._tokens[seat], legal, sentChoice, this._about.clock !== null);
    this._resign.hidden = !seat || !state.view || state.ended !== null;
    this._draw.show(latest, seat, this._resign.hidden);
    this._invitation.show(state, model.caughtUp);
    this._rotation.hidden = !this._about.reserved?.length || !this._mine.length || model.hasChosen || latest.ended !== null;
    if (!this._rotation.hidden) setText(this._rotation, rotation(Object.keys(this._about.seats), this._mine));
    const next = board.live && board.upToDate ? this._hotseat.next?.seat ?? null : null;
    this._continueRow.show(next, this._game.hands ? seat : null);
    const chosen = board.moving && state.ask !== null && state.ask !== latest.ask;
    const who = { seat, mine: this._mine, reserved: this._about.reserved ?? [], live: board.live, sending: sentChoice !== null, preparing: model.preparing, chosen, next, prompt: board.prompt };
    this._turn.show(state, who);
    document.title = `${isAsked(state, seat) ? "● " : ""}${this._game.title} – Feint`;
    this._renderResult(state);
    this._renderClaim();
    if (board.live && board.settled >= 0) this._cues.follow(state, seat, this._mine);
  }

  /** @param {import("./types.js").State} state */
  _renderResult(state) {
    const { seat, states } = this._active.model;
    const canPlay = seat !== null && state.ended?.scores;
    this._result.show(state, state.ended ? decision(states, this._mine) : [], seat && this._tokens[seat], {
      playAgain: canPlay ? () => this._playAgain() : null,
    });
  }

  /**
   * Mark a choice where it can be made: on the board, or if that doesn't offer it by itself in the list.
   * @param {string | null} choice null: none
   */
  _mark(choice) {
    this._choices.recommend(choice, !recommendOn(this._place, choice));
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
    const sentence = this._mine.length > 1 ? capitalize(`${withArticle(String(model.seat))} will lose the match.`) : "You will lose the match.";
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

  /** Say what doesn't fit what the server told before; it stays there. */
  _showUnfair() {
    const [first] = this._witness.complaints;
    this._unfair.hidden = !first;
    setText(this._unfair, first ? `Don't trust this server: ${first}.` : "");
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
    if (board.moving && (event.key === "Escape" || (event.key === " " && !target.closest?.("button, a, [role=button], [tabindex='0']")))) {
      event.preventDefault();
      board.skip();
    } else if (event.key === "ArrowLeft") this._go(board.step - 1);
    else if (event.key === "ArrowRight" && !board.live) this._go(board.step + 1);
    else if (event.key === "Escape" && !board.live) this._go(Infinity);
    else if (event.key === "c" && !this._panel.hidden) this._choices.toggle();
    else if (/^[0-9]$/.test(event.key) && !this._panel.hidden && this._choices.key(event.key)) event.preventDefault();
  }
}
