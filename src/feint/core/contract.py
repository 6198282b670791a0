"""The contract of a game: everything that its folder may bring, what of it is required, and what stands in otherwise.

Each class here describes one module of the folder. What has no default is required of every game that brings the
module. A `Game` resolves its modules once, by `resolve`, so that nobody else has to ask whether something is there.
Functions that are rules carry the mark `@rule` (see `feint.core.rule`) and run in plain Python and compiled alike.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from inspect import cleandoc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated, Any, Protocol, TypeVar, get_type_hints

from feint.core.datafile import DataFile, change_csv_cell
from feint.core.errors import UnknownGame
from feint.core.lessons import Lesson, Task
from feint.core.picture import Picture
from feint.core.prompter import Prompter, View
from feint.core.result_table import ResultTable
from feint.core.rule import Limits, Numbers, State, rule
from feint.core.schema import Schema

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Optional:
    """Marks a function that a game needn't bring, with what stands in for it."""

    stand_in: Any

    def __call__(self, function: Function) -> Function:
        """Mark the function."""
        function.__dict__["stand_in"] = self.stand_in
        return function


# What stands in for rules that a game doesn't bring. They are rules themselves, so loops call them like any other.


@rule
def no_chance(s: State, weights: Numbers) -> int:
    """`chance` of a game that leaves nothing to it."""
    return 0


@rule
def no_settle(s: State, outcome: int) -> None:
    """And `settle` for it."""


@rule
def one_purpose(s: State) -> int:
    """`purpose` of a game that doesn't tell its outcomes apart."""
    return 0


@rule
def never_moving(s: State) -> bool:
    """`moving` of a game in which a choice or an outcome does all at once."""
    return False


@rule
def no_move(s: State) -> None:
    """And `move_on` for it."""


def no_items(game: Any) -> Sequence[str]:
    """`items` of a game in which nothing can be tried."""
    return ()


@rule
def never_acquires(s: State, seat: int, item: int, action: int) -> bool:
    """And `acquires` for it."""
    return False


@rule
def forbids_nothing(s: State, seat: int, restriction: int, action: int) -> bool:
    """`forbids` of a game that names no restrictions."""
    return False


@rule
def no_grant(s: State, seat: int, item: int) -> None:
    """`grant` of a game in which nothing can be given away beforehand."""


@rule
def no_redeal(s: State, seat: int, word: int) -> None:
    """`redeal` of a game without secrets."""


@rule
def one_finding(s: State, seat: int, action: int, weights: Numbers) -> int:
    """`findings` of a game in which chance keeps no secrets: a choice turns out in one way."""
    weights[0] = 1
    return 1


@rule
def no_assumption(s: State, seat: int, action: int, finding: int) -> None:
    """And `assume_finding` for it."""


@rule
def no_tally(s: State, points: Numbers, counts: Numbers) -> None:
    """`tally` of a game that counts nothing."""


def no_limits(s: State) -> Limits:
    """`limits` of a game that doesn't say how long it can get."""
    return Limits(None, None, None)


def outcome_number(view: View, outcome: int) -> str:
    """`outcome` of a game without words for it."""
    return str(outcome)


def no_detail(view: View, action: int) -> str:
    """`detail` of a game whose choices say it all."""
    return ""


def always_ask(view: View, alone: bool) -> bool:
    """`need_not_ask` of a game that doesn't say: a seat is always asked."""
    return False


def no_values(game: Any) -> Mapping[str, str]:
    """`values` of a book that names no numbers but the rulings."""
    return {}


class Rules(Protocol):
    """`rules.py`: the state of the game, and its rules. Every game has one."""

    STATE: Annotated[Schema, "The fields of a state, and who may see each."]
    ACTIONS: Annotated[int, "How many action numbers there are, from 0."]
    OUTCOMES: Annotated[int, "How many outcomes `chance` fills in weights for, at the most."] = 0
    PURPOSES: Annotated[int, "How many numbers `purpose` tells apart, from 0."] = 1

    def setup(self, s: State) -> None:
        """Turn a state of zeros, with rulings and data filled in, into the first state."""

    def pending(self, s: State) -> int:
        """Who owes a choice: a bit mask of seats, CHANCE, or OVER."""

    def legal(self, s: State, seat: int, out: Numbers) -> int:
        """Fill in the action numbers that a seat may choose from, and return how many there are."""

    def apply(self, s: State, seat: int, action: int) -> None:
        """Make a seat's choice."""

    def score(self, s: State, out: Numbers) -> None:
        """Fill in each seat's share of the point when it is over; all zero: it ended without a result."""

    @Optional(no_chance)
    def chance(self, s: State, weights: Numbers) -> int:
        """Fill in whole-number weights of the outcomes, and return how many; or `equally(6)` for as many alike."""

    @Optional(no_settle)
    def settle(self, s: State, outcome: int) -> None:
        """Let an outcome of chance happen."""

    @Optional(one_purpose)
    def purpose(self, s: State) -> int:
        """What the outcome that is due is for: a seat's draw, the market. By it, games are compared on equal luck.

        It is a number below PURPOSES. Games under two settings get the same random word for their nth outcome of a
        purpose, so that a small change leaves most of a game as it was.
        """

    @Optional(never_moving)
    def moving(self, s: State) -> bool:
        """Whether something happens by itself now, before anyone is asked and anything is drawn."""

    @Optional(no_move)
    def move_on(self, s: State) -> None:
        """One thing that happens by itself."""

    @Optional(None)
    def go_on(self, s: State) -> None:
        """All of it, `while moving(s): move_on(s)`: what `apply` and `settle` end with, where there is `move_on`.

        A GPU calls `move_on` in its place, so that games that are at the same point go on together.
        """

    @Optional(no_redeal)
    def redeal(self, s: State, seat: int, word: int) -> None:
        """Resample with a random word all that the seat can't see, consistently with what it knows (determinization).

        It may be given 0 for all that the seat can't see, and has to fill that in. Search and the tests of secrecy need
        it of a game with secrets.
        """

    @Optional(no_limits)
    def limits(self, s: State) -> Limits:
        """How long a match from this first state can get at the most. Plain Python, no rule."""


class Words(Protocol):
    """`words.py`: choices, outcomes and what happened, as text. Every game has one."""

    def choice(self, view: View, action: int) -> str:
        """A choice as people, files and the network write it."""

    def story(self, before: View | None, after: View) -> list[str]:
        """The lines that the log has for a step, from one viewer's views before and after it; None: the beginning."""

    @Optional(outcome_number)
    def outcome(self, view: View, outcome: int) -> str:
        """An outcome of chance as text. Required where there is `chance`."""

    @Optional(no_detail)
    def detail(self, view: View, action: int) -> str:
        """What a choice comes to, in a few words for people, beside its text: `to 4`; empty if that says it all."""

    @Optional(str)
    def said(self, choice: str) -> str:
        """A choice as a coach says it in a sentence."""


class Screen(Protocol):
    """`screen.py`: the game at a terminal. Without one, the terminal lists the choices."""

    PANELS: Annotated[Mapping[str, Callable[[View], str]], "What else can be drawn, by the word to type."] = {}
    FACTS: Annotated[Mapping[str, Any] | None, "Constants for the page that no view holds."] = None

    def board(self, view: View) -> str:
        """Draw a view, with colours in Rich's markup."""

    def ask(self, view: View, legal: Sequence[str], prompter: Prompter) -> str:
        """Ask a person for one of the legal choices."""

    @Optional(always_ask)
    def need_not_ask(self, view: View, alone: bool) -> bool:
        """Whether a seat with one choice is spared the question, since nobody could learn anything from that."""


class Bots(Protocol):
    """`bots.py`: players that are rules, and what `search` may know of the game."""

    BOTS: Annotated[Mapping[str, Callable[..., int]], "Bots by name. Simulations take the last, unless told otherwise."]
    ROLLOUT: Annotated[Callable[..., int] | None, "The bot that `search` plays on with, if it isn't the last."] = None
    HORIZON: Annotated[int, "Rounds that `search` plays on for before it asks `estimate`."] = 0

    @Optional(None)
    def estimate(self, s: State, out: Numbers) -> None:
        """Fill in shares like `score` for a state in the middle of the game."""

    @Optional(None)
    def abstract(self, s: State) -> None:
        """Clear what makes little difference to a choice, so that `search` takes more states for one."""


class Positions(Protocol):
    """`positions.py`: what makes a position, where nobody keeps a secret but while choices are made at once.

    With it `feint solve` works position by position; see `feint.solve.positions`.
    """

    FINDS: Annotated[int, "In how many ways a choice can turn out, at the most."] = 1

    def forget(self, s: State) -> None:
        """Clear all that makes no difference to what is to come: states that are equal then are one position."""

    @Optional(one_finding)
    def findings(self, s: State, seat: int, action: int, weights: Numbers) -> int:
        """Where chance keeps secrets: in how many ways a choice can turn out, and how likely each is."""

    @Optional(no_assumption)
    def assume_finding(self, s: State, seat: int, action: int, finding: int) -> None:
        """Make the state one in which the choice turns out so."""


class Features(Protocol):
    """`features.py`: numbers for learners, besides those that follow from the schema (see `feint.kernel.features`)."""

    DERIVED: Annotated[Schema, "Public fields for these numbers, and what they hold."]
    LEFT_OUT: Annotated[Sequence[str], "Fields of the state that learners needn't be shown as they are."] = ()

    def derive(self, s: State, seat: int, derived: State) -> None:
        """Fill in these numbers, given a state that has 0 in place of what the seat may not see."""


class Report(Protocol):
    """`report.py`: what a simulation counts for a designer."""

    COUNTS: Annotated[int, "How many numbers it counts."]

    def tally(self, s: State, points: Numbers, counts: Numbers) -> None:
        """Add a finished game to the counts."""

    def named(self, counts: list[int]) -> dict[str, int]:
        """Name some of the counts, each a number of games."""

    def listing(self, game: Any, counts: list[int]) -> ResultTable | None:
        """Make a table of the rest."""


class Trials(Protocol):
    """`trials.py`: what an experiment may do to one seat, to find out what a card, say, is worth."""

    RESTRICTIONS: Annotated[Sequence[str], "Ways to play with one hand tied, by name: `never buys shields`."] = ()

    @Optional(no_items)
    def items(self, game: Any) -> Sequence[str]:
        """What there is to try, by name; rules know it by its place, from 0."""

    @Optional(never_acquires)
    def acquires(self, s: State, seat: int, item: int, action: int) -> bool:
        """Whether a choice gets a seat the item. A rule; a seat can be kept from it, or made to take it."""

    @Optional(no_grant)
    def grant(self, s: State, seat: int, item: int) -> None:
        """Give a seat the item before the match begins: a change to the first state. A rule."""

    @Optional(forbids_nothing)
    def forbids(self, s: State, seat: int, restriction: int, action: int) -> bool:
        """Whether a restriction, by its place in RESTRICTIONS, keeps a seat from a choice that others are left beside.

        A rule. It is given what the seat may see, like a bot.
        """


class Book(Protocol):
    """`book.py`: what the rule book, `book.md`, takes from the game (see `rulebook.py`)."""

    TABLES: Annotated[
        Mapping[str, Callable[[Any], Sequence[Sequence[object]]]], "Tables by name: rows, a heading first."
    ] = {}
    PICTURES: Annotated[Mapping[str, Callable[[Any], Picture]], "Pictures by name."] = {}

    @Optional(no_values)
    def values(self, game: Any) -> Mapping[str, str]:
        """Numbers that the text names, besides the rulings."""

    @Optional(None)
    def board(self, view: View) -> tuple[str, str]:
        """Draw a view as SVG, after a sentence that says the same. At a terminal `screen.py` draws it."""

    @Optional(None)
    def quote(self, view: View, what: str) -> str:
        """Say something about a view, in a few words, for the text of the worked example."""


class DataReader(Protocol):
    """The module of a data file that `[data]` in game.toml names: `deck.py` for `deck = "cards.csv"`."""

    def read(self, lines: list[str]) -> DataFile:
        """Read the file's lines, or refuse what is wrong with a `FeintError` that names the row."""

    @Optional(change_csv_cell)
    def change(self, lines: list[str], row: str, column: str, value: str) -> list[str]:
        """The lines with one number changed, for experiments. A CSV file needs nothing of its own."""


PARTS: dict[str, type] = {
    "rules": Rules,
    "words": Words,
    "screen": Screen,
    "bots": Bots,
    "positions": Positions,
    "features": Features,
    "report": Report,
    "trials": Trials,
    "book": Book,
}
"""The modules that a folder may have, by name; and one a data file, which is a `DataReader`."""


@dataclass(frozen=True)
class Member:
    """One name of a module: what it is, and what stands in for it where it is not required."""

    name: str
    doc: str
    required: bool
    stand_in: Any = None


@cache
def members(part: type) -> tuple[Member, ...]:
    """The names that a module of the contract may have."""
    found = []
    for name, hint in get_type_hints(part, include_extras=True).items():
        required = name not in vars(part)
        found.append(Member(name, hint.__metadata__[0], required, None if required else vars(part)[name]))
    for name, value in vars(part).items():
        if isinstance(value, FunctionType) and not name.startswith("_"):
            required = "stand_in" not in vars(value)
            found.append(Member(name, cleandoc(value.__doc__ or ""), required, vars(value).get("stand_in")))
    return tuple(found)


def missing(part: type, module: ModuleType) -> list[str]:
    """The names that the contract requires and a module lacks."""
    return [member.name for member in members(part) if member.required and not hasattr(module, member.name)]


def resolve(part: type, module: ModuleType) -> Any:
    """A module as the contract describes it, with stand-ins for what it doesn't bring.

    It is a module itself: compiled loops look up a module's functions, and find it by its name in other processes.
    """
    if lacks := missing(part, module):
        file = Path(str(module.__file__)).name
        raise UnknownGame(f"{file} of {module.__name__.split('.')[-2]} has no {lacks[0]}; it has to have one")
    name = f"{module.__name__}_resolved"
    resolved: Any = sys.modules.get(name)
    if resolved is not None and resolved.original is module:
        return resolved
    stand_ins = {member.name: member.stand_in for member in members(part) if not member.required}
    resolved = ModuleType(name)
    vars(resolved).update(stand_ins | vars(module) | {"__name__": name, "original": module})
    sys.modules[name] = resolved  # whole: another thread may look for it
    return resolved


def described() -> str:
    """All of it as a list for people."""
    lines = []
    for part in (*PARTS.values(), DataReader):
        lines += [cleandoc(part.__doc__ or "").partition("\n")[0]]
        lines += [_described(member.name, member.doc, member.required) for member in members(part)]
        lines += [""]
    lines += ["`lessons.toml`: the game taught in short lessons, to be played (`feint learn GAME`)."]
    for table in (Lesson, Task):
        lines += [f"  {cleandoc(table.__doc__ or '')}"]
        hints = get_type_hints(table, include_extras=True)
        for entry in fields(table):
            required = entry.default is entry.default_factory is MISSING
            lines += [f"  {_described(entry.name, hints[entry.name].__metadata__[0], required)}"]
    lines += ["", "`puzzles.jsonl`: positions with a right choice (`feint puzzles GAME`), which `--make` writes."]
    return "\n".join([*lines, ""])


def _described(name: str, doc: str, required: bool) -> str:
    return f"  {name:12} {'' if required else '(optional) '}{doc.partition(chr(10))[0]}"
