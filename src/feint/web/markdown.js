/**
 * Markdown as elements, as far as rule books use it: headings, paragraphs, lists, tables, drawings in text, pictures,
 * `code`, emphasis, and links to other sections. All text stays text, and a picture is only ever one of the game's own.
 */

import { html } from "./dom.js";

/** @typedef {{title: string, text: string}} Section */
/** @typedef {(title: string) => void} Turn turn to a section, by what its heading begins with in a link */

/**
 * A document in parts: its introduction, and its sections.
 * @param {string} text
 * @returns {{introduction: string, sections: Section[]}}
 */
export function split(text) {
  const [introduction, ...rest] = text.split(/^## /m);
  const sections = rest.map((section) => {
    const end = section.indexOf("\n");
    return { title: section.slice(0, end), text: section.slice(end) };
  });
  return { introduction, sections };
}

/**
 * @param {string} title
 * @returns {string} what a link to a section names
 */
export function anchor(title) {
  return title.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");
}

/**
 * @param {string} text
 * @param {string} pictures the address that the names of pictures are added to
 * @param {Turn} turn
 * @returns {Node[]}
 */
export function render(text, pictures, turn) {
  /** @type {HTMLElement[]} */
  const out = [];
  /** @type {{depth: number, list: HTMLElement}[]} */
  let lists = [];
  /** @type {HTMLElement | null} */
  let rows = null;
  /** @type {HTMLElement | null} */
  let drawing = null;
  const words = (/** @type {string} */ line) => inline(line, turn);
  for (const line of unwrapped(text)) {
    const item = /^( {0,3})(?:-|(\d+)\.) (.*)/.exec(line);
    const picture = /^!\[(.*)\]\(([a-z0-9-]+\.svg)\)$/.exec(line);
    const heading = /^###+ (.*)/.exec(line);
    if (!line.trim()) {
      rows = null;
      if (drawing) drawing.append("\n");
      continue;
    }
    if (line.startsWith("    ")) {
      if (!drawing) out.push((drawing = html("pre", { tabindex: "0" })));
      drawing.append(`${line.slice(4)}\n`);
      lists = [];
      continue;
    }
    if (drawing) drawing.textContent = drawing.textContent.trimEnd();
    drawing = null;
    if (line.startsWith("# ")) continue; // the dialog has the title
    if (heading) {
      lists = [];
      out.push(html("h4", {}, heading[1]));
    } else if (picture) {
      lists = [];
      out.push(html("img", { src: `${pictures}${picture[2]}`, alt: picture[1], loading: "lazy" }));
    } else if (item) {
      const depth = item[1].length;
      lists = lists.filter((list) => list.depth <= depth);
      if (!lists.length || lists[lists.length - 1].depth < depth) {
        const list = html(item[2] ? "ol" : "ul");
        const above = lists.length ? lists[lists.length - 1].list.lastElementChild : null;
        if (above) above.append(list);
        else out.push(list);
        lists.push({ depth, list });
      }
      lists[lists.length - 1].list.append(html("li", {}, ...words(item[3])));
    } else if (line.startsWith("|")) {
      lists = [];
      const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      const tag = rows ? "td" : "th";
      if (!rows) {
        rows = html("table");
        out.push(html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, rows));
      }
      rows.append(html("tr", {}, ...cells.map((cell) => html(tag, {}, ...words(cell)))));
    } else {
      lists = [];
      out.push(html("p", {}, ...words(line.trim())));
    }
  }
  if (drawing) drawing.textContent = drawing.textContent.trimEnd();
  return out;
}

/**
 * The lines of a text, each paragraph and each item of a list in one: what is emphasised may begin on one line and end on the next.
 * @param {string} text
 * @returns {string[]}
 */
function unwrapped(text) {
  /** @type {string[]} */
  const lines = [];
  let wraps = false; // whether what comes next may belong to the line before
  for (const line of text.split("\n")) {
    const begins = /^( {0,3}(-|\d+\.) | {4}|\||#|!\[|$)/.test(line);
    if (wraps && !begins) lines[lines.length - 1] += ` ${line.trim()}`;
    else lines.push(line);
    wraps = begins ? /^ {0,3}(-|\d+\.) /.test(line) : true;
  }
  return lines;
}

/**
 * A paragraph's words.
 * @param {string} text
 * @param {Turn} [turn]
 * @returns {(Node | string)[]}
 */
export function inline(text, turn = () => {}) {
  const id = /^([A-Z]{2,}-[A-Z]+\d+) /.exec(text); // a rule's number
  const rest = id ? text.slice(id[0].length) : text;
  const parts = rest.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\(#[\w-]+\))/).map((part) => {
    const link = /^\[(.+)\]\(#(.+)\)$/.exec(part);
    if (link) return html("button", { type: "button", class: "link", onclick: () => turn(link[2]) }, link[1]);
    if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) return html("strong", {}, part.slice(2, -2));
    if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) return html("code", {}, part.slice(1, -1));
    if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) return html("em", {}, part.slice(1, -1));
    return part;
  });
  return id ? [html("span", { class: "id" }, id[1]), " ", ...parts] : parts;
}
