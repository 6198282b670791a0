/** Messages between the server and its clients, from protocol.py and outcome.py. Written by `make types`: don't edit it. */

/** Why a match has ended; the values are the words of the wire. @typedef {"over" | "resigned" | "time" | "gone" | "agreed" | "limit" | "closed"} EndReason */
export const EndReason = /** @type {const} */ ({"RULES": "over", "RESIGNED": "resigned", "TIME": "time", "GONE": "gone", "AGREED": "agreed", "LIMIT": "limit", "CLOSED": "closed"});

/** Why the server closed a connection. @typedef {1011 | 4003 | 4004 | 4008 | 4009 | 4010} CloseCode */
export const CloseCode = /** @type {const} */ ({"INTERNAL_ERROR": 1011, "REFUSED": 4003, "NO_SUCH_TABLE": 4004, "TOO_FAST": 4008, "TOO_SLOW": 4009, "TOO_MANY_CONNECTIONS": 4010});

/** What a seat did that lost before the rules ended the match. */
export const FORFEITS = {"resigned": "resigned", "time": "ran out of time", "gone": "left the match"};

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
 * @property {string} who "human", or the name of a bot or a level
 * @property {string | null} string the random string that this seat brought; null until it is revealed
 * @property {number | null} gone since when nobody has been connected there; null if somebody is
 * @property {string} [commitment] what binds the seat to its string, until that is revealed
 */

/**
 * Why and with which scores a match ended.
 * @typedef {object} Ending
 * @property {EndReason} why
 * @property {string | null} by the seat that lost by it, if it resigned, ran out of time or was gone; or didn't reveal its string
 * @property {Record<string, number> | null} scores by seat; null if the table was closed before the match was over
 */

/**
 * How the match at a table ended.
 * @typedef {object} Ended
 * @property {EndReason} why
 * @property {string | null} by the seat that lost by it, if it resigned, ran out of time or was gone; or didn't reveal its string
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
 * @property {number} [proof] 2: seats commit to their strings before they reveal them; left out: they bring them
 * @property {number} [branch] the step of another match that this one goes on from; left out if it began at the beginning
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 */

/**
 * The first message: who this is. Answered by `TableState`, or by `Joined` and the changes that were missed.
 * @typedef {object} Join
 * @property {"join"} type
 * @property {string | null} [token] that holds a seat; without one it is a spectator
 * @property {number | null} [seen] the number of the last change that was seen, to get only what came after it
 * @property {string | null} [head] that came with it: if it is another now, all is sent
 */

/**
 * Reveal the string that this seat is bound to, when all other seats are bound to theirs.
 * @typedef {object} Reveal
 * @property {"reveal"} type
 * @property {string} id
 * @property {string} string
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
 * Offer a draw, or accept one: when all people have, the match ends with an equal share of the point for each seat.
 * Everybody sees an offer. It stands until another player who has more than one choice makes one: that declines it.
 * @typedef {object} OfferDraw
 * @property {"draw"} type
 * @property {string} id
 */

/**
 * Take back the last choice and what followed: only against bots, without a clock, and if nothing came out since.
 * Everybody is sent the whole table, as `TableState`, with the next number.
 * @typedef {object} Undo
 * @property {"undo"} type
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
 * @typedef {Reveal | Choose | Resign | OfferDraw | Undo | Claim | Rematch} Request
 */

/**
 * Every message that a client sends.
 * @typedef {Join | Request} ClientMessage
 */

/**
 * What bots and the server don't always grant.
 * @typedef {"undo" | "draw"} ExtraRequest
 */

/**
 * All that a viewer may know, in answer to `Join`, and when something was taken back.
 * @typedef {object} TableState
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {string} commitment the SHA-256 of the secret from which all chance is made
 * @property {number} [proof] 2: seats commit to their strings before they reveal them; left out: they bring them
 * @property {number} [branch] the step of another match that this one goes on from; left out if it began at the beginning
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 * @property {"table"} type
 * @property {string | null} seat the viewer's own; null for a spectator
 * @property {number} number of the last change so far
 * @property {Record<string, SeatInfo | null>} seats null for a free seat
 * @property {View | null} view null until all seats are taken and all strings revealed
 * @property {string[]} legal the choices that the viewer has now
 * @property {Record<string, string>} details what they come to, in a few words for people; without those that say it all
 * @property {number | null} ask the number of the question they answer; null if there is none
 * @property {boolean} forced whether there is one choice only, which a client may make at once: nobody learns anything from that
 * @property {ExtraRequest[]} [may] with bots: what else the viewer would be granted now
 * @property {string[]} log
 * @property {string[]} draw the seats whose offer of a draw stands
 * @property {Ended | null} ended
 * @property {RematchSeat | null} rematch
 * @property {string} [head] what this viewer is told of the chain's head, with the last change
 * @property {number} [undone] how often something was taken back; left out if nothing was
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
 * @property {string} [head] what this viewer is told of the chain's head: after the end it can be checked
 * @property {Record<string, SeatInfo | null>} [seats]
 * @property {View} [view]
 * @property {string[]} [log]
 * @property {string[]} [legal]
 * @property {Record<string, string>} [details]
 * @property {number | null} [ask]
 * @property {boolean} [forced]
 * @property {ExtraRequest[]} [may]
 * @property {string[]} [draw]
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
 * What a bot does before it can play.
 * @typedef {object} Preparing
 * @property {"compiling" | "solving"} doing
 * @property {number | null} share of it that is done; null where nobody knows
 */

/**
 * The bots at the table that are getting ready; sent when that changes, and after `TableState` or `Joined`.
 * It has no number and isn't stored. It depends only on which bots sit here and what the server has in memory.
 * @typedef {object} BotsPreparing
 * @property {"preparing"} type
 * @property {Record<string, Preparing>} seats those that aren't named are ready
 */

/**
 * Every message that the server sends.
 * @typedef {TableState | Joined | Change | Done | Error | BotsPreparing} ServerMessage
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
 * POST /tables/TABLE/seats/SEAT: someone sits down, with a string or bound to one.
 * @typedef {object} TakeSeat
 * @property {string | null} [string] random, 1 to 64 letters, digits, - and _: part of what chance is made from
 * @property {string | null} [commitment] in its place, if others have yet to sit down: it is revealed later
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
 * POST /tables/TABLE/cancel: a table is closed before its match has begun.
 * @typedef {object} CancelTable
 * @property {string[]} tokens of all seats that people have taken there
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
 * @property {Record<string, string>} details
 * @property {LessonStep[]} steps what has happened since the choice before that; at first the position
 */

/**
 * POST /review: the record of a finished match, as `GET /tables/TABLE/record` gives it.
 * @typedef {object} SentRecord
 * @property {string} record
 */

/**
 * POST /steps: the same, and through whose eyes it is to be looked at.
 * @typedef {object} SentRecordSteps
 * @property {string} record
 * @property {string | null} [seat] null: with everything open
 */

/**
 * POST /tables/TABLE/branch: a table where one person goes on from a step of a finished match, against bots.
 * @typedef {object} NewBranch
 * @property {number} step the steps that have been made; where choices are made at once, it goes on from before all of them
 * @property {Record<string, string>} bots by seat: all seats but one
 * @property {boolean} [open] whether hidden things stay as they were; else they are dealt again
 */

/**
 * POST /branch: the same from a record.
 * @typedef {object} SentRecordBranch
 * @property {string} record
 * @property {number} step the steps that have been made; where choices are made at once, it goes on from before all of them
 * @property {Record<string, string>} bots by seat: all seats but one
 * @property {boolean} [open] whether hidden things stay as they were; else they are dealt again
 */

/**
 * One step of a finished match: what happened, and what it changed for the eyes that look at it.
 * @typedef {object} MatchStep
 * @property {string | null} by the seat that chose, or "chance"; null for the beginning, and for an end that the rules didn't bring
 * @property {string} what the choice or the outcome
 * @property {string} said the same as a sentence says it
 * @property {number} round
 * @property {View} view the fields that changed; with the first step all of them
 * @property {string[]} log the lines that came with it
 */

/**
 * GET /tables/TABLE/steps and POST /steps: a finished match, step by step.
 * @typedef {object} MatchSteps
 * @property {string} game
 * @property {string} title
 * @property {Rulings} rulings
 * @property {Record<string, string>} players who sat where: "human", or the name of a bot
 * @property {string | null} seat through whose eyes: what that seat saw at the time; null: with everything open
 * @property {Ending} ended
 * @property {MatchStep[]} steps the first is the beginning
 */

/**
 * A winning chance, as a share of the point, lies between these; they are the same where it is known exactly.
 * @typedef {object} Interval
 * @property {number} low
 * @property {number} high
 */

/**
 * A choice, how often it is right, and what it is worth to the seat that makes it.
 * @typedef {object} WeighedChoice
 * @property {string} choice
 * @property {string} said
 * @property {number} chance how often it is right: where two choose at once, the right way to choose is often a mixture
 * @property {Interval | null} worth null: not known closely enough
 */

/**
 * The same, beside the best of all.
 * @typedef {object} ComparedChoice
 * @property {string} choice
 * @property {string} said
 * @property {number} chance how often it is right: where two choose at once, the right way to choose is often a mixture
 * @property {Interval | null} worth null: not known closely enough
 * @property {number | null} cost what it gives away, at least; null: not examined
 */

/**
 * A choice where there was one, beside what was right.
 * @typedef {object} ReviewedChoice
 * @property {number} step of the match, from 1
 * @property {string} seat
 * @property {string} choice
 * @property {string} said
 * @property {Interval | null} worth to the seat that chose; null: not known closely enough
 * @property {Interval | null} before what the seat could expect before it chose; null: not known closely enough
 * @property {number | null} cost what it gave away, at least; null: not examined
 * @property {WeighedChoice[]} right the likeliest first
 */

/**
 * A seat's winning chance after some steps, if all had played right from there.
 * @typedef {object} ChancePoint
 * @property {number} low
 * @property {number} high
 * @property {number} step
 */

/**
 * How a seat did.
 * @typedef {object} SeatReview
 * @property {number} choices where it had more than one
 * @property {number} not_examined of these
 * @property {number | null} mean_cost of the others, at least; null if there were none
 */

/**
 * What the reviewer says about a match.
 * @typedef {object} Review
 * @property {string} by who the reviewer was: "perfect" or "search:10000"
 * @property {string} warning what to know about it; "" if there is nothing
 * @property {Record<string, SeatReview>} seats
 * @property {ReviewedChoice[]} choices
 * @property {Record<string, ChancePoint[]>} chances by seat, in order; only where they are known, the end not among them
 */

/**
 * POST /tables/TABLE/review and POST /review: how far a review is. It goes on for as long as someone asks again.
 * @typedef {object} ReviewState
 * @property {"waiting" | "running" | "done"} state
 * @property {string} doing what the reviewer does now
 * @property {number | null} progress how much of that is done: a share of 1; null where nobody knows
 * @property {Review | null} review when it is done
 */

/**
 * GET /puzzles/GAME: how hard each of a game's puzzles is, as an Elo rating, in order.
 * @typedef {object} PuzzleRatings
 * @property {string} game
 * @property {number[]} ratings
 */

/**
 * GET /puzzles/daily: the puzzle of the day, the same for everyone.
 * @typedef {object} DailyPuzzle
 * @property {string} date in UTC: "2027-01-15"
 * @property {string} game
 * @property {number} number
 */

/**
 * GET /puzzles/GAME/NUMBER: a position in which something is right. What is right isn't said.
 * @typedef {object} PuzzleState
 * @property {number} number
 * @property {number} count of the game's puzzles
 * @property {string} seat whose choice it is
 * @property {Record<string, string>} rulings those that aren't the defaults
 * @property {number} rating
 * @property {number} right how many choices are right: nearly always one
 * @property {string[]} legal
 * @property {Record<string, string>} details
 * @property {View} view
 * @property {string[]} log
 */

/**
 * POST /puzzles/GAME/NUMBER: a solver's answer.
 * @typedef {object} SolvePuzzle
 * @property {string} choice
 */

/**
 * What a choice is worth: the seat's share of the point, between two bounds, which are the same if it is exact.
 * @typedef {object} PuzzleValue
 * @property {string} choice
 * @property {string} said the choice in a sentence: "move 3"
 * @property {number} low
 * @property {number} high
 */

/**
 * Whether a choice was right, and what all are worth.
 * @typedef {object} PuzzleAnswer
 * @property {boolean} right
 * @property {string[]} solution the right choices
 * @property {PuzzleValue[]} values
 * @property {string} checked_by "solver", or "search" for a game that isn't solved
 */

/**
 * What an adviser says about the question that a seat is to answer, from what that seat may know.
 * @typedef {object} Hint
 * @property {string} by who the adviser was: "perfect" or "search:10000"
 * @property {string} warning what to know about it; "" if there is nothing
 * @property {string} seat
 * @property {number} ask the number of the question
 * @property {ComparedChoice[]} choices all that the seat has, in the order of `legal`
 */

/**
 * POST /tables/TABLE/hint: how far a hint is, for the one person at a table of bots. Ask again until it is done.
 * @typedef {object} HintState
 * @property {"waiting" | "running" | "done"} state
 * @property {string} doing what the adviser does now
 * @property {number | null} progress how much of that is done: a share of 1; null where nobody knows
 * @property {Hint | null} hint when it is done
 */

/**
 * What was wrong with a request.
 * @typedef {object} ErrorAnswer
 * @property {string} error in one sentence for people
 */

/**
 * GET /health: the server is there, and what it is asked to store is stored.
 * @typedef {object} Health
 * @property {"ok"} status
 * @property {string} version
 * @property {number} unreadable tables that can't be read, as far as anyone has asked for them; all others can be played
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
 * @property {boolean} for_designers whether players are spared it, as long as it has its default
 */

/**
 * An opponent by level, under the game's default rulings.
 * @typedef {object} LevelInfo
 * @property {string} level "beginner", "club", "expert" or "best"
 * @property {string} bot that plays at this level
 * @property {number | null} rating as measured, Club being 1500; null if it wasn't
 * @property {number | null} error half of the rating's 95% interval
 * @property {boolean} default whether it is the one to offer
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
 * @property {LevelInfo[]} levels the opponents to offer first, the weakest first
 * @property {string[]} bots all that can sit there; a level's name can be used in place of a bot's
 * @property {Record<string, string[]>} thinking_times by bot: how long it can be asked to think
 * @property {string[]} files that the game brings for the page
 * @property {string[]} lessons their titles, in order
 * @property {number} puzzles how many there are
 */

/**
 * What the numbers of one of a view's fields stand for, for a table of names and values.
 * @typedef {object} FieldInfo
 * @property {string} name
 * @property {boolean} by_seat whether it has a row for each seat
 * @property {string | null} kind "amount", "label" or "bits"; null if the game doesn't say
 * @property {boolean} of_seats whether labels or bits stand for seats
 * @property {number} low the label that the first of the names is for
 * @property {string[]} names of labels or bits; empty if they have none
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
 * @property {LevelInfo[]} levels the opponents to offer first, the weakest first
 * @property {string[]} bots all that can sit there; a level's name can be used in place of a bot's
 * @property {Record<string, string[]>} thinking_times by bot: how long it can be asked to think
 * @property {string[]} files that the game brings for the page
 * @property {string[]} lessons their titles, in order
 * @property {number} puzzles how many there are
 * @property {string} name
 * @property {Record<string, string>} what_bots_do
 * @property {string} book
 * @property {any} facts constants that no view holds; null if the game has none
 * @property {FieldInfo[]} fields what can be seen of a match, in order; empty if the game brings a board of its own
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
 * @property {number} [proof] 2: seats commit to their strings before they reveal them; left out: they bring them
 * @property {number} [branch] the step of another match that this one goes on from; left out if it began at the beginning
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
 * @property {number} [proof] 2: seats commit to their strings before they reveal them; left out: they bring them
 * @property {number} [branch] the step of another match that this one goes on from; left out if it began at the beginning
 * @property {string[]} [reserved] seats for the players of the match before; left out if there are none
 * @property {Record<string, SeatInfo | null>} seats
 * @property {boolean} playing whether the match has begun
 * @property {Ended | null} ended
 * @property {RematchInfo | null} rematch
 * @property {number} claim_after seconds for which a seat has to be gone before another can claim the win
 */
