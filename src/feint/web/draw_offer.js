/** Offers of a draw: the button beside Resign, and the notice of what others offer. */

import { html, setText } from "./dom.js";
import { isBot } from "./seats.js";
import { capitalize, list, withArticle } from "./text.js";

export class DrawOffer {
  /** @param {() => void} offer ask the server for it */
  constructor(offer) {
    this._words = html("span", { class: "words" });
    this.button = html("button", { type: "button", class: "quiet", hidden: true, onclick: offer }, html("span", { class: "sign", "aria-hidden": "true" }, "½"), this._words);
    this.notice = html("p", { class: "notice", role: "status", hidden: true });
  }

  /**
   * Bots agree only where the server says so: there is nothing to offer before.
   * @param {import("./types.js").State} state
   * @param {string | null} seat whose eyes these are
   * @param {boolean} hidden whether nobody here can end the match
   */
  show({ draw, ended, seats, may }, seat, hidden) {
    const others = draw.filter((other) => other !== seat);
    const offered = seat !== null && draw.includes(seat);
    this.button.hidden = hidden || (Object.values(seats).some(isBot) && !may.includes("draw"));
    /** @type {HTMLButtonElement} */ (this.button).disabled = offered;
    setText(this._words, offered ? "Draw offered" : others.length ? "Accept draw" : "Offer draw");
    this.button.title = this._words.textContent ?? "";
    this.notice.hidden = !others.length || ended !== null;
    const verb = others.length > 1 ? "offer" : "offers";
    const end = seat === null || offered ? "." : ": accept it, or play on.";
    setText(this.notice, others.length ? capitalize(`${list(others.map(withArticle))} ${verb} a draw${end}`) : "");
  }
}
