/** Dialogs: a game's rules with the rulings of this table, and questions to confirm something. */

import { html, svg } from "./dom.js";
import { render, split } from "./markdown.js";

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
 * Show a game's rules: first what the game is about, then sections to unfold, and the rulings of this table, which are
 * unfolded at once if they aren't the default ones.
 * @param {import("./types.js").Game} game
 * @param {Record<string, string | number | null>} rulings
 */
export function showRules(game, rulings) {
  const chosen = Object.entries(rulings).flatMap(([name, value]) => [
    html("dt", {}, game.rulings[name]?.question ?? name),
    html("dd", {}, value === null ? "none" : String(value)),
  ]);
  const changed = Object.entries(rulings).some(([name, value]) => value !== game.rulings[name]?.default);
  const here = section("At this table", changed, html("dl", {}, ...chosen));
  const { introduction, sections } = split(game.book);
  const folded = sections.map(({ title, text }) => section(title, false, ...render(text)));
  dialog(game.title, "book", ...render(introduction), ...(chosen.length ? [here] : []), ...folded);
}

/**
 * @param {string} title
 * @param {boolean} open
 * @param {...Node} content
 */
function section(title, open, ...content) {
  return html("details", { class: "chapter folds", open }, html("summary", {}, html("h3", {}, title)), ...content);
}

/**
 * Ask to confirm something.
 * @param {string} question
 * @param {string} explanation
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirm(question, explanation, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = () => {
      answer = true;
      made.close();
    };
    const buttons = html("div", { class: "actions" },
      html("button", { type: "button", class: "bad", onclick: agree }, yes),
      html("button", { type: "button", autofocus: true, onclick: () => made.close() }, no));
    const made = dialog(question, "ask", html("p", {}, explanation), buttons);
    made.addEventListener("close", () => resolve(answer));
  });
}
