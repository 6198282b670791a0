"""Strategies as things to hold: tables, files, advice and players, for games that are solved over their trees, too."""

import csv
import pickle
import sys
from functools import cache
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import feint
from feint.bots import review
from feint.bots.perfect import Perfect
from feint.bots.players import adviser_names, any_player, check_player, player
from feint.bots.seat_match import SeatMatch
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.solve import Solution, advise, solve
from feint.solve.best_response import nash_conv
from feint.solve.bounds import INTERRUPTED, NEAR, TIME
from feint.solve.infoset import Memorizer, key_in
from feint.solve.infoset_values import InfosetValues
from feint.solve.infoset_walk import matches_at, named
from feint.solve.mccfr import MonteCarloCFR
from feint.solve.sequence_form import SequenceForm, sequence_form
from feint.solve.strategy import StrategyByInfoset, load_strategy, strategy_from_table, strategy_on
from kit.games import random_match
from kit.paths import EXAMPLE_GAMES
from kit.terminal import run

KUHN, LEDUC, GOOFSPIEL = EXAMPLE_GAMES / "kuhn_poker", EXAMPLE_GAMES / "leduc_poker", EXAMPLE_GAMES / "goofspiel"
PENNIES = EXAMPLE_GAMES / "pennies"


@cache
def kuhn() -> Solution:
    return solve(feint.load(KUHN), gap=1e-6, keep=False)


GAMES = [
    feint.load(KUHN),
    feint.load(LEDUC),
    feint.load(GOOFSPIEL, cards=3),
    feint.load("terminal-maneuver", rounds=2, fuel=3),
    feint.load("minefield-navigator", steps=3, mines=1, detectors=1, occupancy="shared"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_information_set_has_a_name_and_a_match(game: Game) -> None:
    """A seat finds it by what it has seen and chosen itself, whichever of its matches that is."""
    tree = sequence_form(game)
    found = list(matches_at(tree))
    assert [at.infoset for at in found] == list(range(tree.infosets))
    for at in found:
        assert at.seat in at.match.pending
        assert tree.find(key_in(at.match, at.seat)) == at.infoset
        if game.positions is None:
            sent = pickle.loads(pickle.dumps(SeatMatch(at.match, at.seat)))
            assert tree.find(key_in(sent, at.seat)) == at.infoset
    names = named(tree)
    assert len({(one.seat, one.name) for one in names}) == tree.infosets
    assert [len(one.choices) for one in names] == np.diff(tree.first).tolist()
    for seed in range(20):
        match = random_match(game, seed, most=1 + seed % 7)
        for seat in match.pending:
            infoset = tree.find(key_in(match, seat))
            assert infoset is not None, "whoever is asked first"
            assert names[infoset].choices == match.legal(seat)


def test_the_table_of_kuhn_poker() -> None:
    """Kuhn 1950, in the game's own words."""
    chances = {(row.seat, row.infoset, row.choice): row.chance for row in kuhn().strategy.rows()}
    assert len(chances) == 24
    bluff = chances["first", "card 1", "bet"]
    assert chances["first", "card 3", "bet"] == pytest.approx(3 * bluff, abs=2e-3)
    assert chances["first", "card 2 | pass | second bets.", "bet"] == pytest.approx(bluff + 1 / 3, abs=2e-3)
    assert chances["second", "card 2 | first bets.", "bet"] == pytest.approx(1 / 3, abs=2e-3)
    assert chances["second", "card 1 | first passes.", "bet"] == pytest.approx(1 / 3, abs=2e-3)
    assert chances["second", "card 3 | first bets.", "pass"] == pytest.approx(0, abs=1e-3)


SOLVED = [
    (KUHN, {}),
    (GOOFSPIEL, {"cards": 3}),
    ("terminal-maneuver", {}),
    ("tower-siege", {"length": 3, "stride": 2, "cards": 2, "turn_limit": 3}),
    (PENNIES, {}),
]


@pytest.mark.parametrize(("name", "rulings"), SOLVED)
def test_what_is_saved_plays_as_what_was_solved(name: Any, rulings: dict[str, Any], tmp_path: Path) -> None:
    game = feint.load(name, **rulings)
    solution = solve(game, keep=False)
    solution.strategy.save(tmp_path / "own.strategy")
    loaded = load_strategy(game, tmp_path / "own.strategy")
    perfect, again = Perfect(game, solution=solution), any_player(game, str(tmp_path / "own.strategy"))
    looked = 0
    for seed in range(40):
        match = random_match(game, seed, most=seed % 9)
        for seat in match.pending:
            if len(match.legal(seat)) > 1:
                assert loaded.chances(match, seat) == solution.strategy.chances(match, seat)
                assert perfect.choose(match, seat, seed) == again.choose(match, seat, seed)
                looked += 1
    assert looked > 10


@pytest.mark.parametrize(("name", "rulings"), SOLVED)
def test_a_table_has_all_choices_of_each_decision(name: Any, rulings: dict[str, Any], tmp_path: Path) -> None:
    solution = solve(feint.load(name, **rulings), keep=False)
    solution.strategy.write_csv(tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["seat", "infoset", "choice", "chance"]
    for _, choices in groupby(rows, key=lambda row: (row["seat"], row["infoset"])):
        own = list(choices)
        assert sum(float(row["chance"]) for row in own) == pytest.approx(1)
        assert len({row["choice"] for row in own}) == len(own)
    if "infosets" in solution.arrays:
        back = load_strategy(solution.game, tmp_path / "table.csv")
        assert isinstance(back, StrategyByInfoset)
        assert back.numbers == pytest.approx(solution.arrays["strategy"], abs=1e-12)


def test_polars_only_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", SimpleNamespace(DataFrame=dict))
    found = kuhn().strategy.to_polars()
    assert list(found) == ["seat", "infoset", "choice", "chance"]
    assert len(found["chance"]) == 24
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(FeintError, match="this needs polars"):
        kuhn().strategy.to_polars()


def test_a_sampled_strategy_is_one_too(tmp_path: Path) -> None:
    game = feint.load(LEDUC)
    run = MonteCarloCFR(game, seed=3)
    run.run(3000)
    found, tree = run.strategy, sequence_form(game)
    assert (found.on_tree() == run.strategy_on(tree)).all()
    found.save(tmp_path / "x.strategy")
    assert load_strategy(game, tmp_path / "x.strategy").on_tree() == pytest.approx(found.on_tree())  # type: ignore[attr-defined]
    assert feint.play(game, {"first": found, "second": "random"}, seed=1).over


class Brute:
    """What choices are worth, by all histories in a seat's information set, in plain Python; for Kuhn Poker."""

    def __init__(self, tree: SequenceForm, strategy: Any) -> None:
        self.tree, self.strategy, self.names = tree, strategy, named(tree)

    def chances(self, match: Match, seat: str) -> list[float]:
        infoset = self.tree.find(key_in(match, seat))
        assert infoset is not None
        return list(self.strategy[self.tree.first[infoset] : self.tree.first[infoset + 1]])

    def worth(self, matches: list[tuple[float, Match]], seat: str) -> float:
        """What the seat gets on average over matches that it can't tell apart, playing as well as it can."""
        if matches[0][1].over:
            return sum(weight * match.scores[seat] for weight, match in matches)
        mover = matches[0][1].pending[0]
        total = 0.0
        if mover == seat:
            return max(self.after(matches, seat, choice) for choice in matches[0][1].legal(seat))
        for place, choice in enumerate(matches[0][1].legal(mover)):
            played = []
            for weight, match in matches:
                twin = match.at(len(match.steps))
                twin.play(mover, choice)
                played.append((weight * self.chances(match, mover)[place], twin))
            total += self.worth(played, seat)
        return total

    def after(self, matches: list[tuple[float, Match]], seat: str, choice: str) -> float:
        played = []
        for weight, match in matches:
            twin = match.at(len(match.steps))
            twin.play(seat, choice)
            played.append((weight, twin))
        return self.worth(played, seat)


@pytest.mark.parametrize("moves", [[], ["pass"], ["bet"], ["pass", "bet"]])
@pytest.mark.parametrize("own", [1, 2, 3])
def test_what_choices_are_worth_against_any_strategy(moves: list[str], own: int) -> None:
    """Beside all deals of the other card, weighed by how often the other seat comes there with it."""
    game, tree = feint.load(KUHN), sequence_form(feint.load(KUHN))
    strategy = np.tile([0.3, 0.7, 0.6, 0.4], 6)
    brute, values = Brute(tree, strategy), InfosetValues(tree, strategy)
    mover = len(moves) % 2
    matches: list[tuple[float, Match]] = []
    for other in {1, 2, 3} - {own}:
        cards = (own, other) if mover == 0 else (other, own)
        match, weight = game.start(chance=[f"card {card}" for card in cards]), 0.5
        for move in moves:
            seat = match.pending[0]
            if game.seat_number(seat) != mover:
                weight *= brute.chances(match, seat)[match.legal(seat).index(move)]
            match.play(seat, move)
        matches.append((weight, match))
    likely = sum(weight for weight, _ in matches)
    seat = game.seats[mover]
    infoset = tree.find(key_in(matches[0][1], seat))
    assert infoset is not None
    expected = [brute.after(matches, seat, choice) / likely for choice in ("pass", "bet")]
    assert values.shares(infoset) == pytest.approx(expected, abs=1e-12)


def test_advice_coach_and_review_for_a_game_solved_over_its_tree() -> None:
    game = feint.load(KUHN)
    assert adviser_names(game) == ["perfect", "search"]
    match = game.start(chance=["card 1", "card 3"])
    [choices] = advise(kuhn(), match).choices.values()
    assert [choice.text for choice in choices] == ["pass", "bet"]
    match.play("first", "bet")  # right as a bluff
    advice = advise(kuhn(), match, "second")
    passing, betting = advice.choices["second"]
    assert (passing.chance, betting.chance) == pytest.approx((0, 1), abs=1e-3)
    assert (passing.lower, betting.upper) == pytest.approx((0.25, 1.0), abs=1e-3)  # 1 chip lost, or 2 won
    assert (advice.lower, advice.upper) == pytest.approx((0.0, 0.0), abs=1e-3), "which the first seat will lose"
    match.play("second", "pass")  # with the best card
    by, coach = review.reviewer(match)
    assert by == "perfect"
    found = review.review(by, coach, match)
    [costly] = [judged for judged in found.judged if judged.cost > 0.01]
    assert (costly.seat, costly.choice, costly.right[0].text) == ("second", "pass", "bet")
    assert costly.cost == pytest.approx(0.75, abs=1e-3)


def test_advice_says_no_more_than_the_seat_knows() -> None:
    game = feint.load(KUHN)
    told = []
    for card in ("card 2", "card 3"):
        match = game.start(chance=["card 1", card])
        told.append(advise(kuhn(), match, "first"))
    assert told[0] == told[1]


def test_advice_on_what_cannot_come_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a match that began in the middle."""
    monkeypatch.setattr(type(kuhn().tree), "find", lambda *_: None)
    with pytest.raises(FeintError, match="what first has seen can't come about in kuhn-poker from its beginning"):
        advise(kuhn(), feint.load(KUHN).start(chance=["card 1", "card 3"]))


def test_what_was_seen_and_chosen_is_remembered_in_order() -> None:
    """The same again is the same memory; and a choice is never taken for something that was seen."""
    memories = Memorizer()
    seen = {}
    for steps in ((), ("a",), ("b",), ("a", "b"), ("a", 1), ("a", 1, "b"), ("a", 2), (1,), ("a", "b", 1)):
        memory = Memorizer.NOTHING
        for step in steps:
            look = isinstance(step, str)
            memory = memories.look(memory, step) if look else memories.remember_choice(memory, step)
        seen[memory] = steps
    assert len(seen) == 9
    assert memories.look(memories.remember_choice(memories.look(Memorizer.NOTHING, "a"), 1), "b") in seen


def test_how_far_a_tree_was_solved() -> None:
    """As near as was wanted, or as time allowed, or until someone stopped it."""

    def stop(what: str, share: float | None) -> None:
        if share is not None:
            raise KeyboardInterrupt

    game = feint.load(LEDUC)
    for wanted, reached in (
        ({"gap": 1.0}, NEAR),
        ({"gap": 0.0, "seconds": 1e-9}, TIME),
        ({"gap": 0.0, "progress": stop}, INTERRUPTED),
    ):
        found = solve(game, keep=False, **wanted)  # type: ignore[arg-type]
        assert (found.reached, found.endless) == (reached, False)
        assert found.lower < found.upper


def test_what_the_other_never_lets_happen_is_not_judged() -> None:
    """The other seat never bets here, so nobody knows what it holds when it does."""
    tree = sequence_form(feint.load(KUHN))
    passes = np.tile([1.0, 0.0], 12)
    values = InfosetValues(tree, passes)
    infosets = {(one.seat, one.name): n for n, one in enumerate(named(tree))}
    assert values.shares(infosets["first", "card 1 | pass | second bets."]) is None
    assert values.shares(infosets["first", "card 1"]) == pytest.approx([0.25, 0.75])


def test_perfect_is_as_good_as_its_strategy() -> None:
    """Played many times against the best answer to it: it never gets less than the bound, but for luck."""
    game = feint.load(KUHN)
    bot, wins = Perfect(game, solution=kuhn()), 0.0
    for seed in range(2000):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[0]
            view = match.view(seat)
            bets = view["card"][1] == 3 if seat == "second" else None  # the second bets with a 3 alone
            match.play(seat, bot.choose(match, seat, seed) if bets is None else ("bet" if bets else "pass"))
        wins += match.scores["first"]
    assert wins / 2000 > kuhn().lower - 4 * 0.4 / 2000**0.5


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no strategy: the first line of its table is seat,infoset,choice,chance"),
        ("seat,infoset,choice,chance\nfirst,card 1,pass\n", "line 2: a row is seat,infoset,choice,chance, the last a number"),
        ("seat,infoset,choice,chance\nfirst,card 1,pass,much\n", "line 2: a row is"),
        ("seat,infoset,choice,chance\nfirst,card 1,fold,1\n", "first can't choose fold at 'card 1'; it can choose pass, bet"),
        ("seat,infoset,choice,chance\nfirst,card 4,pass,1\n", "kuhn-poker has no information set 'card 4' of first"),
        ("seat,infoset,choice,chance\nfirst,card 1,pass,0.5\n", "first at 'card 1': chances are 0 or more, and add up to 1"),
        ("seat,infoset,choice,chance\nfirst,card 1,pass,nan\n", "chances are 0 or more, and add up to 1"),
        ("feint strategy 1\n{}\n", "is damaged"),
        ('feint strategy 1\n{"game": "kuhn-poker", "by": "infoset", "rulings": {}, "data": {}}\n{"x": [1]}', "is damaged"),
        ('feint strategy 1\n{"game": "go", "by": "infoset", "rulings": {}, "data": {}}\n{}', "is a strategy for go, not for kuhn-poker$"),
        ('feint strategy 1\n{"game": "kuhn-poker", "by": "infoset", "rulings": {}, "data": {"deck": "own"}}\n{}', "with other data files$"),
    ],
)  # fmt: skip
def test_a_strategy_that_cannot_be_is_refused(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "own.strategy").write_text(text)
    with pytest.raises(FeintError, match=why):
        load_strategy(feint.load(KUHN), tmp_path / "own.strategy")


def test_what_a_table_does_not_say_is_uniform() -> None:
    game = feint.load(KUHN)
    found = strategy_from_table(game, {("first", "card 1"): {"bet": 1.0}})
    match = game.start(chance=["card 1", "card 2"])
    assert found.chances(match, "first") == [0, 1]
    match.play("first", "bet")
    assert found.chances(match, "second") == [0.5, 0.5]


def test_on_the_command_line(tmp_path: Path) -> None:
    table, file = tmp_path / "kuhn.csv", tmp_path / "kuhn.strategy"
    done = run("solve", str(KUHN), "--csv", str(table), "--save", str(file))
    assert done.returncode == 0, done.stderr
    assert "in chips, first gets at least -0.05" in done.stdout
    assert table.read_text().startswith("seat,infoset,choice,chance\nfirst,card 1,pass,0.")
    done = run("tournament", str(KUHN), "--bots", f"random,{file}", "--games", "40", "--processes", "1", "--seed", "1")
    assert done.returncode == 0, done.stderr
    with pytest.raises(FeintError, match="no player called"):
        check_player(feint.load(KUHN), str(file))  # as a server asks


def test_the_default_gap_is_a_part_of_what_can_be_won() -> None:
    """Leduc's value is -0.0856064 chips."""
    found = solve(feint.load(LEDUC), keep=False)
    payoffs = found.game.payoffs
    low, high = payoffs.of(found.lower), payoffs.of(found.upper)
    assert low <= -0.0856064 <= high <= low + 0.0026
    assert found.span == 1
    assert found.to_json()["payoffs"] == {"unit": "chips", "lower": low, "upper": high}


def test_nash_conv_is_in_payoffs() -> None:
    """Kuhn Poker, uniform: OpenSpiel 1.6 says 0.5 + 0.41666 chips."""
    tree = sequence_form(feint.load(KUHN))
    assert nash_conv(tree, tree.uniform()) == pytest.approx(0.9166666666666666)
    assert strategy_on(tree, tree.uniform()).on_tree() == pytest.approx(tree.uniform())
    assert player(feint.load(KUHN), "perfect") is not None
