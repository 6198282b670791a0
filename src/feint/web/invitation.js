/** Draws what stands above the board while seats are open: a link to send to someone, or a seat to take. */

import { html } from "./dom.js";
import { openSeats } from "./table_model.js";
import { list } from "./text.js";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const LEAVING = "You don't have to wait on this page: your seat is kept, and the table is listed under Your tables. The match starts once every seat is taken, even while you're away. A table that nobody joins is closed after a while.";

export class Invitation {
  /**
   * @param {import("./protocol.js").TableDetails} about
   * @param {string[]} mine the seats played on this device
   * @param {(seat: string) => void} take
   */
  constructor(about, mine, take) {
    this.element = html("div", { hidden: true });
    this._about = about;
    this._mine = mine;
    this._take = take;
    this._shown = "";
  }

  /**
   * @param {import("./types.js").State} state
   * @param {boolean} caughtUp whether it is the present
   */
  show(state, caughtUp) {
    const open = openSeats(state);
    const free = open.filter((seat) => !this._about.reserved?.includes(seat));
    const shown = open.length && !state.ended && caughtUp ? `open ${free.join(" ")}` : "";
    this.element.hidden = !shown;
    if (shown === this._shown) return;
    this._shown = shown;
    this.element.replaceChildren(...(shown ? [...(free.length ? [this._card(free)] : []), this._leaving()] : []));
  }

  /** @param {string[]} free */
  _card(free) {
    const { table, title } = this._about;
    const open = free.length === 1 ? `Seat ${free[0]} is open.` : `Seats ${list(free)} are open.`;
    const buttons = (/** @type {string} */ look, /** @type {(seat: string) => string} */ label) =>
      html("div", { class: "actions" }, ...free.map((seat) => html("button", { type: "button", class: look, onclick: () => this._take(seat) }, label(seat))));
    if (!this._mine.length) {
      return html("section", { class: "invite card" },
        html("h2", {}, `Play ${title}?`),
        html("p", {}, `${open} Join, or stay and watch: the match starts once every seat is taken.`),
        buttons("main", (seat) => `Join as ${seat}`));
    }
    return html("section", { class: "invite card" },
      html("h2", {}, "Invite someone"),
      html("p", {}, `${open} Anyone with this link can join or watch.`),
      share(table, title),
      LOOPBACK.includes(location.hostname) ? html("p", { class: "soft small" }, "This link works only on this computer. To play with others in your network, stop the server and run ", html("code", {}, "feint serve --host 0.0.0.0"), ".") : null,
      html("p", { class: "soft small" }, "Or play together on this device:"),
      buttons("", (seat) => `Play ${seat}, too`));
  }

  _leaving() {
    return html("div", { class: "leaving" },
      this._mine.length ? html("p", { class: "soft small" }, LEAVING) : null,
      html("a", { class: "button", href: "#/" }, "Back to all games"));
  }
}

/**
 * A table's link, to be copied or shared. It holds the table's id and nothing else.
 * @param {string} table
 * @param {string} title
 */
function share(table, title) {
  const url = `${location.origin}/#/table/${table}`;
  const field = /** @type {HTMLInputElement} */ (html("input", { type: "text", readonly: true, value: url, "aria-label": "Link to this table" }));
  field.addEventListener("focus", () => field.select());
  const said = html("span", { class: "small soft", role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Selected: copy it with your keyboard."; // browsers copy only at secure addresses
    }
  };
  const buttons = [html("button", { type: "button", class: "main", onclick: copy }, "Copy")];
  if ("share" in navigator) {
    const send = () => navigator.share({ title: `Feint: ${title}`, url }).catch(() => {}); // someone changed their mind
    buttons.push(html("button", { type: "button", onclick: send }, "Share"));
  }
  return html("div", { class: "address" }, field, ...buttons, said);
}
