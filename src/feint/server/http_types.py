"""What is said over HTTP, as types: requests are checked by them, and `/openapi.json` describes answers with them."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from feint.core.game import game_names

WORD = r"^[A-Za-z0-9_.:-]{1,64}$"


class Strict(BaseModel):
    """What is said, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewTable(Strict):
    """A table to be opened."""

    game: Annotated[str, Field(max_length=64, json_schema_extra={"enum": [*game_names()]})]
    rulings: Annotated[dict[str, str | int | None], Field(max_length=64)] = {}
    bots: Annotated[dict[str, Annotated[str, Field(pattern=WORD)]], Field(max_length=16)] = {}
    public: bool = True
    clock: Annotated[dict[str, int | float], Field(max_length=4)] | None = None


class Sitting(Strict):
    """Someone who sits down, the random string that they bring, and a token of their own, if they like."""

    string: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")] | None = None


class Error(Strict):
    """What was wrong, in one sentence."""

    error: str


class Seated(Strict):
    """A seat that was taken, and the token that holds it. Nobody can be told the token again."""

    table: str
    seat: str
    token: str


class Health(Strict):
    """The server and its database are there."""

    status: str
    version: str


class Ruling(Strict):
    """A question that a game's book leaves open, and the answers that can be chosen."""

    question: str
    why: str
    choices: list[str | int | None]
    meanings: dict[str, str]
    low: int | str | None  # of a number: the least and the most, which may depend on another
    high: int | str | None
    none: bool  # whether it may be left without an answer
    default: str | int | None


class GameShown(Strict):
    """A game that can be played, its rulings, and the bots of the house that know it."""

    game: str
    title: str
    pitch: str
    seats: list[str]
    seats_by: str | None  # the ruling that says how many of them are taken
    hands: bool  # whether players hold something that others must not see
    rulings: dict[str, Ruling]
    bots: list[str]
    levels: dict[str, list[str]]
    files: list[str]  # that the game brings for the page


class GameOpened(GameShown):
    """All of a game: also what its bots do, its book, and constants that no view holds."""

    name: str
    what_bots_do: dict[str, str]
    book: str
    facts: Any = None


class About(Strict):
    """What is known of a table from the beginning."""

    table: str
    game: str
    title: str
    rulings: dict[str, str | int | None]
    public: bool
    clock: dict[str, int | float] | None
    commitment: str
    reserved: list[str] = []  # seats that only players of the match before can take; left out if there are none


class Listed(About):
    """A table on the list, with who sits where."""

    seats: dict[str, str | None]


class SitterShown(Strict):
    """Who sits in a seat, the random string that they have brought, and since when they are gone, in milliseconds."""

    who: str
    string: str
    gone: int | None


class Ended(Strict):
    """How a match ended, and the secret that its chance was made from."""

    why: str
    by: str | None
    scores: dict[str, float] | None
    secret: str


class Rematch(Strict):
    """Where a match is played again, and who asked for that."""

    table: str
    by: str


class TableShown(About):
    """A table, as everybody may see it."""

    seats: dict[str, SitterShown | None]
    playing: bool
    ended: Ended | None
    rematch: Rematch | None
    claim_after: float  # seconds for which someone has to be gone until another can claim the win
