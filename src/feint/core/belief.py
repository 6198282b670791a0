"""What a seat may believe: all states that it can't tell from the true one, and how likely each is, exactly where few.

All ways that chance and the others may have gone are followed, step by step, as far as they show the seat what it has
seen. The others are taken to choose at random, each choice as likely as the next: what they would rather do, a seat
can't know. Where there are too many ways, states are drawn by the game's `redeal` instead.
"""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from feint.core import state_queries
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import CHANCE, State

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


def _followed(match: Match, seat: str, most: int) -> list[tuple[Fraction, State]] | None:
    """All possible states with their chances; None if there are too many on the way."""
    game, own = match.game, match.game.seat_number(seat)
    schema, rules = game.schema, game.rules
    worlds: dict[Any, tuple[Fraction, State]] = {(): (Fraction(1), game.first_state())}
    for place, step in enumerate(match.steps):
        seen, owing = schema.numbers(match.at(place + 1).seen(seat)), match.at(place + 1).pending
        after: dict[Any, tuple[Fraction, State]] = {}
        for likely, state in worlds.values():
            if step.seat == own:
                branches = [(Fraction(1), step.number)]
            elif step.seat == CHANCE:
                weights, count = state_queries.weights(game, state)
                odds = [1] * -count if count < 0 else weights[:count]
                branches = [(Fraction(odds[n], sum(odds)), n) for n in range(len(odds)) if odds[n]]
            else:
                legal = state_queries.legal_numbers(game, state, step.seat)
                branches = [(Fraction(1, len(legal)), number) for number in legal]
            for chance, number in branches:
                twin = schema.copy(state)
                if step.seat == CHANCE:
                    rules.settle(twin, number)
                else:
                    rules.apply(twin, step.seat, number)
                if schema.numbers(schema.seen(twin, own)) != seen or state_queries.pending(game, twin) != owing:
                    continue
                key = repr(schema.numbers(twin))
                before = after[key][0] if key in after else Fraction(0)
                after[key] = before + likely * chance, twin
        if len(after) > most:
            return None
        worlds = after
    total = sum((chance for chance, _ in worlds.values()), Fraction(0))
    return [(chance / total, state) for chance, state in worlds.values()]


def _drawn(match: Match, seat: str, samples: int, rng: Random) -> list[tuple[Fraction, State]]:
    """States that `redeal` makes, each as likely as it came up."""
    counts: dict[str, tuple[int, State]] = {}
    for _ in range(samples):
        state = match.redealt_state(seat, rng.getrandbits(64))
        key = repr(match.game.schema.numbers(state))
        counts[key] = counts.get(key, (0, state))[0] + 1, state
    return [(Fraction(count, samples), state) for count, state in counts.values()]
