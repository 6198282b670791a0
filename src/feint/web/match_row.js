/** Draws a match in a list of the lobby: the game's picture, a few words, and what can be done with it. */

import { html } from "./dom.js";
import { emblem } from "./emblem.js";

/**
 * @param {import("./types.js").Game | undefined} game
 * @param {string} title
 * @param {string} words
 * @param {string} href
 * @param {string} what
 * @param {boolean} main
 * @param {Node | null} [more] what else can be done
 */
export function row(game, title, words, href, what, main, more = null) {
  const made = html("li");
  if (game) made.append(emblem(game, made));
  made.append(
    html("span", { class: "what" }, html("b", {}, title), html("span", { class: "soft small" }, words)),
    ...(more ? [more] : []),
    html("a", { class: main ? "button main" : "button", href, "aria-label": `${what}: ${title}, ${words}` }, what));
  return made;
}
