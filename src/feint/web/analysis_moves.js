/** Draws the list of all steps of a match, round by round, with its mistakes marked. */

import { html } from "./dom.js";
import { mistake } from "./mistakes.js";
import { dot } from "./seats.js";
import { capitalize, seatName } from "./text.js";

/** @typedef {import("./protocol.js").MatchStep} MatchStep */
/** @typedef {import("./protocol.js").ReviewedChoice} ReviewedChoice */

const CHANCE = "chance";

export class MoveList {
  /**
   * @param {MatchStep[]} steps
   * @param {string[]} seats
   * @param {(step: number) => void} go
   */
  constructor(steps, seats, go) {
    /** @type {HTMLElement[]} by step */
    this._moves = [];
    this._list = html("ol");
    this.element = html("section", { class: "moves card", "aria-label": "Moves" }, this._list);
    let round = -1;
    steps.forEach((step, number) => {
      if (number && step.round !== round) {
        round = step.round;
        this._list.append(html("li", { class: "round soft small" }, `Round ${round}`));
      }
      const seat = step.by !== null && step.by !== CHANCE ? step.by : null;
      const who = seat ? html("b", {}, capitalize(seatName(seat))) : html("span", { class: "soft" }, step.by === CHANCE ? "Chance" : "");
      const words = number ? step.said : "The beginning";
      const move = html("button", { type: "button", class: "quiet move", onclick: () => go(number) },
        seat ? dot(seats, seat) : html("span", { class: "dot none" }), who, html("span", { class: seat || !number ? "said" : "said soft" }, words), html("span", { class: "mark" }));
      this._moves.push(move);
      this._list.append(html("li", {}, move));
    });
  }

  /**
   * Mark mistakes, and what wasn't examined.
   * @param {ReviewedChoice[]} choices
   */
  review(choices) {
    for (const choice of choices) {
      const mark = this._moves[choice.step].querySelector(".mark");
      const wrong = mistake(choice);
      if (!mark || (!wrong && choice.cost !== null)) continue;
      mark.classList.add(wrong?.kind ?? "unknown");
      mark.replaceChildren(
        html("span", { "aria-hidden": "true", title: wrong?.name ?? "Not examined" }, wrong?.mark ?? "–"),
        html("span", { class: "sr-only" }, wrong?.name ?? "Not examined"));
    }
  }

  /**
   * Mark the step that the board shows.
   * @param {number} step
   */
  mark(step) {
    this._moves.forEach((move, number) => {
      if (number === step) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    });
    const move = this._moves[step];
    const box = [this.element, this.element.parentElement].find((one) => one && getComputedStyle(one).overflowY === "auto"); // on a phone, all beside the board scrolls
    if (!box) return;
    const top = move.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top + move.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
  }
}
