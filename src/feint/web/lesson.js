/** A lesson of a game: the coach's words beside the game's own board, which asks for choices as at a table. */

import { html, setText } from "./dom.js";
import { picture } from "./emblem.js";
import { Exercise } from "./exercise.js";
import { HttpError, loadGame, request } from "./http.js";
import { reading } from "./reading.js";
import { keepProgress, lessonProgress } from "./storage.js";

const NO_QUESTION = { legal: [], details: {}, ask: null };

/** @typedef {import("./protocol.js").LessonState} LessonState */

/**
 * @param {import("./main.js").Page} page
 * @param {string} name the game's
 * @param {string} wanted the lesson's number, from 1; "": where someone left off
 */
export async function lesson(page, name, wanted) {
  const game = await loadGame(name);
  if (!game.lessons.length) throw new Error(`${game.title} has no lessons.`);
  const number = game.lessons[Number(wanted) - 1] ? Number(wanted) : nextLesson(game);
  const [{ hue }, { state, choices }] = await Promise.all([picture(game), whereLeftOff(game, number)]);
  if (!page.here()) return;
  document.documentElement.style.setProperty("--hue", String(hue));
  const shown = new LessonPage(page, game, number, state, choices);
  return () => shown.leave();
}

/**
 * The lesson in the middle of which someone left, or the first that isn't done; or all of them again.
 * @param {import("./types.js").Game} game
 */
function nextLesson({ name, lessons }) {
  const { done, lesson } = lessonProgress(name);
  const started = lessons.indexOf(lesson);
  const ahead = lessons.findIndex((title) => !done.includes(title));
  return 1 + (started >= 0 ? started : Math.max(0, ahead));
}

/**
 * A lesson as far as someone has come with it, or from its beginning if it has changed since.
 * @param {import("./types.js").Game} game
 * @param {number} number
 * @returns {Promise<{state: LessonState, choices: string[]}>}
 */
async function whereLeftOff(game, number) {
  const { lesson, choices } = lessonProgress(game.name);
  if (lesson === game.lessons[number - 1] && choices.length) {
    try {
      const state = await ask(game, number, choices);
      if (state.right) return { state, choices };
    } catch (error) {
      if (!(error instanceof HttpError) || !error.status) throw error;
    }
  }
  return { state: await ask(game, number, []), choices: [] };
}

/**
 * @param {import("./types.js").Game} game
 * @param {number} number
 * @param {string[]} choices
 * @returns {Promise<LessonState>}
 */
function ask(game, number, choices) {
  return request(`/lessons/${encodeURIComponent(game.name)}/${number}`, { choices });
}

class LessonPage extends Exercise {
  /**
   * @param {import("./main.js").Page} page
   * @param {import("./types.js").Game} game
   * @param {number} number
   * @param {LessonState} state
   * @param {string[]} choices the right ones so far
   */
  constructor(page, game, number, state, choices) {
    super(game, state.seat);
    this._number = number;
    this._state = state;
    this._made = choices;
    /** @type {LessonState | null} what the coach has spoken about */
    this._said = null;
    this._next = html("div", { class: "actions" });
    this._ask = html("p", { class: "ask", "aria-live": "polite" }); // always in sight, however much there is to read
    const coach = html("section", { class: "coach card", "aria-label": "Your coach" },
      this._contents(), html("h1", {}, state.title), reading(this._words), this._ask, this._next);
    this._fill(page, `Learn ${game.title}`, state.title, {}, coach);
    this._begin();
  }

  /** All lessons of the game, by number; those that are done have a mark. */
  _contents() {
    const { done } = lessonProgress(this._game.name);
    const links = this._game.lessons.map((title, at) => {
      const now = at + 1 === this._number;
      const finished = done.includes(title);
      const label = `Lesson ${at + 1}: ${title}${finished ? " (done)" : ""}`;
      return html("li", {}, html("a", {
        href: `#/learn/${this._game.name}/${at + 1}`, class: finished ? "done" : null, "aria-current": now ? "page" : null, "aria-label": label, title,
      }, String(at + 1)));
    });
    return html("nav", { "aria-label": "Lessons" }, html("ol", {}, ...links));
  }

  /** Show the position, as a table would that one has just joined. */
  _begin() {
    const { seats } = this._model.latest;
    const { view, log } = this._state.steps[this._state.steps.length - 1];
    this._model.receive(/** @type {any} */ ({ type: "table", number: 1, seats, view, log, ended: null, rematch: null, ...this._question() }));
    this._remember();
    this._board.follow();
  }

  /** What the model is told of what can be chosen. */
  _question() {
    const { say, legal, details, done } = this._state;
    return say === null ? NO_QUESTION : { legal, details, ask: done };
  }

  /** @param {string} choice */
  async _choose(choice) {
    const message = this._model.choose(choice);
    if (!message) return;
    this._render();
    try {
      const state = await ask(this._game, this._number, [...this._made, choice]);
      this._state = state;
      if (state.right) this._goOn(choice, message.id);
      else this._refuse(message.id);
    } catch (error) {
      this._state = { ...this._state, right: false, words: /** @type {Error} */ (error).message };
      this._refuse(message.id);
    }
  }

  /**
   * The choice was right: show what happened, one thing after the other.
   * @param {string} choice
   * @param {string} id
   */
  _goOn(choice, id) {
    const { steps } = this._state;
    this._made = [...this._made, choice];
    steps.forEach(({ view, log }, at) => {
      const question = at === steps.length - 1 ? this._question() : NO_QUESTION;
      this._model.receive({ type: "change", number: this._model.latest.number + 1, view, log, done: id, ...question });
    });
    this._remember();
    this._board.follow();
  }

  /**
   * The choice was wrong: the coach says why, and asks again.
   * @param {string} id
   */
  _refuse(id) {
    this._model.receive({ type: "error", id, error: this._state.words });
    this._board.refresh();
    this._render();
  }

  _remember() {
    const { title, say } = this._state;
    const { done } = lessonProgress(this._game.name);
    if (say === null) keepProgress(this._game.name, { done: [...new Set([...done, title])], lesson: "", choices: [] });
    else keepProgress(this._game.name, { done, lesson: title, choices: this._made });
  }

  /** Draw everything around the board. What the coach says of something is said when it has been seen. */
  _render() {
    super._render();
    if (this._model.sentChoice === null && this._board.upToDate) this._speak();
  }

  _speak() {
    if (this._said === this._state) return; // someone may have read on
    this._said = this._state;
    const { right, words, say } = this._state;
    const verdict = words ? [html("div", { class: `verdict ${right ? "good" : "bad"}` }, ...paragraphs(split(words)))] : [];
    const told = say === null ? [] : split(say);
    setText(this._ask, told.pop() ?? "");
    this._words.replaceChildren(...verdict, ...(told.length ? [html("div", { class: "told" }, ...paragraphs(told))] : []));
    this._words.scrollTop = 0;
    this._ask.hidden = say === null;
    this._next.hidden = say !== null;
    if (say === null && !this._next.children.length) this._next.append(...this._whatNow());
  }

  /** The lesson is over: the next one, or a match. */
  _whatNow() {
    const { name, title, lessons } = this._game;
    const last = this._number === lessons.length;
    const next = last
      ? html("a", { class: "button main", href: `#/game/${name}` }, `Play ${title}`)
      : html("a", { class: "button main", href: `#/learn/${name}/${this._number + 1}` }, `Next: ${lessons[this._number]}`);
    return [next, html("a", { class: "button", href: "#/" }, "All games")];
  }
}

/** @param {string} text */
const split = (text) => text.split("\n\n");

/** @param {string[]} parts */
const paragraphs = (parts) => parts.map((part) => html("p", {}, part));
