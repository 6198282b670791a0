/** A board for any game: what can be seen, as a table of names and values. It is used for games without a board.js.
 *
 * `core/plain_board.py` does the same at a terminal. */

import { html } from "./dom.js";

const SHOWN_ELSEWHERE = new Set(["game", "seat", "rulings", "pending", "over"]);

const LONG = 200; // letters; more than that is folded, below the rest

/** @type {(setting: import("./types.js").BoardSetting) => import("./types.js").Board} */
export default function fallbackBoard(setting) {
  const body = html("tbody");
  /** @type {Set<string>} what is long and was opened */
  const opened = new Set();
  setting.host.replaceChildren(html("table", { class: "plain", "aria-label": `${setting.game.title}: what you can see` }, body));
  /** @param {string} name @param {string} start @param {HTMLElement[]} shown */
  const folded = (name, start, shown) => {
    const summary = html("summary", {}, `${start.slice(0, 40)}…`);
    const made = /** @type {HTMLDetailsElement} */ (html("details", { open: opened.has(name) }, summary, ...shown));
    made.addEventListener("toggle", () => (made.open ? opened.add(name) : opened.delete(name)));
    return made;
  };
  return {
    show(view, moment) {
      const rows = fieldsOf(setting.game, view).map((field) => {
        const value = view[field.name];
        const said = lines(field, value, seatsOf(setting.game, view));
        const long = said.join("").length > LONG;
        const changed = moment.before && JSON.stringify(moment.before[field.name]) !== JSON.stringify(value);
        const shown = said.map((line) => html("div", {}, line));
        const cell = html("td", { class: changed ? "changed" : null }, ...(long ? [folded(field.name, said[0], shown)] : shown));
        return { long, row: html("tr", {}, html("th", { scope: "row" }, field.name.replaceAll("_", " ")), cell) };
      });
      body.replaceChildren(...rows.filter(({ long }) => !long).map(({ row }) => row), ...rows.filter(({ long }) => long).map(({ row }) => row));
    },
  };
}

/** @typedef {import("./protocol.js").FieldInfo} Field */

/**
 * What there is to show, in order. Of a game whose own board can't be had, nothing is known but names.
 * @param {import("./types.js").Game} game
 * @param {import("./types.js").View} view
 * @returns {Field[]}
 */
function fieldsOf(game, view) {
  if (game.fields.length) return game.fields;
  const names = Object.keys(view).filter((name) => !SHOWN_ELSEWHERE.has(name));
  return names.map((name) => ({ name, by_seat: false, kind: null, of_seats: false, low: 0, names: [] }));
}

/**
 * The seats that are taken.
 * @param {import("./types.js").Game} game
 * @param {import("./types.js").View} view
 */
const seatsOf = (game, view) => (game.seats_by ? game.seats.slice(0, view.rulings[game.seats_by]) : game.seats);

/**
 * A field's value in words: a line for each seat that it has a row of.
 * @param {Field} field
 * @param {any} value
 * @param {string[]} seats
 * @returns {string[]}
 */
export function lines(field, value, seats) {
  if (value === null || value === undefined || !field.by_seat) return [text(field, value, seats)];
  return seats.map((seat, row) => `${seat}: ${text(field, value[row], seats)}`);
}

/**
 * Any value as text.
 * @param {Field} field
 * @param {any} value
 * @param {string[]} seats
 * @returns {string}
 */
function text(field, value, seats) {
  if (value === null || value === undefined) return "hidden";
  if (Array.isArray(value)) {
    return value.map((part) => text(field, part, seats)).join(Array.isArray(value[0]) ? " / " : ", ") || "none";
  }
  if (typeof value === "object") {
    return Object.entries(value).map(([name, inner]) => `${name.replaceAll("_", " ")} ${text(field, inner, seats)}`).join("; ");
  }
  if (field.kind !== "bits") return named(field, value, field.low, seats);
  const there = [...Array(53).keys()].filter((bit) => Math.floor(value / 2 ** bit) % 2);
  return there.map((bit) => named(field, bit, 0, seats)).join(", ") || (field.of_seats ? "nobody" : "none");
}

/**
 * A label, or a bit.
 * @param {Field} field
 * @param {number} value
 * @param {number} first the one that the first of the names is for
 * @param {string[]} seats
 */
function named(field, value, first, seats) {
  if (field.of_seats) return seats[value] ?? "nobody";
  return field.names[value - first] ?? String(value);
}
