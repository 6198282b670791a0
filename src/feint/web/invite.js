/** The card of a table that waits: an address to send to someone, or a seat to take. */

import { html } from "/web/svg.js";

/**
 * The address of a table. It holds the table's name and nothing else: who has it can sit down or watch.
 * @param {string} table
 */
export function address(table) {
  return `${location.origin}/#/table/${table}`;
}

/** Whether only this machine can be reached by the address of this page. */
function only() {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}

/**
 * The way back from a table that waits, and what becomes of it.
 * @param {boolean} mine whether a seat there is one's own
 */
export function leaving(mine) {
  const words = "You can leave meanwhile: your seat stays yours, and the table stays under Your tables. As soon as all seats are taken the match begins, also without you; if nobody comes, the table is closed after a long while.";
  return html("div", { class: "leaving" },
    mine ? html("p", { class: "soft small" }, words) : null,
    html("a", { class: "button", href: "#/" }, "Back to all games"));
}

/**
 * @param {string} table
 * @param {string} title
 * @param {string[]} free
 * @param {string[]} mine
 * @param {(seat: string) => void} take
 * @returns {HTMLElement}
 */
export function invitation(table, title, free, mine, take) {
  const open = free.length === 1 ? `${free[0]} is free.` : `${free.join(" and ")} are free.`;
  if (!mine.length) {
    const seats = free.map((seat) => html("button", { type: "button", class: "main", onclick: () => take(seat) }, `Sit down as ${seat}`));
    return html("section", { class: "invite card" },
      html("h2", {}, `Play ${title}?`),
      html("p", {}, `${open} Sit down, or stay and watch: the match begins when all seats are taken.`),
      html("div", { class: "actions" }, ...seats));
  }
  const here = free.map((seat) =>
    html("button", { type: "button", onclick: () => take(seat) }, `${seat} is played at this screen`));
  return html("section", { class: "invite card" },
    html("h2", {}, "Invite someone"),
    html("p", {}, `${open} Whoever opens this address can sit down, or watch.`),
    share(table, title),
    only() ? html("p", { class: "soft small" }, "This address leads here from this machine only. For others in your network, stop this and start ", html("code", {}, "feint serve --host 0.0.0.0"), ".") : null,
    html("p", { class: "soft small" }, "Or someone beside you plays:"),
    html("div", { class: "actions" }, ...here));
}

/**
 * A table's address, to be copied or shared.
 * @param {string} table
 * @param {string} title
 */
export function share(table, title) {
  const url = address(table);
  const field = /** @type {HTMLInputElement} */ (
    html("input", { type: "text", readonly: true, value: url, "aria-label": "The table's address" })
  );
  field.addEventListener("focus", () => field.select());
  const said = html("span", { class: "small soft", role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "It is selected: copy it with your keyboard."; // browsers copy for secure addresses only
    }
  };
  const buttons = [html("button", { type: "button", class: "main", onclick: copy }, "Copy")];
  if ("share" in navigator) {
    const send = () => navigator.share({ title: `Feint: ${title}`, url }).catch(() => {}); // someone thought better of it
    buttons.push(html("button", { type: "button", onclick: send }, "Share"));
  }
  return html("div", { class: "address" }, field, ...buttons, said);
}
