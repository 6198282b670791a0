/** The lobby: a card for each game, tables to come back to, and tables that others have opened. */

import { ask, games } from "/web/ask.js";
import { emblem } from "/web/emblem.js";
import * as memory from "/web/memory.js";
import { html } from "/web/svg.js";

const REFRESH = 5000; // ms between looks at the open tables

/** @param {import("/web/main.js").Page} page */
export async function lobby({ main, here }) {
  const shelf = await games();
  if (!here()) return;
  const cards = shelf.map((game) => {
    const card = html("a", { class: "game card", href: `#/game/${game.name}` });
    card.append(
      emblem(game, card),
      html("span", { class: "words" }, html("h2", {}, game.title), html("p", {}, game.pitch), html("span", { class: "more" }, `Play, ${players(game)}`)),
    );
    return html("li", {}, card);
  });
  const own = html("section");
  const open = html("section");
  main.replaceChildren(
    html("div", { class: "hero" },
      html("h1", {}, "Games of hidden choices"),
      html("p", {}, "Guess what the other has chosen, and be hard to guess. Against a friend, a bot, or someone beside you.")),
    html("ul", { class: "shelf" }, ...cards),
    html("div", { class: "tables" }, own, open),
  );
  const titles = new Map(shelf.map((game) => [game.name, game]));
  const look = async () => {
    yours(own, titles);
    try {
      others(open, await ask("/tables"), titles);
    } catch {
      open.replaceChildren(html("h2", {}, "Open tables"), html("p", { class: "soft" }, "The server can't be reached; it is asked again."));
    }
  };
  await look();
  const timer = setInterval(() => document.hidden || look(), REFRESH);
  return () => clearInterval(timer);
}

/** @param {import("/web/types.js").Game} game */
function players(game) {
  const least = game.seats_by ? game.rulings[game.seats_by].low : game.seats.length;
  return least === game.seats.length ? `${least} players` : `${least} to ${game.seats.length} players`;
}

/** @typedef {Map<string, import("/web/types.js").Game>} Shelf */

/**
 * @param {HTMLElement} place
 * @param {Shelf} shelf
 */
function yours(place, shelf) {
  const known = memory.tables().slice(0, 8);
  if (!known.length) return place.replaceChildren();
  const rows = known.map(({ table, game, title, tokens, ended }) =>
    row(shelf.get(game), title, `you are ${Object.keys(tokens).join(" and ")}`, table, ended ? "Look again" : "Go on", !ended));
  keepFocus(place, html("h2", {}, "Your tables"), html("ul", { class: "rows card" }, ...rows));
}

/**
 * @param {HTMLElement} place
 * @param {any[]} listed
 * @param {Shelf} shelf
 */
function others(place, listed, shelf) {
  const mine = new Set(memory.tables().map(({ table }) => table));
  const rows = listed.filter(({ table }) => !mine.has(table)).slice(0, 20).map(({ table, game, title, seats }) => {
    const free = Object.keys(seats).filter((seat) => !seats[seat]);
    const who = free.length ? `${free.join(" and ")} ${free.length > 1 ? "are" : "is"} free` : "being played";
    return row(shelf.get(game), title, who, table, free.length ? "Join" : "Watch", free.length > 0);
  });
  const none = html("p", { class: "soft" }, "Nobody waits for an opponent now. Choose a game, and leave a seat open.");
  keepFocus(place, html("h2", {}, "Open tables"), rows.length ? html("ul", { class: "rows card" }, ...rows) : none);
}

/**
 * @param {import("/web/types.js").Game | undefined} game
 * @param {string} title
 * @param {string} words
 * @param {string} table
 * @param {string} what
 * @param {boolean} main
 */
function row(game, title, words, table, what, main) {
  const made = html("li");
  if (game) made.append(emblem(game, made));
  const label = `${what}: ${title}, ${words}`;
  made.append(
    html("span", { class: "what" }, html("b", {}, title), html("span", { class: "soft small" }, words)),
    html("a", { class: main ? "button main" : "button", href: `#/table/${table}`, "aria-label": label }, what));
  return made;
}

/**
 * Replace what is in a place, and leave the focus on the same link.
 * @param {HTMLElement} place
 * @param {...Node} content
 */
function keepFocus(place, ...content) {
  const at = document.activeElement;
  const href = at && place.contains(at) ? at.getAttribute("href") : null;
  place.replaceChildren(...content);
  if (href) /** @type {HTMLElement | null} */ (place.querySelector(`a[href="${CSS.escape(href)}"]`))?.focus();
}
