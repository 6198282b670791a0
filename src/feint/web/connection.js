/** A WebSocket between the server and the model of a table. It reconnects, misses no change, and repeats no request. */

import { CloseCode } from "./protocol.js";
import { asSentence } from "./text.js";

const FIRST_WAIT = 250; // ms before the first attempt to reconnect
const LONGEST_WAIT = 5000;

/** @typedef {"connecting" | "open" | "lost" | "refused"} ConnectionState */

/**
 * @typedef {object} Listener
 * @property {() => void} changed the model has changed
 * @property {() => void} connection the connection has changed
 * @property {(sentence: string) => void} refused the server refused a request
 * @property {() => void} [unfair] something that the server tells doesn't fit what it told before
 */

export class Connection {
  /**
   * @param {string} table
   * @param {string | null} token null: a spectator
   * @param {import("./table_model.js").TableModel} model
   * @param {Listener} listener
   * @param {import("./witness.js").Witness | null} witness null: the match is over, and only looked at
   */
  constructor(table, token, model, listener, witness = null) {
    /** @type {ConnectionState} */
    this.state = "connecting";
    this._table = table;
    this._token = token;
    this._model = model;
    this._listener = listener;
    this._witness = witness;
    this._revealed = false;
    this._wait = FIRST_WAIT;
    this._closed = false;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    this._offline = () => this._socket?.close();
    this._online = () => {
      this._wait = FIRST_WAIT;
      if (this.state === "lost") this._open();
    };
    addEventListener("offline", this._offline);
    addEventListener("online", this._online);
    this._open();
  }

  /** @param {string} choice */
  choose(choice) {
    const message = this._model.choose(choice);
    if (message) this._request(message);
  }

  /** Make the only choice there is, if that tells nobody anything. */
  chooseForced() {
    const message = this._model.chooseForced();
    if (message) this._request(message);
  }

  /** @param {import("./table_model.js").OtherRequest} type */
  request(type) {
    this._request(this._model.request(type));
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
  _request(message) {
    if (this.state === "open") this._send(message); // otherwise it is sent as soon as we have joined
    this._listener.changed();
  }

  /** @param {object} message */
  _send(message) {
    this._socket?.send(JSON.stringify(message));
  }

  _open() {
    clearTimeout(this._timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/tables/${this._table}/socket`);
    this._socket = socket;
    socket.onopen = () => {
      this._revealed = false;
      this._witness?.join(this._model.seat);
      this._send(this._model.join(this._token));
    };
    socket.onmessage = (event) => this._receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this._closed || socket !== this._socket) return;
      this._socket = null;
      const refused = event.code === CloseCode.REFUSED || event.code === CloseCode.NO_SUCH_TABLE;
      this._become(refused ? "refused" : "lost");
      if (refused) return;
      this._timer = setTimeout(() => this._open(), this._wait * (0.75 + Math.random() / 2)); // not everyone at once
      this._wait = Math.min(LONGEST_WAIT, this._wait * 2);
    };
  }

  /** @param {import("./protocol.js").ServerMessage} message */
  _receive(message) {
    if (this._witness) this._observe(this._witness, message);
    const changed = this._model.receive(message);
    this._reveal();
    if (message.type === "joined" || message.type === "table") {
      this._wait = FIRST_WAIT;
      this._become("open");
      this._model.unanswered.forEach((waiting) => this._send(waiting));
    }
    if (message.type === "error") this._listener.refused(asSentence(message.error));
    if (changed) this._listener.changed();
  }

  /**
   * @param {import("./witness.js").Witness} witness
   * @param {import("./protocol.js").ServerMessage} message
   */
  _observe(witness, message) {
    const answered = this._model.answeredBy(message);
    if (answered) witness.noteChoice(this._model.seat, answered.ask, answered.choice);
    const known = witness.complaints.length;
    witness.see(this._model.seat, message);
    if (witness.complaints.length > known) this._listener.unfair?.();
  }

  /** Reveal the seat's string, when all others are bound to theirs. */
  _reveal() {
    const string = this._revealed ? null : this._witness?.toReveal(this._model.seat, this._model.latest.seats);
    if (!string) return;
    this._revealed = true;
    this._send({ type: "reveal", id: "reveal", string });
  }

  /** @param {ConnectionState} state */
  _become(state) {
    this.state = state;
    this._listener.connection();
  }
}
