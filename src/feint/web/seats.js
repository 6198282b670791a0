/** Draws the list of seats: who sits where, whose turn it is, who has disconnected, clocks and scores. */

import { Clocks } from "./clocks.js";
import { html } from "./dom.js";
import { capitalize, seatName, withArticle } from "./text.js";

/** @typedef {import("./protocol.js").SeatInfo} SeatInfo */

const SHAPES = ["circle", "square", "triangle", "diamond", "star"];

/**
 * The colour of a seat.
 * @param {string[]} seats
 * @param {string} seat
 */
export function colour(seats, seat) {
  return `var(--seat-${Math.max(0, seats.indexOf(seat)) % 5})`;
}

/**
 * A mark in the colour and shape of a seat: not everyone can tell all colours apart.
 * @param {string[]} seats
 * @param {string} seat
 */
export function dot(seats, seat) {
  const mark = html("span", { class: "dot", "data-shape": SHAPES[Math.max(0, seats.indexOf(seat)) % SHAPES.length], "aria-hidden": "true" });
  mark.style.setProperty("--seat", colour(seats, seat));
  return mark;
}

const LEVELS = ["beginner", "club", "expert", "best"];

/** @param {SeatInfo | null} sitter */
export const isBot = (sitter) => sitter !== null && sitter.who !== "human";

/**
 * Who sits in a seat, in a few words.
 * @param {SeatInfo | null} sitter
 */
export function describe(sitter) {
  if (!sitter) return "open seat";
  if (sitter.who === "human") return sitter.gone ? "offline" : "player";
  if (LEVELS.includes(sitter.who)) return `computer: ${capitalize(sitter.who)}`;
  const [name, how] = sitter.who.split(":");
  return `bot: ${name}${how ? `, ${how.replace(/s$/, " s")}` : ""}`;
}

/**
 * Whoever plays a seat, in a sentence: a level by its name, a bot as one, and of people the seat.
 * @param {Record<string, SeatInfo | null>} seats
 * @param {string} seat
 */
export function sitterName(seats, seat) {
  const sitter = seats[seat];
  if (!sitter || !isBot(sitter)) return withArticle(seat);
  return LEVELS.includes(sitter.who) ? capitalize(sitter.who) : `the ${sitter.who.split(":")[0]} bot`;
}

/**
 * Where one sits in a rematch: everyone has moved on by one seat.
 * @param {string[]} seats
 * @param {string[]} mine
 */
export function rotation(seats, mine) {
  if (mine.length === 1) return `You are ${withArticle(mine[0])} this time: seats change with every rematch.`;
  const was = (/** @type {string} */ seat) => seats[(seats.indexOf(seat) + seats.length - 1) % seats.length];
  return `Seats change with every rematch: ${mine.map((seat) => `${withArticle(was(seat))} is now ${withArticle(seat)}`).join(", ")}.`;
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
        const [who, where, kind = ""] = introduce(state.seats[seat], capitalize(seatName(seat)), mine.includes(seat), mine.length > 1);
        const score = state.ended?.scores?.[seat];
        const row = html("li", { class: asked ? "turn-now" : null },
          dot(names, seat),
          html("span", { class: "who", "data-brief": mine.length === 1 && mine[0] === seat ? who : seat }, html("b", {}, who), " ", html("br"), html("span", { class: "soft small" }, where, kind && html("span", { class: "kind" }, `, ${kind}`))),
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

/**
 * Who somebody is, and where they sit.
 * @param {SeatInfo | null} sitter
 * @param {string} seat its name for people
 * @param {boolean} here whether it is played on this device
 * @param {boolean} shared whether others are, too
 * @returns {string[]} and what a bot is
 */
function introduce(sitter, seat, here, shared) {
  if (here) return shared ? [seat, "on this screen"] : ["You", seat];
  if (!sitter || !isBot(sitter)) return [seat, describe(sitter)];
  if (LEVELS.includes(sitter.who)) return [capitalize(sitter.who), seat, "computer"];
  return [capitalize(sitter.who.split(":")[0]), seat, "bot"];
}

/** @param {number} score */
function short(score) {
  return score === 0.5 ? "½" : String(Math.round(score * 100) / 100);
}
