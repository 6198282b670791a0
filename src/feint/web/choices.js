/** The choices that a seat has, as buttons: in groups when they are many, found by typing when they are very many. */

import { html } from "/web/svg.js";

const MANY = 12; // from then on in groups
const VERY_MANY = 40; // from then on with a field to type in
const KEYS = 9;

export class Choices {
  /** @param {(text: string) => void} choose */
  constructor(choose) {
    this._choose = choose;
    /** @type {string[]} */
    this._legal = [];
    /** @type {string | null} */
    this._sent = null;
    this._group = "";
    this._typed = "";
    this._had = false;
    this._groups = html("div", { class: "groups", role: "group", "aria-label": "Kinds of choices" });
    this._field = /** @type {HTMLInputElement} */ (
      html("input", { type: "search", "aria-label": "Type to find a choice", placeholder: "Type to find a choice", autocomplete: "off" })
    );
    this._options = html("div", { class: "options", role: "group", "aria-label": "Your choices" });
    this._more = html("p", { class: "soft small" });
    this.element = html("div", { class: "choosing" }, this._groups, this._field, this._options, this._more);
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
   * @param {string | null} sent the one that is on its way
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
   * Pick the choice with that key, 1 to 9.
   * @param {number} key
   * @returns {boolean} whether there is one
   */
  key(key) {
    const found = /** @type {HTMLButtonElement | undefined} */ (this._options.querySelectorAll("button")[key - 1]);
    if (!found || found.disabled || key > KEYS) return false;
    found.click();
    return true;
  }

  /** Go to the first choice. */
  focus() {
    const first = this._field.hidden ? this._options.querySelector("button") : this._field;
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }

  _draw() {
    const had = this.element.contains(document.activeElement) ? document.activeElement : null;
    if (had) this._had = true; // someone chooses by keyboard, or has clicked here: the next choices get the focus, too
    else if (document.activeElement !== document.body) this._had = false;
    const label = had instanceof HTMLButtonElement ? had.dataset.choice ?? had.dataset.group ?? null : null;
    const groups = kinds(this._legal);
    const group = groups.has(this._group) ? this._group : groups.keys().next().value ?? "";
    const inGroup = groups.size ? /** @type {string[]} */ (groups.get(group)) : this._legal;
    this._field.hidden = this._legal.length <= VERY_MANY;
    const typed = this._typed.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = typed.length ? this._legal.filter((text) => typed.every((part) => text.toLowerCase().includes(part))) : inGroup;
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
    this._options.classList.toggle("many", shown.length > MANY);
    this._options.replaceChildren(...shown.map((text, index) => this._button(text, index)));
    const rest = wanted.length - shown.length;
    this._more.hidden = rest <= 0 && shown.length > 0;
    this._more.textContent = shown.length ? `${rest} more: type a part of the one you want.` : "No choice has that in it.";
    if (had === this._field) this._field.focus();
    else if (label !== null && this._again(label)) return;
    else if (this._had && this._sent === null && this._legal.length) this.focus();
  }

  /**
   * @param {string} text
   * @param {number} index
   */
  _button(text, index) {
    const sent = this._sent === text;
    const key = index < KEYS ? html("kbd", { "aria-hidden": "true" }, String(index + 1)) : null;
    const pick = () => this._choose(text);
    const off = this._sent !== null;
    const attributes = { type: "button", class: sent ? "sent" : null, disabled: off, "data-choice": text, onclick: pick };
    return html("button", attributes, text, key);
  }

  /**
   * Leave the focus where it was, though the buttons are new.
   * @param {string} label
   * @returns {boolean} whether it could
   */
  _again(label) {
    const all = /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll("button")]);
    const found = all.find((button) => (button.dataset.choice ?? button.dataset.group) === label);
    if (!found || found.disabled) return false;
    found.focus({ preventScroll: true });
    return true;
  }
}

/**
 * Choices by their first word, if that parts many into a few.
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
