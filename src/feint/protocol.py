"""What is said over the wire, as types: every message of the WebSocket, and what HTTP takes and answers.

Server and client are written against this module, and the page's types are made from it. docs/developers/server.md
shows each message in use. A viewer is a seat, or a spectator; times are milliseconds since 1970 by the server's clock.
"""

from enum import IntEnum
from typing import Any, Literal, NotRequired, TypedDict

from feint.core.outcome import EndReason, Outcome

# What a client must know to be understood. A server may be started with other limits than these on size and rate.

TABLE_ID = r"[A-Za-z0-9_-]{1,32}"
NAME = r"[A-Za-z0-9_.:%-]{1,64}"  # of a game, a seat or a bot
TOKEN = r"[A-Za-z0-9_-]{43}"  # 256 bits that nobody can guess, in base64url
REQUEST_ID_LENGTH = 64  # characters, at most
CHOICE_LENGTH = 200  # characters, at most
STRING_LENGTH = 64  # characters, at most
SEATS = 16  # at a table, at most
LESSON_CHOICES = 32  # of a learner in one lesson, at most
BODY_BYTES = 16_384  # of an HTTP request
RECORD_BYTES = 131_072  # of one that brings a record
MESSAGE_BYTES = 4_096  # of a WebSocket message
MESSAGES_PER_SECOND = 100.0  # on average, over one connection
MESSAGE_BURST = 200  # and at once


class CloseCode(IntEnum):
    """Why the server closed a connection."""

    INTERNAL_ERROR = 1011  # WebSocket's own: something went wrong in the server; connect again
    REFUSED = 4003  # an error message came before it, and says why
    NO_SUCH_TABLE = 4004
    TOO_FAST = 4008  # more messages a second than are allowed
    TOO_SLOW = 4009  # messages were not read in time; connect again
    TOO_MANY_CONNECTIONS = 4010  # from one address


# Parts of several messages.

View = dict[str, Any]
"""All that a viewer may know of the match: the game's fields by name, with null for what is hidden."""

Rulings = dict[str, str | int | None]
"""The rulings that a game is played under, by name."""


class Clock(TypedDict, total=False):
    """The time that each seat has: one of the two, in seconds."""

    move: int | float  # for each choice
    game: int | float  # for all choices together


class TimeLeft(TypedDict):
    """The time that the seats of people have left."""

    left: dict[str, int]  # milliseconds each seat had left at the time `at`
    running: list[str]  # the seats whose time has been running since then
    at: int


class SeatInfo(TypedDict):
    """Who sits in a seat."""

    who: str  # "human", or the name of a bot or a level
    string: str | None  # the random string that this seat brought; null until it is revealed
    gone: int | None  # since when nobody has been connected there; null if somebody is
    commitment: NotRequired[str]  # what binds the seat to its string, until that is revealed


class Ending(TypedDict):
    """Why and with which scores a match ended."""

    why: EndReason
    by: str | None  # the seat that lost by it, if it resigned, ran out of time or was gone; or didn't reveal its string
    scores: dict[str, float] | None  # by seat; null if the table was closed before the match was over


class Ended(Ending):
    """How the match at a table ended."""

    secret: str  # from which all chance was made: anyone can check that it fits the commitment


class RematchInfo(TypedDict):
    """Where the match is played again."""

    table: str
    by: str  # the seat that asked for it


class RematchSeat(RematchInfo):
    """The same for one viewer."""

    seat: str | None  # the seat that is reserved for this viewer there; null for a spectator


class TableInfo(TypedDict):
    """What everybody may know of a table from the moment it is opened."""

    table: str
    game: str
    title: str
    rulings: Rulings
    public: bool
    clock: Clock | None
    commitment: str  # the SHA-256 of the secret from which all chance is made
    proof: NotRequired[int]  # 2: seats commit to their strings before they reveal them; left out: they bring them
    branch: NotRequired[
        int
    ]  # the step of another match that this one goes on from; left out if it began at the beginning
    reserved: NotRequired[list[str]]  # seats for the players of the match before; left out if there are none


# The WebSocket at /tables/TABLE/socket: what a client sends.


class Join(TypedDict):
    """The first message: who this is. Answered by `TableState`, or by `Joined` and the changes that were missed."""

    type: Literal["join"]
    token: NotRequired[str | None]  # that holds a seat; without one it is a spectator
    seen: NotRequired[int | None]  # the number of the last change that was seen, to get only what came after it
    head: NotRequired[str | None]  # that came with it: if it is another now, all is sent


class Reveal(TypedDict):
    """Reveal the string that this seat is bound to, when all other seats are bound to theirs."""

    type: Literal["reveal"]
    id: str
    string: str


class Choose(TypedDict):
    """Make a choice. Sent again under the same id it is made only once."""

    type: Literal["choose"]
    id: str  # of the client's own making, another for each request
    ask: int  # the number of the question that this answers, as the server gave it
    choice: str  # one of `legal`


class Resign(TypedDict):
    """Give up: the others share the point."""

    type: Literal["resign"]
    id: str


class OfferDraw(TypedDict):
    """Offer a draw, or accept one: when all people have, the match ends with an equal share of the point for each seat.

    Everybody sees an offer. It stands until another player who has more than one choice makes one: that declines it.
    """

    type: Literal["draw"]
    id: str


class Undo(TypedDict):
    """Take back the last choice and what followed: only against bots, without a clock, and if nothing came out since.

    Everybody is sent the whole table, as `TableState`, with the next number.
    """

    type: Literal["undo"]
    id: str


class Claim(TypedDict):
    """Claim the win because another player has been gone for long enough."""

    type: Literal["claim"]
    id: str


class Rematch(TypedDict):
    """After the end: open a table where the same players play again."""

    type: Literal["rematch"]
    id: str


Request = Reveal | Choose | Resign | OfferDraw | Undo | Claim | Rematch
"""What a seat can ask for once it has joined. Answered by `Done`, `Error`, or a `Change` with `done`."""

ClientMessage = Join | Request
"""Every message that a client sends."""

ExtraRequest = Literal["undo", "draw"]
"""What bots and the server don't always grant."""


# The WebSocket: what the server sends.


class TableState(TableInfo):
    """All that a viewer may know, in answer to `Join`, and when something was taken back."""

    type: Literal["table"]
    seat: str | None  # the viewer's own; null for a spectator
    number: int  # of the last change so far
    seats: dict[str, SeatInfo | None]  # null for a free seat
    view: View | None  # null until all seats are taken and all strings revealed
    legal: list[str]  # the choices that the viewer has now
    details: dict[str, str]  # what they come to, in a few words for people; without those that say it all
    ask: int | None  # the number of the question they answer; null if there is none
    forced: bool  # whether there is one choice only, which a client may make at once: nobody learns anything from that
    may: NotRequired[list[ExtraRequest]]  # with bots: what else the viewer would be granted now
    log: list[str]
    draw: list[str]  # the seats whose offer of a draw stands
    ended: Ended | None
    rematch: RematchSeat | None
    head: NotRequired[str]  # what this viewer is told of the chain's head, with the last change
    undone: NotRequired[int]  # how often something was taken back; left out if nothing was
    time: NotRequired[TimeLeft | None]  # with a clock; null until the match begins
    now: NotRequired[int]  # with a clock: the server's time as it sent this


class Joined(TypedDict):
    """In answer to `Join` with `seen`: the changes after that one follow, up to this number."""

    type: Literal["joined"]
    seat: str | None
    number: int
    now: NotRequired[int]  # with a clock: the server's time as it sent this


class Change(TypedDict):
    """Something has changed for this viewer. What is left out has not.

    Fields of `view` replace those of before, lines of `log` are added, and all else replaces what was there.
    """

    type: Literal["change"]
    number: int  # each viewer's changes are counted from 1, without gaps
    head: NotRequired[str]  # what this viewer is told of the chain's head: after the end it can be checked
    seats: NotRequired[dict[str, SeatInfo | None]]
    view: NotRequired[View]
    log: NotRequired[list[str]]
    legal: NotRequired[list[str]]
    details: NotRequired[dict[str, str]]
    ask: NotRequired[int | None]
    forced: NotRequired[bool]
    may: NotRequired[list[ExtraRequest]]
    draw: NotRequired[list[str]]
    ended: NotRequired[Ended]
    rematch: NotRequired[RematchSeat]
    done: NotRequired[str]  # the id of the viewer's own choice that this was, and which is stored for good now
    time: NotRequired[TimeLeft | None]


class Done(TypedDict):
    """A request was done, or had been done before."""

    type: Literal["done"]
    id: str


class Error(TypedDict):
    """A request was refused, and nothing has changed."""

    type: Literal["error"]
    id: str | None  # null if the message had none, and for what ends the connection
    error: str  # what was wrong, in one sentence for people


class Preparing(TypedDict):
    """What a bot does before it can play."""

    doing: Literal["compiling", "solving"]
    share: float | None  # of it that is done; null where nobody knows


class BotsPreparing(TypedDict):
    """The bots at the table that are getting ready; sent when that changes, and after `TableState` or `Joined`.

    It has no number and isn't stored. It depends only on which bots sit here and what the server has in memory.
    """

    type: Literal["preparing"]
    seats: dict[str, Preparing]  # those that aren't named are ready


ServerMessage = TableState | Joined | Change | Done | Error | BotsPreparing
"""Every message that the server sends."""


# HTTP.


class NewTable(TypedDict):
    """POST /tables: a table to be opened."""

    game: str
    rulings: NotRequired[Rulings]  # those that are left out have the book's answer
    bots: NotRequired[dict[str, str]]  # by seat
    public: NotRequired[bool]  # whether it is listed; true unless it says otherwise
    clock: NotRequired[Clock | None]


class TakeSeat(TypedDict):
    """POST /tables/TABLE/seats/SEAT: someone sits down, with a string or bound to one."""

    string: NotRequired[str | None]  # random, 1 to 64 letters, digits, - and _: part of what chance is made from
    commitment: NotRequired[str | None]  # in its place, if others have yet to sit down: it is revealed later
    token: NotRequired[str | None]  # made by the client, so that a lost answer does no harm; else the server makes it


class SeatTaken(TypedDict):
    """A seat was taken."""

    table: str
    seat: str
    token: str  # that holds the seat; it is sent this once


class CancelTable(TypedDict):
    """POST /tables/TABLE/cancel: a table is closed before its match has begun."""

    tokens: list[str]  # of all seats that people have taken there


class TakeLesson(TypedDict):
    """POST /lessons/GAME/NUMBER: a learner's choices in a lesson so far, of which all but the last were right."""

    choices: NotRequired[list[str]]


class LessonStep(TypedDict):
    """What one choice in a lesson changed, the learner's or another's."""

    view: View
    log: list[str]


class LessonState(TypedDict):
    """Where a lesson stands after these choices. The server keeps nothing of it."""

    title: str
    seat: str  # the learner's
    tasks: int  # how many choices are to be made
    done: int  # and how many were
    right: bool | None  # whether the last choice was right, and so was made; null if there was none
    words: str  # what the coach says of that choice
    say: str | None  # what the coach says before the next; null when the lesson is over
    legal: list[str]
    details: dict[str, str]
    steps: list[LessonStep]  # what has happened since the choice before that; at first the position


class SentRecord(TypedDict):
    """POST /review: the record of a finished match, as `GET /tables/TABLE/record` gives it."""

    record: str


class SentRecordSteps(SentRecord):
    """POST /steps: the same, and through whose eyes it is to be looked at."""

    seat: NotRequired[str | None]  # null: with everything open


class NewBranch(TypedDict):
    """POST /tables/TABLE/branch: a table where one person goes on from a step of a finished match, against bots."""

    step: int  # the steps that have been made; where choices are made at once, it goes on from before all of them
    bots: dict[str, str]  # by seat: all seats but one
    open: NotRequired[bool]  # whether hidden things stay as they were; else they are dealt again


class SentRecordBranch(SentRecord, NewBranch):
    """POST /branch: the same from a record."""


class MatchStep(TypedDict):
    """One step of a finished match: what happened, and what it changed for the eyes that look at it."""

    by: (
        str | None
    )  # the seat that chose, or "chance"; null for the beginning, and for an end that the rules didn't bring
    what: str  # the choice or the outcome
    said: str  # the same as a sentence says it
    round: int
    view: View  # the fields that changed; with the first step all of them
    log: list[str]  # the lines that came with it


class MatchSteps(TypedDict):
    """GET /tables/TABLE/steps and POST /steps: a finished match, step by step."""

    game: str
    title: str
    rulings: Rulings
    players: dict[str, str]  # who sat where: "human", or the name of a bot
    seat: str | None  # through whose eyes: what that seat saw at the time; null: with everything open
    ended: Ending
    steps: list[MatchStep]  # the first is the beginning


class Interval(TypedDict):
    """A winning chance, as a share of the point, lies between these; they are the same where it is known exactly."""

    low: float
    high: float


class WeighedChoice(TypedDict):
    """A choice, how often it is right, and what it is worth to the seat that makes it."""

    choice: str
    said: str
    chance: float  # how often it is right: where two choose at once, the right way to choose is often a mixture
    worth: Interval | None  # null: not known closely enough


class ComparedChoice(WeighedChoice):
    """The same, beside the best of all."""

    cost: float | None  # what it gives away, at least; null: not examined


class ReviewedChoice(TypedDict):
    """A choice where there was one, beside what was right."""

    step: int  # of the match, from 1
    seat: str
    choice: str
    said: str
    worth: Interval | None  # to the seat that chose; null: not known closely enough
    before: Interval | None  # what the seat could expect before it chose; null: not known closely enough
    cost: float | None  # what it gave away, at least; null: not examined
    right: list[WeighedChoice]  # the likeliest first


class ChancePoint(Interval):
    """A seat's winning chance after some steps, if all had played right from there."""

    step: int


class SeatReview(TypedDict):
    """How a seat did."""

    choices: int  # where it had more than one
    not_examined: int  # of these
    mean_cost: float | None  # of the others, at least; null if there were none


class Review(TypedDict):
    """What the reviewer says about a match."""

    by: str  # who the reviewer was: "perfect" or "search:10000"
    warning: str  # what to know about it; "" if there is nothing
    seats: dict[str, SeatReview]
    choices: list[ReviewedChoice]
    chances: dict[str, list[ChancePoint]]  # by seat, in order; only where they are known, the end not among them


class ReviewState(TypedDict):
    """POST /tables/TABLE/review and POST /review: how far a review is. It goes on for as long as someone asks again."""

    state: Literal["waiting", "running", "done"]
    doing: str  # what the reviewer does now
    progress: float | None  # how much of that is done: a share of 1; null where nobody knows
    review: Review | None  # when it is done


class PuzzleRatings(TypedDict):
    """GET /puzzles/GAME: how hard each of a game's puzzles is, as an Elo rating, in order."""

    game: str
    ratings: list[int]


class DailyPuzzle(TypedDict):
    """GET /puzzles/daily: the puzzle of the day, the same for everyone."""

    date: str  # in UTC: "2027-01-15"
    game: str
    number: int


class PuzzleState(TypedDict):
    """GET /puzzles/GAME/NUMBER: a position in which something is right. What is right isn't said."""

    number: int
    count: int  # of the game's puzzles
    seat: str  # whose choice it is
    rulings: dict[str, str]  # those that aren't the defaults
    rating: int
    right: int  # how many choices are right: nearly always one
    legal: list[str]
    details: dict[str, str]
    view: View
    log: list[str]


class SolvePuzzle(TypedDict):
    """POST /puzzles/GAME/NUMBER: a solver's answer."""

    choice: str


class PuzzleValue(TypedDict):
    """What a choice is worth: the seat's share of the point, between two bounds, which are the same if it is exact."""

    choice: str
    said: str  # the choice in a sentence: "move 3"
    low: float
    high: float


class PuzzleAnswer(TypedDict):
    """Whether a choice was right, and what all are worth."""

    right: bool
    solution: list[str]  # the right choices
    values: list[PuzzleValue]
    checked_by: str  # "solver", or "search" for a game that isn't solved


class Hint(TypedDict):
    """What an adviser says about the question that a seat is to answer, from what that seat may know."""

    by: str  # who the adviser was: "perfect" or "search:10000"
    warning: str  # what to know about it; "" if there is nothing
    seat: str
    ask: int  # the number of the question
    choices: list[ComparedChoice]  # all that the seat has, in the order of `legal`


class HintState(TypedDict):
    """POST /tables/TABLE/hint: how far a hint is, for the one person at a table of bots. Ask again until it is done."""

    state: Literal["waiting", "running", "done"]
    doing: str  # what the adviser does now
    progress: float | None  # how much of that is done: a share of 1; null where nobody knows
    hint: Hint | None  # when it is done


class ErrorAnswer(TypedDict):
    """What was wrong with a request."""

    error: str  # in one sentence for people


class Health(TypedDict):
    """GET /health: the server is there, and what it is asked to store is stored."""

    status: Literal["ok"]
    version: str
    unreadable: int  # tables that can't be read, as far as anyone has asked for them; all others can be played


class RulingInfo(TypedDict):
    """A question that a game's book leaves open, and the answers that can be chosen."""

    question: str
    why: str  # the default is what it is
    choices: list[str | int | None]
    meanings: dict[str, str]  # of the choices
    low: int | str | None  # of a number: the least and the most, which may be another ruling's name
    high: int | str | None
    none: bool  # whether it may be left without an answer
    default: str | int | None
    for_designers: bool  # whether players are spared it, as long as it has its default


class LevelInfo(TypedDict):
    """An opponent by level, under the game's default rulings."""

    level: str  # "beginner", "club", "expert" or "best"
    bot: str  # that plays at this level
    rating: int | None  # as measured, Club being 1500; null if it wasn't
    error: int | None  # half of the rating's 95% interval
    default: bool  # whether it is the one to offer


class GameInfo(TypedDict):
    """GET /games: a game that can be played."""

    game: str
    title: str
    pitch: str
    seats: list[str]
    seats_by: str | None  # the ruling that says how many of the seats are taken
    hands: bool  # whether players hold something that others must not see
    rulings: dict[str, RulingInfo]
    levels: list[LevelInfo]  # the opponents to offer first, the weakest first
    bots: list[str]  # all that can sit there; a level's name can be used in place of a bot's
    thinking_times: dict[str, list[str]]  # by bot: how long it can be asked to think
    files: list[str]  # that the game brings for the page
    lessons: list[str]  # their titles, in order
    puzzles: int  # how many there are


class FieldInfo(TypedDict):
    """What the numbers of one of a view's fields stand for, for a table of names and values."""

    name: str
    by_seat: bool  # whether it has a row for each seat
    kind: str | None  # "amount", "label" or "bits"; null if the game doesn't say
    of_seats: bool  # whether labels or bits stand for seats
    low: int  # the label that the first of the names is for
    names: list[str]  # of labels or bits; empty if they have none


class GameDetails(GameInfo):
    """GET /games/GAME: all of a game."""

    name: str
    what_bots_do: dict[str, str]
    book: str
    facts: Any  # constants that no view holds; null if the game has none
    fields: list[FieldInfo]  # what can be seen of a match, in order; empty if the game brings a board of its own


class ListedTable(TableInfo):
    """GET /tables: a public table that is open."""

    seats: dict[str, str | None]  # who sits where; null for a free seat


class TableDetails(TableInfo):
    """GET /tables/TABLE: what everybody may know of a table."""

    seats: dict[str, SeatInfo | None]
    playing: bool  # whether the match has begun
    ended: Ended | None
    rematch: RematchInfo | None
    claim_after: float  # seconds for which a seat has to be gone before another can claim the win


def outcome_of(ended: Ended) -> Outcome:
    """How a match ended, from what the server says of it."""
    return Outcome(EndReason(ended["why"]), ended["by"], ended["scores"])
