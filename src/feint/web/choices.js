/** Draws a seat's choices as a list of buttons: in groups when there are many, with a search field when there are very many.
 *
 * A board offers the same choices, so the list is folded until someone wants it. Folded it is still there for screen readers
 * and for the digit keys, and whoever comes to it by keyboard sees it. */

import { html } from "./dom.js";
import { showLists, showsLists } from "./storage.js";
import { describe } from "./table_model.js";

const MANY = 12; // from then on in groups
const VERY_MANY = 40; // from then on with a field to type in
const BESIDE = "(min-width: 941px), (orientation: landscape)"; // there the list stands beside the board, and takes none of its room
const DIGITS = [..."123456789"];

export class Choices {
  /**
   * @param {(text: string) => void} choose
   * @param {boolean} onBoard whether a board offers them, too
   */
  constructor(choose, onBoard) {
    this._choose = choose;
    this._onBoard = onBoard;
    /** @type {string[]} */
    this._legal = [];
    /** @type {Record<string, string>} */
    this._details = {};
    /** @type {string | null} */
    this._sent = null;
    this._group = "";
    this._typed = "";
    this._hadFocus = false;
    /** @type {string | null} the choice that a hint recommends */
    this._recommended = null;
    this._opened = false; // until the next question, to show it
    this._groups = html("div", { class: "groups", role: "group", "aria-label": "Kinds of choices" });
    this._field = /** @type {HTMLInputElement} */ (
      html("input", { type: "search", "aria-label": "Search the choices", placeholder: "Search the choices", autocomplete: "off" })
    );
    this._options = html("div", { class: "options", role: "group", "aria-label": "Your choices" });
    this._more = html("p", { class: "soft small" });
    this._fold = html("button", { type: "button", class: "quiet fold", "aria-expanded": "false", onclick: () => this.toggle() });
    this._list = html("div", { class: "choosing" }, this._groups, this._field, this._options, this._more);
    this.element = html("div", { class: "choosing" }, this._fold, this._list);
    this._field.addEventListener("input", () => {
      this._typed = this._field.value;
      this._draw();
    });
    this._field.addEventListener("keydown", (event) => {
      const first = /** @type {HTMLButtonElement | null} */ (this._options.querySelector("button"));
      if (event.key === "Enter" && this._typed && this._options.children.length === 1) first?.click();
    });
  }

  /**
   * Offer these choices.
   * @param {string[]} legal
   * @param {string | null} sent the one that was sent and has no answer yet
   * @param {Record<string, string>} details what they come to, in a few words
   */
  show(legal, sent, details) {
    const same = legal.length === this._legal.length
      && legal.every((text, index) => text === this._legal[index] && details[text] === this._details[text]);
    if (same && sent === this._sent) return;
    if (!same) {
      this._typed = this._field.value = "";
      this._group = "";
    }
    this._legal = legal;
    this._details = details;
    this._sent = sent;
    this._draw();
  }

  /**
   * Pick the choice with that key, 0 to 9.
   * @param {string} key
   * @returns {boolean} whether there is one
   */
  key(key) {
    const found = /** @type {HTMLButtonElement | null} */ (this._options.querySelector(`button[data-key="${key}"]`));
    if (!found || found.disabled) return false;
    found.click();
    return true;
  }

  /**
   * Mark a choice, or none.
   * @param {string | null} choice
   * @param {boolean} open whether the list has to be shown for it
   */
  recommend(choice, open) {
    if (choice === this._recommended) return;
    this._recommended = choice;
    this._opened = choice !== null && open && matchMedia(BESIDE).matches;
    if (this._opened) this._group = String(choice).split(" ", 1)[0];
    this._draw();
    if (this._opened) this._options.querySelector(".recommended")?.scrollIntoView({ block: "nearest" });
  }

  /** Show the list, or fold it again. */
  toggle() {
    showLists(this._list.classList.contains("folded"));
    this._opened = false;
    this._draw();
  }

  /** Go to the first choice. */
  focus() {
    const folded = this._list.classList.contains("folded");
    const first = folded ? this._fold : this._field.hidden ? this._options.querySelector("button") : this._field;
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }

  _draw() {
    const had = this.element.contains(document.activeElement) ? document.activeElement : null;
    if (had) this._hadFocus = true; // someone chooses by keyboard, or has clicked here: the next choices get the focus, too
    else if (document.activeElement !== document.body) this._hadFocus = false;
    const label = had instanceof HTMLButtonElement ? had.dataset.choice ?? had.dataset.group ?? null : null;
    const groups = kinds(this._legal);
    const group = groups.has(this._group) ? this._group : groups.keys().next().value ?? "";
    const inGroup = groups.size ? /** @type {string[]} */ (groups.get(group)) : this._legal;
    const folded = this._onBoard && !showsLists() && !this._opened;
    const { length } = this._legal;
    const details = this._details;
    this._fold.hidden = !this._onBoard;
    this._fold.setAttribute("aria-expanded", String(!folded));
    const how = html("span", { class: "how" }, length === 1 ? "your only choice" : `all ${length} choices`);
    this._fold.replaceChildren(html("span", {}, folded ? "List " : "Hide ", how), html("kbd", { "aria-hidden": "true" }, "C"));
    this._list.classList.toggle("folded", folded);
    this._field.hidden = length <= VERY_MANY;
    const typed = this._typed.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = typed.length ? this._legal.filter((text) => typed.every((part) => describe(text, details).toLowerCase().includes(part))) : inGroup;
    const shown = wanted.slice(0, VERY_MANY);
    this._groups.hidden = !groups.size || typed.length > 0;
    this._groups.replaceChildren(
      ...[...groups].map(([name, texts]) => {
        const pick = () => {
          this._group = name;
          this._draw();
        };
        const pressed = String(name === group);
        return html("button", { type: "button", "aria-pressed": pressed, "data-group": name, onclick: pick }, `${name} (${texts.length})`);
      }),
    );
    const keys = keysOf(shown);
    this._options.replaceChildren(...shown.map((text, index) => this._button(text, keys[index])));
    const rest = wanted.length - shown.length;
    const only = this._legal.length === 1; // not one that is made for them: how fast it came would tell others that it was the only one
    this._more.hidden = rest <= 0 && shown.length > 0 && !only;
    const more = shown.length ? `${rest} more: type to narrow the list.` : "No choice matches.";
    this._more.textContent = only ? "This is your only choice." : more;
    if (had === this._field) this._field.focus();
    else if (label !== null && this._refocus(label)) return;
    else if (this._hadFocus && this._sent === null && this._legal.length) this.focus();
  }

  /**
   * @param {string} text
   * @param {string | null} key
   */
  _button(text, key) {
    const sent = this._sent === text;
    const hint = key !== null ? html("kbd", { "aria-hidden": "true" }, key) : null;
    const pick = () => this._choose(text);
    const off = this._sent !== null;
    const attributes = { type: "button", class: sent ? "sent" : text === this._recommended ? "recommended" : null, disabled: off, "data-choice": text, "data-key": key, onclick: pick };
    return html("button", attributes, describe(text, this._details), hint);
  }

  /**
   * Put the focus back where it was: the buttons are new.
   * @param {string} label
   * @returns {boolean} whether it could
   */
  _refocus(label) {
    const all = /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll("button")]);
    const found = all.find((button) => (button.dataset.choice ?? button.dataset.group) === label);
    if (!found || found.disabled) return false;
    found.focus({ preventScroll: true });
    return true;
  }
}

/**
 * The key of each choice: the number that it is about, so that 3 burns 3, but not one in a name ("at P3", "Drone 1"), and 0 for
 * the one that is about none. So a key never means something else because the list has changed. Where several are about no
 * number, they are numbered in order.
 * @param {string[]} texts
 * @returns {(string | null)[]}
 */
export function keysOf(texts) {
  const own = texts.map((text) => /^(?:[a-z\d]+ )*(\d+)$/.exec(text)?.[1] ?? null);
  const numbers = own.filter((number) => number !== null);
  if (new Set(numbers).size < numbers.length || texts.length - numbers.length > 1) return texts.map((_, at) => DIGITS[at] ?? null);
  return own.map((number) => (number === null ? (numbers.includes("0") ? null : "0") : number.length === 1 ? number : null));
}

/**
 * Choices by their first word, if that makes a few groups of many choices.
 * @param {string[]} legal
 * @returns {Map<string, string[]>}
 */
function kinds(legal) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  if (legal.length <= MANY) return groups;
  for (const text of legal) {
    const word = text.split(" ", 1)[0];
    groups.set(word, [...(groups.get(word) ?? []), text]);
  }
  return groups.size > 1 && groups.size <= MANY ? groups : new Map();
}
