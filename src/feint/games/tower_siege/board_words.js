/** Tower Siege in words: the position, what is asked, and what each choice does. Pure functions over a view. */

import { SEAT_NAMES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */

const SEATS = [0, 1];

/**
 * The cards that a seat can still play.
 * @param {View} view
 * @param {number} seat
 */
export function handOf(view, seat) {
  const all = Array.from({ length: view.rulings.cards }, (_, n) => n + 1);
  return all.filter((card) => (view.hand[seat] >> (card - 1)) & 1);
}

/**
 * The position in words, for those who don't see it.
 * @param {View} view
 */
export function words(view) {
  const { length } = view.rulings;
  const lines = SEATS.map((seat) => {
    const place = view.position[seat];
    const where = place === 0 ? "is at base" : place === length ? "has reached the tower" : `is on position ${place} of ${length}`;
    return `${SEAT_NAMES[seat]} ${where} and holds ${handOf(view, seat).join(", ") || "no cards"}.`;
  });
  if (view.rulings.track === "facing") lines.push(`They walk one road from opposite ends, and meet where their positions add up to ${length}.`);
  if (view.battle) {
    lines.push(`Battle at position ${view.met_at}.`);
    for (const seat of SEATS) {
      const card = view.hand[seat] ? view.chosen[seat] : 0; // an empty hand is seen by all
      if (!(view.laid >> seat & 1)) lines.push(`${SEAT_NAMES[seat]} hasn't played a card yet.`);
      else lines.push(`${SEAT_NAMES[seat]} ${card === 0 ? "fights without a card" : `has played ${card ? `card ${card}` : "a card"} face down`}.`);
    }
  } else if (view.shown[0] || view.shown[1]) {
    lines.push(`Last battle: ${SEATS.map((seat) => `${SEAT_NAMES[seat]} ${view.shown[seat] || "no card"}`).join(", ")}.`);
  }
  if (view.over) lines.push(view.winner < 0 ? (view.idle === 2 * ((view.rulings.repetition ?? 0) - 1) ? "The match is a draw." : "The match is over.") : `${SEAT_NAMES[view.winner]} has won.`);
  else if (!view.battle) lines.push(`It is ${SEAT_NAMES[view.turn]}'s turn.`);
  return lines.join(" ");
}

/**
 * Whether a hero that goes there meets the other one.
 * @param {View} view
 * @param {number} seat
 * @param {number} goal
 */
export function startsBattle(view, seat, goal) {
  const { length, track } = view.rulings;
  const other = view.position[1 - seat];
  return goal < length && (track === "facing" ? goal + other === length : goal === other);
}

/**
 * What a choice does.
 * @param {View} view
 * @param {number} seat
 * @param {string} choice
 */
export function choiceInWords(view, seat, choice) {
  if (choice === "rest") return "Rest: take back all your cards";
  if (choice === "no card") return "Fight without a card, with strength 0";
  if (choice.startsWith("card ")) return `Play ${choice}`;
  const goal = view.position[seat] + Number(choice);
  if (goal === view.rulings.length) return `Move to ${goal}, the tower, and win`;
  return `Move to ${goal}${startsBattle(view, seat, goal) ? ` and fight ${SEAT_NAMES[1 - seat]}` : ""}`;
}

/**
 * What is asked, in a few words.
 * @param {View} view
 * @param {number} seat
 * @param {string[]} legal
 */
export function prompt(view, seat, legal) {
  if (legal.includes("no card")) return "You have no cards left: fight with strength 0";
  if (view.battle) return `Pick a card for the battle at ${view.met_at}`;
  const steps = legal.filter((choice) => choice !== "rest").length;
  return `Move ${steps > 1 ? `1 to ${steps} steps` : "1 step"}${legal.includes("rest") ? ", or rest" : ""}`;
}
