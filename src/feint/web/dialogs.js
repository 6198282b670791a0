/** Dialogs: a game's book with the rulings of this table, and questions that want a yes. */

import { html, svg } from "/web/svg.js";
import { parts, render } from "/web/book.js";

/**
 * A dialog with a heading; it is gone when it is closed.
 * @param {string} title
 * @param {string} kind
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
function dialog(title, kind, ...content) {
  const id = `dialog-${kind}`;
  const cross = svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    svg("path", { d: "M5 5l10 10M15 5L5 15", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }));
  const close = html("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => made.close() }, cross);
  const text = html("div", { class: `text ${kind === "book" ? "book" : ""}`, tabindex: kind === "book" ? "0" : null }, ...content);
  const made = /** @type {HTMLDialogElement} */ (
    html("dialog", { class: kind, "aria-labelledby": id }, html("div", { class: "head" }, html("h2", { id }, title), close), text)
  );
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close(); // beside it
  });
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * Show a game's book: first what the game is about, then what is looked up, folded; and how this table has settled what it
 * leaves open, at once if that isn't as the book has it.
 * @param {import("/web/types.js").Game} game
 * @param {Record<string, string | number | null>} rulings
 */
export function showBook(game, rulings) {
  const settled = Object.entries(rulings).flatMap(([name, value]) => [
    html("dt", {}, game.rulings[name]?.question ?? name),
    html("dd", {}, value === null ? "none" : String(value)),
  ]);
  const other = Object.entries(rulings).some(([name, value]) => value !== game.rulings[name]?.default);
  const set = chapter("At this table", other, html("dl", {}, ...settled));
  const { opening, chapters } = parts(game.book);
  const folded = chapters.map(({ title, text }) => chapter(title, false, ...render(text)));
  dialog(game.title, "book", ...render(opening), ...(settled.length ? [set] : []), ...folded);
}

/**
 * @param {string} title
 * @param {boolean} open
 * @param {...Node} content
 */
function chapter(title, open, ...content) {
  return html("details", { class: "chapter folds", open }, html("summary", {}, html("h3", {}, title)), ...content);
}

/**
 * Ask whether something is really wanted.
 * @param {string} question
 * @param {string} explanation
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function sure(question, explanation, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = () => {
      answer = true;
      made.close();
    };
    const buttons = html("div", { class: "actions" },
      html("button", { type: "button", class: "bad", onclick: agree }, yes),
      html("button", { type: "button", autofocus: true, onclick: () => made.close() }, "No, go on"));
    const made = dialog(question, "ask", html("p", {}, explanation), buttons);
    made.addEventListener("close", () => resolve(answer));
  });
}
