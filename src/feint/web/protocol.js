/** Messages between the server and its clients, from protocol.py and outcome.py. Written by `make types`: don't edit it. */

/** Why a match has ended; the values are the words of the wire. @typedef {"over" | "resigned" | "time" | "gone" | "closed"} EndReason */
export const EndReason = /** @type {const} */ ({"RULES": "over", "RESIGNED": "resigned", "TIME": "time", "GONE": "gone", "CLOSED": "closed"});

/** Why the server closed a connection. @typedef {1011 | 4003 | 4004 | 4008 | 4009 | 4010} CloseCode */
export const CloseCode = /** @type {const} */ ({"INTERNAL_ERROR": 1011, "REFUSED": 4003, "NO_SUCH_TABLE": 4004, "TOO_FAST": 4008, "TOO_SLOW": 4009, "TOO_MANY_CONNECTIONS": 4010});

/** What a seat did that lost before the rules ended the match. */
export const FORFEITS = {"resigned": "resigned", "time": "ran out of time", "gone": "was gone for too long"};

/**
 * All that a viewer may know of the match: the game's fields by name, with null for what is hidden.
 * @typedef {Record<string, any>} View
 */

/**
 * The rulings that a game is played under, by name.
 * @typedef {Record<string, string | number | null>} Rulings
 */

/**
 * The time that each seat has: one of the two, in seconds.
 * @typedef {object} Clock
 * @property {number} [move] for each choice
 * @property {number} [game] for all choices together
 */

/**
 * The time that the seats of people have left.
 * @typedef {object} TimeLeft
 * @property {Record<string, number>} left milliseconds each seat had left at the time `at`
 * @property {string[]} running the seats whose time has been running since then
 * @property {number} at
 */

/**
 * Who sits in a seat.
 * @typedef {object} SeatInfo
 * @property {string} who "human", or the name of a bot
 * @property {string} string the random string that this seat brought
 * @property {number | null} gone since when nobody has been connected there; null if somebody is
 */

/**
 * How the match ended.
 * @typedef {object} Ended
 * @property {EndReason} why
 * @property {string | null} by the seat that lost by it, if it resigned, ran out of time or was gone
 * @property {Record<string, number> | null} scores by seat; null if the table was closed before the match was over
 * @property {string} secret from which all chance was made: anyone can check that it fits the commitment
 */

/**
 * Where the match is played again.
 * @typedef {object} RematchInfo
 * @property {string} table
 * @property {string} by the seat that asked for it
 */

/**
 * The same for one viewer.
 * @typedef {object} RematchSeat
 * @property {string} table
 * @property {string} by the seat that asked for it
 * @property {string | null} seat the seat that is reserved for this viewer there; null for a spectator
 */

/**
 * What everybody may know of a table from the moment it is opened.
 * @typedef {object} TableInfo
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {string} commitment the SHA-256 of the secret from which all chance is made
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 */

/**
 * The first message: who this is. Answered by `TableState`, or by `Joined` and the changes that were missed.
 * @typedef {object} Join
 * @property {"join"} type
 * @property {string | null} [token] that holds a seat; without one it is a spectator
 * @property {number | null} [seen] the number of the last change that was seen, to get only what came after it
 */

/**
 * Make a choice. Sent again under the same id it is made only once.
 * @typedef {object} Choose
 * @property {"choose"} type
 * @property {string} id of the client's own making, another for each request
 * @property {number} ask the number of the question that this answers, as the server gave it
 * @property {string} choice one of `legal`
 */

/**
 * Give up: the others share the point.
 * @typedef {object} Resign
 * @property {"resign"} type
 * @property {string} id
 */

/**
 * Claim the win because another player has been gone for long enough.
 * @typedef {object} Claim
 * @property {"claim"} type
 * @property {string} id
 */

/**
 * After the end: open a table where the same players play again.
 * @typedef {object} Rematch
 * @property {"rematch"} type
 * @property {string} id
 */

/**
 * What a seat can ask for once it has joined. Answered by `Done`, `Error`, or a `Change` with `done`.
 * @typedef {Choose | Resign | Claim | Rematch} Request
 */

/**
 * Every message that a client sends.
 * @typedef {Join | Request} ClientMessage
 */

/**
 * All that a viewer may know, in answer to `Join`.
 * @typedef {object} TableState
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {string} commitment the SHA-256 of the secret from which all chance is made
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 * @property {"table"} type
 * @property {string | null} seat the viewer's own; null for a spectator
 * @property {number} number of the last change so far
 * @property {Record<string, SeatInfo | null>} seats null for a free seat
 * @property {View | null} view null until all seats are taken
 * @property {string[]} legal the choices that the viewer has now
 * @property {number | null} ask the number of the question they answer; null if there is none
 * @property {string[]} log
 * @property {Ended | null} ended
 * @property {RematchSeat | null} rematch
 * @property {TimeLeft | null} [time] with a clock; null until the match begins
 * @property {number} [now] with a clock: the server's time as it sent this
 */

/**
 * In answer to `Join` with `seen`: the changes after that one follow, up to this number.
 * @typedef {object} Joined
 * @property {"joined"} type
 * @property {string | null} seat
 * @property {number} number
 * @property {number} [now] with a clock: the server's time as it sent this
 */

/**
 * Something has changed for this viewer. What is left out has not.
 * Fields of `view` replace those of before, lines of `log` are added, and all else replaces what was there.
 * @typedef {object} Change
 * @property {"change"} type
 * @property {number} number each viewer's changes are counted from 1, without gaps
 * @property {Record<string, SeatInfo | null>} [seats]
 * @property {View} [view]
 * @property {string[]} [log]
 * @property {string[]} [legal]
 * @property {number | null} [ask]
 * @property {Ended} [ended]
 * @property {RematchSeat} [rematch]
 * @property {string} [done] the id of the viewer's own choice that this was, and which is stored for good now
 * @property {TimeLeft | null} [time]
 */

/**
 * A request was done, or had been done before.
 * @typedef {object} Done
 * @property {"done"} type
 * @property {string} id
 */

/**
 * A request was refused, and nothing has changed.
 * @typedef {object} Error
 * @property {"error"} type
 * @property {string | null} id null if the message had none, and for what ends the connection
 * @property {string} error what was wrong, in one sentence for people
 */

/**
 * Every message that the server sends.
 * @typedef {TableState | Joined | Change | Done | Error} ServerMessage
 */

/**
 * POST /tables: a table to be opened.
 * @typedef {object} NewTable
 * @property {string} game
 * @property {Rulings} [rulings] those that are left out have the book's answer
 * @property {Record<string, string>} [bots] by seat
 * @property {boolean} [public] whether it is listed; true unless it says otherwise
 * @property {Clock | null} [clock]
 */

/**
 * POST /tables/TABLE/seats/SEAT: someone sits down.
 * @typedef {object} TakeSeat
 * @property {string} string random, 1 to 64 letters, digits, - and _: part of what chance is made from
 * @property {string | null} [token] made by the client, so that a lost answer does no harm; else the server makes it
 */

/**
 * A seat was taken.
 * @typedef {object} SeatTaken
 * @property {string} table
 * @property {string} seat
 * @property {string} token that holds the seat; it is sent this once
 */

/**
 * POST /lessons/GAME/NUMBER: a learner's choices in a lesson so far, of which all but the last were right.
 * @typedef {object} TakeLesson
 * @property {string[]} [choices]
 */

/**
 * What one choice in a lesson changed, the learner's or another's.
 * @typedef {object} LessonStep
 * @property {View} view
 * @property {string[]} log
 */

/**
 * Where a lesson stands after these choices. The server keeps nothing of it.
 * @typedef {object} LessonState
 * @property {string} title
 * @property {string} seat the learner's
 * @property {number} tasks how many choices are to be made
 * @property {number} done and how many were
 * @property {boolean | null} right whether the last choice was right, and so was made; null if there was none
 * @property {string} words what the coach says of that choice
 * @property {string | null} say what the coach says before the next; null when the lesson is over
 * @property {string[]} legal
 * @property {LessonStep[]} steps what has happened since the choice before that; at first the position
 */

/**
 * What was wrong with a request.
 * @typedef {object} ErrorAnswer
 * @property {string} error in one sentence for people
 */

/**
 * GET /health: the server and its database are there.
 * @typedef {object} Health
 * @property {"ok"} status
 * @property {string} version
 */

/**
 * A question that a game's book leaves open, and the answers that can be chosen.
 * @typedef {object} RulingInfo
 * @property {string} question
 * @property {string} why the default is what it is
 * @property {(string | number | null)[]} choices
 * @property {Record<string, string>} meanings of the choices
 * @property {number | string | null} low of a number: the least and the most, which may be another ruling's name
 * @property {number | string | null} high
 * @property {boolean} none whether it may be left without an answer
 * @property {string | number | null} default
 */

/**
 * GET /games: a game that can be played.
 * @typedef {object} GameInfo
 * @property {string} game
 * @property {string} title
 * @property {string} pitch
 * @property {string[]} seats
 * @property {string | null} seats_by the ruling that says how many of the seats are taken
 * @property {boolean} hands whether players hold something that others must not see
 * @property {Record<string, RulingInfo>} rulings
 * @property {string[]} bots that can sit there
 * @property {Record<string, string[]>} levels by bot: how long it can be asked to think
 * @property {string[]} files that the game brings for the page
 * @property {string[]} lessons their titles, in order
 */

/**
 * GET /games/GAME: all of a game.
 * @typedef {object} GameDetails
 * @property {string} game
 * @property {string} title
 * @property {string} pitch
 * @property {string[]} seats
 * @property {string | null} seats_by the ruling that says how many of the seats are taken
 * @property {boolean} hands whether players hold something that others must not see
 * @property {Record<string, RulingInfo>} rulings
 * @property {string[]} bots that can sit there
 * @property {Record<string, string[]>} levels by bot: how long it can be asked to think
 * @property {string[]} files that the game brings for the page
 * @property {string[]} lessons their titles, in order
 * @property {string} name
 * @property {Record<string, string>} what_bots_do
 * @property {string} book
 * @property {any} facts constants that no view holds; null if the game has none
 */

/**
 * GET /tables: a public table that is open.
 * @typedef {object} ListedTable
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {string} commitment the SHA-256 of the secret from which all chance is made
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 * @property {Record<string, string | null>} seats who sits where; null for a free seat
 */

/**
 * GET /tables/TABLE: what everybody may know of a table.
 * @typedef {object} TableDetails
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {string} commitment the SHA-256 of the secret from which all chance is made
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 * @property {Record<string, SeatInfo | null>} seats
 * @property {boolean} playing whether the match has begun
 * @property {Ended | null} ended
 * @property {RematchInfo | null} rematch
 * @property {number} claim_after seconds for which a seat has to be gone before another can claim the win
 */
