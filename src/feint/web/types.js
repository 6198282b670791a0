/** What goes over the wire, and what the shell and a game's board say to each other. Types only; nothing runs here. */

/**
 * What a seat may know of a match: the fields of the game's own state, and these. `null` stands for what is hidden.
 * @typedef {{game: string, seat: string | null, rulings: Record<string, string | number | null>, pending: string[],
 *   over: boolean, round: number} & Record<string, any>} View
 */

/**
 * A ruling: a question with named choices, or a dial from `low` to `high` (a number, or "steps", "length - 1").
 * @typedef {object} Ruling
 * @property {string} question
 * @property {string} why
 * @property {string[]} choices
 * @property {Record<string, string>} meanings what each choice means
 * @property {number} low
 * @property {number | string} high
 * @property {boolean} none whether a dial can be off
 * @property {string | number | null} default
 */

/**
 * A game, as GET /games/NAME gives it; GET /games gives a list without `what_bots_do`, `book` and `facts`.
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} pitch
 * @property {string[]} seats all that there can be
 * @property {string | null} seats_by the ruling that says how many of them are taken
 * @property {boolean} hands whether seats hold what others at the same screen must not see
 * @property {Record<string, Ruling>} rulings
 * @property {string[]} bots
 * @property {Record<string, string>} what_bots_do a sentence on each
 * @property {Record<string, string[]>} levels of those bots that have them
 * @property {string[]} files the JavaScript that it brings: board.js, emblem.js
 * @property {string} book its rules, in Markdown
 * @property {any} facts what its `screen.FACTS` holds: constants that views don't hold
 */

/**
 * Who sits somewhere: "human" or a bot. `gone`: since when nobody is connected there, in ms; null if someone is.
 * @typedef {{who: string, string: string, gone?: number | null}} Sitter
 */

/** @typedef {Record<string, Sitter | null>} Seats */
/** @typedef {{move: number} | {game: number}} Clock seconds for a choice, or for all of them */
/** @typedef {{left: Record<string, number>, running: string[], at: number}} Time all in ms */
/** @typedef {{table: string, by: string, seat: string | null}} Rematch */

/**
 * @typedef {object} Ended
 * @property {"over" | "resigned" | "closed" | "time" | "gone"} why
 * @property {string | null} by
 * @property {Record<string, number> | null} scores
 * @property {string} secret
 */

/**
 * What everybody may know of a table: GET /tables/TABLE.
 * @typedef {object} About
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string | number | null>} rulings
 * @property {boolean} public
 * @property {string} commitment
 * @property {Seats} seats
 * @property {boolean} playing
 * @property {Ended | null} ended
 * @property {Clock | null} [clock]
 * @property {number} claim_after seconds for which someone has to be gone until another can claim the win
 * @property {string[]} [reserved] the seats that are kept for those who played the match before
 */

/**
 * A change, as the server sends it: only what is different. `done` is the id of one's own choice that caused it.
 * @typedef {object} Change
 * @property {number} number
 * @property {Partial<View>} [view]
 * @property {string[]} [log]
 * @property {string[]} [legal]
 * @property {number | null} [ask]
 * @property {Seats} [seats]
 * @property {Ended | null} [ended]
 * @property {Time} [time]
 * @property {Rematch} [rematch]
 * @property {string} [done]
 */

/**
 * All that a viewer knows after a change; `log` has only the lines that came with it.
 * @typedef {object} State
 * @property {number} number
 * @property {View | null} view
 * @property {string[]} log
 * @property {string[]} legal
 * @property {number | null} ask
 * @property {Seats} seats
 * @property {Ended | null} ended
 * @property {Time | null} time
 * @property {Rematch | null} rematch
 */

/**
 * What a board is told beside the view.
 * @typedef {object} Moment
 * @property {string[]} legal what this seat may choose now; empty if nothing, or when someone steps back
 * @property {View | null} before the view before, if this one follows from it by one change; null: draw at once
 * @property {string[]} log the lines that came with this change
 * @property {boolean} animate false: no motion at all
 * @property {boolean} live false: someone steps through what happened
 */

/**
 * What a board is made with.
 * @typedef {object} Setting
 * @property {HTMLElement} host an empty <div class="board"> to fill
 * @property {Game} game
 * @property {string | null} seat whose eyes these are; null: someone who watches
 * @property {(text: string) => void} choose report a choice; it is one of `legal`
 */

/**
 * A board: it draws views. What `show` returns is kept when it has moved all that it moves.
 * @typedef {object} Board
 * @property {(view: View, moment: Moment) => Promise<void> | void} show
 */

export {};
