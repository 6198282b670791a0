"""Rulings: the questions that a rule book leaves open, and the dials that a designer may turn.

Each is described in the game's `game.toml`: the question in one sentence, the choices or the range, the default, why.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from feint.core.errors import BadRuling, FeintError

Value: TypeAlias = str | int | None
"""A ruling's value: a choice's name, a dial's number, or None for a dial that is off; numbers by seat are a text."""

DESIGNERS = "designers"  # who alone is told of some rulings and answers


@dataclass(frozen=True)
class Ruling:
    """One named ruling, as `game.toml` describes it."""

    name: str
    id: str
    question: str
    why: str
    default: Value
    choices: Mapping[str, str]  # what each choice means; empty for a dial
    low: int
    high: int | str  # a number, or another dial: "steps", "length - 1"
    may_be_none: bool
    in_simulation: Value  # what a simulation uses unless it is told: a program that plays by itself needs a cap
    before: str | None  # how it was played before there was this ruling, as text; None: it has always been there
    high_why: str  # why a dial can't be higher, for whoever tries; "" if it is only a limit of the program
    by_seat: (
        int  # for how many seats a dial has a number each: `0/1/1`, and 0 for those that aren't named; 0: it is one
    )
    for_designers: bool  # whether players are spared it

    def read(self, value: object) -> Value:
        """The value that a person or a program gave, checked on its own; a dial may come as text."""
        text = "none" if value is None else str(value).strip()
        if self.choices:
            if text in self.choices:
                return text
        elif self.by_seat:
            if re.fullmatch(r"-?[0-9]{1,4}(/-?[0-9]{1,4})*", text) and text.count("/") < self.by_seat:
                return self.text([int(number) for number in text.split("/")])
        elif text == "none" and self.may_be_none:
            return None
        elif not isinstance(value, bool) and re.fullmatch(r"-?[0-9]{1,9}", text):
            return int(text)
        raise BadRuling(f"{self.name}={text} is not a choice: {self.name} can be {self.range_text()}")

    @staticmethod
    def text(numbers: Sequence[int]) -> str:
        """Numbers by seat as they are written: two at least, so that nobody takes them for one, and no more zeros."""
        last = max((place for place, number in enumerate(numbers) if number), default=0)
        return "/".join(map(str, [*numbers, 0][: max(1, last) + 1]))

    def numbers(self, value: Value) -> list[int]:
        """A dial's numbers by seat."""
        given = [int(number) for number in str(value).split("/")]
        return given + [0] * (self.by_seat - len(given))

    def with_number(self, value: Value, seat: int, number: str) -> Value:
        """A dial's numbers by seat with one of them changed; seats are counted from 1."""
        if not 1 <= seat <= self.by_seat:
            raise BadRuling(f"{self.name} has no number {seat}: it has one for each of {self.by_seat} players in order")
        numbers = [str(one) for one in self.numbers(value)]
        return self.read("/".join([*numbers[: seat - 1], number, *numbers[seat:]]))

    def top(self, values: Mapping[str, Value]) -> int:
        """The highest number this dial can be set to, given the other rulings."""
        if isinstance(self.high, int):
            return self.high
        other, _, less = self.high.partition(" - ")
        limit = values[other]
        assert isinstance(limit, int), f"game.toml: {self.name} goes up to {other}, which is not a number"
        return limit - int(less or 0)

    def check(self, values: Mapping[str, Value]) -> None:
        """Refuse a dial outside its range."""
        value = values[self.name]
        if self.by_seat:
            for number in self.numbers(value):
                if not self.low <= number <= self.top(values):
                    raise BadRuling(f"{self.name}={value} can't be: it can be {self.range_text()}")
        if not isinstance(value, int):
            return
        top = self.top(values)
        if not self.low <= value <= top:
            given = "" if isinstance(self.high, int) else f" with {(other := self.high.split()[0])}={values[other]}"
            size = "small" if value < self.low else "large"
            none = " or none" if self.may_be_none else ""
            why = f"; {self.high_why}" if self.high_why and value > top else ""
            raise BadRuling(f"{self.name}={value} is too {size}: it can be {self.low} to {top}{none}{given}{why}")

    def number(self, value: Value) -> int | list[int]:
        """The value as the number, or the numbers by seat, that the rules see."""
        if self.by_seat:
            return self.numbers(value)
        if self.choices:
            return list(self.choices).index(str(value))
        return value if isinstance(value, int) else 0

    def range_text(self) -> str:
        """What it can be, for people."""
        if self.choices:
            return " or ".join(self.choices)
        if self.by_seat:
            return f"a number from {self.low} to {self.high} for each player in order, with / between: 0/1/1"
        return f"{self.low} to {self.high}" + (" or none" if self.may_be_none else "")


def text_of(value: Value) -> str:
    """A ruling's value as people, files and the network write it."""
    return "none" if value is None else str(value)


def read_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """`name=value` texts as a dict."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise FeintError(f"{pair or repr(pair)} is not of the form name=value")
        if name in found:
            raise FeintError(f"{name} is given twice; once is enough")
        found[name] = value
    return found


def read_rulings(
    table: Mapping[str, Mapping[str, Any]], named_in: Callable[[str], Mapping[str, str]], seats: int
) -> dict[str, Ruling]:
    """The `[rulings]` of a game.toml. One with `choices_from` can be whatever that data file names."""
    rulings = {}
    for name, entry in table.items():
        for wanted in ("id", "question", "why", "default"):
            if wanted not in entry:
                raise BadRuling(f"game.toml: the ruling {name} has no {wanted}; every ruling has one")
        if type(entry.get("low", 0)) is not int:
            raise BadRuling(f"game.toml: low of the ruling {name} is {entry['low']!r}; it must be a whole number")
        default: Value = None if entry["default"] == "none" else entry["default"]
        choices = named_in(entry["choices_from"]) if "choices_from" in entry else entry.get("choices", {})
        if choices and default not in choices:  # someone's own data file, without it
            default = next(iter(choices))
        ruling = Ruling(
            name=name,
            id=entry["id"],
            question=entry["question"],
            why=entry["why"],
            default=default,
            choices=choices,
            low=entry.get("low", 0),
            high=entry.get("high", 0),
            may_be_none=default is None,
            in_simulation=entry.get("in_simulation", default),
            before=str(entry["before"]) if "before" in entry else None,
            high_why=entry.get("high_why", ""),
            by_seat=seats if entry.get("by_seat") else 0,
            for_designers=entry.get("readers") == DESIGNERS,
        )
        if ruling.before is not None:
            _check_before(ruling)
        rulings[name] = ruling
    return rulings


def _check_before(ruling: Ruling) -> None:
    try:
        ruling.read(ruling.before)
    except BadRuling as error:
        raise BadRuling(f"game.toml: before of the ruling {ruling.name}: {error}") from None


def with_earlier(rulings: Mapping[str, Ruling], given: Mapping[str, object]) -> dict[str, object]:
    """The rulings that a stored match names, and for those that came after it how it was played before."""
    earlier = {name: ruling.before for name, ruling in rulings.items() if ruling.before is not None}
    return earlier | dict(given)


def settle_rulings(rulings: Mapping[str, Ruling], given: Mapping[str, object], game: str) -> dict[str, Value]:
    """The full set of rulings: those given, checked, and the defaults of the others."""
    for name in given:
        if name not in rulings:
            raise BadRuling(f"{game} has no ruling called {name}; it has {', '.join(rulings) or 'none'}")
    values = {name: ruling.read(given[name]) if name in given else ruling.default for name, ruling in rulings.items()}
    for ruling in rulings.values():
        ruling.check(values)
    return values
