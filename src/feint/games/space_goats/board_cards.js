/** Cards of Space Goats: what they look like, and which choices belong to which. */

import { html } from "/web/dom.js";
import { emblem } from "./board_art.js";
import { EFFECTS, READINGS } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./schema.js").Card} Card */
/**
 * The choices there are, by what they are for: cards by name, ships by their words, seats by number, and the rest.
 * @typedef {object} Choices
 * @property {Map<string, string[]>} market
 * @property {Map<string, string[]>} hand
 * @property {Map<string, string[]>} discard
 * @property {Map<string, string>} ships
 * @property {Map<number, string>} seats
 * @property {string[]} orders
 * @property {string[]} rest
 */

/** @param {View} view @param {number} number @returns {Card} cards are numbered from 1 */
export function card(view, number) {
  return view.deck[number - 1];
}

/** What a card does, in a few words. @param {View} view @param {Card} one */
export function doing(view, one) {
  const rulings = /** @type {Record<string, any>} */ (view.rulings);
  const readings = /** @type {Record<string, Record<string, Record<string, string>>>} */ (READINGS);
  const texts = Object.entries(readings).map(([ruling, values]) => values[rulings[ruling]]?.[one.effect]);
  return texts.find(Boolean) ?? /** @type {Record<string, string>} */ (EFFECTS)[one.effect];
}

/** Cards that are counted, one by one. @param {number[]} row @returns {number[]} */
export function each(row) {
  return row.flatMap((count, number) => Array(count).fill(number));
}

/** Cards that are counted, each kind with its picture. @param {View} view @param {number[]} row @param {string} none what is said if there are none */
export function counted(view, row, none) {
  const kinds = row.flatMap((count, number) => {
    if (!count) return [];
    const { name, type, effect } = card(view, number);
    const tells = `${name}: ${doing(view, card(view, number))}`;
    return [html("span", { class: `sg-lot sg-${type}`, "data-tells": tells }, emblem(effect), count > 1 ? `${count} × ${name}` : name)];
  });
  return html("span", { class: "sg-lots" }, ...(kinds.length ? kinds : [none]));
}

/** Which shapes choices have, and where they belong. */
const SHAPES = /** @type {[RegExp, "market" | "hand" | "discard"][]} */ ([
  [/^buy (.+)$/, "market"],
  [/^(?:fire|play) (.+?)(?: at P\d)?$/, "hand"],
  [/^assign (.+?) to .+$/, "hand"],
  [/^answer with (.+)$/, "hand"],
  [/^discard (.+)$/, "hand"],
  [/^trash (.+) from hand$/, "hand"],
  [/^trash (.+) from discard$/, "discard"],
  [/^retrieve (.+)$/, "discard"],
]);

/** @param {string[]} legal @returns {Choices} */
export function sorted(legal) {
  /** @type {Choices} */
  const choices = { market: new Map(), hand: new Map(), discard: new Map(), ships: new Map(), seats: new Map(), orders: [], rest: [] };
  for (const text of legal) {
    const shape = SHAPES.find(([pattern]) => pattern.test(text));
    if (shape) {
      const [pattern, where] = shape;
      const name = /** @type {RegExpExecArray} */ (pattern.exec(text))[1];
      choices[where].set(name, [...(choices[where].get(name) ?? []), text]);
    } else if (/^(?:aim|hit) /.test(text)) mark(choices, text);
    else if (text.startsWith("order ")) choices.orders.push(text);
    else choices.rest.push(text);
  }
  return choices;
}

/** Mark the fleet or the ship that a choice is for; whether there is one. @param {Choices} choices @param {string} text */
export function mark(choices, text) {
  const seat = / at P(\d)$/.exec(text);
  const ship = /^(?:hit|assign .+? to) (.+)$/.exec(text);
  if (seat) choices.seats.set(Number(seat[1]) - 1, text);
  else if (ship) choices.ships.set(ship[1], text);
  return Boolean(seat ?? ship);
}

/**
 * A card, face up. With a label it is a button.
 * @param {View} view @param {number} number @param {string} key @param {string} tells what the card is, in a line
 * @param {string | null} label what a click does @param {boolean} [priced]
 */
export function face(view, number, key, tells, label, priced = false) {
  const one = card(view, number);
  const inner = html(
    "span",
    { class: "sg-face" },
    html("span", { class: "sg-picture" }, emblem(one.effect)),
    html("span", { class: "sg-name" }, broken(one.name)),
    html("span", { class: "sg-does" }, doing(view, one)),
    priced ? html("span", { class: "sg-cost", "aria-label": `costs ${one.cost}` }, String(one.cost)) : null,
  );
  const marks = { class: `sg-card sg-${one.type}`, "data-key": key, "data-sig": number, "data-tells": tells };
  return label ? html("button", { ...marks, type: "button", "aria-label": label }, inner) : html("div", marks, inner);
}

/** Where the longest words of card names may be broken. */
const BREAKS = /** @type {Record<string, string>} */ ({ Countermeasure: "Counter\u00admeasure", Reinforcement: "Reinforce\u00adment" });

/** @param {string} name */
function broken(name) {
  return name.replace(/\w+/g, (word) => BREAKS[word] ?? word);
}
