"""What is said over the wire, as types: every message of the WebSocket, and what HTTP takes and answers.

Server and client are written against this module, and the page's types are made from it. docs/developers/server.md
shows each message in use. A viewer is a seat, or a spectator; times are milliseconds since 1970 by the server's clock.
"""

from enum import IntEnum
from typing import Any, Literal, NotRequired, TypedDict

from feint.core.outcome import EndReason, Outcome

# What a client must know to be understood. A server may be started with other limits than these on size and rate.

TABLE_ID = r"[A-Za-z0-9_-]{1,32}"
NAME = r"[A-Za-z0-9_.:-]{1,64}"  # of a game, a seat or a bot
TOKEN = r"[A-Za-z0-9_-]{43}"  # 256 bits that nobody can guess, in base64url
REQUEST_ID_LENGTH = 64  # characters, at most
CHOICE_LENGTH = 200  # characters, at most
LESSON_CHOICES = 32  # of a learner in one lesson, at most
BODY_BYTES = 16_384  # of an HTTP request
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

    who: str  # "human", or the name of a bot
    string: str  # the random string that this seat brought
    gone: int | None  # since when nobody has been connected there; null if somebody is


class Ended(TypedDict):
    """How the match ended."""

    why: EndReason
    by: str | None  # the seat that lost by it, if it resigned, ran out of time or was gone
    scores: dict[str, float] | None  # by seat; null if the table was closed before the match was over
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
    reserved: NotRequired[list[str]]  # seats for the players of the match before; left out if there are none


# The WebSocket at /tables/TABLE/socket: what a client sends.


class Join(TypedDict):
    """The first message: who this is. Answered by `TableState`, or by `Joined` and the changes that were missed."""

    type: Literal["join"]
    token: NotRequired[str | None]  # that holds a seat; without one it is a spectator
    seen: NotRequired[int | None]  # the number of the last change that was seen, to get only what came after it


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


class Claim(TypedDict):
    """Claim the win because another player has been gone for long enough."""

    type: Literal["claim"]
    id: str


class Rematch(TypedDict):
    """After the end: open a table where the same players play again."""

    type: Literal["rematch"]
    id: str


Request = Choose | Resign | Claim | Rematch
"""What a seat can ask for once it has joined. Answered by `Done`, `Error`, or a `Change` with `done`."""

ClientMessage = Join | Request
"""Every message that a client sends."""


# The WebSocket: what the server sends.


class TableState(TableInfo):
    """All that a viewer may know, in answer to `Join`."""

    type: Literal["table"]
    seat: str | None  # the viewer's own; null for a spectator
    number: int  # of the last change so far
    seats: dict[str, SeatInfo | None]  # null for a free seat
    view: View | None  # null until all seats are taken
    legal: list[str]  # the choices that the viewer has now
    ask: int | None  # the number of the question they answer; null if there is none
    log: list[str]
    ended: Ended | None
    rematch: RematchSeat | None
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
    seats: NotRequired[dict[str, SeatInfo | None]]
    view: NotRequired[View]
    log: NotRequired[list[str]]
    legal: NotRequired[list[str]]
    ask: NotRequired[int | None]
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


ServerMessage = TableState | Joined | Change | Done | Error
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
    """POST /tables/TABLE/seats/SEAT: someone sits down."""

    string: str  # random, 1 to 64 letters, digits, - and _: part of what chance is made from
    token: NotRequired[str | None]  # made by the client, so that a lost answer does no harm; else the server makes it


class SeatTaken(TypedDict):
    """A seat was taken."""

    table: str
    seat: str
    token: str  # that holds the seat; it is sent this once


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
    steps: list[LessonStep]  # what has happened since the choice before that; at first the position


class ErrorAnswer(TypedDict):
    """What was wrong with a request."""

    error: str  # in one sentence for people


class Health(TypedDict):
    """GET /health: the server and its database are there."""

    status: Literal["ok"]
    version: str


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


class GameInfo(TypedDict):
    """GET /games: a game that can be played."""

    game: str
    title: str
    pitch: str
    seats: list[str]
    seats_by: str | None  # the ruling that says how many of the seats are taken
    hands: bool  # whether players hold something that others must not see
    rulings: dict[str, RulingInfo]
    bots: list[str]  # that can sit there
    levels: dict[str, list[str]]  # by bot: how long it can be asked to think
    files: list[str]  # that the game brings for the page
    lessons: list[str]  # their titles, in order


class GameDetails(GameInfo):
    """GET /games/GAME: all of a game."""

    name: str
    what_bots_do: dict[str, str]
    book: str
    facts: Any  # constants that no view holds; null if the game has none


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
