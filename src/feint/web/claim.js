/** The notice of who has disconnected, with the button with which an opponent claims victory when they have been away for too long. */

import { html, setText } from "./dom.js";
import { absentees } from "./table_model.js";
import { capitalize, list, withArticle } from "./text.js";

export class ClaimOffer {
  /** @param {() => void} claim */
  constructor(claim) {
    this._who = html("span", { role: "status" });
    this._wait = html("span");
    this._button = html("button", { type: "button", class: "main", onclick: claim }, "Claim victory");
    this.notice = html("p", { class: "notice", hidden: true }, this._who, " ", this._wait, this._button);
  }

  /**
   * @param {import("./types.js").State} state
   * @param {string[]} mine the seats played on this device; none: a spectator's, who can claim nothing
   * @param {number} claimAfter seconds that someone has to be away
   * @param {number} now the server's time, in ms
   */
  show(state, mine, claimAfter, now) {
    const { away, since } = mine.length ? absentees(state, mine) : { away: [], since: 0 };
    const wait = Math.ceil(claimAfter - (now - since) / 1000);
    this.notice.hidden = !away.length;
    this._button.hidden = !away.length || wait > 0;
    setText(this._who, away.length ? capitalize(`${list(away.map(withArticle))} ${away.length > 1 ? "have" : "has"} disconnected.`) : "");
    setText(this._wait, away.length && wait > 0 ? `You can claim victory in ${wait} s.` : "");
  }
}
