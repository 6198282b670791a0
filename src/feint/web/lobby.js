/** The lobby: a card for each game, one's own tables, and tables that others have opened. */

import { html } from "./dom.js";
import { emblem } from "./emblem.js";
import { allGames, request } from "./http.js";
import { lessonProgress, storedTables } from "./storage.js";
import { list } from "./text.js";

const REFRESH = 5000; // ms between requests for the open tables

/** @param {import("./main.js").Page} page */
export async function lobby({ main, here }) {
  const games = await allGames();
  if (!here()) return;
  const cards = games.map((game) => {
    const place = html("li");
    const card = html("a", { class: "game card", href: `#/game/${game.name}` });
    card.append(
      emblem(game, place),
      html("span", { class: "words" }, html("h2", {}, game.title), html("p", {}, game.pitch), html("span", { class: "more" }, `Play · ${players(game)}`)),
    );
    place.append(card, ...(game.lessons.length ? [learn(game)] : []));
    return place;
  });
  const own = html("section");
  const open = html("section");
  main.replaceChildren(
    html("div", { class: "hero" },
      html("h1", {}, "Games of hidden choices"),
      html("p", {}, "Guess what your opponent chose, and be hard to guess yourself. Play against a friend, a bot, or someone next to you.")),
    html("ul", { class: "shelf" }, ...cards),
    html("div", { class: "tables" }, own, open),
  );
  const byName = new Map(games.map((game) => [game.name, game]));
  const refresh = async () => {
    showOwn(own, byName);
    try {
      showOpen(open, await request("/tables"), byName);
    } catch {
      open.replaceChildren(html("h2", {}, "Open tables"), html("p", { class: "soft" }, "The server can't be reached. Trying again…"));
    }
  };
  await refresh();
  const timer = setInterval(() => document.hidden || refresh(), REFRESH);
  return () => clearInterval(timer);
}

/**
 * The way to a game's lessons.
 * @param {import("./types.js").Game} game
 */
function learn({ name, title, lessons }) {
  const { done } = lessonProgress(name);
  const finished = lessons.filter((lesson) => done.includes(lesson)).length;
  const words = finished ? `${finished} of ${lessons.length} done` : `${lessons.length} short lessons`;
  return html("a", { class: "learn", href: `#/learn/${name}`, "aria-label": `Learn ${title}: ${words}` }, "Learn", html("span", { class: "soft small" }, words));
}

/** @param {import("./types.js").Game} game */
function players(game) {
  const least = game.seats_by ? game.rulings[game.seats_by].low : game.seats.length;
  return least === game.seats.length ? `${least} players` : `${least} to ${game.seats.length} players`;
}

/** @typedef {Map<string, import("./types.js").Game>} Games by name */

/**
 * @param {HTMLElement} place
 * @param {Games} games
 */
function showOwn(place, games) {
  const stored = storedTables().slice(0, 8);
  if (!stored.length) return place.replaceChildren();
  const rows = stored.map(({ table, game, title, tokens, ended }) =>
    row(games.get(game), title, `you are ${list(Object.keys(tokens))}`, table, ended ? "Review" : "Resume", !ended));
  keepFocus(place, html("h2", {}, "Your tables"), html("ul", { class: "rows card" }, ...rows));
}

/**
 * @param {HTMLElement} place
 * @param {any[]} listed
 * @param {Games} games
 */
function showOpen(place, listed, games) {
  const mine = new Set(storedTables().map(({ table }) => table));
  const rows = listed.filter(({ table }) => !mine.has(table)).slice(0, 20).map(({ table, game, title, seats }) => {
    const free = Object.keys(seats).filter((seat) => !seats[seat]);
    const who = free.length ? `${free.length > 1 ? "seats" : "seat"} ${list(free)} open` : "match in progress";
    return row(games.get(game), title, who, table, free.length ? "Join" : "Watch", free.length > 0);
  });
  const none = html("p", { class: "soft" }, "Nobody is waiting for an opponent right now. Pick a game and leave a seat open to start.");
  keepFocus(place, html("h2", {}, "Open tables"), rows.length ? html("ul", { class: "rows card" }, ...rows) : none);
}

/**
 * @param {import("./types.js").Game | undefined} game
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
 * Replace what is in a place, and keep the focus on the same link.
 * @param {HTMLElement} place
 * @param {...Node} content
 */
function keepFocus(place, ...content) {
  const at = document.activeElement;
  const href = at && place.contains(at) ? at.getAttribute("href") : null;
  place.replaceChildren(...content);
  if (href) /** @type {HTMLElement | null} */ (place.querySelector(`a[href="${CSS.escape(href)}"]`))?.focus();
}
