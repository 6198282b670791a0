/** The lobby: a card for each game, one's own matches, and games that others have opened. */

import { html } from "./dom.js";
import { emblem } from "./emblem.js";
import { allGames, request } from "./http.js";
import { row } from "./match_row.js";
import { Matches } from "./matches.js";
import { lessonProgress, storedTables } from "./storage.js";
import { list, withArticle } from "./text.js";
import { welcome } from "./welcome.js";

const REFRESH = 5000; // ms between requests for the open tables

/** @param {import("./main.js").Page} page */
export async function lobby({ main, here }) {
  const games = [...await allGames()].sort((one, other) => size(one) - size(other));
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
  const byName = new Map(games.map((game) => [game.name, game]));
  const own = new Matches(byName);
  const open = html("section");
  const greeting = welcome(games);
  main.replaceChildren(
    html("div", { class: "hero" },
      html("h1", {}, "Games of hidden choices"),
      html("p", {}, "Guess what your opponent chose, and be hard to guess yourself. Play against a friend, a bot, or someone next to you."),
      html("div", { class: "actions" }, html("a", { class: "button", href: "#/puzzles/daily" }, "Puzzle of the day"), html("a", { class: "button quiet", href: "#/puzzles" }, "All puzzles"))),
    ...(greeting ? [greeting] : []),
    html("ul", { class: "shelf" }, ...cards),
    html("div", { class: "tables" }, own.element, open),
    html("p", { class: "small" }, html("a", { href: "#/analysis" }, "Analyse a match from a file")),
  );
  const refresh = async () => {
    own.refresh();
    try {
      showOpen(open, await request("/tables"), byName);
    } catch {
      open.replaceChildren(html("h2", {}, "Open games"), html("p", { class: "soft" }, "The server can't be reached. Trying again…"));
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
  const words = finished ? `${finished} of ${lessons.length} done` : `${lessons.length} short lesson${lessons.length > 1 ? "s" : ""}`;
  return html("a", { class: "learn", href: `#/learn/${name}`, "aria-label": `Learn ${title}: ${words}` }, "Learn", html("span", { class: "soft small" }, words));
}

/**
 * How much there is to learn: the smallest game comes first.
 * @param {import("./types.js").Game} game
 */
const size = ({ lessons }) => lessons.length || Infinity;

/** @param {import("./types.js").Game} game */
function players(game) {
  const least = game.seats_by ? game.rulings[game.seats_by].low : game.seats.length;
  return least === game.seats.length ? `${least} players` : `${least} to ${game.seats.length} players`;
}

/**
 * @param {HTMLElement} place
 * @param {any[]} listed
 * @param {Map<string, import("./types.js").Game>} games by name
 */
function showOpen(place, listed, games) {
  const mine = new Set(storedTables().map(({ table }) => table));
  const rows = listed.filter(({ table }) => !mine.has(table)).slice(0, 20).map(({ table, game, title, seats }) => {
    const free = Object.keys(seats).filter((seat) => !seats[seat]);
    const who = free.length ? `${list(free.map(withArticle))} ${free.length > 1 ? "are" : "is"} open` : "in progress";
    return row(games.get(game), title, who, `#/table/${table}`, free.length ? "Join" : "Watch", free.length > 0);
  });
  const none = html("p", { class: "soft" }, "No open games right now. Start one: pick a game and leave a seat open.");
  keepFocus(place, html("h2", {}, "Open games"), rows.length ? html("ul", { class: "rows card" }, ...rows) : none);
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
