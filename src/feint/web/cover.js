/** Draws the cover over the table that one player takes off while the others on the same device look away. */

import { html, svg } from "./dom.js";
import { capitalize, player, seatName, withArticle } from "./text.js";

const HOLD = 500; // ms before it can be taken off: a click or key of the player before may still be coming

/**
 * The cover. It waits a moment, and a double click that began before it doesn't take it off.
 * @param {string} seat
 * @param {string} colour
 * @param {boolean} asked whether it is that seat's turn
 * @param {() => void} uncover
 */
export function cover(seat, colour, asked, uncover) {
  const eye = svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" },
    svg("path", { d: "M6 32q26-30 52 0q-26 30-52 0z" }),
    svg("circle", { cx: 32, cy: 32, r: 8 }),
    svg("path", { d: "M10 54L54 10" }));
  const made = html("section", { class: "handover card", "aria-label": `For ${player(seat)} only` },
    eye,
    html("h2", { tabindex: -1 }, asked ? `Your turn, ${seatName(seat)}` : capitalize(`${withArticle(seat)}'s view`)),
    html("p", { class: "soft" }, `Only ${player(seat)} should look.`),
    html("button", { type: "button", class: "main", disabled: true, onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && uncover() }, `I'm ${withArticle(seat)}, show me`));
  setTimeout(() => made.querySelector("button")?.removeAttribute("disabled"), HOLD);
  made.style.setProperty("--seat", colour);
  return made;
}
