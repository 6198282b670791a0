/** Minefield Navigator: what its views hold, and constants of its rules, from its Python files. Written by `make types`: don't edit it. */

/**
 * @typedef {object} Rulings
 * @property {"exclusive" | "shared" | "blocked"} occupancy
 * @property {"player1" | "player2" | "toss"} first
 * @property {number} steps
 * @property {number} mines
 * @property {number} detectors
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
 * @property {number} turns single turns taken so far
 * @property {number} turn the seat whose turn it is; NOBODY before the toss
 * @property {number} laid 1 once the mines are in the ground
 * @property {number | null} mined bit n - 1 is set: a mine was laid on step n; hidden until the end
 * @property {number[]} known by step, from step 1: UNKNOWN, SAFE or DIFFUSED
 * @property {number[]} position
 * @property {number[]} detectors_left
 * @property {number} scanned the step scanned in the last turn; 0: none was
 * @property {number} winner
 */

export const SEAT_NAMES = ["player1", "player2"];

export const UNKNOWN = 0;
export const SAFE = 1;
export const DIFFUSED = 2;
