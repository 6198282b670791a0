/** Tower Siege: what its views hold, and constants of its rules, from its Python files. Written by `make types`: don't edit it. */

/**
 * @typedef {object} Rulings
 * @property {"parallel" | "facing"} track
 * @property {"zero" | "retreat"} empty_hand
 * @property {number} length
 * @property {number} cards
 * @property {number} stride
 * @property {number | null} turn_limit
 * @property {number | null} repetition
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
 * @property {number} idle turns in a row that changed nothing, if they can end the match (TS-Q9)
 * @property {number} turn the seat whose turn it is
 * @property {number[]} position
 * @property {number[]} hand bit 3 is set: card 4 can be played
 * @property {number} battle 1 while cards are being chosen
 * @property {number} laid the seats that have laid a card face down, as a bit mask
 * @property {(number | null)[]} chosen the card laid face down; 0: none; each seat sees its own
 * @property {number} winner
 * @property {number} met_at where it met the opponent, as the mover counts; 0: it met nobody
 * @property {number[]} shown the cards turned over
 */

export const SEAT_NAMES = ["P1", "P2"];
