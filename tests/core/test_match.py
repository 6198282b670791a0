"""What people hold in their hands: loading, starting, playing, looking, taking back. Promise 6: errors change nothing."""

import json
import pickle
import random
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from feint import FeintError, IllegalChoice, UnknownGame
from feint.core import hidden, i1, i4, private, public, schema
from feint.core import match as match_module
from feint.core.disclosure import reads_a_secret
from feint.core.fairness import Fairness, commitment
from kit.games import URN, random_match
from kit.paths import EXAMPLE_GAMES


def test_loading_by_any_spelling() -> None:
    assert {feint.load(name).name for name in ("tower-siege", "tower_siege", "Tower Siege")} == {"tower-siege"}
    assert feint.game_names() == [
        "dark-frontier",
        "minefield-navigator",
        "space-goats",
        "terminal-maneuver",
        "tower-siege",
    ]


@pytest.mark.parametrize("name", ["chess", "", "../tower_siege", "tower siege!?x", "a" * 300, "a/\0b", "/" + "a" * 300])
def test_unknown_games_are_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match="is not a game|there is no game called"):
        feint.load(name)


def test_a_folder_elsewhere_is_a_game(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"a game is a folder with a game\.toml in it"):
        feint.load(tmp_path)


def test_repr_says_how_to_load_it() -> None:
    game = feint.load("tower-siege", track="facing", length=12)
    assert repr(game) == "feint.load('tower-siege', track='facing', length=12)"
    assert eval(repr(game)).rulings == game.rulings


def test_choices_are_read_kindly() -> None:
    match = feint.load("minefield-navigator").start(seed=3)
    match.play("player1", "  SCAN   7 ")
    assert match.steps[-1].text == "scan 7"


@pytest.mark.parametrize(
    ("seat", "choice", "says"),
    [
        ("P1", "4", "P1 can't choose 4 now; it can choose 1, 2, 3, rest"),
        ("P1", "", "P1 can't choose nothing now; it can choose 1, 2, 3, rest"),
        ("P2", "1", "it is not P2's turn: waiting for P1"),
        ("P3", "1", "tower-siege has no seat called P3; it has P1, P2"),
        ("chance", "d6 1", "no outcome is due now"),
    ],
)
def test_wrong_choices_change_nothing(seat: str, choice: str, says: str) -> None:
    match = feint.load("tower-siege").start(seed=1)
    before = match.record()
    with pytest.raises(IllegalChoice) as error:
        match.play(seat, choice)
    assert str(error.value) == says
    assert match.record() == before


def test_wrong_choices_again_and_again_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dark Frontier has thousands of choices, and whoever sends what isn't among them must not keep others waiting."""
    match = feint.load("minefield-navigator").start(seed=3)
    done, real = [], match_module.folded
    monkeypatch.setattr(match_module, "folded", lambda text: done.append(text) or real(text))
    for _ in range(10):
        with pytest.raises(IllegalChoice):
            match.play("player1", "fly")
    assert len(done) == len(match.legal("player1")) + 10
    assert match.index("player1", " Scan  7") == match.legal("player1").index("scan 7")
    match.play("player1", "SCAN 7")
    assert match.index("player2", "scan 7") != match.index("player2", "scan 8"), "of the state that it is in now"


def test_nothing_can_be_chosen_after_the_end() -> None:
    match = random_match(feint.load("tower-siege"), 1)
    assert match.over
    with pytest.raises(IllegalChoice, match="it is not P1's turn: the match is over"):
        match.play("P1", "1")


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_refused_politely(seat: str, choice: str) -> None:
    match = feint.load("terminal-maneuver").start(seed=1)
    with pytest.raises(FeintError):
        match.play(seat, choice)
    assert not match.steps


def test_given_outcomes_come_first_and_then_the_seed() -> None:
    game = feint.load("terminal-maneuver")
    drawn = game.start(seed=5)
    mixed = game.start(seed=5, chance=["d6 6"])
    for match in (drawn, mixed):
        for _ in range(2):
            if not match.over:
                match.play("laser", "guess 1")
                match.play("missile", "burn 1")
    assert mixed.steps[2].text == "d6 6"
    assert mixed.steps[5].number == feint.core.chance.below(feint.core.chance.chance_word(5, 5), 6)


def test_outcomes_can_be_played_by_hand() -> None:
    match = feint.load("terminal-maneuver").start(chance=[])
    match.play("laser", "guess 1")
    match.play("missile", "burn 1")
    assert match.pending == ("chance",)
    assert match.legal("laser") == []
    with pytest.raises(IllegalChoice, match="it is not laser's turn: waiting for chance"):
        match.play("laser", "guess 1")
    match.play("chance", "d6 6")
    assert match.round == 2


def test_a_wrong_given_outcome_is_refused_and_the_choice_not_made() -> None:
    with pytest.raises(
        IllegalChoice, match=r"mines 3,6 is not an outcome here; it can be mines 1,2,3, .* \(120 in all\)"
    ):
        feint.load("minefield-navigator").start(chance=["mines 3,6"])
    match = feint.load("terminal-maneuver").start(chance=["d6 7"])
    match.play("laser", "guess 1")
    with pytest.raises(
        IllegalChoice, match="d6 7 is not an outcome here; it can be d6 1, d6 2, d6 3, d6 4, d6 5, d6 6"
    ):
        match.play("missile", "burn 1")
    assert match.pending == ("missile",)
    match.play("missile", "burn 0")


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(FeintError, match="is out of range: it can be 0 to 18446744073709551615"):
        feint.load("tower-siege").start(seed=seed)


def test_unknown_seats_are_refused() -> None:
    with pytest.raises(FeintError, match="tower-siege has no seat called P9; it has P1, P2"):
        feint.load("tower-siege").start(seats={"P9": "human"})


def test_who_sits_where_is_one_word() -> None:
    for who in ("Ann Lee", "", "a=b", "new\nline"):
        with pytest.raises(FeintError, match="a player's name is one word"):
            feint.load("tower-siege").start(seats={"P1": who})
    match = feint.load("tower-siege").start(seed=1, seats={"P1": "Ann"})
    assert feint.replay(match.record()).seats["P1"] == "Ann"


def test_numbers_as_people_give_them() -> None:
    import numpy as np

    match = feint.load("tower-siege").start(seed=np.int64(7))
    match.play("P1", 3)  # type: ignore[arg-type]
    assert feint.replay(match.record()).seed == 7
    with pytest.raises(IllegalChoice, match="P2 can't choose 9 now"):
        match.play("P2", 9)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        feint.load("tower-siege").start(seed=1.5)  # type: ignore[arg-type]
    for outcome in ("mines\n3,6,9", "mines 3,6,9;", "mines\u20283,6,9", "\udcff"):
        with pytest.raises(FeintError, match="is not an outcome: an outcome is one line of text, without ;"):
            feint.load("minefield-navigator").start(chance=[outcome])
    with pytest.raises(IndexError, match="there is no step 9: the match has 1"):
        match.at(9)
    with pytest.raises(FeintError, match=r"chance must be a list of outcomes: \['mines 3,6,9'\]"):
        feint.load("minefield-navigator").start(chance="mines 3,6,9")


def test_a_bad_game_folder_is_refused(tmp_path: Path) -> None:
    for text, says in (
        ("title = 'x'", "has no pitch; every game has one"),
        ("title = ", "can't be read"),
        ("\xff", "can't be read"),
    ):
        (tmp_path / "game.toml").write_text(text, encoding="latin-1")
        with pytest.raises(UnknownGame, match=says):
            feint.load(tmp_path)


def test_two_folders_are_two_games(tmp_path: Path) -> None:
    """Also where their paths differ in a sign only."""
    for place, letter in (("a-b", "x"), ("a_b", "y")):
        shutil.copytree(URN, tmp_path / place / "urn")
        words = tmp_path / place / "urn" / "words.py"
        words.write_text(words.read_text().replace("draw ", f"{letter} "))
    texts = [feint.load(tmp_path / place / "urn").start(chance=[]).legal("chance")[0] for place in ("a-b", "a_b")]
    assert texts == ["x red", "y red"]


def test_only_outcomes_that_can_come_are_offered() -> None:
    """Weights are exact: an urn without blue balls gives none, neither by chance nor by hand."""
    game = feint.load(URN, blue=0)
    match = game.start(chance=[])
    assert match.legal("chance") == ["draw red", "draw green"]
    with pytest.raises(IllegalChoice, match="draw blue is not an outcome here; it can be draw red, draw green"):
        match.play("chance", "draw blue")
    counts = Counter(game.start(seed=seed).steps[0].text for seed in range(8000))
    assert set(counts) == {"draw red", "draw green"}
    assert abs(counts["draw red"] / 8000 - 3 / 4) < 0.02


def test_an_outcome_for_one_seat_alone() -> None:
    """Each sees its own ball; the other and spectators see that one was drawn."""
    match = feint.load(URN).start(chance=["draw red", "draw green"])
    assert match.view("left")["ball"] == [1, None]
    assert match.view("right")["ball"] == [None, 3]
    assert match.log("left") == ["You hold a red ball."]
    assert match.log(None) == []
    assert match.hides("left") is False
    assert match.can_undo() is False


def test_seeds_nobody_can_guess() -> None:
    seeds = {feint.load("tower-siege").start().seed for _ in range(20)}
    assert len(seeds) == 20


@pytest.mark.parametrize("name", feint.game_names())
def test_views_are_plain_data(name: str) -> None:
    match = random_match(feint.load(name), 3, most=6)
    for seat in (*match.game.seats, None):
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat
        assert view["pending"] == list(match.pending)


def test_undo() -> None:
    """A choice that revealed nothing can be taken back; one by which a secret came out can't."""
    match = feint.load("tower-siege").start(seed=1)
    assert not match.can_undo()
    match.play("P1", "3")
    assert match.can_undo()
    match.undo()
    assert match.legal("P1") == ["1", "2", "3", "rest"]
    for seat, choice in (("P1", "3"), ("P2", "3"), ("P1", "card 4")):
        match.play(seat, choice)
    assert match.can_undo(3), "the card has not been turned over"
    match.play("P2", "card 5")
    assert not match.can_undo()
    with pytest.raises(IllegalChoice, match="it revealed something secret"):
        match.undo()
    match.play("P1", "rest")
    assert match.can_undo(1)
    assert not match.can_undo(2)


def test_nothing_is_taken_back_after_the_end() -> None:
    """Then everything is open."""
    match = feint.load("tower-siege", length=3, stride=2).start(seed=1)
    for seat, choice in (("P1", "2"), ("P2", "rest"), ("P1", "1")):
        match.play(seat, choice)
    assert match.over
    assert not match.can_undo()


def test_a_choice_that_hides() -> None:
    """Told from the schema: some of the seat's choices look the same to others."""
    match = feint.load("tower-siege").start(seed=1)
    assert not match.hides("P1")
    assert not match.hides("P2"), "it owes none"
    match.play("P1", "1")
    match.play("P2", "1")
    assert match.hides("P1")
    assert match.hides("P2")


@pytest.mark.parametrize(
    ("does", "reads"),
    [
        ("s.shown[0] = s.hand[1]", True),
        ("s.shown[0][0] = s.hand[1][0]", True),
        ("s.last = s.hand[0]", True),
        ("s.round = s.deck", True),
        ("s.hand[1] = s.shown[0]", False),
        ("s.hand[1][2] = s.round", False),
        ("s.shown[0] = s.shown[1]", False),
        ("s.deck = 3", False),
    ],
)
def test_what_counts_as_reading_a_secret(does: str, reads: bool) -> None:
    """A choice that brings a number or a whole row of a secret to light can't be taken back; putting one away can."""
    fields = schema(public("round", i4), public("shown", i1, 2, 3), public("last", i1, 3), private("hand", i1, 2, 3),
                    hidden("deck", i1))  # fmt: skip
    rules = SimpleNamespace(apply=lambda s, seat, action: exec(does, {"s": s}))
    game: Any = SimpleNamespace(schema=fields, rules=rules)
    assert reads_a_secret(game, fields.new(), 0, 0) is reads


def test_undo_in_the_minefield() -> None:
    """A step onto unknown ground tells something; one onto known ground doesn't. An outcome can't be taken back."""
    match = feint.load("minefield-navigator", occupancy="shared", mines=0).start(seed=1)
    assert not match.can_undo()
    match.play("player1", "move")
    assert not match.can_undo()
    match.play("player2", "move")
    assert match.can_undo()


def test_at_is_a_match_of_its_own() -> None:
    match = feint.load("tower-siege").start(seed=1)
    match.play("P1", "3")
    earlier = match.at(0)
    earlier.play("P1", "1")
    assert match.view(None)["position"] == [3, 0]
    assert earlier.view(None)["position"] == [1, 0]
    assert match.at(1).view(None) == match.view(None)


def test_a_match_that_goes_elsewhere_goes_on_there() -> None:
    """As to the process in which a bot thinks: with all that happened, and nothing that was worked out here."""
    match = random_match(feint.load("space-goats"), 3, 9)
    sent = pickle.loads(pickle.dumps(match))
    assert (sent.record(), sent.view("P1"), sent.pending) == (match.record(), match.view("P1"), match.pending)
    for one in (match, sent):
        one.play(one.pending[0], one.legal(one.pending[0])[0])
    assert sent._states == match._states


def test_what_is_forgotten_is_not_made_up() -> None:
    """A match that remembers only its last steps refuses to say what came before."""
    match = random_match(feint.load("tower-siege"), 1, 12)
    late = match.at(10, since=6)
    assert len(late.steps) == 10
    assert [*late.steps[6:]] == [*late.steps[-4:]] == match.steps[6:10]
    assert late.steps[-1] is match.steps[9]
    for before in (lambda: late.steps[5], lambda: late.steps[5:8], lambda: late._states[5]):
        with pytest.raises(IndexError, match="nothing is remembered from before 6"):
            before()


def test_a_match_without_a_result() -> None:
    """The rules' turn limit ended it, and nobody else."""
    game = feint.load("tower-siege", turn_limit=1)
    match = game.start(seed=1)
    assert not match.unfinished
    while not match.over:
        match.play(match.pending[0], "rest")
    assert match.unfinished
    won = random_match(feint.load("terminal-maneuver"), 1)
    assert won.over
    assert not won.unfinished
    resigned = game.start(seed=1)
    resigned.resign("P1")
    assert not resigned.unfinished


def test_nothing_is_open_before_the_end() -> None:
    match = random_match(feint.load("space-goats"), 3, 20)
    last = len(match.steps)
    before = match.at(last)
    with pytest.raises(feint.FeintError, match="nothing is open before the match is over"):
        match.open_view(last)
    match.resign("P1")
    opened = match.open_view(last)
    assert (opened["pending"], opened["over"]) == (list(before.pending), False)
    for number, (seat, other) in enumerate((("P1", "P2"), ("P2", "P1"))):
        hand = opened["hand"][number]
        assert hand == before.view(seat)["hand"][number] != before.view(other)["hand"][number]


def test_the_first_position_counts_too() -> None:
    """How often a position was there, from the very first on; and not those of before what was looked back to."""
    match = feint.load("tower-siege").start(seed=1)
    assert match.times_here() == 1
    for times in (2, 3):
        match.play("P1", "rest")
        match.play("P2", "rest")
        assert match.times_here() == times


def test_a_branch_of_a_game_that_cannot_be_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat can't see would stay as it was, so nobody goes on from there, unless all of it is open anyway."""
    match = feint.load(EXAMPLE_GAMES / "kuhn_poker").start(seed=1)
    match.play("first", "bet")
    match.resign("second")
    who = dict.fromkeys(match.game.seats, "human")
    fairness = Fairness(commitment("5" * 64), dict.fromkeys(match.game.seats, "abc"), "5" * 64)
    with pytest.raises(FeintError, match="only a match that is over can be played again from the middle"):
        random_match(match.game, 1, 3).branch(2, None, match.seats, fairness)
    dealt = len(match.steps)
    branched = match.branch(dealt, "first", who, fairness)
    assert branched.branched_at == dealt
    for step in range(dealt + 1):
        assert branched.at(step).view("first") == match.at(step, forfeit=False).view("first"), (
            "also what was before is remembered"
        )
    monkeypatch.setattr(type(match.game), "can_redeal", False)
    with pytest.raises(feint.FeintError, match="has no redeal, so hidden things can't be dealt again"):
        match.branch(dealt, "first", who, fairness)
    branched = match.branch(dealt, None, who, fairness)
    assert (branched.branched_at, len(branched.steps), branched.over) == (dealt, dealt, False)
    assert branched.view("second") == match.at(dealt, forfeit=False).view("second")


@pytest.mark.parametrize("name", feint.game_names())
def test_a_view_shares_nothing_that_could_be_changed(name: str) -> None:
    """Whoever writes into a view can't tell another seat anything by it, nor change what that seat is shown."""

    def changeable(part: Any) -> list[Any]:
        if not isinstance(part, list | dict):
            return []
        inner = part.values() if isinstance(part, dict) else part
        return [part, *(found for value in inner for found in changeable(value))]

    match = random_match(feint.load(name), 1, most=5)
    first, second = (changeable(match.view(match.game.seats[0])) for _ in range(2))
    kept = changeable([match.game.rulings, *(row for sheet in match.game.data.values() for row in sheet.shown)])
    assert not {id(part) for part in first} & {id(part) for part in [*second, *kept]}


@pytest.mark.parametrize("name", feint.game_names())
def test_what_stays_as_it_was_is_kept_once(name: str) -> None:
    """Of hundreds of rows few change in a step; and no step changes what was true before it."""
    match = feint.load(name).for_simulation().start(seed=3)
    pick, numbers = random.Random(3), match.game.schema.numbers
    known = [pickle.dumps(numbers(state)) for state in match._states]
    while not match.over and len(match.steps) < 60:
        seat = match.pending[-1]
        match.play(seat, pick.choice(match.legal(seat)))
        known += [pickle.dumps(numbers(state)) for state in match._states[len(known) :]]
    assert [numbers(state) for state in match._states] == [*map(pickle.loads, known)]

    def assert_shared(new: Any, old: Any) -> None:
        if isinstance(new, list):
            assert new is old or new != old
            for parts in zip(new, old, strict=True):
                assert_shared(*parts)

    for before, after in pairwise(match._states):
        assert_shared([*numbers(after)], numbers(before))
