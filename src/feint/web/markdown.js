/** Markdown as elements, as far as rule books use it: headings, paragraphs, nested lists, tables, `code`. All text stays text. */

import { html } from "./dom.js";

/**
 * A document in parts: its introduction, and its sections.
 * @param {string} text
 * @returns {{introduction: string, sections: {title: string, text: string}[]}}
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
 * @param {string} text
 * @returns {Node[]}
 */
export function render(text) {
  /** @type {HTMLElement[]} */
  const out = [];
  /** @type {{depth: number, list: HTMLElement}[]} */
  let lists = [];
  /** @type {HTMLElement | null} */
  let paragraph = null;
  /** @type {HTMLElement | null} */
  let rows = null;
  for (const line of text.split("\n")) {
    const item = /^( *)- (.*)/.exec(line);
    const heading = /^##+ (.*)/.exec(line);
    if (!line.trim()) {
      paragraph = rows = null;
      if (!item) lists = lists.slice(0, 1);
    } else if (line.startsWith("# ")) {
      continue; // the dialog has the title
    } else if (heading) {
      lists = [];
      out.push(html("h4", {}, heading[1]));
    } else if (item) {
      const depth = item[1].length;
      lists = lists.filter((open) => open.depth <= depth);
      if (!lists.length || lists[lists.length - 1].depth < depth) {
        const list = html("ul");
        const above = lists.length ? lists[lists.length - 1].list.lastElementChild : null;
        if (above) above.append(list);
        else out.push(list);
        lists.push({ depth, list });
      }
      lists[lists.length - 1].list.append(html("li", {}, ...inline(item[2])));
    } else if (line.startsWith("|")) {
      lists = [];
      const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      const tag = rows ? "td" : "th";
      if (!rows) {
        rows = html("table");
        out.push(html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, rows));
      }
      rows.append(html("tr", {}, ...cells.map((cell) => html(tag, {}, ...inline(cell)))));
    } else if (paragraph) {
      paragraph.append(" ", ...inline(line.trim()));
    } else {
      lists = [];
      paragraph = html("p", {}, ...inline(line.trim()));
      out.push(paragraph);
    }
  }
  return out;
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  const id = /^([A-Z]{2,}-[A-Z]+\d+) /.exec(text); // a rule's number
  const rest = id ? text.slice(id[0].length) : text;
  const parts = rest.split("`").map((part, index) => (index % 2 ? html("code", {}, part) : part));
  return id ? [html("span", { class: "id" }, id[1]), " ", ...parts] : parts;
}
