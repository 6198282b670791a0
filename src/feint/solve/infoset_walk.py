"""A walk to every information set of a tree: a match that stands there, and its name in the game's own words."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from feint.core.holding import Holding
from feint.core.match import Match
from feint.core.schema import PRIVATE
from feint.solve.sequence_form import SequenceForm


class At(NamedTuple):
    """An information set, and one of the matches that can stand there."""

    infoset: int
    seat: str  # who chooses
    match: Match


def matches_at(tree: SequenceForm) -> Iterator[At]:
    """A match at each information set, in the order of the tree. Neighbours share the first part of their way."""
    way: list[tuple[int, int]] = []
    matches = [tree.game.start(chance=[]) if tree.game.has_chance else tree.game.start(seed=0)]
    for infoset, path in enumerate(tree.details.paths):
        steps = [(int(who), int(number)) for who, number in path]
        same = 0
        while same < min(len(way), len(steps)) and way[same] == steps[same]:
            same += 1
        del matches[same + 1 :]
        for step in steps[same:]:
            matches.append(matches[-1].after(*step))
        way = steps
        yield At(infoset, tree.game.seats[tree.seat(infoset)], matches[-1])


class Named(NamedTuple):
    """An information set for people: its name, and its choices as the game writes them."""

    seat: str
    name: str
    choices: list[str]


def named(tree: SequenceForm) -> list[Named]:
    """What to call each information set of a tree; no two of a seat have the same name.

    A name says what the seat holds, then what it chose and what it was told of the others, in order. Where that leaves
    two alike, it says more: what the seat was told of its own choices, and then all that it saw change. What is still
    alike is numbered.
    """
    by_detail: list[list[str]] = [[], [], []]
    choices, seats = [], []
    for at in matches_at(tree):
        seats.append(at.seat)
        choices.append(at.match.legal(at.seat))
        for detail, names in enumerate(by_detail):
            names.append(_name(at.match, at.seat, detail))
    found = list(by_detail[0])
    for more in by_detail[1:]:
        alike = Counter(zip(seats, found, strict=True))
        found = [m if alike[seat, name] > 1 else name for seat, name, m in zip(seats, found, more, strict=True)]
    alike = Counter(zip(seats, found, strict=True))
    met: Counter[tuple[str, str]] = Counter()
    for n, key in enumerate(zip(seats, list(found), strict=True)):
        met[key] += 1
        if alike[key] > 1:
            found[n] = f"{key[1]} #{met[key]}"
    return [Named(*one) for one in zip(seats, found, choices, strict=True)]


TOLD_OF_ITSELF, ALL_CHANGES = 1, 2


def _name(match: Match, seat: str, detail: int) -> str:
    """What a seat holds, chose and was told."""
    game, number = match.game, match.game.seat_number(seat)
    view = match.view(seat)
    parts = [
        f"{field.name} {text_of(view[field.name][number], field.holds)}"
        for field in game.schema.fields
        if field.seen_by == PRIVATE and not field.for_log and _any(view[field.name][number])
    ]
    for at, step in enumerate(match.steps, 1):
        own = step.seat == number
        parts += [step.text] * own
        if detail >= TOLD_OF_ITSELF or not own:
            parts += match.story(at, seat)
        if detail >= ALL_CHANGES:
            parts += _changes(match, at, seat)
    return " | ".join(" ".join(part.split()) for part in parts if part.strip()) or "the beginning"


def _changes(match: Match, at: int, seat: str) -> list[str]:
    """What a seat sees change in a step, by field."""
    game = match.game
    before, after = match.at(at - 1).view(seat), match.at(at).view(seat)
    shown = [field for field in game.schema.fields if not field.for_log and field.name in after]
    changed = [field for field in shown if after[field.name] != before[field.name]]
    return [f"{field.name} {text_of(after[field.name], field.holds)}" for field in changed]


def _any(value: Any) -> bool:
    return any(map(_any, value)) if isinstance(value, list) else bool(value)


def text_of(value: Any, holds: Holding | None) -> str:
    """A field's value in a name; numbers that have names go by them."""
    if isinstance(value, list):
        return " ".join(text_of(part, holds) for part in value)
    return "-" if value is None else holds.text(value, ()) if holds is not None and holds.names else str(value)
