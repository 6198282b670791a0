/** The page's entry: shows the part of it that the address names. */

import { html, loadStyle } from "./dom.js";
import { lobby } from "./lobby.js";
import { applyMotion } from "./motion.js";
import { applyTextSize } from "./text_size.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const where = /** @type {HTMLElement} */ (document.getElementById("where"));
const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));

/**
 * What a part of the page may fill. It may return a function to be called on leaving. What it loads may come late: then
 * it first asks whether it is still the part that is `here`.
 * @typedef {{main: HTMLElement, where: HTMLElement, tools: HTMLElement, here: () => boolean}} Page
 */

/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** Show what the address says: the lobby, a game to set up or to learn, puzzles, a table, or a match to analyse. */
async function route() {
  const [, kind = "", name = "", part = ""] = location.hash.split("/");
  leave?.();
  leave = undefined;
  visit += 1;
  const now = visit;
  document.body.className = kind === "table" || kind === "learn" || (kind === "puzzles" && name) ? "at-table" : "";
  document.documentElement.style.removeProperty("--hue");
  document.title = "Feint";
  where.replaceChildren();
  tools.replaceChildren();
  main.replaceChildren(html("p", { class: "soft", role: "status" }, "Loading…"));
  const page = { main, where, tools, here: () => now === visit };
  try {
    const left = await shown(page, kind, name, part);
    if (now === visit) leave = left;
    else left?.();
  } catch (error) {
    if (now === visit) main.replaceChildren(failure(error));
  }
  if (now === visit && document.activeElement === document.body) main.focus({ preventScroll: true });
}

/**
 * @param {Page} page
 * @param {string} kind
 * @param {string} name
 * @param {string} part
 * @returns {Promise<(() => void) | void>}
 */
async function shown(page, kind, name, part) {
  // The lobby comes at once; what else there is, when it is wanted.
  const looks = kind && kind !== "game" ? loadStyle("/web/table.css") : null;
  if (kind === "table") return (await after(looks, import("./table.js"))).table(page, name);
  if (kind === "game") return (await import("./setup.js")).setup(page, name);
  if (kind === "learn") return (await after(looks, import("./lesson.js"))).lesson(page, name, part);
  if (kind === "puzzles") return (await after(looks, import("./puzzles.js"))).puzzles(page, name, part);
  if (kind === "analysis") return (await after(Promise.all([looks, loadStyle("/web/analysis.css")]), import("./analysis.js"))).analysis(page, name);
  return lobby(page);
}

/**
 * What comes of some work, when its looks are there, too.
 * @template T
 * @param {Promise<unknown> | null} looks
 * @param {Promise<T>} work
 */
async function after(looks, work) {
  await looks;
  return work;
}

/** @param {unknown} error */
function failure(error) {
  return html("div", { class: "notice bad", role: "alert" },
    html("p", {}, error instanceof Error ? error.message : String(error)),
    html("div", { class: "actions" }, html("a", { class: "button", href: "#/" }, "All games"), html("button", { type: "button", onclick: route }, "Try again")));
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
document.getElementById("settings")?.addEventListener("click", async () => (await import("./settings.js")).showSettings());
applyMotion();
applyTextSize();
route();
