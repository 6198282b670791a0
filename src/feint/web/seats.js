/** Draws the list of seats: who sits where, whose turn it is, who has disconnected, clocks and scores. */

import { Clocks } from "./clocks.js";
import { html } from "./dom.js";

/** @typedef {import("./protocol.js").SeatInfo} SeatInfo */

/**
 * The colour of a seat.
 * @param {string[]} seats
 * @param {string} seat
 */
export function colour(seats, seat) {
  return `var(--seat-${Math.max(0, seats.indexOf(seat)) % 5})`;
}

/**
 * A dot in the colour of a seat.
 * @param {string[]} seats
 * @param {string} seat
 */
export function dot(seats, seat) {
  const mark = html("span", { class: "dot", "aria-hidden": "true" });
  mark.style.setProperty("--seat", colour(seats, seat));
  return mark;
}

/** @param {SeatInfo | null} sitter */
export const isBot = (sitter) => sitter !== null && sitter.who !== "human";

/**
 * Who sits in a seat, in a few words.
 * @param {SeatInfo | null} sitter
 */
export function describe(sitter) {
  if (!sitter) return "open seat";
  if (sitter.who === "human") return sitter.gone ? "disconnected" : "player";
  const [name, level] = sitter.who.split(":");
  return `bot: ${name}${level ? `, ${level.replace(/s$/, " s")}` : ""}`;
}

/**
 * Where one sits in a rematch: everyone has moved on by one seat.
 * @param {string[]} seats
 * @param {string[]} mine
 */
export function rotation(seats, mine) {
  if (mine.length === 1) return `You are ${mine[0]} now. Players change seats for every rematch.`;
  const was = (/** @type {string} */ seat) => seats[(seats.indexOf(seat) + seats.length - 1) % seats.length];
  return `Players change seats for every rematch: ${mine.map((seat) => `${was(seat)} is now ${seat}`).join(", ")}.`;
}

export class Seats {
  constructor() {
    this.element = html("ul", { class: "seats card", "aria-label": "Seats" });
    this._clocks = new Clocks();
  }

  /**
   * @param {import("./types.js").State} state
   * @param {string[]} mine the seats played on this device
   * @param {() => number} serverTime
   */
  show(state, mine, serverTime) {
    const names = Object.keys(state.seats);
    const clocks = this._clocks.show(state, serverTime);
    this.element.replaceChildren(
      ...names.map((seat) => {
        const asked = !state.ended && state.view?.pending.includes(seat);
        const own = mine.includes(seat) ? (mine.length > 1 ? "on this device" : "you") : null;
        const score = state.ended?.scores?.[seat];
        const row = html("li", { class: asked ? "turn-now" : null },
          dot(names, seat),
          html("span", { class: "who" }, html("b", {}, seat), html("br"), html("span", { class: "soft small" }, own ?? describe(state.seats[seat]))),
          asked ? html("span", { class: "now small soft" }, "to play") : null,
          clocks.get(seat),
          score === undefined ? null : html("span", { class: "score numbers", "aria-label": `score ${score}` }, short(score)));
        row.style.setProperty("--seat", colour(names, seat));
        return row;
      }),
    );
  }

  /** Stop the clocks on the screen. */
  leave() {
    this._clocks.stop();
  }
}

/** @param {number} score */
function short(score) {
  return score === 0.5 ? "½" : String(Math.round(score * 100) / 100);
}
