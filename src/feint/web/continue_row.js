/** Draws the button with which people at one screen go on, when all of them have seen what came out. */

import { html, setText } from "./dom.js";
import { player } from "./text.js";

export class ContinueRow {
  /** @param {() => void} goOn */
  constructor(goOn) {
    this._words = html("span", { class: "soft", role: "status", tabindex: "-1" });
    this._button = html("button", { type: "button", class: "main", onclick: goOn }, "Continue");
    this.element = html("div", { class: "actions reveal", hidden: true }, this._words, this._button);
  }

  /**
   * @param {string | null} next who has this device next; null: nobody has to wait for that
   * @param {string | null} only who alone may look until then; null: everyone may
   */
  show(next, only) {
    const appears = next !== null && this.element.hidden;
    this.element.hidden = next === null;
    setText(this._words, next === null ? "" : only === null ? "Everyone can look." : `Only ${player(only)} should look.`);
    if (appears && document.activeElement === document.body) this._words.focus({ preventScroll: true }); // not the button: a key may still be held down
  }
}
