/** How it ended: who has won, the proof that chance was fair, the record, and another match. */

import { ask } from "/web/ask.js";
import { html, svg } from "/web/svg.js";

/**
 * Who has won, in a sentence.
 * @param {import("/web/types.js").Ended} ended
 * @param {string[]} mine
 */
export function verdict(ended, mine) {
  const { scores } = ended;
  if (!scores) return "The table was closed";
  const best = Math.max(...Object.values(scores));
  const winners = Object.keys(scores).filter((seat) => scores[seat] === best);
  if (winners.length > 1) return winners.length === Object.keys(scores).length ? "A draw" : `${winners.join(" and ")} share the win`;
  if (mine.length === 1) return winners[0] === mine[0] ? "You win" : "You lose";
  return `${winners[0]} wins`;
}

/** @param {import("/web/types.js").Ended} ended */
function reason({ why, by }) {
  if (why === "resigned") return `${by} has given up.`;
  if (why === "time") return `${by} had no time left.`;
  if (why === "gone") return `${by} was gone for too long.`;
  if (why === "closed") return "Nothing had happened here for a long time.";
  return "All that was secret is open now: step back through it.";
}

/**
 * How a match ended otherwise than by its rules, as a line for the log; null where the game itself has told it.
 * @param {import("/web/types.js").Ended} ended
 */
export function lastLine(ended) {
  return ended.why === "over" ? null : `${reason(ended)} ${verdict(ended, [])}.`;
}

/**
 * Whether the secret is the one that was committed to. Null where a browser can't say.
 * @param {string} secret
 * @param {string} commitment
 * @returns {Promise<boolean | null>}
 */
export async function holds(secret, commitment) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}

/**
 * The card that is shown after the end.
 * @param {import("/web/types.js").About} about
 * @param {import("/web/types.js").Ended} ended
 * @param {string[]} mine
 * @param {string | null} token
 * @param {(() => void) | null} again ask for another match; null for someone who watches
 */
export function result(about, ended, mine, token, again) {
  const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  const words = html("span", {}, "Checking that chance was fair …");
  const proof = html("p", { class: "proof" }, mark, words);
  holds(ended.secret, about.commitment).then((right) => {
    proof.classList.toggle("wrong", right === false);
    proof.dataset.proved = String(right);
    mark.append(svg("path", { d: right === false ? "M5 5l14 14M19 5L5 19" : right ? "M4 13l5 5L20 6" : "M12 4v10M12 18v1" }));
    words.textContent = proofText(right);
  });
  const save = html("button", { type: "button", onclick: () => download(about, token) }, "Save the record");
  const more = again ? html("button", { type: "button", class: "main", onclick: again }, "Play again") : null;
  return html("section", { class: "result card", "aria-label": "How it ended", tabindex: "-1" },
    html("h2", {}, verdict(ended, mine)),
    html("p", {}, reason(ended)),
    html("div", { class: "actions" }, more, save, html("a", { class: "button", href: "#/" }, "Other games")),
    proof);
}

/** @param {boolean | null} right */
function proofText(right) {
  if (right === null) {
    return "The secret that chance was made from is in the record. This browser checks it only at an address that begins with https, or at this machine's own: feint check does it anywhere.";
  }
  return right
    ? "Chance was bound before anyone sat down: the SHA-256 of the secret, which is told only now, is what was committed to then. feint check proves every outcome from the record."
    : "The secret is not the one that was committed to before the match. Chance here was not fair.";
}

/**
 * Save the match's record as a file.
 * @param {import("/web/types.js").About} about
 * @param {string | null} token
 */
async function download(about, token) {
  const text = await ask(`/tables/${about.table}/record`, undefined, token);
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: url, download: `${about.game}-${about.table.slice(0, 8)}.feint` }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
