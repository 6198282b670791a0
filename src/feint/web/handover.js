/** Several people at one screen: whose eyes it is for, and the cover between them. */

import { html, svg } from "/web/svg.js";

const A_BREATH = 500; // ms that the cover can't be taken off: whoever chose before it came may click or press once more

/**
 * When the table has to be covered before a seat may look. In a game with hands: whenever it goes from one to another.
 * In others only for a choice that is made in secret, at the same time as someone else's; and when the page was loaded
 * anew and nobody has said who is there, if a seat sees something that another one here doesn't.
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
   * @param {import("/web/types.js").State[]} others what the others at this screen know
   */
  covers(seat, state, others) {
    const asked = `${seat} ${state.ask}`;
    const secret = this._hands || this._secret.has(asked) || (!this._there && others.some(({ view }) => hides(view, state.view)));
    if (state.ended || !secret) return false;
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
 * Whether something is hidden from one view that stands in another.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function hides(one, other) {
  if (one === null || other === null) return other !== null;
  return typeof one === "object" && Object.keys(one).some((key) => hides(one[key], other[key] ?? null));
}

/**
 * The cover. It waits a moment, and a double click that began before it doesn't take it off.
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
    html("h2", { tabindex: -1 }, asked ? `${seat}, it is for you to choose` : `This is the side of ${seat}`),
    html("p", { class: "soft" }, `${others.join(" and ")}: look away. What is shown next is for ${seat} alone.`),
    html("button", { type: "button", class: "main", disabled: true, onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && there() }, `I am ${seat}, and nobody else looks`));
  setTimeout(() => made.querySelector("button")?.removeAttribute("disabled"), A_BREATH);
  made.style.setProperty("--seat", colour);
  return made;
}
