/** Terminal Maneuver: what its views hold, and constants of its rules, from its Python files. Written by `make types`: don't edit it. */

/**
 * @typedef {object} Rulings
 * @property {"forbidden" | "allowed"} black_squares
 * @property {number} fuel
 * @property {number} rounds
 */

/**
 * What a viewer sees of a match; null stands for what is hidden from them.
 * @typedef {object} View
 * @property {string} game the game's name
 * @property {string | null} seat whose view it is; null: a spectator's
 * @property {Rulings} rulings
 * @property {string[]} pending the seats that owe a choice
 * @property {boolean} over whether the match is over
 * @property {number} round
 * @property {number} fuel_left
 * @property {number} laid the seats that have made this round's choice, as a bit mask
 * @property {(number | null)[]} chosen fuel to burn, and the card face down; each seat sees its own
 * @property {number[]} burned by round; NOT_YET where it has not been shown
 * @property {number[]} guessed
 * @property {number[]} rolled by round; 0: no die was needed
 * @property {number} to_roll 1 while a die decides whether the missile is safe
 * @property {number} winner
 */

export const SEAT_NAMES = ["missile", "laser"];

export const BOARD = [[7, 2, 1, 0, 0, 0, 0], [7, 3, 2, 1, 0, 0, 0], [7, 4, 3, 2, 1, 0, 0], [7, 5, 4, 3, 2, 1, 0], [7, 6, 5, 4, 3, 2, 1]];
export const NEVER = 7;
export const ALWAYS = 1;
export const BLACK = 0;
export const MOST_FUEL = 6;
export const NOT_YET = -1;
export const MISSILE = 0;
export const LASER = 1;
