"""Redealt matches and beliefs: what a seat can't tell apart, and how likely it is."""

import pickle
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import feint
from feint.bots.search import Search
from feint.core.errors import FeintError
from feint.testing import check_game
from kit.games import URN, random_match
from kit.paths import EXAMPLE_GAMES

PEEK = {
    "game.toml": """
        title = "Peek"
        version = 1
        seats = ["guesser", "peeker"]
        at_once = false
        pitch = "The peeker may draw a card in secret, and the guesser says whether it did."
        [rules]
        PK-R1 = "The peeker draws a card or none, unseen by the guesser, who then says which."
        [notation]
        "draw" = "draw a card"
        """,
    "rules.py": """
        from feint.core import CHANCE, OVER, Numbers, State, i1, i4, private, public, rule, schema

        ACTIONS, OUTCOMES = 2, 2
        STATE = schema(public("round", i4), public("stage", i1), private("draws", i1, 2), private("card", i1, 2))

        @rule
        def setup(s: State) -> None:
            s.round = 1

        @rule
        def pending(s: State) -> int:
            if s.draws[1]:
                return CHANCE
            return OVER if s.stage == 2 else 2 - s.stage

        @rule
        def chance(s: State, weights: Numbers) -> int:
            return -2

        @rule
        def settle(s: State, outcome: int) -> None:
            s.draws[1] = 0
            s.card[1] = outcome + 1
            s.stage = 1

        @rule
        def legal(s: State, seat: int, out: Numbers) -> int:
            out[0] = 0
            out[1] = 1
            return 2

        @rule
        def apply(s: State, seat: int, action: int) -> None:
            s.draws[seat] += action  # which reads a secret, so that nothing can be taken back
            if seat == 0 or s.draws[1] == 0:
                s.stage += 1

        @rule
        def score(s: State, out: Numbers) -> None:
            out[0] = 1 if (s.card[1] > 0) == (s.draws[0] > 0) else 0
            out[1] = 1 - out[0]
        """,
    "words.py": """
        def choice(view, action):
            return ("none", "draw")[action]

        def outcome(view, number):
            return f"card {number + 1}"

        def story(before, after):
            return []
        """,
}

KUHN, LEDUC, GOOFSPIEL = (EXAMPLE_GAMES / name for name in ("kuhn_poker", "leduc_poker", "goofspiel"))


@pytest.mark.parametrize("name", [*feint.game_names(), KUHN, LEDUC])
def test_a_redealt_match_looks_the_same_and_holds_no_past(name) -> None:
    game, looked = feint.load(name), 0
    for seed in range(40):
        match = random_match(game, seed, most=seed % 7)
        if match.over:
            continue
        seat = match.pending[0]
        other = match.redeal(seat, Random(seed))
        assert other.view(seat) == match.view(seat)
        assert other.legal(seat) == match.legal(seat)
        assert other.pending == match.pending
        assert other.steps == []
        assert other.seed != match.seed
        other.play(seat, other.legal(seat)[0])
        looked += 1
    assert looked > 5


def test_a_redealt_match_depends_on_what_the_seat_knows_alone() -> None:
    game = feint.load(KUHN)
    matches = [game.start(chance=["card 2", card]) for card in ("card 1", "card 3")]
    states = [match.redeal("first", Random(5))._states for match in matches]
    assert states[0] == states[1]


def test_beliefs_are_exact_where_few() -> None:
    """Leduc Poker: the other holds any of the five cards that aren't one's own; two of them have the third rank."""
    game = feint.load(LEDUC)
    match = game.start(chance=["card 1", "card 2"])
    belief = game.belief(match, "first")
    assert belief.exact
    cards = {world.match._states[-1].card[1]: world.chance for world in belief.worlds}
    assert cards == {1: Fraction(1, 5), 2: Fraction(2, 5), 3: Fraction(2, 5)}
    assert sum(world.chance for world in belief.worlds) == 1
    world = belief.worlds[-1].match
    world.play("first", "call")
    world.play("second", "call")
    assert world.pending == ("chance",)
    assert set(world.legal("chance")) == {"card 2", "card 3"}, "both of rank 1 are dealt in this world"


def test_a_belief_says_the_same_whatever_is_true() -> None:
    game = feint.load(LEDUC)
    told = []
    for card in ("card 1", "card 2", "card 3"):
        match = game.start(chance=["card 2", card])
        match.play("first", "raise")
        match.play("second", "raise")
        told.append([(world.chance, repr(world.match.view("first"))) for world in game.belief(match, "first").worlds])
    assert told[0] == told[1] == told[2]


def test_steps_that_a_seat_does_not_see_are_believed_or_not(tmp_path: Path) -> None:
    """A card was drawn in secret, or none: in the matches' steps there is an outcome more, and nothing else tells."""
    for name, text in PEEK.items():
        (tmp_path / name).write_text(dedent(text))
    check_game(tmp_path, compiled=False)
    game, told = feint.load(tmp_path), []
    for choice, outcomes in (("none", []), ("draw", ["card 1"]), ("draw", ["card 2"])):
        match = game.start(chance=outcomes)
        match.play("peeker", choice)
        belief = game.belief(match, "guesser")
        assert belief.exact
        assert {world.match._states[-1].card[1]: world.chance for world in belief.worlds} == {
            0: Fraction(1, 2),
            1: Fraction(1, 4),
            2: Fraction(1, 4),
        }
        told.append([pickle.dumps(world.match.__getstate__() | {"game": None}) for world in belief.worlds])
    assert told[0] == told[1] == told[2]


def test_secret_choices_are_believed_as_likely_as_each_other() -> None:
    game = feint.load(GOOFSPIEL)
    match = game.start(seed=1)
    match.play("first", "bid 2")
    belief = game.belief(match, "second")
    assert [world.chance for world in belief.worlds] == [Fraction(1, 4)] * 4


def test_large_beliefs_are_drawn() -> None:
    game = feint.load(LEDUC)
    match = game.start(chance=["card 1", "card 2"])
    drawn = game.belief(match, "first", most=1, samples=2000)
    assert not drawn.exact
    assert sum(world.chance for world in drawn.worlds) == 1
    for world in drawn.worlds:
        expected = 1 / 5 if world.match._states[-1].card[1] == 1 else 2 / 5
        assert float(world.chance) == pytest.approx(expected, abs=0.05)


def test_what_cannot_be_believed_is_refused() -> None:
    game = feint.load(KUHN)
    with pytest.raises(FeintError, match="the match is over"):
        game.belief(random_match(game, 1), "first")
    urn = feint.load(URN)
    match = random_match(urn, 1, most=1)
    with pytest.raises(FeintError, match="has no redeal"):
        match.redeal(match.pending[0], Random(1))


def test_many_positions_are_searched_as_one_by_one() -> None:
    game = feint.load(KUHN)
    search, positions = Search(game, "search:200"), []
    for seed in range(12):
        match = game.start(seed=seed)
        positions.append((match, match.pending[0]))
    many = search.visits_many(positions, range(12), threads=3)
    assert many == [search.visits(*position, seed) for seed, position in enumerate(positions)]
    assert Counter(map(len, many)) == {2: 12}
    with pytest.raises(FeintError, match="need as many seeds"):
        search.visits_many(positions, [1])
