/** Several people at one screen: whose eyes it is for, and the cover between them. */

import { html, svg } from "/web/svg.js";

/**
 * When the table has to be covered before a seat may look. In a game with hands: whenever it goes from one to another.
 * In others only for a choice that is made in secret, at the same time as someone else's.
 */
export class Watch {
  /** @param {boolean} hands whether seats hold what the others must never see */
  constructor(hands) {
    this._hands = hands;
    this._there = "";
    /** @type {Set<string>} the questions that were asked of several at once */
    this._secret = new Set();
  }

  /** Whether nobody has yet said who is there, and someone's hand could be seen. */
  get strange() {
    return this._hands && !this._there;
  }

  /**
   * Take note of what a seat is asked.
   * @param {string} seat
   * @param {import("/web/types.js").State} state
   */
  note(seat, state) {
    if (state.ask !== null && (state.view?.pending.length ?? 0) > 1) this._secret.add(`${seat} ${state.ask}`);
  }

  /**
   * @param {string} seat
   * @param {import("/web/types.js").State} state
   */
  covers(seat, state) {
    const asked = `${seat} ${state.ask}`;
    if (state.ended || !(this._hands || this._secret.has(asked))) return false;
    return this._there !== (this._hands ? seat : asked);
  }

  /**
   * The one who sits there is there, and the others look away.
   * @param {string} seat
   * @param {import("/web/types.js").State} state
   */
  there(seat, state) {
    this._there = this._hands ? seat : `${seat} ${state.ask}`;
  }
}

/**
 * The cover.
 * @param {string} seat
 * @param {string[]} others
 * @param {string} colour
 * @param {boolean} asked whether it is for that seat to choose
 * @param {() => void} there
 */
export function handover(seat, others, colour, asked, there) {
  const eye = svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" },
    svg("path", { d: "M6 32q26-30 52 0q-26 30-52 0z" }),
    svg("circle", { cx: 32, cy: 32, r: 8 }),
    svg("path", { d: "M10 54L54 10" }));
  const made = html("section", { class: "handover card", "aria-label": `For ${seat} only` },
    eye,
    html("h2", {}, asked ? `${seat}, it is for you to choose` : `This is the side of ${seat}`),
    html("p", { class: "soft" }, `${others.join(" and ")}: look away. What is shown next is for ${seat} alone.`),
    html("button", { type: "button", class: "main", onclick: there }, `I am ${seat}, and nobody else looks`));
  made.style.setProperty("--seat", colour);
  return made;
}
