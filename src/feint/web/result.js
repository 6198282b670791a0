/** Draws the card after the end: who has won and why, a rematch, the record, and the proof that chance was fair. */

import { html, svg } from "./dom.js";
import { reason, verdict } from "./endings.js";
import { request } from "./http.js";
import { capitalize } from "./text.js";

/** @typedef {import("./protocol.js").Ended} Ended */
/** @typedef {import("./protocol.js").RematchSeat} RematchSeat */
/** @typedef {import("./protocol.js").TableDetails} TableDetails */

/**
 * @typedef {object} Actions
 * @property {(() => void) | null} playAgain offer a rematch; null: nobody here can
 * @property {() => void} join take one's seats in a rematch that was offered
 */

export class Result {
  /**
   * @param {TableDetails} about
   * @param {string[]} mine the seats played on this device
   */
  constructor(about, mine) {
    this.element = html("div", { hidden: true });
    this._about = about;
    this._mine = mine;
    this._shown = "";
  }

  /**
   * @param {import("./types.js").State} state
   * @param {string | null} token of the seat whose record can be downloaded
   * @param {Actions} actions
   */
  show({ ended, rematch }, token, { playAgain, join }) {
    this.element.hidden = !ended;
    const shown = ended ? `${ended.why} ${rematch?.table ?? ""}` : "";
    if (!ended || shown === this._shown) return;
    this._shown = shown;
    const more = playAgain && html("button", { type: "button", class: "main", onclick: playAgain }, "Play again");
    const save = html("button", { type: "button", onclick: () => download(this._about, token) }, "Download record");
    const card = html("section", { class: "result card", "aria-label": "Result", tabindex: "-1" },
      html("h2", {}, verdict(ended, this._mine)),
      html("p", {}, reason(ended)),
      html("div", { class: "actions" }, more, save, html("a", { class: "button", href: "#/" }, "All games")),
      proof(ended.secret, this._about.commitment));
    this.element.replaceChildren(...(rematch ? [offer(rematch, join)] : []), card);
    this.element.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body) card.focus({ preventScroll: true });
  }
}

/**
 * Somebody wants a rematch.
 * @param {RematchSeat} rematch
 * @param {() => void} join
 */
function offer({ by, seat, table }, join) {
  const words = seat ? capitalize(`${by} wants a rematch.`) : "The players are having a rematch.";
  const act = seat
    ? html("button", { type: "button", class: "main", onclick: join }, `Join as ${seat}`)
    : html("a", { class: "button", href: `#/table/${table}` }, "Watch");
  return html("div", { class: "notice actions" }, html("span", {}, words), act);
}

/**
 * @param {string} secret
 * @param {string} commitment
 */
function proof(secret, commitment) {
  const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  const words = html("span", {}, "Checking that chance was fair…");
  const made = html("p", { class: "proof" }, mark, words);
  matches(secret, commitment).then((right) => {
    made.classList.toggle("wrong", right === false);
    made.dataset.proved = String(right);
    mark.append(svg("path", { d: right === false ? "M5 5l14 14M19 5L5 19" : right ? "M4 13l5 5L20 6" : "M12 4v10M12 18v1" }));
    words.textContent = proofText(right);
  });
  return made;
}

/**
 * Whether the secret is the one that was committed to; null where a browser can't tell.
 * @param {string} secret
 * @param {string} commitment
 * @returns {Promise<boolean | null>}
 */
async function matches(secret, commitment) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}

/** @param {boolean | null} right */
function proofText(right) {
  if (right === null) {
    return "The record holds the secret behind every roll and shuffle. This browser can check it only over https or on the server's own computer; the command feint check works anywhere.";
  }
  return right
    ? "Chance was fair: the server committed to its secret before anyone joined, and the secret revealed now matches that commitment. The command feint check verifies every outcome in the record."
    : "Chance was not fair: the secret isn't the one that the server committed to before the match.";
}

/**
 * Save the match's record as a file.
 * @param {TableDetails} about
 * @param {string | null} token
 */
async function download(about, token) {
  const text = await request(`/tables/${about.table}/record`, undefined, token);
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: url, download: `${about.game}-${about.table.slice(0, 8)}.feint` }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
