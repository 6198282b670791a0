/** Terminal Maneuver in words: the board's odds, what is asked, what a choice does, and the position. Pure functions over a view. */

import { ALWAYS, BLACK, BOARD, LASER, MISSILE, MOST_FUEL, NEVER, NOT_YET, SEAT_NAMES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */

/** From the top of the board. */
export const FUELS = Array.from({ length: MOST_FUEL + 1 }, (_, n) => MOST_FUEL - n);

/** What the board says of a square; `faces` of a die save the missile. @param {number} column @param {number} fuel */
export function odds(column, fuel) {
  const needed = BOARD[column][fuel];
  if (needed === NEVER) return { text: "never", faces: 0, said: "never safe" };
  if (needed === ALWAYS || needed === BLACK) return { text: "always", faces: 6, said: "always safe" };
  return { text: `${needed}+`, faces: 7 - needed, said: `safe on ${needed} or more, ${7 - needed} in 6` };
}

/** Whether there is a square at all. @param {View} view @param {number} column @param {number} fuel */
export function isOnBoard(view, column, fuel) {
  return BOARD[column][fuel] !== BLACK || view.rulings.black_squares === "allowed";
}

/** What a choice does: "burn 2" or "guess 2". @param {View} view @param {string} choice */
export function choiceInWords(view, choice) {
  const [verb, digit] = choice.split(" ");
  const column = view.round - 1;
  const fuel = Number(digit);
  const { faces } = odds(column, fuel);
  const roll = `on a roll of ${faces < 6 ? 7 - faces : 1} or more (${faces} in 6)`;
  if (verb === "burn") {
    const then = faces === 6 ? "you are safe" : faces ? `if it is guessed, you survive ${roll}` : "if it is guessed, you are lost";
    return `Burn ${fuel}: ${then}`;
  }
  if (!isOnBoard(view, column, fuel) || fuel > view.fuel_left) return `Guess ${fuel}: no use, the missile can't burn that much`;
  if (faces === 6) return `Guess ${fuel}: no use, the missile is always safe there`;
  return `Guess ${fuel}: if you are right, the missile ${faces ? `survives ${roll}` : "is lost"}`;
}

/** How the last round went, in a few words; nothing in the first. @param {View} view */
export function lastRound(view) {
  const column = view.burned.findLastIndex((burned) => burned !== NOT_YET);
  if (column < 0) return "";
  const [burned, guessed, rolled] = [view.burned[column], view.guessed[column], view.rolled[column]];
  if (burned !== guessed) return `round ${column + 1}: laser guessed ${guessed}, missed`;
  const then = odds(column, burned).faces === 6 ? ", but always safe there" : rolled ? `, rolled ${rolled}: safe` : "";
  return `round ${column + 1}: caught${then}`;
}

/** What is asked, in a few words. @param {View} view @param {string[]} legal */
export function prompt(view, legal) {
  if (legal[0].startsWith("guess")) return "Guess what the missile burns. 2+: the roll that saves it if you're right";
  return legal.length > 1 ? "Choose how much to burn. 2+: the roll that saves you if guessed" : "No fuel left: you can only burn 0";
}

/** The position for someone who doesn't see it. @param {View} view @param {string | null} seat */
export function inWords(view, seat) {
  const rounds = view.rulings.rounds;
  /** @type {string[]} */
  const said = [];
  view.burned.forEach((burned, column) => {
    if (burned === NOT_YET) return;
    const roll = view.rolled[column] ? `, rolled ${view.rolled[column]}` : "";
    said.push(`Round ${column + 1}: the missile burned ${burned}, the laser guessed ${view.guessed[column]}${roll}.`);
  });
  said.push(`Fuel left: ${view.fuel_left}.`);
  if (view.over) said.push(view.winner === MISSILE ? "The missile has reached its target." : view.winner === LASER ? "The missile is lost." : "");
  else {
    const column = view.round - 1;
    const squares = [...FUELS].reverse().filter((fuel) => isOnBoard(view, column, fuel) && fuel <= view.fuel_left);
    said.push(`Round ${view.round} of ${rounds}. If it is caught, the missile is`);
    said.push(`${squares.map((fuel) => `${odds(column, fuel).said} at ${fuel}`).join("; ")}.`);
  }
  SEAT_NAMES.forEach((name, number) => {
    if (!(view.laid >> number & 1)) return;
    const what = view.chosen[number] === null ? "" : number === MISSILE ? ` to burn ${view.chosen[number]}` : ` to guess ${view.chosen[number]}`;
    said.push(`${name === seat ? "You have" : `The ${name} has`} chosen${what}.`);
  });
  return said.join(" ");
}
