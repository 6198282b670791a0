/** A board for any game: the view as a table of words. A game that brings no board.js of its own is played with this. */

import { html } from "/web/svg.js";

const SHELL = new Set(["game", "seat", "rulings", "pending", "over"]); // the shell says these

/** @type {(setting: import("/web/types.js").Setting) => import("/web/types.js").Board} */
export default function plain(setting) {
  const body = html("tbody");
  setting.host.replaceChildren(html("table", { class: "plain", "aria-label": `${setting.game.title}: what you see` }, body));
  return {
    show(view, moment) {
      body.replaceChildren();
      for (const [name, value] of Object.entries(view)) {
        if (SHELL.has(name)) continue;
        const changed = moment.before && JSON.stringify(moment.before[name]) !== JSON.stringify(value);
        const cell = html("td", { class: changed ? "changed" : null }, words(value));
        body.append(html("tr", {}, html("th", { scope: "row" }, name.replaceAll("_", " ")), cell));
      }
    },
  };
}

/**
 * Any value as words.
 * @param {any} value
 * @returns {string}
 */
export function words(value) {
  if (value === null || value === undefined) return "hidden";
  if (Array.isArray(value)) return value.map(words).join(", ") || "none";
  if (typeof value === "object") {
    return Object.entries(value).map(([name, inner]) => `${name.replaceAll("_", " ")} ${words(inner)}`).join("; ");
  }
  return String(value);
}
