/** Draws the card after the end: who has won, what decided it, what to do next, and the proof that chance was fair. */

import { html, svg } from "./dom.js";
import { verdict } from "./endings.js";
import { request } from "./http.js";
import { reading } from "./reading.js";
import { saveFile } from "./save_file.js";
import { capitalize, withArticle } from "./text.js";

/** @typedef {import("./protocol.js").Ended} Ended */
/** @typedef {import("./protocol.js").RematchSeat} RematchSeat */
/** @typedef {import("./protocol.js").TableDetails} TableDetails */

/**
 * @typedef {object} Actions
 * @property {(() => void) | null} playAgain offer a rematch, or take one's seats in the one that was offered; null: nobody here can
 */

export class Result {
  /**
   * @param {TableDetails} about
   * @param {string[]} mine the seats played on this device
   * @param {import("./witness.js").Witness} witness
   */
  constructor(about, mine, witness) {
    this._box = html("div", { class: "ending" });
    this.element = reading(this._box);
    this.element.hidden = true;
    this._about = about;
    this._mine = mine;
    this._witness = witness;
    this._shown = "";
  }

  /**
   * @param {import("./types.js").State} state
   * @param {string[]} decided what decided the match, in words
   * @param {string | null} token of the seat whose record can be downloaded
   * @param {Actions} actions
   */
  show({ ended, rematch, view }, decided, token, { playAgain }) {
    this.element.hidden = !ended;
    const shown = ended ? `${ended.why} ${rematch?.table ?? ""}` : "";
    if (!ended || shown === this._shown) return;
    this._shown = shown;
    const save = view && html("button", { type: "button", onclick: () => download(this._about, token) }, "Download match");
    const card = html("section", { class: "result card", "aria-label": "Result", tabindex: "-1" },
      html("h2", {}, verdict(ended, this._mine)),
      html("div", { class: "decided" }, ...decided.map((line) => html("p", {}, line))),
      rematch && html("p", { class: "offer", role: "status" }, offer(rematch)),
      html("div", { class: "actions" },
        playAgain && html("button", { type: "button", class: "main", onclick: playAgain }, "Play again"),
        rematch && !rematch.seat ? html("a", { class: "button main", href: `#/table/${rematch.table}` }, "Watch the rematch") : null,
        ended.scores && html("a", { class: "button", href: `#/analysis/${this._about.table}` }, "Review"),
        ended.scores && html("button", { type: "button", onclick: async () => (await import("./share.js")).openShare(this._about) }, "Share"),
        save),
      view && proof(this._about, token, this._witness));
    this._box.replaceChildren(card);
    this.element.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body) card.focus({ preventScroll: true });
  }
}

/**
 * What is said of a rematch that somebody wants.
 * @param {RematchSeat} rematch
 */
function offer({ by, seat }) {
  return seat ? `${capitalize(withArticle(by))} wants a rematch. You would be ${withArticle(seat)}.` : "The players are having a rematch.";
}

/**
 * @param {TableDetails} about
 * @param {string | null} token
 * @param {import("./witness.js").Witness} witness
 */
function proof(about, token, witness) {
  const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  const title = html("span", {}, "Verifying fairness…");
  const words = html("p", {});
  const made = /** @type {HTMLDetailsElement} */ (html("details", { class: "proof" }, html("summary", {}, mark, title), words));
  verified(about, token, witness).then(([right, sentence]) => {
    made.classList.toggle("wrong", right === false);
    made.open = right === false;
    made.dataset.proved = String(right);
    mark.append(svg("path", { d: right === false ? "M5 5l14 14M19 5L5 19" : right ? "M4 13l5 5L20 6" : "M12 4v10M12 18v1" }));
    title.textContent = right === false ? "Fairness check failed" : right ? "Fairness verified" : "Fairness not checked";
    words.textContent = sentence;
  });
  return made;
}

/**
 * Whether the record is what was promised and seen, and what to say of that; null: it couldn't be checked.
 * @param {TableDetails} about
 * @param {string | null} token
 * @param {import("./witness.js").Witness} witness
 * @returns {Promise<[boolean | null, string]>}
 */
async function verified(about, token, witness) {
  if (about.branch !== undefined && !witness.complaints.length) return [null, "This match began in the middle of another, so it has no record that could be checked."];
  let wrong;
  try {
    wrong = witness.check(await request(`/tables/${about.table}/record`, undefined, token));
  } catch (error) {
    return [null, `The record couldn't be checked. ${/** @type {Error} */ (error).message}`];
  }
  if (wrong) return [false, `Don't trust this match: ${wrong}.`];
  const kind = witness.chained
    ? "The server and every player were bound before any of them could know what the others had drawn, and nothing that this browser saw was changed afterwards."
    : "This table was opened by an older version: only the server was bound beforehand.";
  return [true, `The dice and shuffles come from the secret that the server had committed to and every player's own random text. ${kind} Download the match and run feint check to verify every outcome.`];
}

/**
 * Save the match as a file: its record.
 * @param {TableDetails} about
 * @param {string | null} token
 */
async function download(about, token) {
  const text = await request(`/tables/${about.table}/record`, undefined, token);
  saveFile(new Blob([text], { type: "text/plain" }), `${about.game}-${about.table.slice(0, 8)}.feint`);
}
