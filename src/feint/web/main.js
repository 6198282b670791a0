/** The page's beginning: which part of it an address names, and moving from one to the other. */

import { html } from "/web/svg.js";
import { lobby } from "/web/lobby.js";
import { setup } from "/web/setup.js";
import { table } from "/web/table.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const where = /** @type {HTMLElement} */ (document.getElementById("where"));
const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));

/**
 * A part of the page: it fills `main` and may leave something to be done when one goes elsewhere. What it needs may
 * come late: then it asks first whether it is still the one to be `here`.
 * @typedef {{main: HTMLElement, where: HTMLElement, tools: HTMLElement, here: () => boolean}} Page
 */

/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** Show what the address says: the lobby, a game to set up, or a table. */
async function route() {
  const [, kind = "", name = ""] = location.hash.split("/");
  leave?.();
  leave = undefined;
  visit += 1;
  const now = visit;
  document.body.className = kind === "table" ? "at-table" : "";
  document.documentElement.style.removeProperty("--hue");
  document.title = "Feint";
  where.replaceChildren();
  tools.replaceChildren();
  main.replaceChildren(html("p", { class: "soft", role: "status" }, "One moment …"));
  const page = { main, where, tools, here: () => now === visit };
  try {
    const left = await (kind === "table" ? table(page, name) : kind === "game" ? setup(page, name) : lobby(page));
    if (now === visit) leave = left;
    else left?.();
  } catch (error) {
    if (now === visit) main.replaceChildren(trouble(error));
  }
  if (now === visit && document.activeElement === document.body) main.focus({ preventScroll: true });
}

/** @param {unknown} error */
function trouble(error) {
  return html("div", { class: "notice bad", role: "alert" },
    html("p", {}, error instanceof Error ? error.message : String(error)),
    html("p", {}, html("a", { href: "#/" }, "All games"), " ", html("button", { type: "button", class: "quiet", onclick: route }, "Try again")));
}

addEventListener("hashchange", () => {
  if (location.hash === "#main") return; // the link that skips the bar
  scrollTo(0, 0);
  route();
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
route();
