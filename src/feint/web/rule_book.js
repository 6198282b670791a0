/** A game's rule book in the page: its contents, the rulings of this table, and its sections with pictures. */

import { html } from "./dom.js";
import { anchor, render, split } from "./markdown.js";
import { isStill } from "./motion.js";

/**
 * A game's rule book as a dialog shows it: what it is about, its contents, the rulings of this table, which are unfolded at once if they
 * aren't the default ones, and its sections.
 * @param {import("./types.js").Game} game
 * @param {Record<string, string | number | null>} rulings
 * @returns {Node[]}
 */
export function contents(game, rulings) {
  const spared = (/** @type {string} */ name) => game.rulings[name]?.for_designers && rulings[name] === game.rulings[name].default;
  const chosen = Object.entries(rulings).filter(([name]) => !spared(name)).flatMap(([name, value]) => [
    html("dt", {}, game.rulings[name]?.question ?? name),
    html("dd", {}, value === null ? "none" : game.rulings[name]?.meanings[value] ?? String(value)),
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
    heading?.scrollIntoView({ behavior: isStill() ? "instant" : "smooth" });
  };
  const chapters = sections.map(({ title, text }) => {
    const heading = html("h3", { tabindex: "-1" }, title);
    headings.set(anchor(title), heading);
    return html("section", { class: "chapter" }, heading, ...render(text, pictures, turn));
  });
  const titles = sections.map(({ title }) =>
    html("li", {}, html("button", { type: "button", class: "link", onclick: () => turn(anchor(title)) }, title)));
  const list = html("nav", { "aria-label": "Contents" }, html("ol", {}, ...titles));
  return [...render(introduction, pictures, turn), ...(game.lessons.length ? [lessons(game)] : []), list, ...(chosen.length ? [here] : []), ...chapters];
}

/**
 * The way to the game's lessons, which closes the book.
 * @param {import("./types.js").Game} game
 */
function lessons({ name, lessons: { length } }) {
  const close = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("dialog")?.close();
  return html("p", {}, html("a", { href: `#/learn/${name}`, onclick: close }, "Learn by playing"), `: ${length} short lessons.`);
}
