/** Draws how the connection is: in the bar above everything. */

import { html, setText } from "./dom.js";

/** @typedef {import("./connection.js").ConnectionState} ConnectionState */

/** @type {ConnectionState[]} the worst first */
const ORDER = ["refused", "lost", "connecting", "open"];

export class ConnectionStatus {
  /** @param {boolean} playing false: a spectator */
  constructor(playing) {
    this.element = html("span", { role: "status" });
    this._words = { refused: "access denied", lost: "connection lost, reconnecting…", connecting: "connecting…", open: playing ? "connected" : "watching" };
  }

  /** @param {ConnectionState[]} states of all connections of this table */
  show(states) {
    const worst = ORDER.find((state) => states.includes(state)) ?? "open";
    const look = { refused: "lost", lost: "lost", connecting: "waiting", open: "" }[worst];
    this.element.className = `state ${look}`;
    setText(this.element, this._words[worst]);
  }
}
