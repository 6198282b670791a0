/** A board for any game: the view as a table of names and values. It is used for games without a board.js. */

import { html } from "./dom.js";

const SHOWN_ELSEWHERE = new Set(["game", "seat", "rulings", "pending", "over"]);

const LONG = 200; // letters; more than that is folded, below the rest

/** @type {(setting: import("./types.js").BoardSetting) => import("./types.js").Board} */
export default function fallbackBoard(setting) {
  const body = html("tbody");
  /** @type {Set<string>} what is long and was opened */
  const opened = new Set();
  setting.host.replaceChildren(html("table", { class: "plain", "aria-label": `${setting.game.title}: what you can see` }, body));
  /** @param {string} name @param {string} words */
  const folded = (name, words) => {
    const made = /** @type {HTMLDetailsElement} */ (html("details", { open: opened.has(name) }, html("summary", {}, `${words.slice(0, 40)}…`), words));
    made.addEventListener("toggle", () => (made.open ? opened.add(name) : opened.delete(name)));
    return made;
  };
  return {
    show(view, moment) {
      const rows = Object.entries(view).filter(([name]) => !SHOWN_ELSEWHERE.has(name)).map(([name, value]) => {
        const words = text(value);
        const changed = moment.before && JSON.stringify(moment.before[name]) !== JSON.stringify(value);
        const cell = html("td", { class: changed ? "changed" : null }, words.length > LONG ? folded(name, words) : words);
        return { long: words.length > LONG, row: html("tr", {}, html("th", { scope: "row" }, name.replaceAll("_", " ")), cell) };
      });
      body.replaceChildren(...rows.filter(({ long }) => !long).map(({ row }) => row), ...rows.filter(({ long }) => long).map(({ row }) => row));
    },
  };
}

/**
 * Any value as text.
 * @param {any} value
 * @returns {string}
 */
export function text(value) {
  if (value === null || value === undefined) return "hidden";
  if (Array.isArray(value)) return value.map(text).join(", ") || "none";
  if (typeof value === "object") {
    return Object.entries(value).map(([name, inner]) => `${name.replaceAll("_", " ")} ${text(inner)}`).join("; ");
  }
  return String(value);
}
