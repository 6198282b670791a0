"""What a seat may believe: all states that it can't tell from the true one, and how likely each is, exactly where few.

All ways that chance and the others may have gone are followed, as far as they show the seat what it has seen. How many
steps that took is not looked at: a step that a seat doesn't see may have been made or not. The others are taken to
choose at random, each choice as likely as the next: what they would rather do, a seat can't know. Where there are too
many ways, states are drawn by the game's `redeal` instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from feint.core import state_queries
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import State
from feint.core.state_queries import CHANCE_SEAT

MOST = 20_000  # states that are followed at once
SAMPLES = 1_000  # states that are drawn where there are more


@dataclass(frozen=True)
class World:
    """One state that a seat thinks possible."""

    chance: Fraction
    match: Match  # that stands there; it has no past, and chance is played in it by whoever holds it


@dataclass(frozen=True)
class Belief:
    """All that a seat thinks possible; the chances add up to 1."""

    worlds: tuple[World, ...]  # the likeliest first
    exact: bool  # whether these are all, with their true chances; otherwise they were drawn


def belief(
    game: Game, match: Match, seat: str, most: int = MOST, samples: int = SAMPLES, rng: Random | None = None
) -> Belief:
    """What a seat may believe about a match as it stands."""
    if repr(match.game) != repr(game):
        raise FeintError(f"the match is of {match.game!r}, and {game!r} was asked")
    if match.over:
        raise FeintError("the match is over: there is nothing left to believe")
    found = _followed(match, seat, most) if match.branched_at is None else None
    exact = found is not None
    if found is None:
        found = _drawn(match, seat, samples, rng or Random(0))
    worlds = [World(chance, match.standing_at(state)) for chance, state in found]
    return Belief(tuple(sorted(worlds, key=lambda world: -world.chance)), exact)


class _Noticed(NamedTuple):
    """A step that a seat noticed."""

    choice: int | None  # its own, by number; None for a step of others or of chance
    seen: list[Any]  # what it saw then, as numbers


class _Worlds:
    """States with how likely each is; those that are the same are one."""

    def __init__(self) -> None:
        self.by_numbers: dict[str, tuple[Fraction, State]] = {}

    def add(self, game: Game, likely: Fraction, state: State) -> None:
        key = repr(game.schema.numbers(state))
        before = self.by_numbers[key][0] if key in self.by_numbers else Fraction(0)
        self.by_numbers[key] = before + likely, state


def _followed(match: Match, seat: str, most: int) -> list[tuple[Fraction, State]] | None:
    """All possible states with their chances; None if there are too many on the way."""
    game, own = match.game, match.game.seat_number(seat)
    schema, noticed = game.schema, _all_noticed(match, own)
    worlds = _Worlds()
    worlds.add(game, Fraction(1), game.first_state())
    for place, now in enumerate(noticed):
        ahead = noticed[place + 1] if place + 1 < len(noticed) else None
        after, here, looked_at = _Worlds(), worlds, 0
        present = _Worlds()
        while here.by_numbers:  # those that are as many steps farther, of which the seat noticed none
            looked_at += len(here.by_numbers)
            if max(looked_at, len(after.by_numbers)) > most:
                return None
            unnoticed = _Worlds()
            for likely, state in here.by_numbers.values():
                if ahead is None and state_queries.pending(game, state) == match.pending:
                    present.add(game, likely, state)
                for choice, chance, twin in _next_states(game, state, own):
                    seen = schema.numbers(schema.seen(twin, own))
                    if ahead is not None and (choice, seen) == ahead:
                        after.add(game, likely * chance, twin)
                    elif choice is None and seen == now.seen:
                        unnoticed.add(game, likely * chance, twin)
            here = unnoticed
        worlds = after if ahead is not None else present
    found = list(worlds.by_numbers.values())
    total = sum((chance for chance, _ in found), Fraction(0))
    return [(chance / total, state) for chance, state in found]


def _all_noticed(match: Match, own: int) -> list[_Noticed]:
    """What a seat saw at first, and every step since that was its own or changed what it saw."""
    schema, seat = match.game.schema, match.game.seats[own]
    found = [_Noticed(None, schema.numbers(match.at(0).seen(seat)))]
    for place, step in enumerate(match.steps, 1):
        seen = schema.numbers(match.at(place).seen(seat))
        if step.seat == own or seen != found[-1].seen:
            found.append(_Noticed(step.number if step.seat == own else None, seen))
    return found


def _next_states(game: Game, state: State, own: int) -> Iterator[tuple[int | None, Fraction, State]]:
    """All that can come next: the seat's own choice, if it is one; how likely it is if it isn't; and the state then."""
    owing = state_queries.pending(game, state)
    if owing == (CHANCE_SEAT,):
        weights, count = state_queries.weights(game, state)
        odds = [1] * -count if count < 0 else weights[:count]
        for number, weight in enumerate(odds):
            if weight:
                twin = game.schema.copy(state)
                game.rules.settle(twin, number)
                yield None, Fraction(weight, sum(odds)), twin
        return
    for name in owing:
        other = game.seat_number(name)
        legal = state_queries.legal_numbers(game, state, other)
        for number in legal:
            twin = game.schema.copy(state)
            game.rules.apply(twin, other, number)
            yield (number, Fraction(1), twin) if other == own else (None, Fraction(1, len(legal)), twin)


def _drawn(match: Match, seat: str, samples: int, rng: Random) -> list[tuple[Fraction, State]]:
    """States that `redeal` makes, each as likely as it came up."""
    counts: dict[str, tuple[int, State]] = {}
    for _ in range(samples):
        state = match.redealt_state(seat, rng.getrandbits(64))
        key = repr(match.game.schema.numbers(state))
        counts[key] = counts.get(key, (0, state))[0] + 1, state
    return [(Fraction(count, samples), state) for count, state in counts.values()]
