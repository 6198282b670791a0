/**
 * One table as one viewer is told of it: the present, every state to step back to, and requests without an answer yet.
 *
 * No DOM and no network: the server's messages go into `receive`, and what is to be sent comes out of `choose`, `request`
 * and `unanswered`.
 */

import { randomText } from "./random.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").Change} Change */
/** @typedef {import("./protocol.js").Join} Join */
/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {Exclude<Request["type"], "choose">} OtherRequest */

export class TableModel {
  /**
   * @param {State["seats"]} seats who sits where before the first message
   * @param {string | null} seat whose eyes these are; null: a spectator's
   */
  constructor(seats, seat) {
    this.seat = seat;
    /** @type {State[]} */
    this.states = [{ number: 0, view: null, log: [], legal: [], ask: null, seats, ended: null, time: null, rematch: null }];
    /** @type {number[]} the states in which something happened: those that one can step through */
    this.steps = [];
    /** @type {number | null} the server's last change when we joined: until we have that one, we hear of the past */
    this._joinedAt = null;
    this._clockOffset = 0;
    /** @type {Map<string, Request>} by id; each is sent again until it is answered */
    this._requests = new Map();
  }

  /** The present. */
  get latest() {
    return this.states[this.states.length - 1];
  }

  /** Whether everything that happened before we joined has been told. */
  get caughtUp() {
    return this._joinedAt !== null && this.latest.number >= this._joinedAt;
  }

  /** The choice that was sent for the present question, while it has no answer. */
  get sentChoice() {
    for (const message of this._requests.values()) {
      if (message.type === "choose" && message.ask === this.latest.ask) return message.choice;
    }
    return null;
  }

  /** Whether this seat has made a choice, also one that is still on its way. */
  get hasChosen() {
    const { ask } = this.latest;
    return this.sentChoice !== null || (ask !== 0 && this.states.some((state) => state.ask !== null));
  }

  /**
   * The server's time.
   * @param {number} [now] this machine's, in ms
   */
  serverTime(now = Date.now()) {
    return now + this._clockOffset;
  }

  /**
   * How to join the table: also again, after a lost connection.
   * @param {string | null} token
   * @returns {Join}
   */
  join(token) {
    return { type: "join", token, seen: this.latest.number };
  }

  /**
   * Answer the present question.
   * @param {string} choice
   * @returns {Request | null} what to send; null if nothing like that is asked, or an answer is on its way
   */
  choose(choice) {
    const { ask, legal } = this.latest;
    if (ask === null || !legal.includes(choice) || this.sentChoice !== null) return null;
    return this._keep({ type: "choose", id: randomText(12), ask, choice });
  }

  /**
   * Ask for something other than a choice.
   * @param {OtherRequest} type
   * @returns {Request} what to send
   */
  request(type) {
    return this._keep({ type, id: randomText(12) });
  }

  /** Everything that was sent and has no answer yet: to be sent again after a lost connection. */
  get unanswered() {
    return [...this._requests.values()];
  }

  /** @param {Request} message */
  _keep(message) {
    this._requests.set(message.id, message);
    return message;
  }

  /**
   * Take in a message.
   * @param {ServerMessage} message
   * @param {number} [now] this machine's time, in ms
   * @returns {boolean} whether it changed anything
   */
  receive(message, now = Date.now()) {
    if ("now" in message && message.now !== undefined) this._clockOffset = message.now - now;
    if (message.type === "change") {
      if (message.done) this._requests.delete(message.done);
      return this._add(message);
    }
    if (message.type === "table") this._replace(message);
    if (message.type === "table" || message.type === "joined") this._joinedAt = message.number;
    else if (message.id) this._requests.delete(message.id); // done, or refused
    return true;
  }

  /**
   * Add a change. One that was told before is not added again.
   * @param {Change} change
   */
  _add(change) {
    const before = this.latest;
    if (change.number <= before.number) return false;
    const view = change.view ? /** @type {State["view"]} */ ({ ...before.view, ...change.view }) : before.view;
    this.states.push({
      number: change.number,
      view,
      log: change.log ?? [],
      legal: change.legal ?? before.legal,
      ask: change.ask === undefined ? before.ask : change.ask,
      seats: change.seats ?? before.seats,
      ended: change.ended ?? before.ended,
      time: change.time ?? before.time,
      rematch: change.rematch ?? before.rematch,
    });
    if (view && (change.view || change.log)) this.steps.push(this.states.length - 1);
    return true;
  }

  /**
   * Start over from everything that is so now: the server counts its changes differently.
   * @param {import("./protocol.js").TableState} whole
   */
  _replace(whole) {
    const { number, log, legal, ask, seats, ended, time = null, rematch } = whole;
    const view = /** @type {State["view"]} */ (whole.view);
    this.states = [{ number, view, log, legal, ask, seats, ended, time, rematch }];
    this.steps = view ? [0] : [];
  }
}

/**
 * The seats that nobody has taken yet.
 * @param {State} state
 */
export function openSeats({ seats }) {
  return Object.keys(seats).filter((seat) => !seats[seat]);
}

/**
 * Opponents who have disconnected from a match that is on, and when the first of them did, in ms.
 * @param {State} state
 * @param {string[]} mine the seats played on this device
 */
export function absentees({ seats, view, ended }, mine) {
  const away = view && !ended ? Object.keys(seats).filter((seat) => seats[seat]?.gone && !mine.includes(seat)) : [];
  return { away, since: Math.min(...away.map((seat) => Number(seats[seat]?.gone))) };
}
