/** Draws what stands above the board while seats are open: a link to send to someone, or a seat to take. */

import { copyField } from "./copy_field.js";
import { html } from "./dom.js";
import { isBot } from "./seats.js";
import { openSeats } from "./table_model.js";
import { capitalize, list, seatName, withArticle } from "./text.js";

/** Names of the machine itself: nobody else can reach a server there. */
export const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const LEAVING = "You can leave this page: your seat is kept, and you'll find the match under Your matches. It starts when everyone has joined and you have this page open again.";

export class Invitation {
  /**
   * @param {import("./protocol.js").TableDetails} about
   * @param {string[]} mine the seats played on this device
   * @param {(seat: string) => void} take
   * @param {() => void} cancel
   */
  constructor(about, mine, take, cancel) {
    this.element = html("div", { hidden: true });
    this._about = about;
    this._mine = mine;
    this._take = take;
    this._cancel = cancel;
    this._shown = "";
  }

  /**
   * @param {import("./types.js").State} state
   * @param {boolean} caughtUp whether it is the present
   */
  show(state, caughtUp) {
    const open = openSeats(state);
    const free = open.filter((seat) => !this._about.reserved?.includes(seat));
    const { seats } = state;
    const alone = Object.keys(seats).every((seat) => !seats[seat] || isBot(seats[seat]) || this._mine.includes(seat));
    const shown = open.length && !state.ended && caughtUp ? `open ${free.join(" ")} ${alone}` : "";
    this.element.hidden = !shown;
    if (shown === this._shown) return;
    this._shown = shown;
    this.element.replaceChildren(...(shown ? [...(free.length ? [this._card(free)] : []), this._leaving(alone)] : []));
  }

  /** @param {string[]} free */
  _card(free) {
    const { table, title } = this._about;
    const open = capitalize(`${list(free.map(withArticle))} ${free.length === 1 ? "is" : "are"} open.`);
    const buttons = (/** @type {string} */ look, /** @type {(seat: string) => string} */ label) =>
      html("div", { class: "actions" }, ...free.map((seat) => html("button", { type: "button", class: look, onclick: () => this._take(seat) }, label(seat))));
    if (!this._mine.length) {
      return html("section", { class: "invite card" },
        html("h2", {}, `Play ${title}?`),
        html("p", {}, `${open} Join, or stay to watch. The match starts as soon as everyone has joined.`),
        buttons("main", (seat) => `Join as ${seatName(seat)}`));
    }
    return html("section", { class: "invite card" },
      html("h2", {}, "Invite someone"),
      html("p", {}, `${open} Anyone with this link can join or watch.`),
      copyField(`${location.origin}/#/table/${table}`, "Link to this match", `Feint: ${title}`),
      LOOPBACK.includes(location.hostname) ? html("p", { class: "soft small" }, "This link works only on this computer. To play with others on your network, stop the server and run ", html("code", {}, "feint serve --host 0.0.0.0"), ".") : null,
      html("p", { class: "soft small" }, "Or play together on this screen:"),
      buttons("", (seat) => `Add ${withArticle(seat)} on this screen`));
  }

  /** @param {boolean} alone whether nobody else has joined yet: then the table can be closed */
  _leaving(alone) {
    const cancel = this._mine.length && alone ? html("button", { type: "button", onclick: this._cancel }, "Cancel") : null;
    return html("div", { class: "leaving" },
      this._mine.length ? html("p", { class: "soft small" }, LEAVING) : null,
      html("div", { class: "actions" }, cancel, html("a", { class: "button", href: "#/" }, "All games")));
  }
}
