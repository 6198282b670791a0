/** One viewer's connection to a table: it comes back by itself, misses nothing, and sends nothing twice that counts. */

import { random, sentence } from "/web/ask.js";
import { Story } from "/web/story.js";

const REFUSED = 4003;
const NO_TABLE = 4004;
const LONGEST_WAIT = 5000;

/**
 * @typedef {object} Hears
 * @property {() => void} told something has changed: the story, or what is on its way
 * @property {() => void} state the connection has come or gone
 * @property {(sentence: string) => void} refused the server would not do something
 */

export class Connection {
  /**
   * @param {import("/web/types.js").About} about
   * @param {string | null} seat
   * @param {string | null} token null: someone who watches
   * @param {Hears} hears
   */
  constructor(about, seat, token, hears) {
    this.table = about.table;
    this.seat = seat;
    this.story = new Story(about);
    /** @type {"waiting" | "open" | "lost" | "refused"} */
    this.state = "waiting";
    this.ahead = 0; // how far the server was when we came in; until we are there, it is the past that we hear
    this.offset = 0; // how much later the server's clock is
    /** @type {Map<string, any>} what was asked for, and not yet answered; sent again until it is */
    this.outbox = new Map();
    this._token = token;
    this._hears = hears;
    this._wait = 250;
    this._closed = false;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    this._offline = () => this._socket?.close();
    this._online = () => {
      this._wait = 250;
      if (this.state === "lost") this._open();
    };
    addEventListener("offline", this._offline);
    addEventListener("online", this._online);
    this._open();
  }

  /** Whether all that had happened before we came in has been told. */
  get caughtUp() {
    return this.story.last.number >= this.ahead && (this.ahead > 0 || this.state === "open");
  }

  /**
   * Answer the question that is asked now.
   * @param {string} choice
   */
  choose(choice) {
    const { ask, legal } = this.story.last;
    if (ask === null || !legal.includes(choice) || this.answering) return;
    this._ask({ type: "choose", ask, choice });
  }

  /** The choice that is on its way, if one is. */
  get answering() {
    const { ask } = this.story.last;
    for (const message of this.outbox.values()) {
      if (message.type === "choose" && message.ask === ask) return /** @type {string} */ (message.choice);
    }
    return null;
  }

  /**
   * Ask for something else: to give up, to claim a win, to play again.
   * @param {"resign" | "claim" | "rematch"} type
   */
  request(type) {
    this._ask({ type });
  }

  /** Leave for good. */
  close() {
    this._closed = true;
    clearTimeout(this._timer);
    removeEventListener("offline", this._offline);
    removeEventListener("online", this._online);
    this._socket?.close();
  }

  /** @param {object} message */
  _ask(message) {
    const id = random(12);
    this.outbox.set(id, { ...message, id });
    if (this.state === "open") this._socket?.send(JSON.stringify({ ...message, id }));
    this._hears.told();
  }

  _open() {
    clearTimeout(this._timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/tables/${this.table}/socket`);
    this._socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "join", token: this._token, seen: this.story.last.number }));
    socket.onmessage = (event) => this._heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this._closed || socket !== this._socket) return;
      this._socket = null;
      const hopeless = event.code === REFUSED || event.code === NO_TABLE;
      this._become(hopeless ? "refused" : "lost");
      if (hopeless) return;
      this._timer = setTimeout(() => this._open(), this._wait * (0.75 + Math.random() / 2)); // not all at once
      this._wait = Math.min(LONGEST_WAIT, this._wait * 2);
    };
  }

  /** @param {any} message */
  _heard(message) {
    if (typeof message.now === "number") this.offset = message.now - Date.now();
    if (message.type === "change") {
      if (message.done) this.outbox.delete(message.done);
      if (this.story.add(message)) this._hears.told();
    } else if (message.type === "joined" || message.type === "table") {
      if (message.type === "table") this.story.replace(message);
      this.ahead = message.number;
      this._wait = 250;
      this._become("open");
      for (const waiting of this.outbox.values()) this._socket?.send(JSON.stringify(waiting));
      this._hears.told();
    } else if (message.type === "done") {
      this.outbox.delete(message.id);
      this._hears.told();
    } else if (message.type === "error") {
      this.outbox.delete(message.id);
      this._hears.refused(sentence(message.error));
      this._hears.told();
    }
  }

  /** @param {"waiting" | "open" | "lost" | "refused"} state */
  _become(state) {
    this.state = state;
    this._hears.state();
  }
}
