/** Dark Frontier: what its views hold, and constants of its rules, from its Python files. Written by `make types`: don't edit it. */

/**
 * @typedef {object} Rulings
 * @property {number} radius
 * @property {string} defender_ship
 * @property {string} attacker_ship
 * @property {"on" | "off"} dice_cap
 * @property {"straight" | "turning"} gimbal
 * @property {"sliced" | "endpoints"} motion
 * @property {"tiered" | "harsh" | "soft"} warhead
 * @property {"all" | "moving"} dispersal
 * @property {"meets" | "passes"} point_blank
 * @property {"launch" | "age"} missile_numbers
 * @property {number} round_limit
 */

/**
 * @typedef {object} Ship
 * @property {string} name
 * @property {string} what
 * @property {number} thrust
 * @property {number} rotation
 * @property {boolean} gimbal
 * @property {number} point_defence
 * @property {number} flak_velocity
 * @property {number[]} flak_arc
 * @property {number} flak_shots
 * @property {number} missile_velocity
 * @property {number[]} missile_arc
 * @property {number} missile_shots
 * @property {number} missiles_a_turn
 * @property {number} magazine
 * @property {number} missile_acceleration
 * @property {number} missile_rotation
 * @property {string[]} damage
 */

/**
 * What a viewer sees of a match; null stands for what is hidden from them.
 * @typedef {object} View
 * @property {string} game the game's name
 * @property {string | null} seat whose view it is; null: a spectator's
 * @property {Rulings} rulings
 * @property {string[]} pending the seats that owe a choice
 * @property {boolean} over whether the match is over
 * @property {Ship[]} ships
 * @property {number} round
 * @property {number} phase
 * @property {number} acting whose choice or collision it is
 * @property {number} ready who has made a secret choice, as a bit mask
 * @property {number[]} dials how many of its two dials each has set
 * @property {(number | null)[]} dial_turn each seat sees its own
 * @property {(number | null)[]} dial_burn each seat sees its own
 * @property {number[]} turned the dials when revealed
 * @property {number[]} burned
 * @property {number} control the missile that is being steered
 * @property {number} weapon MISSILE or FLAK, while a shot is prepared
 * @property {number} origin the hex of the path that it is fired from
 * @property {number[]} shots of flak, in this round
 * @property {number[]} missile_shots_made launched in this round's Place
 * @property {number[]} missiles_spent in this turn, countermeasures and meetings included
 * @property {number[]} kind_of_ship
 * @property {number[]} thrust
 * @property {number[]} rotation
 * @property {number[]} defence
 * @property {number[]} bay 1: works
 * @property {number[]} guns
 * @property {number[]} breaches
 * @property {number[]} magazine
 * @property {number[]} lost 0, or how
 * @property {number[]} path_length
 * @property {number[][]} path_q
 * @property {number[][]} path_r
 * @property {number} tokens
 * @property {number[]} kind
 * @property {number[]} owner
 * @property {number[]} q
 * @property {number[]} r
 * @property {number[]} vq
 * @property {number[]} vr
 * @property {number[]} facing
 * @property {number[]} spread
 * @property {number[]} placed the round of its launch
 * @property {number[]} launch_number of a missile: which of its owner's it is
 * @property {number} slice
 * @property {number} slices
 * @property {number[]} from_q where each token began
 * @property {number[]} from_r
 * @property {number[]} last_q where it was one slice ago
 * @property {number[]} last_r
 * @property {number[]} met the older tokens that it has met, as a bit mask
 * @property {number} one the two tokens that meet
 * @property {number} other
 * @property {number} against the spread to dodge
 * @property {(number | null)[]} launching each seat sees its own
 * @property {number[]} launched the numbers when revealed
 * @property {number} flak_left collisions of a meeting still to come
 * @property {number} missiles_left
 * @property {number} winner
 * @property {number} decided_by
 * @property {number[]} hits collisions that did damage
 * @property {number[]} fired
 * @property {number[]} missiles_fired
 * @property {number[]} damaged
 * @property {number} told
 * @property {number[]} events
 */

export const SEAT_NAMES = ["defender", "attacker"];

export const GONE = 0;
export const SHIP = 1;
export const MISSILE = 2;
export const FLAK = 3;
export const FRESH_SPREAD = 6;
export const STATION = 4;
export const ENTRY = 5;
export const OPENING = 6;
export const COMMAND = 7;
export const GIMBAL = 8;
export const STEER = 9;
export const PUSH = 10;
export const WEAPON = 11;
export const ORIGIN = 12;
export const TOWARDS = 13;
export const DETONATE = 14;
export const COUNTER = 15;
export const MEETING = 16;
export const OVER_NOW = 17;
export const BY_FLIGHT = 3;
export const BY_LIMIT = 4;
export const BOTH = 2;
export const LOST = ["", "destroyed by a warhead", "broken apart", "fled the map"];
export const HOW_LOST = ["", "was destroyed by a warhead", "broke apart", "fled the map"];
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];
export const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
