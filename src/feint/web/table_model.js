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
/** @typedef {Exclude<Request["type"], "choose" | "reveal">} OtherRequest */

const FORCED = "forced-"; // how the ids of choices begin that were made for the player: at every device the same
const NOTHING = { log: [], legal: [], details: {}, ask: null, forced: false, may: [], spared: null, draw: [], ended: null, time: null, rematch: null };

export class TableModel {
  /**
   * @param {State["seats"]} seats who sits where before the first message
   * @param {string | null} seat whose eyes these are; null: a spectator's
   */
  constructor(seats, seat) {
    this.seat = seat;
    /** @type {State[]} */
    this.states = [{ ...NOTHING, number: 0, view: null, seats }];
    /** @type {number[]} the states in which something happened: those that one can step through */
    this.steps = [];
    /** @type {number | null} the server's last change when we joined: until we have that one, we hear of the past */
    this._joinedAt = null;
    this._clockOffset = 0;
    /** @type {string | undefined} of the chain, as it came with the last change */
    this._head = undefined;
    /** Called when the whole table came anew, since something was taken back. */
    this.onReplaced = () => {};
    /** @type {Record<string, import("./protocol.js").Preparing>} the seats of bots that are still getting ready */
    this.preparing = {};
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
    this._joinedAt = null;
    return { type: "join", token, seen: this.latest.number, head: this._head };
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
   * Make the only choice there is, if nobody learns anything from that. The server leaves it to us: so whatever led to
   * the question is shown first, and each choice in a match is one that a player's own device has made.
   * @returns {Request | null} what to send; null if there is more to choose from, or it is on its way
   */
  chooseForced() {
    const { ask, legal, forced } = this.latest;
    if (ask === null || !forced || !this.caughtUp || this.sentChoice !== null) return null;
    return this._keep({ type: "choose", id: `${FORCED}${ask}`, ask, choice: legal[0] });
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

  /**
   * The choice that a message acknowledges, if there is one.
   * @param {ServerMessage} message
   */
  answeredBy(message) {
    const id = message.type === "change" ? message.done : message.type === "done" ? message.id : null;
    const found = id ? this._requests.get(id) : null;
    return found?.type === "choose" ? found : null;
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
    if ("seats" in message && (message.type === "change" || message.type === "table")) {
      const gone = Object.values(message.seats ?? {}).map((seat) => seat?.gone ?? 0);
      this._clockOffset = Math.max(this._clockOffset, ...gone.map((at) => at - now)); // what has happened isn't to come
    }
    if (message.type === "preparing") {
      this.preparing = message.seats;
      return true;
    }
    if (message.type === "change") {
      if (message.done) this._requests.delete(message.done);
      return this._add(message);
    }
    if (message.type === "table") this._replace(message);
    if (message.type === "table" || message.type === "joined") {
      this._joinedAt = Math.max(this._joinedAt ?? 0, message.number); // a whole table may also lie in the past
      this.preparing = {}; // if any are, that is said next
    } else if (message.id) this._requests.delete(message.id); // done, or refused
    return true;
  }

  /**
   * Add a change. One that was told before is not added again.
   * @param {Change} change
   */
  _add(change) {
    const before = this.latest;
    if (change.number <= before.number) return false;
    this._head = change.head;
    const view = change.view ? /** @type {State["view"]} */ ({ ...before.view, ...change.view }) : before.view;
    this.states.push({
      number: change.number,
      view,
      log: change.log ?? [],
      legal: change.legal ?? before.legal,
      details: change.details ?? before.details,
      ask: change.ask === undefined ? before.ask : change.ask,
      forced: change.forced ?? before.forced,
      may: change.may ?? before.may,
      spared: change.done?.startsWith(FORCED) ? describe(before.legal[0], before.details) : null,
      seats: change.seats ?? before.seats,
      draw: change.draw ?? before.draw,
      ended: change.ended ?? before.ended,
      time: change.time ?? before.time,
      rematch: change.rematch ?? before.rematch,
    });
    if (view && (change.view || change.log)) this.steps.push(this.states.length - 1);
    return true;
  }

  /**
   * Start over from everything that is so now: a choice was taken back, or the server counts its changes differently.
   * @param {import("./protocol.js").TableState} whole
   */
  _replace(whole) {
    const { number, log, legal, details = {}, ask, forced = false, may = [], seats, draw = [], ended, time = null, rematch } = whole;
    this._head = whole.head;
    const view = /** @type {State["view"]} */ (whole.view);
    const now = { ...NOTHING, number, view, log, legal, details, ask, forced, may, seats, draw, ended, time, rematch };
    const same = JSON.stringify(view);
    const at = view ? this.states.findLastIndex((state) => state.ask === ask && JSON.stringify(state.view) === same) : -1;
    const known = this.states.slice(0, Math.max(0, at)); // what led there is still true
    this.states = [...known, at < 0 ? now : { ...now, log: this.states[at].log }];
    this.steps = view ? [...this.steps.filter((step) => step < known.length), known.length] : [];
    this.onReplaced();
  }
}

/**
 * A choice for people: its text, and what it comes to.
 * @param {string} choice
 * @param {Record<string, string>} details
 */
export function describe(choice, details) {
  return details[choice] ? `${choice} (${details[choice]})` : choice;
}

/**
 * What a player is told of a choice that was made for them, or is about to be.
 * @param {string} choice
 */
export function sparedText(choice) {
  return `Only one choice, made for you: ${choice}`;
}

/**
 * The seats that nobody has taken yet.
 * @param {State} state
 */
export function openSeats({ seats }) {
  return Object.keys(seats).filter((seat) => !seats[seat]);
}

/**
 * The seats that are bound to a string and have yet to reveal it.
 * @param {State} state
 */
export function unrevealedSeats({ seats }) {
  return Object.keys(seats).filter((seat) => seats[seat]?.string === null);
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
