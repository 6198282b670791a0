/** At a table: seats, board, choices and log, kept in step with what the server tells; one connection a seat. */

import { ask, game as theGame } from "/web/ask.js";
import { Choices } from "/web/choices.js";
import { Connection } from "/web/connection.js";
import { showBook, sure } from "/web/dialogs.js";
import { picture } from "/web/emblem.js";
import { result, verdict } from "/web/ending.js";
import { handover, Watch } from "/web/handover.js";
import { invitation, leaving } from "/web/invite.js";
import { History, Log } from "/web/log.js";
import * as memory from "/web/memory.js";
import { colour, dot, isBot, kind, moved, Seats } from "/web/seats.js";
import { sit } from "/web/sitting.js";
import { Stage } from "/web/stage.js";
import { html } from "/web/svg.js";

const SLOW_AFTER = 3000; // milliseconds
const SLOW = "Some bots have to solve a game, or to compile its rules, before they first play it: up to half a minute.";

/**
 * @param {import("/web/main.js").Page} page
 * @param {string} id
 */
export async function table(page, id) {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error("That is no table's address.");
  const about = await ask(`/tables/${id}`);
  const game = await theGame(about.game);
  const { hue } = await picture(game);
  if (!page.here()) return;
  document.documentElement.style.setProperty("--hue", String(hue));
  let now = new AtTable(page, about, game, again);
  /** Somebody sat down at this screen: begin anew, with one more connection. */
  async function again() {
    now.leave();
    now = new AtTable(page, await ask(`/tables/${id}`), game, again);
  }
  return () => now.leave();
}

class AtTable {
  /**
   * @param {import("/web/main.js").Page} page
   * @param {import("/web/types.js").About} about
   * @param {import("/web/types.js").Game} game
   * @param {() => void} again
   */
  constructor(page, about, game, again) {
    this.about = about;
    this.game = game;
    this._again = again;
    this._names = Object.keys(about.seats);
    const tokens = memory.tokens(about.table);
    this.mine = this._names.filter((seat) => tokens[seat] && about.seats[seat]); // one that was asked for may not be had
    this._tokens = tokens;
    const hears = (/** @type {() => Connection} */ who) => ({
      told: () => this._told(who()),
      state: () => this._states(),
      refused: (/** @type {string} */ sentence) => this._complain(sentence),
    });
    /** @type {{connection: Connection, stage: Stage}[]} */
    this._viewers = (this.mine.length ? this.mine : [null]).map((seat) => {
      const connection = /** @type {Connection} */ (new Connection(about, seat, seat && tokens[seat], hears(() => connection)));
      return { connection, stage: new Stage(game, connection, () => this._render()) };
    });
    this._active = this._viewers[0];
    this._watch = new Watch(game.hands);
    this._wants = false; // another match

    const { main, where, tools } = page;
    where.textContent = this.game.title;
    this._state = html("span", { class: "state waiting", role: "status" }, "connecting");
    const rules = () => showBook(this.game, this.about.rulings);
    this._resign = html("button", { type: "button", class: "quiet bad", hidden: true, onclick: () => this._giveUp() }, "Give up");
    tools.replaceChildren(this._state, html("button", { type: "button", class: "quiet", onclick: rules }, "Rules"), this._resign);

    this._seats = new Seats();
    this._log = new Log();
    this._history = new History((step) => this._go(step));
    this._choices = new Choices((text) => this._active.connection.choose(text), this.game.files.includes("board.js"));
    this._turn = html("div", { class: "turn", role: "status" });
    this._slow = 0; // a timer
    this._place = html("div", { class: "stage card" });
    this._waiting = html("div", { hidden: true });
    this._ending = html("div", { hidden: true });
    this._left = html("span", { class: "soft", role: "status" });
    this._until = html("span", { class: "soft" });
    this._claim = html("button", { type: "button", class: "main", onclick: () => this._active.connection.request("claim") }, "Claim the win");
    this._offer = html("div", { class: "actions", hidden: true }, this._left, this._until, this._claim);
    this._wrong = html("p", { class: "notice bad", role: "alert", hidden: true });
    this._moved = html("p", { class: "notice", role: "status", hidden: true });
    this._panel = html("section", { class: "choices card", "aria-label": "Your choices", hidden: true }, this._choices.element);
    this._whole = html("div", { class: "table" },
      html("h1", { class: "sr-only" }, this.game.title),
      html("div", { class: "play" }, this._turn, this._wrong, this._moved, this._waiting, this._ending, this._place, this._offer, this._panel),
      html("div", { class: "side" }, this._seats.element, this._history.element, this._log.element));
    this._handing = html("div", { hidden: true });
    main.replaceChildren(this._whole, this._handing);
    this._waitsFor = ""; // what the cards above the board were made for
    this._ended = "";

    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._keys);
    this._timer = setInterval(() => this._offerClaim(), 1000);
    this._states();
  }

  /** Go elsewhere. */
  leave() {
    for (const { connection, stage } of this._viewers) {
      connection.close();
      stage.leave();
    }
    this._seats.leave();
    clearInterval(this._timer);
    removeEventListener("keydown", this._keys);
  }

  /**
   * The server has told one of the viewers here something.
   * @param {Connection} connection
   */
  _told(connection) {
    const { last } = connection.story;
    if (last.ended && connection.caughtUp) memory.over(this.about.table);
    if (last.rematch && this._wants) this._join();
    this._hand(connection);
    if (connection === this._active.connection && this._handing.hidden && this._ready) {
      const { stage } = this._active;
      stage.follow();
      if (connection.answering) stage.refresh();
      this._render();
    }
  }

  /**
   * Give the screen to whoever is to choose; where something is hidden from them, they first have to be there.
   * @param {Connection} told the one that has heard something last
   */
  _hand(told) {
    if (this._viewers.length < 2) return;
    for (const { connection } of this._viewers) this._watch.note(/** @type {string} */ (connection.seat), connection.story.last);
    if (!this._ready) return;
    const pending = told.story.last.view?.pending ?? [];
    const next = this._viewers.find(({ connection }) => pending.includes(/** @type {string} */ (connection.seat)));
    if (next && next.connection.story.last.ask === null) return; // it will hear of it in a moment
    if (next) this._active = next;
    const { seat, story } = this._active.connection;
    const covered = !this._handing.hidden;
    const stays = story.last.view && !story.last.ended && (covered || this._watch.strange);
    if (next ? this._watch.covers(/** @type {string} */ (seat), story.last, this._viewers.map(({ connection }) => connection.story.last)) : stays) this._cover();
    else this._uncover();
  }

  /** Whether all seats at this screen know the present. Before that nobody can tell whose eyes it is for. */
  get _ready() {
    return this._viewers.every(({ connection }) => connection.caughtUp);
  }

  /** Cover the table until the one whose eyes it is for is there. */
  _cover() {
    const { connection } = this._active;
    const seat = /** @type {string} */ (connection.seat);
    if (!this._handing.hidden && this._handing.dataset.seat === seat) return;
    const there = () => {
      this._watch.there(seat, connection.story.last);
      this._uncover();
      this._choices.focus();
    };
    this._whole.hidden = this._resign.hidden = true;
    this._place.replaceChildren();
    this._log.clear();
    this._choices.show([], null);
    this._handing.dataset.seat = seat;
    this._handing.hidden = false;
    this._handing.replaceChildren(handover(seat, this.mine.filter((other) => other !== seat), colour(this._names, seat), connection.story.last.ask !== null, there));
    this._handing.querySelector("h2")?.focus(); // not the button: a key that is still held down would press it
  }

  /** Show the side of the one who has the screen. */
  _uncover() {
    this._handing.hidden = true;
    this._handing.replaceChildren();
    this._whole.hidden = false;
    this._active.stage.follow();
    this._render();
  }

  /** Draw all that stands around the board, for the state that the board shows. */
  _render() {
    if (!this._handing.hidden) return;
    const { connection, stage } = this._active;
    if (this._place.firstChild !== stage.host) this._place.replaceChildren(stage.host);
    const { story } = connection;
    const state = stage.live ? stage.state : story.last;
    this._seats.show(state, new Set(this.mine), connection.offset);
    this._log.show(story.states, Math.max(0, stage.at));
    this._history.show(stage.step, story.steps.length, stage.live);
    this._whole.classList.toggle("stepping", !stage.live);
    this._place.hidden = this._history.element.hidden = this._log.element.hidden = !state.view;
    const { answering } = connection;
    const legal = answering && stage.live ? story.last.legal : stage.legal;
    this._panel.hidden = !legal.length;
    this._choices.show(legal, answering);
    this._resign.hidden = !connection.seat || !state.view || state.ended !== null;
    this._wait(state);
    this._sayMoved();
    if (!stage.moving || !state.ended) { // else the end is told when it has been seen
      this._say(state, stage.live);
      this._end(state);
    }
    this._offerClaim();
  }

  /** In a match that is played again: where one sits now, until one has chosen for the first time. */
  _sayMoved() {
    const { story, answering } = this._active.connection;
    const { ask, ended } = story.last;
    const chosen = answering !== null || (ask !== 0 && story.states.some((state) => state.ask !== null));
    this._moved.hidden = !this.about.reserved || !this.mine.length || chosen || ended !== null;
    if (!this._moved.hidden) say(this._moved, moved(this._names, this.mine));
  }

  /**
   * Whose turn it is, in words.
   * @param {import("/web/types.js").State} state
   * @param {boolean} live
   */
  _say(state, live) {
    const { connection } = this._active;
    const pending = state.view?.pending ?? [];
    const mine = connection.seat !== null && pending.includes(connection.seat) && !state.ended;
    let words = "";
    if (!live) words = "You are looking at the past. Escape leads back.";
    else if (state.ended) words = verdict(state.ended, this.mine);
    else if (!state.view) words = this._awaited(state);
    else if (connection.answering) words = "Your choice is on its way …";
    else if (mine) words = this.mine.length > 1 ? `${connection.seat}, it is for you to choose` : "It is for you to choose";
    else words = `Waiting for ${pending.map((seat) => `${seat} (${kind(state.seats[seat])})`).join(" and ")} …`;
    if (this._turn.dataset.words !== words) {
      this._turn.dataset.words = words;
      this._turn.replaceChildren(...(mine && live ? [dot(this._names, /** @type {string} */ (connection.seat))] : []), words);
      const bots = live && !state.ended && !mine && pending.some((seat) => isBot(state.seats[seat]));
      clearTimeout(this._slow);
      if (bots) this._slow = setTimeout(() => this._turn.append(html("span", { class: "soft small" }, SLOW)), SLOW_AFTER);
    }
    this._turn.hidden = !words;
    document.title = `${mine ? "● " : ""}${this.game.title} – Feint`;
  }

  /**
   * Who has still to sit down, in words.
   * @param {import("/web/types.js").State} state
   */
  _awaited(state) {
    const asked = (this.about.reserved ?? []).filter((seat) => !state.seats[seat]);
    if (!asked.length) return "Waiting for all to sit down";
    return `Waiting for ${asked.join(" and ")}: who played before ${asked.length > 1 ? "were" : "was"} asked to play again`;
  }

  /**
   * While seats are free: an invitation, or a seat to take.
   * @param {import("/web/types.js").State} state
   */
  _wait(state) {
    const kept = this.about.reserved ?? [];
    const free = this._names.filter((seat) => !state.seats[seat] && !kept.includes(seat));
    const waits = this._names.some((seat) => !state.seats[seat]) && !state.ended && this._active.connection.caughtUp;
    const key = waits ? `waits ${free.join(" ")}` : "";
    this._waiting.hidden = !key;
    if (key === this._waitsFor) return;
    this._waitsFor = key;
    const take = async (/** @type {string} */ seat) => {
      try {
        await sit(this.about, seat);
        this._again();
      } catch (error) {
        this._complain(/** @type {Error} */ (error).message);
      }
    };
    const invited = free.length ? [invitation(this.about.table, this.game.title, free, this.mine, take)] : [];
    this._waiting.replaceChildren(...(key ? [...invited, leaving(this.mine.length > 0)] : []));
  }

  /**
   * After the end: how it ended, and what can be done now.
   * @param {import("/web/types.js").State} state
   */
  _end(state) {
    const { ended, rematch } = state;
    this._ending.hidden = !ended;
    const key = ended ? `${ended.why} ${rematch?.table ?? ""}` : "";
    if (!ended || key === this._ended) return;
    this._ended = key;
    const { seat } = this._active.connection;
    const token = seat && this._tokens[seat];
    const again = () => {
      this._wants = true;
      if (this._active.connection.story.last.rematch) this._join();
      else this._active.connection.request("rematch");
    };
    this._ending.replaceChildren(result(this.about, ended, this.mine, token, seat && ended.scores ? again : null));
    if (rematch) this._ending.prepend(this._invited(rematch));
    this._ending.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body) /** @type {HTMLElement} */ (this._ending.lastChild).focus({ preventScroll: true });
  }

  /** @param {import("/web/types.js").Rematch} rematch */
  _invited(rematch) {
    const words = rematch.seat ? `${rematch.by} wants to play again.` : "They play again.";
    const act = rematch.seat
      ? html("button", { type: "button", class: "main", onclick: () => this._join() }, `Sit down as ${rematch.seat}`)
      : html("a", { class: "button", href: `#/table/${rematch.table}` }, "Watch");
    return html("div", { class: "notice actions" }, html("span", {}, words), act);
  }

  /** Sit down at the new table, with everyone who played at this screen, and go there. */
  async _join() {
    this._wants = false;
    let to = "";
    try {
      for (const { connection } of this._viewers) {
        const { rematch } = connection.story.last;
        to = rematch?.table ?? to;
        if (!rematch?.seat || !connection.seat || memory.tokens(rematch.table)[rematch.seat]) continue;
        await sit({ ...this.about, table: rematch.table }, rematch.seat, this._tokens[connection.seat]);
      }
      location.hash = `#/table/${to}`;
    } catch (error) {
      this._complain(/** @type {Error} */ (error).message);
    }
  }

  /** Someone who was gone for long enough has lost, if another seat says so. */
  _offerClaim() {
    const { connection } = this._active;
    const { seats, view, ended } = connection.story.last;
    const away = !connection.seat || !view || ended ? [] : this._names.filter((seat) => seats[seat]?.gone && !this.mine.includes(seat));
    this._offer.hidden = !away.length;
    const since = Math.min(...away.map((seat) => Number(seats[seat]?.gone)));
    const wait = Math.ceil(this.about.claim_after - (Date.now() + connection.offset - since) / 1000);
    say(this._left, away.length ? `${away.join(" and ")} ${away.length > 1 ? "have" : "has"} lost the connection.` : "");
    say(this._until, away.length && wait > 0 ? `You can claim the win in ${wait} s.` : "");
    this._claim.hidden = !away.length || wait > 0;
  }

  async _giveUp() {
    const { connection } = this._active;
    const sentence = this.mine.length > 1 ? `${connection.seat} loses the match at once.` : "You lose the match at once.";
    if (await sure("Give up?", sentence, "Give up")) connection.request("resign");
  }

  /** Say how the connections are. */
  _states() {
    const worst = ["refused", "lost", "waiting", "open"].find((state) => this._viewers.some(({ connection }) => connection.state === state)) ?? "open";
    const watching = this.mine.length ? "connected" : "watching";
    const words = { refused: "not let in", lost: "connection lost, trying again", waiting: "connecting", open: watching }[worst];
    this._state.className = `state ${worst === "open" ? "" : worst === "waiting" ? "waiting" : "lost"}`;
    say(this._state, words ?? "");
  }

  /** @param {string} sentence */
  _complain(sentence) {
    this._wrong.textContent = sentence;
    this._wrong.hidden = false;
    this._active.stage.refresh();
    setTimeout(() => (this._wrong.hidden = true), 8000);
  }

  /** @param {number} step */
  async _go(step) {
    await this._active.stage.go(step);
    this._render();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input, select, textarea, dialog") || !this._handing.hidden) return;
    const { stage } = this._active;
    if (event.key === "ArrowLeft") this._go(stage.step - 1);
    else if (event.key === "ArrowRight" && !stage.live) this._go(stage.step + 1);
    else if (event.key === "Escape" && !stage.live) this._go(Infinity);
    else if (/^[0-9]$/.test(event.key) && !this._panel.hidden && this._choices.key(event.key)) event.preventDefault();
  }
}

/**
 * Let an element hold these words; if it does already, nobody hears them again.
 * @param {HTMLElement} element
 * @param {string} words
 */
function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
