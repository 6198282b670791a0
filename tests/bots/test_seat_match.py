"""A match as one seat knows it, sent to another process: players choose the same by it, and it holds no secret."""

import pickle
from typing import Any

import pytest

import feint
from feint.bots.players import player
from feint.bots.seat_match import SeatMatch
from feint.core.match import Match
from kit.games import random_match, redealt

SMALL = {"length": 5, "cards": 2}
PLAYERS = [
    ("dark-frontier", {}, "search:50"),
    ("dark-frontier", {}, "gunner"),
    ("minefield-navigator", {}, "search:50"),
    ("space-goats", {"players": 3}, "search:50"),
    ("space-goats", {"players": 4}, "trader:50%"),
    ("terminal-maneuver", {}, "perfect"),
    ("terminal-maneuver", {}, "search:50"),
    ("tower-siege", SMALL, "perfect"),
    ("tower-siege", SMALL, "search:50"),
]


def sent(match: Match, seat: str) -> SeatMatch:
    """What arrives of a match in another process."""
    arrived = pickle.loads(pickle.dumps(SeatMatch(match, seat)))
    assert isinstance(arrived, SeatMatch)
    return arrived


@pytest.mark.parametrize(("name", "rulings", "bot"), PLAYERS)
def test_players_choose_by_it_as_by_the_match(name: str, rulings: dict[str, Any], bot: str) -> None:
    """And so do advisers judge. Sooner or later every seat is asked, alone and at once with others."""
    game = feint.load(name, **rulings)
    chooser = player(game, bot)
    asked = set()
    for seed in range(10):
        match = random_match(game, seed, seed * 3)
        for seat in match.pending:
            asked.add(seat)
            known = sent(match, seat)
            assert known.round == match.round
            assert chooser.choose(known, seat, 7) == chooser.choose(match, seat, 7)
            if hasattr(chooser, "action_values"):
                assert chooser.action_values(known, seat, 7) == chooser.action_values(match, seat, 7)
    assert asked == set(game.seats)


@pytest.mark.parametrize("name", feint.game_names())
def test_what_is_sent_depends_on_what_the_seat_may_know_alone(name: str) -> None:
    """Matches that a seat can't tell apart are the same bytes, whatever was dealt, and whatever is to come."""
    game, differ = feint.load(name).for_simulation(), 0
    for steps in range(1, 24):
        match = random_match(game, steps, steps)
        for seat in match.pending:
            for word in (1, 2**63 + 5):
                other = redealt(match, game.seat_number(seat), word)
                other.seed = 12345
                differ += other._states[-1] != match._states[-1]
                assert pickle.dumps(SeatMatch(other, seat)) == pickle.dumps(SeatMatch(match, seat))
    assert differ or not game.schema.secret


def test_it_answers_for_its_own_seat_alone() -> None:
    known = sent(feint.load("space-goats").start(seed=1), "P1")
    for ask in (known.legal, known.legal_numbers, known.seen, known.view):
        with pytest.raises(PermissionError):
            ask("P2")
    for secret in ("seed", "fairness", "given", "_states"):
        assert not hasattr(known, secret)
    with pytest.raises(AttributeError):
        known.record()
