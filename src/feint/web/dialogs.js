/** Dialogs: a game's rule book, and questions to confirm something. */

import { html, svg } from "./dom.js";

/**
 * A dialog with a heading; it is gone when it is closed.
 * @param {string} title
 * @param {string} kind
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, kind, ...content) {
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
 * Show a game's rule book, which is loaded when it is first wanted.
 * @param {import("./types.js").Game} game
 * @param {Record<string, string | number | null>} rulings
 */
export async function showRules(game, rulings) {
  const { contents } = await import("./rule_book.js");
  dialog(game.title, "book", ...contents(game, rulings));
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
