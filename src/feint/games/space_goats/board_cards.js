/** Cards of Space Goats: what they look like, which choices belong to which, and the small list of choices beside one. */

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
 * @property {Map<string, string[]>} ships
 * @property {Map<number, string[]>} seats
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

/** Cards that are counted, in words. @param {View} view @param {number[]} row */
export function counted(view, row) {
  const names = row.map((count, number) => (count ? `${count > 1 ? `${count} ` : ""}${card(view, number).name}${count > 1 ? "s" : ""}` : ""));
  return names.filter(Boolean).join(", ") || "none";
}

/** Which shapes choices have, and where they belong. */
const SHAPES = /** @type {[RegExp, "market" | "hand" | "discard" | "ships"][]} */ ([
  [/^buy (.+)$/, "market"],
  [/^(?:fire|play) (.+?)(?: at P\d)?$/, "hand"],
  [/^assign (.+?) to .+$/, "hand"],
  [/^answer with (.+)$/, "hand"],
  [/^discard (.+)$/, "hand"],
  [/^trash (.+) from hand$/, "hand"],
  [/^trash (.+) from discard$/, "discard"],
  [/^retrieve (.+)$/, "discard"],
  [/^hit (.+)$/, "ships"],
]);

/** @param {string[]} legal @returns {Choices} */
export function sorted(legal) {
  /** @type {Choices} */
  const choices = { market: new Map(), hand: new Map(), discard: new Map(), ships: new Map(), seats: new Map(), orders: [], rest: [] };
  for (const text of legal) {
    const shape = SHAPES.find(([pattern]) => pattern.test(text));
    const seat = /^aim at P(\d)$/.exec(text);
    if (shape) {
      const [pattern, where] = shape;
      const name = /** @type {RegExpExecArray} */ (pattern.exec(text))[1];
      choices[where].set(name, [...(choices[where].get(name) ?? []), text]);
    } else if (seat) choices.seats.set(Number(seat[1]) - 1, [text]);
    else if (text.startsWith("order ")) choices.orders.push(text);
    else choices.rest.push(text);
  }
  return choices;
}

/**
 * A card, face up. With choices it is a button.
 * @param {View} view @param {number} number @param {string} key
 * @param {string[]} texts @param {(from: HTMLElement, title: string, texts: string[]) => void} offer
 * @param {boolean} [priced]
 */
export function face(view, number, key, texts, offer, priced = false) {
  const one = card(view, number);
  const does = doing(view, one);
  const parts = [
    html("span", { class: "sg-picture" }, emblem(one.effect)),
    html("span", { class: /\w{12}/.test(one.name) ? "sg-name sg-long" : "sg-name" }, one.name),
    html("span", { class: "sg-does" }, does),
    priced ? html("span", { class: "sg-cost", "aria-label": `costs ${one.cost}` }, String(one.cost)) : null,
  ];
  const marks = { class: `sg-card sg-${one.type}`, "data-key": key, "data-sig": number };
  if (!texts.length) return html("div", marks, ...parts);
  const label = `${one.name}${priced ? `, costs ${one.cost}` : ""}, ${does}: ${texts.length > 1 ? "choose" : texts[0]}`;
  const made = html(
    "button",
    { ...marks, type: "button", "aria-label": label, "aria-haspopup": texts.length > 1 ? "menu" : null, title: texts.length > 1 ? null : texts[0] },
    ...parts,
  );
  made.addEventListener("click", () => offer(made, one.name, texts));
  return made;
}

/**
 * A small list beside what was clicked: of choices, or of what lies in someone's piles.
 * @param {HTMLElement} root
 */
export function popover(root) {
  /** @type {HTMLElement | null} */
  let open = null;
  /** @type {HTMLElement | null} */
  let from = null;

  /** @param {Event} event */
  function elsewhere(event) {
    const target = /** @type {Node} */ (event.target);
    if (!open?.contains(target) && !from?.contains(target)) close();
  }

  function close(back = false) {
    if (!open) return;
    document.removeEventListener("pointerdown", elsewhere);
    open.remove();
    open = null;
    from?.removeAttribute("aria-expanded");
    if (back) from?.focus();
  }

  /** @param {HTMLElement} beside @param {HTMLElement} list */
  function show(beside, list) {
    const again = from === beside && open;
    close();
    if (again) return;
    [open, from] = [list, beside];
    from.setAttribute("aria-expanded", "true");
    root.append(list);
    document.addEventListener("pointerdown", elsewhere);
    const [room, place] = [root.getBoundingClientRect(), beside.getBoundingClientRect()];
    const left = Math.max(4, Math.min(place.left - room.left, room.width - list.offsetWidth - 4));
    list.style.left = `${left}px`;
    const below = place.bottom + list.offsetHeight + 8 < window.innerHeight || place.top < list.offsetHeight + 8;
    list.style.top = below ? `${place.bottom - room.top + 4}px` : `${place.top - room.top - list.offsetHeight - 4}px`;
    /** @type {HTMLElement} */ (list.querySelector("button") ?? list).focus();
  }

  root.addEventListener("keydown", (event) => {
    if (!open) return;
    const items = /** @type {HTMLElement[]} */ ([...open.querySelectorAll("button")]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close(true);
    else if (event.key === "Tab") close(true);
    else if (step && items.length) items[(at + step + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { show, close };
}

/**
 * @param {string} title @param {string[]} texts @param {(text: string) => void} pick
 * @param {(text: string) => Node | null} portrait what stands before a choice
 */
export function menu(title, texts, pick, portrait) {
  const items = texts.map((text) =>
    html("button", { type: "button", role: "menuitem", class: "sg-item", onclick: () => pick(text) }, portrait(text), text),
  );
  return html("div", { role: "menu", "aria-label": title, class: "sg-menu" }, ...items);
}
