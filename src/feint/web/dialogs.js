/** Dialogs: a game's rules with the rulings of this table, and questions to confirm something. */

import { html, prefersReducedMotion, svg } from "./dom.js";
import { anchor, render, split } from "./markdown.js";

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
 * Show a game's rule book: what it is about, its contents, the rulings of this table, which are unfolded at once if they
 * aren't the default ones, and its sections.
 * @param {import("./types.js").Game} game
 * @param {Record<string, string | number | null>} rulings
 */
export function showRules(game, rulings) {
  const chosen = Object.entries(rulings).flatMap(([name, value]) => [
    html("dt", {}, game.rulings[name]?.question ?? name),
    html("dd", {}, value === null ? "none" : String(value)),
  ]);
  const changed = Object.entries(rulings).some(([name, value]) => value !== game.rulings[name]?.default);
  const here = html("details", { class: "folds", open: changed }, html("summary", {}, html("h3", {}, "At this table")),
    html("dl", {}, ...chosen));
  const { introduction, sections } = split(game.book);
  const pictures = `/games/${game.name}/`;
  /** @type {Map<string, HTMLElement>} */
  const headings = new Map();
  const turn = (/** @type {string} */ name) => {
    const heading = headings.get(name);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  };
  const chapters = sections.map(({ title, text }) => {
    const heading = html("h3", { tabindex: "-1" }, title);
    headings.set(anchor(title), heading);
    return html("section", { class: "chapter" }, heading, ...render(text, pictures, turn));
  });
  const contents = sections.map(({ title }) =>
    html("li", {}, html("button", { type: "button", class: "link", onclick: () => turn(anchor(title)) }, title)));
  dialog(game.title, "book", ...render(introduction, pictures, turn), html("nav", { "aria-label": "Contents" }, html("ol", {}, ...contents)),
    ...(chosen.length ? [here] : []), ...chapters);
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
