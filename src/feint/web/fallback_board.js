/** A board for any game: the view as a table of names and values. It is used for games without a board.js. */

import { html } from "./dom.js";

const SHOWN_ELSEWHERE = new Set(["game", "seat", "rulings", "pending", "over"]);

/** @type {(setting: import("./types.js").BoardSetting) => import("./types.js").Board} */
export default function fallbackBoard(setting) {
  const body = html("tbody");
  setting.host.replaceChildren(html("table", { class: "plain", "aria-label": `${setting.game.title}: what you can see` }, body));
  return {
    show(view, moment) {
      body.replaceChildren();
      for (const [name, value] of Object.entries(view)) {
        if (SHOWN_ELSEWHERE.has(name)) continue;
        const changed = moment.before && JSON.stringify(moment.before[name]) !== JSON.stringify(value);
        const cell = html("td", { class: changed ? "changed" : null }, text(value));
        body.append(html("tr", {}, html("th", { scope: "row" }, name.replaceAll("_", " ")), cell));
      }
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
