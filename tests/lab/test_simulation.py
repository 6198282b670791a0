"""Simulation: the same result for the same seed, in plain Python and compiled, whatever the number of threads."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import feint
from feint.bots import choose, random, simulation_bot
from feint.bots.players import player
from feint.core.chance import game_seed
from feint.core.result_table import wilson_interval
from feint.lab import simulate, simulation_loop
from feint.lab.setting import BASE, Setting
from feint.lab.shards import Series, Shard, play_shard
from feint.lab.simulation import _tally
from kit.games import URN, random_match


@pytest.mark.parametrize("name", feint.game_names())
def test_threads_make_no_difference(name: str) -> None:
    game = feint.load(name)
    games = 20_011 if game.rules.ACTIONS < 100 else 2_011
    reports = [replace(simulate(game, games, seed=42, threads=n), seconds=1) for n in (1, 2, 5)]
    assert reports[0] == reports[1] == reports[2]
    assert sum(reports[0].wins.values()) + reports[0].draws + reports[0].unfinished == games


@pytest.mark.parametrize("name", feint.game_names())
def test_a_simulated_game_is_a_match_of_its_seed(name: str) -> None:
    """Each game of a run can be played again, choice by choice, from its own seed."""
    game = feint.load(name)
    games = 150 if game.rules.ACTIONS < 100 else 40
    matches = [random_match(game, game_seed(11, number), most=10_000) for number in range(games)]
    report = simulate(game, games, seats=dict.fromkeys(game.seats, "random"), seed=11)
    for seat in game.seats:
        assert report.wins[seat] == sum(match.scores[seat] == 1 for match in matches)
    rounds = [match.round for match in matches]
    assert report.rounds_mean == sum(rounds) / games
    assert (report.rounds_min, report.rounds_max) == (min(rounds), max(rounds))
    variance = sum(n * n for n in rounds) / games - report.rounds_mean**2
    assert report.rounds_sd == pytest.approx(variance**0.5)


def test_random_chooses_uniformly_among_legal_choices() -> None:
    """The first choice of Tower Siege: four, each a quarter of the time."""
    game, counts = feint.load("tower-siege"), dict.fromkeys(["1", "2", "3", "rest"], 0)
    for seed in range(4000):
        counts[random_match(game, seed, most=1).steps[0].text] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 16.3, "chi-square, 3 degrees, 1 in 1,000"


def test_a_simple_game_comes_out_as_it_must() -> None:
    """One round, no fuel: the missile is lost exactly when one card of seven is guessed."""
    games = 2_000_000
    report = simulate(feint.load("terminal-maneuver", fuel=0, rounds=1), games, seed=3)
    share, low, high = report.share(report.wins["laser"])
    assert share == report.wins["laser"] / games
    assert abs(share - 1 / 7) < 4 * (1 / 7 * 6 / 7 / games) ** 0.5, "four standard errors"
    assert low < share < high
    assert (report.rounds_min, report.rounds_max, report.rounds_sd) == (1, 1, 0)


def test_the_order_of_asking_makes_no_difference_to_bots() -> None:
    """TM-Q5: the terminal asks the laser first, a simulation the missile; the same bots choose the same."""
    game = feint.load("terminal-maneuver")
    for seed in range(50):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[-1]
            match.play(seat, choose(match, seat, random, seed))
        assert match.view(None) == random_match(game, seed).view(None)


def test_unfinished_games_are_counted_apart() -> None:
    """TS-Q4."""
    report = simulate(feint.load("tower-siege", turn_limit=8), 5000, seed=1)
    assert report.unfinished > 0
    assert report.draws == 0
    assert report.rounds_max == 4


def test_rulings_that_were_asked_for_are_kept() -> None:
    """TS-Q4: a simulation caps games, unless it was asked for none."""
    assert simulate(feint.load("tower-siege"), 10, seed=1).rulings["turn_limit"] == "10000"
    assert simulate(feint.load("tower-siege", turn_limit=None), 10, seed=1).rulings["turn_limit"] == "none"


def test_wilson_interval() -> None:
    """Known values: 10 of 100, none of 10, all of 10."""
    assert wilson_interval(10, 100) == pytest.approx((0.05523, 0.17437), abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-4)
    assert wilson_interval(10, 10) == pytest.approx((0.72247, 1), abs=1e-4)


def test_wrong_types_are_refused() -> None:
    for wrong in ({"games": 1.5}, {"games": 10, "seed": 1.5}, {"games": 10, "threads": 1.5}):
        with pytest.raises(TypeError):
            simulate(feint.load("tower-siege"), **wrong)  # type: ignore[arg-type]


def test_interrupting_keeps_what_was_played() -> None:
    def stop(done: int) -> None:
        if done >= 5000:
            raise KeyboardInterrupt

    report = simulate(feint.load("tower-siege"), 2_000_000_000, seed=5, threads=2, progress=stop)
    assert 5000 <= report.games < 2_000_000_000
    assert report.interrupted
    whole = simulate(feint.load("tower-siege"), report.games, seed=5)
    assert replace(report, seconds=1, interrupted=False) == replace(whole, seconds=1)


def test_a_game_that_never_ends_is_told(tmp_path: Path) -> None:
    """It doesn't run for ever, where nothing can stop it."""
    folder = tmp_path / "urn"
    shutil.copytree(URN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (folder / "rules.py").read_text()
    assert "s.done = 1" in rules
    (folder / "rules.py").write_text(rules.replace("s.done = 1", "s.done = 0"))
    with pytest.raises(feint.FeintError, match="a game of urn ran for 10,000,000 steps: .* it may never end"):
        simulate(feint.load(folder), 10, seed=1)


SEATS = {"missile": "search:5", "laser": "perfect"}


@pytest.mark.parametrize(
    "seats",
    [SEATS, {"missile": "random:50%", "laser": "search:5"}, {"missile": "perfect:50%", "laser": "random"}],
    ids=lambda seats: " ".join(seats.values()),
)
def test_players_that_think_are_simulated_as_they_play(seats: dict[str, str]) -> None:
    """The same result whatever the number of processes, and that of matches between them."""
    game = feint.load("terminal-maneuver")
    reports = [replace(simulate(game, 20, seats, seed=12, threads=n), seconds=1) for n in (1, 2)]
    assert reports[0] == reports[1]
    assert reports[0].bots == seats
    players = {seat: player(game, who) for seat, who in seats.items()}
    wins, rounds = dict.fromkeys(game.seats, 0), []
    for number in range(20):
        seed = game_seed(12, number)
        match = game.start(seed=seed)
        while not match.over:
            match.play(match.pending[0], players[match.pending[0]].choose(match, match.pending[0], seed))
        rounds.append(match.round)
        for seat, score in match.scores.items():
            wins[seat] += score == 1
    assert reports[0].wins == wins
    assert reports[0].rounds_mean == sum(rounds) / 20
    assert (reports[0].rounds_min, reports[0].rounds_max) == (min(rounds), max(rounds))


def test_thinkers_and_rules_count_alike() -> None:
    """What the loop of rule bots counts is what is counted of players that are asked choice by choice."""
    game = feint.load("minefield-navigator", first="toss")
    compiled = simulate(game, 40, dict.fromkeys(game.seats, "random:50%"), seed=4)
    series = Series(Setting(game.for_simulation(), ("random:50%",) * 2, BASE), 4, paired=False)
    tally = _tally(play_shard(Shard(series, 0, 40)))
    assert tally[:2].tolist() == list(compiled.wins.values())
    assert tally[2 + simulation_loop.CHOICES] == compiled.choices
    assert tally[2 + simulation_loop.ROUNDS] / 40 == compiled.rounds_mean


@pytest.mark.parametrize("name", feint.game_names())
def test_careless_bots_choose_as_in_a_match(name: str) -> None:
    """`trader:50%`, compiled, makes each choice that `Careless` makes."""
    game = feint.load(name).for_simulation()
    games = 60 if game.rules.ACTIONS < 100 else 10
    careless = f"{simulation_bot(game)}:50%"
    report = simulate(game, games, dict.fromkeys(game.seats, careless), seed=21)
    who, choices = player(game, careless), 0
    wins = dict.fromkeys(game.seats, 0)
    for number in range(games):
        seed = game_seed(21, number)
        match = game.start(seed=seed)
        while not match.over:
            match.play(match.pending[0], who.choose(match, match.pending[0], seed))
            choices += 1
        for seat, score in match.scores.items():
            wins[seat] += score == 1
    assert report.wins == wins
    assert report.choices == choices


def test_interrupting_players_that_think_keeps_what_was_played() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    game, seats = feint.load("terminal-maneuver"), {"missile": "search:3", "laser": "random"}
    report = simulate(game, 1000, seats, seed=5, progress=stop)
    assert report.interrupted
    assert 0 < report.games < 1000
    whole = simulate(game, report.games, seats, seed=5)
    assert replace(report, seconds=1, interrupted=False) == replace(whole, seconds=1)
