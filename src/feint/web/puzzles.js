/** Puzzles: a position on the game's own board, one choice, and at once what every choice was worth. */

import { html } from "./dom.js";
import { emblem, picture } from "./emblem.js";
import { Exercise } from "./exercise.js";
import { allGames, loadGame, request } from "./http.js";
import { reading } from "./reading.js";
import { keepPuzzles, puzzleProgress } from "./storage.js";
import { withArticle } from "./text.js";

const NEAR = 12; // puzzles around one's own rating, of which any may be the next
const STEP = 32; // points that one puzzle can change a rating by; twice as many while few were tried
const FEW = 15;

/** @typedef {import("./protocol.js").PuzzleState} PuzzleState */
/** @typedef {import("./protocol.js").PuzzleAnswer} PuzzleAnswer */

/**
 * @param {import("./main.js").Page} page
 * @param {string} name a game's, "daily", or "" for all games
 * @param {string} wanted the puzzle's number, from 1; "": one that suits the solver
 */
export async function puzzles(page, name, wanted) {
  if (!name) return everyGame(page);
  const daily = name === "daily" ? await request("/puzzles/daily") : null;
  const game = await loadGame(daily?.game ?? name);
  if (!game.puzzles) throw new Error(`${game.title} has no puzzles.`);
  const number = daily?.number ?? (Number(wanted) || (await suitable(game)));
  const [{ hue }, state] = await Promise.all([picture(game), request(`/puzzles/${game.name}/${number}`)]);
  if (!page.here()) return;
  if (!daily) history.replaceState(null, "", `#/puzzles/${game.name}/${number}`); // so that it can be shared, and the next is another
  document.documentElement.style.setProperty("--hue", String(hue));
  const shown = new PuzzlePage(page, game, state, daily?.date ?? null);
  return () => shown.leave();
}

/**
 * The games that have puzzles, and how one does in each.
 * @param {import("./main.js").Page} page
 */
async function everyGame({ main, where, here }) {
  const games = (await allGames()).filter((game) => game.puzzles);
  if (!here()) return;
  where.textContent = "Puzzles";
  document.title = "Puzzles – Feint";
  const rows = games.map((game) => {
    const { rating, tried } = puzzleProgress(game.name, game.puzzles);
    const words = `${game.puzzles.toLocaleString("en-GB")} puzzles${tried.length ? ` · ${tried.length} tried · your rating ${Math.round(rating)}` : ""}`;
    const row = html("li");
    row.append(
      emblem(game, row),
      html("span", { class: "what" }, html("b", {}, game.title), html("span", { class: "soft small" }, words)),
      html("a", { class: "button main", href: `#/puzzles/${game.name}`, "aria-label": `Solve puzzles of ${game.title}` }, "Solve"));
    return row;
  });
  main.replaceChildren(
    html("div", { class: "hero" },
      html("h1", {}, "Puzzles"),
      html("p", {}, "Every wrong choice costs at least 5 percentage points. Checked by the solver, or by a long search."),
      html("div", { class: "actions" }, html("a", { class: "button main", href: "#/puzzles/daily" }, "Puzzle of the day"))),
    html("ul", { class: "rows card" }, ...rows));
}

/**
 * The number of a puzzle that this browser hasn't tried, about as hard as its solver is good.
 * @param {import("./types.js").Game} game
 */
async function suitable(game) {
  /** @type {{ratings: number[]}} */
  const { ratings } = await request(`/puzzles/${game.name}`);
  const { rating, tried } = puzzleProgress(game.name, ratings.length);
  const numbers = ratings.map((_, at) => at + 1);
  const left = numbers.filter((number) => !tried.includes(number));
  const far = (/** @type {number} */ number) => Math.abs(ratings[number - 1] - rating);
  const near = (left.length ? left : numbers).sort((a, b) => far(a) - far(b)).slice(0, NEAR);
  return near[Math.floor(Math.random() * near.length)];
}

class PuzzlePage extends Exercise {
  /**
   * @param {import("./main.js").Page} page
   * @param {import("./types.js").Game} game
   * @param {PuzzleState} state
   * @param {string | null} date of the day whose puzzle it is
   */
  constructor(page, game, state, date) {
    super(game, state.seat);
    this._state = state;
    /** @type {PuzzleAnswer | null} */
    this._answer = null;
    this._standing = html("p", { class: "soft small standing" });
    this._values = html("div");
    this._next = html("div", { class: "actions", hidden: true },
      html("a", { class: "button main", href: `#/puzzles/${game.name}` }, "Next puzzle"),
      html("a", { class: "button", href: "#/puzzles" }, "All puzzles"));
    const title = date ? "Puzzle of the day" : `Puzzle ${state.number} of ${state.count}`;
    const card = html("section", { class: "coach card", "aria-label": "The puzzle" },
      html("h1", {}, title), this._about(date), this._words, this._next, reading(html("div", {}, this._standing, this._values)));
    this._fill(page, `${title}: ${game.title}`, title, state.view.rulings, card);
    this._begin();
  }

  /**
   * How hard it is, and the rulings that are not the usual ones.
   * @param {string | null} date
   */
  _about(date) {
    const { rating, rulings } = this._state;
    const changed = Object.entries(rulings).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    const words = [...(date ? [date] : []), `Rated ${rating}`, ...(changed.length ? [`Changed rulings: ${changed.join(", ")}`] : [])];
    return html("p", { class: "soft small" }, words.join(" · "));
  }

  /** Show the position, as a table would that one has just joined. */
  _begin() {
    const { seats } = this._model.latest;
    const { view, log, legal, details, seat, right } = this._state;
    this._model.receive(/** @type {any} */ ({ type: "table", number: 1, seats, view, log, legal, details, ask: 0, ended: null, rematch: null }));
    const task = right === 1 ? "Find the one right choice." : `Find one of the ${right} right choices.`;
    this._words.replaceChildren(html("p", { class: "ask" }, `You are ${withArticle(seat)}. ${task}`));
    this._stand(null);
    this._board.follow();
  }

  /** @param {string} choice */
  async _choose(choice) {
    const message = this._model.choose(choice);
    if (!message) return;
    this._render();
    try {
      this._answer = /** @type {PuzzleAnswer} */ (await request(`/puzzles/${this._game.name}/${this._state.number}`, { choice }));
    } catch (error) {
      this._model.receive({ type: "error", id: message.id, error: "" });
      this._words.replaceChildren(html("div", { class: "verdict bad" }, html("p", {}, /** @type {Error} */ (error).message)));
      this._board.refresh();
      this._render();
      return;
    }
    this._model.receive({ type: "change", number: 2, legal: [], details: {}, ask: null, done: message.id });
    this._judge(choice, this._answer);
    this._board.follow();
  }

  /**
   * Right or wrong, and what every choice is worth.
   * @param {string} choice
   * @param {PuzzleAnswer} answer
   */
  _judge(choice, { right, solution, values, checked_by }) {
    const said = new Map(values.map((value) => [value.choice, value.said]));
    const best = solution.map((text) => said.get(text)).join(" or ");
    const words = right ? ` ${said.get(choice)}.` : ` You chose ${said.get(choice)}. Right: ${best}.`;
    const ranked = [...values].sort((a, b) => b.low - a.low);
    const rows = ranked.map(({ choice: text, low, high }) =>
      html("tr", { class: solution.includes(text) ? "right" : text === choice ? "wrong" : null },
        html("th", { scope: "row" }, said.get(text), text === choice ? html("span", { class: "soft small" }, " (you)") : null),
        html("td", {}, low === high ? percent(low) : `${percent(low)} to ${percent(high)}`)));
    const how = checked_by === "search" ? "as a long search found them" : "with best play from there";
    this._words.replaceChildren(html("div", { class: `verdict ${right ? "good" : "bad"}` }, html("p", {}, html("b", {}, right ? "Right:" : "Wrong."), words)));
    this._values.replaceChildren(html("table", { class: "plain values" },
      html("caption", { class: "soft small" }, `Chances of winning after each choice, ${how}`), html("tbody", {}, ...rows)));
    this._next.hidden = false;
    this._stand(right);
    if (document.activeElement === document.body || this._panel.contains(document.activeElement)) /** @type {HTMLElement} */ (this._next.firstChild).focus({ preventScroll: true });
  }

  /**
   * Show the solver's rating and streak, after a choice as it has changed. Only the first try at a puzzle counts.
   * @param {boolean | null} right null: nothing was chosen yet
   */
  _stand(right) {
    const { number, count, rating: hard } = this._state;
    const before = puzzleProgress(this._game.name, count);
    const again = before.tried.includes(number);
    if (right === null || again) {
      this._standing.textContent = `${standing(before)}${again ? " You have tried this one before, so it doesn't count." : ""}`;
      return;
    }
    const rating = rated(before.rating, hard, right, before.tried.length);
    const streak = right ? before.streak + 1 : 0;
    const after = { rating, streak, best: Math.max(before.best, streak), tried: [...before.tried, number], count };
    keepPuzzles(this._game.name, after);
    const change = Math.round(rating) - Math.round(before.rating);
    this._standing.textContent = `${standing(after)} (${change < 0 ? "−" : "+"}${Math.abs(change)})`;
  }
}

/**
 * A rating after a puzzle, by Elo's formula.
 * @param {number} own
 * @param {number} hard the puzzle's
 * @param {boolean} right
 * @param {number} tried how many puzzles before this one
 */
export function rated(own, hard, right, tried) {
  const expected = 1 / (1 + 10 ** ((hard - own) / 400));
  return own + (tried < FEW ? 2 * STEP : STEP) * (Number(right) - expected);
}

/** @param {import("./storage.js").PuzzleProgress} progress */
function standing({ rating, streak, best }) {
  return `Your rating: ${Math.round(rating)} · In a row: ${streak}${best > streak ? `, at best ${best}` : ""}`;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}
