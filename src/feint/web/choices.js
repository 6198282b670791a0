/** Draws a seat's choices as buttons: in groups when there are many, with a search field when there are very many.
 *
 * A long list would push the board away, which offers the same choices: it is folded until someone opens it. */

import { html } from "./dom.js";
import { showLongLists, showsLongLists } from "./storage.js";

const MANY = 12; // from then on in groups
const VERY_MANY = 40; // from then on with a field to type in
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
    /** @type {string | null} */
    this._sent = null;
    this._group = "";
    this._typed = "";
    this._hadFocus = false;
    this._groups = html("div", { class: "groups", role: "group", "aria-label": "Kinds of choices" });
    this._field = /** @type {HTMLInputElement} */ (
      html("input", { type: "search", "aria-label": "Search the choices", placeholder: "Search the choices", autocomplete: "off" })
    );
    this._options = html("div", { class: "options", role: "group", "aria-label": "Your choices" });
    this._more = html("p", { class: "soft small" });
    const toggle = () => {
      showLongLists(!showsLongLists());
      this._draw();
    };
    this._fold = html("button", { type: "button", class: "quiet fold", "aria-expanded": "false", onclick: toggle });
    this.element = html("div", { class: "choosing" }, this._fold, this._groups, this._field, this._options, this._more);
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
   */
  show(legal, sent) {
    const same = legal.length === this._legal.length && legal.every((text, index) => text === this._legal[index]);
    if (same && sent === this._sent) return;
    if (!same) {
      this._typed = this._field.value = "";
      this._group = "";
    }
    this._legal = legal;
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

  /** Go to the first choice. */
  focus() {
    const folded = this._fold.getAttribute("aria-expanded") === "false" && !this._fold.hidden;
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
    const long = this._onBoard && this._legal.length > MANY;
    const folded = long && !showsLongLists();
    this._fold.hidden = !long;
    this._fold.setAttribute("aria-expanded", String(!folded));
    this._fold.textContent = folded ? `Choose on the board, or list all ${this._legal.length} choices` : "Hide the list";
    this._field.hidden = folded || this._legal.length <= VERY_MANY;
    const typed = this._typed.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = typed.length ? this._legal.filter((text) => typed.every((part) => text.toLowerCase().includes(part))) : inGroup;
    const shown = folded ? [] : wanted.slice(0, VERY_MANY);
    this._groups.hidden = folded || !groups.size || typed.length > 0;
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
    this._options.hidden = folded;
    this._options.classList.toggle("many", shown.length > MANY);
    const keys = keysOf(shown);
    this._options.replaceChildren(...shown.map((text, index) => this._button(text, keys[index])));
    const rest = wanted.length - shown.length;
    const only = this._legal.length === 1; // it is not made for them: how fast it came would tell others that there was no other
    this._more.hidden = folded || (rest <= 0 && shown.length > 0 && !only);
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
    const attributes = { type: "button", class: sent ? "sent" : null, disabled: off, "data-choice": text, "data-key": key, onclick: pick };
    return html("button", attributes, text, hint);
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
 * The key of each choice: the digit that it ends with, so that 3 burns 3; the others get what is left, in order.
 * @param {string[]} texts
 * @returns {(string | null)[]}
 */
export function keysOf(texts) {
  const own = texts.map((text) => /(?:^|\D)(\d)$/.exec(text)?.[1] ?? null);
  const digits = own.filter((digit) => digit !== null);
  const unique = new Set(digits).size === digits.length;
  const free = DIGITS.filter((digit) => !unique || !digits.includes(digit));
  return own.map((digit) => (unique && digit !== null ? digit : free.shift() ?? null));
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
