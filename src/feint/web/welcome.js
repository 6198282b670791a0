/** Draws the card in the lobby for someone who is here for the first time: the way to the shortest lessons there are. */

import { html } from "./dom.js";
import { hasHistory, readSetting, writeSetting } from "./storage.js";

/**
 * The card; null for someone who has played or learned here, or has dismissed it.
 * @param {import("./types.js").Game[]} games
 */
export function welcome(games) {
  const taught = games.filter(({ lessons }) => lessons.length);
  if (!taught.length || hasHistory() || readSetting("welcome") === "dismissed") return null;
  const { name, title } = taught.reduce((shortest, game) => (game.lessons.length < shortest.lessons.length ? game : shortest));
  const dismiss = () => {
    writeSetting("welcome", "dismissed");
    card.remove();
    document.getElementById("main")?.focus({ preventScroll: true }); // else a keyboard starts again at the top
  };
  const card = html("section", { class: "welcome card", "aria-label": "New here?" },
    html("p", {}, html("b", {}, "New here?"), ` Learn ${title} in three minutes.`),
    html("a", { class: "button main", href: `#/learn/${name}` }, "Start"),
    html("button", { type: "button", class: "quiet", onclick: dismiss }, "No, thanks"));
  return card;
}
