"""Features: within their bounds under any rulings, the same compiled, no more than a seat may see, and no less."""

import shutil
from collections.abc import Iterator
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import feint
from feint.bridges.batch import NEXT_STEP
from feint.bridges.batch_cpu import CpuGames
from feint.core import CHANCE
from feint.core.chance import bot_word
from feint.core.game import Game
from feint.core.rulings import Ruling
from feint.kernel.features import Features, row_bounds
from kit.games import random_match, redealt
from kit.paths import EXAMPLE_GAMES

KUHN, LEDUC = EXAMPLE_GAMES / "kuhn_poker", EXAMPLE_GAMES / "leduc_poker"
GAMES = [*feint.game_names(), LEDUC]
PLACES, STEPS = 64, 60


def at_their_limits(name: str | Path) -> Iterator[Game]:
    """A game with each ruling at each of its choices or ends while the others are as usual; then all low, and all high.

    `for_simulation` gives caps, where a ruling may be off, so that matches end.
    """
    plain = feint.load(name).for_simulation()

    def changed(values: dict[str, Any]) -> Game:
        for ruling in plain.all_rulings.values():
            if isinstance(values[ruling.name], int):
                values[ruling.name] = min(values[ruling.name], ruling.top(values))
        return feint.load(name, **values).for_simulation()

    def ends(ruling: Ruling) -> list[Any]:
        return list(ruling.choices) or [ruling.low, ruling.top(plain.rulings)]

    yield plain
    for ruling in plain.all_rulings.values():
        for value in ends(ruling):
            if value != plain.rulings[ruling.name]:
                yield changed(plain.rulings | {ruling.name: value})
    for end in (0, -1):
        yield changed(plain.rulings | {ruling.name: ends(ruling)[end] for ruling in plain.all_rulings.values()})


def play(game: Game, features: Features, steps: int, seed: int) -> Iterator[tuple[CpuGames, Any]]:
    """Many games between random choices, step by step."""
    games = CpuGames(game, PLACES, [None] * len(game.seats), NEXT_STEP, features=features)
    rng = np.random.default_rng(seed)
    games.seed(range(seed, seed + PLACES))
    found = games.start()
    for _ in range(steps):
        yield games, found
        found = games.play((rng.random(found.open.shape) * found.open).argmax(axis=1))


def field_bounds(game: Game) -> list[tuple[str, Any, Any]]:
    """The bounds of rows by field, in the shape that it has, whosever row it is."""
    bounds = dict(zip(game.schema.row_names, row_bounds(game), strict=True))
    found = []
    for field in {field.name: field for field, _ in game.schema.row}.values():
        own = [bound for name, bound in bounds.items() if name.partition("[")[0] == field.name]
        shape = field.shape[1:] if field.seen_by == "private" else field.shape
        found.append((field.name, *np.array(own).T.reshape(2, *shape)))
    return found


@pytest.mark.parametrize("name", GAMES, ids=str)
def test_numbers_stay_within_their_bounds(name: str | Path) -> None:
    """Rows and features, under rulings at their limits; and features are what plain Python makes of the same states."""
    begun = 0
    for seed, game in enumerate(at_their_limits(name)):
        features, bounds = Features(game), field_bounds(game)
        assert len(set(features.names)) == len(features.names) == len(features.low)
        for games, found in play(game, features, STEPS, seed):
            begun += found.ended.sum()
            assert (found.rows >= features.low).all()
            assert (found.rows <= features.high).all()
            for field, low, high in bounds:
                numbers = games._memory.states[field]
                assert (low <= numbers).all(), (field, game)
                assert (numbers <= high).all(), (field, game)
            if begun % 8 == 0:
                place = seed % PLACES
                state, seat = games.asked(place)
                assert (features.of(state, seat) == found.rows[place]).all()
    assert begun > 100


def test_what_features_are() -> None:
    """Own seat first, only those that sit, labels one-hot, masks as bits, and nothing that can't change."""
    siege = Features(feint.load("tower-siege", length=4, cards=2, turn_limit=8))
    assert siege.names == [
        "seat=P1",
        "seat=P2",
        "round",
        "turns",
        "turn=own",
        "turn=+1",
        "position[own]",
        "position[+1]",
        *(f"hand[{whose}].{card}" for whose in ("own", "+1") for card in range(2)),
        "battle",
        "laid.own",
        "laid.+1",
        *(f"chosen={card}" for card in range(3)),
        *(f"winner={who}" for who in ("-1", "own", "+1")),
    ]
    match = feint.load("tower-siege", length=4, cards=2, turn_limit=8).start(seed=1)
    for seat, choice in (("P1", "1"), ("P2", "1"), ("P2", "card 1")):
        match.play(seat, choice)
    state = match._states[-1]
    own = dict(zip(siege.names, siege.of(state, 1).tolist(), strict=True))
    assert {name: value for name, value in own.items() if value} == {
        "seat=P2": 1,
        "round": pytest.approx(1 / 5),
        "turns": 1 / 8,
        "turn=own": 1,
        "position[own]": 1 / 4,
        "position[+1]": 1 / 4,
        **{f"hand[{whose}].{card}": 1 for whose in ("own", "+1") for card in range(2)},
        "battle": 1,
        "laid.own": 1,
        "chosen=1": 1,
        "winner=-1": 1,
    }
    goats = [Features(feint.load("space-goats", players=players)).names for players in (2, 5)]
    assert max(int(part) for name in goats[0] for part in name.split("[+")[1:] for part in [part[0]]) == 1
    assert max(int(part) for name in goats[1] for part in name.split("[+")[1:] for part in [part[0]]) == 4
    assert not [name for name in goats[1] if name.startswith(("told", "events"))]
    assert len(goats[0]) < 800, "of 1,830 numbers"


@pytest.mark.parametrize("name", [*feint.game_names(), KUHN, LEDUC], ids=str)
def test_features_show_what_rows_show(name: str | Path) -> None:
    """States that a seat can't tell apart have equal features; and whatever differs in rows, but for logs, differs."""
    game = feint.load(name).for_simulation()
    features, names = Features(game), [not field.for_log for field, _ in game.schema.row]
    rows: dict[bytes, list[int]] = {}
    dealt = 0
    for seed in range(4):
        whole = random_match(game, seed, 40)
        for step in range(len(whole.steps)):
            match = whole.at(step)
            state = match._states[-1]
            if game.rules.pending(state) == CHANCE:
                continue
            for seat in range(len(game.seats)):
                own = features.of(state, seat)
                twin = redealt(match, seat, bot_word(seed, step))._states[-1]
                dealt += twin != state
                assert (features.of(twin, seat) == own).all()
                row = [seat, *compress(game.schema.seen_row(state, seat), names)]
                assert rows.setdefault(own.tobytes(), row) == row
    assert dealt


def test_a_leak_would_be_found() -> None:
    """Features that are made of another seat's numbers differ between states that the seat can't tell apart."""
    game = feint.load(KUHN)
    features, match = Features(game), game.start(seed=3)
    others = [redealt(match, 0, bot_word(1, number))._states[-1] for number in range(20)]
    assert len({features.of(state, 0).tobytes() for state in others}) == 1
    assert len({features.of(state, 1).tobytes() for state in others}) > 1


def test_a_field_of_which_nobody_says_what_it_holds() -> None:
    """It is squashed, and told apart as well."""
    features = Features(feint.load(KUHN))
    assert (features.low >= -1).all()
    assert (features.high <= 1).all()
    assert set(np.abs(features.low)) | set(np.abs(features.high)) > {0, 1}


def test_a_game_adds_its_own(tmp_path: Path) -> None:
    """`features.py` brings numbers made of what the seat may see, in place of fields that it leaves out."""
    folder = tmp_path / "derived_poker"
    shutil.copytree(LEDUC, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "features.py").write_text(DERIVED)
    game = feint.load(folder)
    features = Features(game)
    assert "card" not in {name.split("=")[0] for name in features.names}
    assert features.names[-4:] == ["seen=0", "seen=1", "seen=2", "pot"]
    for games, found in play(game, features, 30, 1):
        for place in range(8):
            state, seat = games.asked(place)
            assert (features.of(state, seat) == found.rows[place]).all()
            assert found.rows[place, -4:-1].tolist() == [0, 1, 0], "the other's card isn't seen, the own one is"


DERIVED = """
from feint.core import State, amount, i1, i2, label, public, rule
from feint.core.schema import Schema

DERIVED = Schema(public("seen", i1, holds=label(0, 2)), public("pot", i2, holds=amount(0, 50)))
LEFT_OUT = ("card",)


@rule
def derive(s: State, seat: int, derived: State) -> None:
    derived.seen = (s.card[seat] > 0) + (s.card[1 - seat] > 0)
    derived.pot = s.paid[0] + s.paid[1]
"""
