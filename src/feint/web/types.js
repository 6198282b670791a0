/** What the page and a game's board say to each other. Types only; nothing runs here. protocol.js has the server's messages. */

/**
 * What a viewer sees of any match: these fields, and the game's own, which its schema.js has. `null` stands for what is
 * hidden.
 * @typedef {{game: string, seat: string | null, rulings: Record<string, any>, pending: string[], over: boolean,
 *   round: number} & Record<string, any>} View
 */

/** @typedef {import("./protocol.js").GameDetails} Game the lobby has less of it: only what GET /games lists */

/**
 * A table after a change, as one viewer knows it; `log` has only the lines that came with that change.
 * @typedef {object} State
 * @property {number} number
 * @property {View | null} view
 * @property {string[]} log
 * @property {string[]} legal
 * @property {Record<string, string>} details what choices come to, in a few words
 * @property {number | null} ask
 * @property {boolean} forced whether there is one choice only, which is made for the player
 * @property {import("./protocol.js").ExtraRequest[]} may what would be granted at a table with bots, besides a choice
 * @property {string | null} spared the choice that was made for the player and led here
 * @property {Record<string, import("./protocol.js").SeatInfo | null>} seats
 * @property {string[]} draw the seats that offer a draw
 * @property {import("./protocol.js").Ended | null} ended
 * @property {import("./protocol.js").TimeLeft | null} time
 * @property {import("./protocol.js").RematchSeat | null} rematch
 */

/**
 * What a board is told besides the view.
 * @template [V=View]
 * @typedef {object} Moment
 * @property {string[]} legal what this seat may choose now; empty if nothing, or while someone steps back
 * @property {Record<string, string>} [details] what choices come to, in a few words: the list of choices says the same
 * @property {V | null} before the previous view, if this one follows from it by one change; null: draw at once
 * @property {string[]} log the lines that came with this change
 * @property {string[]} [story] all lines of the log up to here, also of changes that were skipped
 * @property {boolean} animate false: no motion at all
 * @property {boolean} live false: someone steps back through the match
 */

/**
 * What a board is made with.
 * @typedef {object} BoardSetting
 * @property {HTMLElement} host an empty <div class="board"> to fill: all that can be read and chosen fits into its width and height
 * @property {Game} game
 * @property {string | null} seat whose eyes these are; null: a spectator's
 * @property {(text: string) => void} choose report a choice: one of `legal`
 */

/**
 * A board: it draws views. What `show` returns resolves when its animation has ended. Until then `legal` is what could be
 * chosen before; after it, or when someone skips it, the same view is shown again, with what can be chosen now. So
 * `show` has to end an animation that is still running.
 * @template [V=View]
 * @typedef {object} Board
 * @property {(view: V, moment: Moment<V>) => Promise<void> | void} show
 * @property {(view: V, legal: string[]) => string} [prompt] what is to be chosen now, in a few words: "Pick a card to fight with"
 */

export {};
