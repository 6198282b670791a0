/** Who sits where, whose turn it is, who has gone, and how much time each has. */

import { html } from "/web/svg.js";

/**
 * The colour of a seat.
 * @param {string[]} seats
 * @param {string} seat
 */
export function colour(seats, seat) {
  return `var(--seat-${Math.max(0, seats.indexOf(seat)) % 5})`;
}

/**
 * A seat's name beside a dot of its colour.
 * @param {string[]} seats
 * @param {string} seat
 */
export function dot(seats, seat) {
  const mark = html("span", { class: "dot", "aria-hidden": "true" });
  mark.style.setProperty("--seat", colour(seats, seat));
  return mark;
}

/** @param {import("/web/types.js").Sitter | null} sitter */
export const isBot = (sitter) => sitter !== null && sitter.who !== "human";

/**
 * What sits there, in words.
 * @param {import("/web/types.js").Sitter | null} sitter
 */
export function kind(sitter) {
  if (!sitter) return "free";
  if (sitter.who === "human") return sitter.gone ? "gone" : "a person";
  const [name, level] = sitter.who.split(":");
  return `bot: ${name}${level ? `, ${level.replace(/s$/, " s")}` : ""}`;
}

/**
 * Where one sits when a match is played again: everyone has moved on by one seat.
 * @param {string[]} seats
 * @param {string[]} mine
 */
export function moved(seats, mine) {
  if (mine.length === 1) return `You are ${mine[0]} now: everyone has moved on by one seat since the match before.`;
  const was = (/** @type {string} */ seat) => seats[(seats.indexOf(seat) + seats.length - 1) % seats.length];
  const who = mine.map((seat) => `who was ${was(seat)} is ${seat} now`);
  return `Everyone has moved on by one seat since the match before: ${who.join(", ")}.`;
}

export class Seats {
  constructor() {
    this.element = html("ul", { class: "seats card", "aria-label": "Seats" });
    /** @type {{left: Record<string, number>, running: string[], at: number} | null} */
    this._time = null;
    this._offset = 0;
    /** @type {Map<string, HTMLElement>} */
    this._clocks = new Map();
    this._timer = 0;
  }

  /**
   * @param {import("/web/types.js").State} state
   * @param {Set<string>} mine
   * @param {number} offset how much later the server's clock is, in ms
   */
  show(state, mine, offset) {
    const names = Object.keys(state.seats);
    this._time = state.ended ? null : state.time;
    this._offset = offset;
    this._clocks.clear();
    this.element.replaceChildren(
      ...names.map((seat) => {
        const sitter = state.seats[seat];
        const now = !state.ended && state.view?.pending.includes(seat);
        const you = mine.size > 1 ? (mine.has(seat) ? "at this screen" : null) : mine.has(seat) ? "you" : null;
        const row = html(
          "li",
          { class: now ? "turn-now" : null },
          dot(names, seat),
          html("span", { class: "who" }, html("b", {}, seat), html("br"), html("span", { class: "soft small" }, you ?? kind(sitter))),
        );
        row.style.setProperty("--seat", colour(names, seat));
        if (now) row.append(html("span", { class: "now small soft" }, "to choose"));
        if (state.time && seat in state.time.left) {
          const clock = html("span", { class: "time numbers", role: "timer", "aria-label": `${seat}'s time` });
          this._clocks.set(seat, clock);
          row.append(clock);
        }
        const score = state.ended?.scores?.[seat];
        if (score !== undefined) row.append(html("span", { class: "score numbers", "aria-label": `score ${score}` }, short(score)));
        return row;
      }),
    );
    this.tick(state.time);
  }

  /**
   * Show how much time is left now, and go on doing so.
   * @param {import("/web/types.js").Time | null} [time]
   */
  tick(time = this._time) {
    clearTimeout(this._timer);
    if (!time) return;
    for (const [seat, clock] of this._clocks) {
      const running = this._time !== null && time.running.includes(seat);
      const left = Math.max(0, time.left[seat] - (running ? Date.now() + this._offset - time.at : 0));
      clock.textContent = minutes(left);
      clock.classList.toggle("short", left < 10_000);
    }
    if (this._time && time.running.length) this._timer = setTimeout(() => this.tick(), 250);
  }

  /** Stop the clocks on the screen. */
  leave() {
    clearTimeout(this._timer);
  }
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} score */
function short(score) {
  return score === 0.5 ? "½" : String(Math.round(score * 100) / 100);
}
