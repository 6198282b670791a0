"""One row a game: compiled rows are those of games played choice by choice, and what a trial does to a seat."""

import numpy as np
import pytest

import feint
from feint.bots.players import player
from feint.core import CHANCE, state_queries
from feint.core.chance import game_seed
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab.game_rows import GameRows, PairedMatch, Simulator, metrics, row_names
from feint.lab.seating import seated
from feint.lab.simulation_loop import BAN, FORCE, GRANT, RESTRICT, Trial
from kit.lab import small_game


@pytest.fixture(scope="module")
def urn() -> Game:
    return feint.load(small_game())


def by_hand(game: Game, names: list[str], seed: int, games: int, paired: bool) -> list[list[int]]:
    """Rows of games that are played choice by choice."""
    capped, rows = game.for_simulation(), []
    players = [player(capped, name) for name in names]
    for number in range(games):
        own = game_seed(seed, number)
        match = PairedMatch(capped, own) if paired else capped.start(seed=own)
        while not match.over:
            seat = match.pending[0]
            match.play(seat, players[capped.seat_number(seat)].choose(match, seat, own))
        points = state_queries.points(capped, match.final_state())
        kinds: list[int] = []
        if capped.report is not None:
            counts = [0] * capped.report.COUNTS
            capped.report.tally(match.final_state(), points, counts)
            kinds = list(capped.report.named(counts).values())
        rows.append([*points, match.round, sum(step.seat != CHANCE for step in match.steps), *kinds])
    return rows


@pytest.mark.parametrize("paired", [False, True], ids=["unpaired", "paired"])
@pytest.mark.parametrize("name", feint.game_names())
def test_compiled_rows_are_those_of_games_played_by_hand(name: str, paired: bool) -> None:
    """Careless players choose as in a match, too."""
    game = feint.load(name)
    names = list(seated(game, {}).values())
    names[1] = f"{names[1]}:60%"
    games = 60 if game.rules.ACTIONS < 100 else 8
    rows = Simulator(game, names).rows(17, 0, games, paired=paired)
    assert rows.numbers.tolist() == by_hand(game, names, 17, games, paired)


def test_rows_depend_on_their_number_alone(urn: Game) -> None:
    simulator = Simulator(urn, ["keeper", "random"])
    whole = simulator.rows(5, 0, 2500)
    part = simulator.rows(5, 1700, 300)
    assert (whole.numbers[1700:2000] == part.numbers).all()
    assert (whole.totals >= part.totals).all()
    assert (simulator.rows(6, 0, 2500).numbers != whole.numbers).any()
    assert simulator.rows(5, 0, 0).games == 0


def test_kinds_of_games_are_those_that_the_report_names(urn: Game) -> None:
    rows = Simulator(urn, ["keeper", "random"]).rows(5, 0, 400)
    assert row_names(urn) == ["left", "right", "rounds", "choices", "left has green", "left has a colour"]
    found = metrics(urn, rows)
    assert found["left has green"].sum() == rows.totals[3]
    assert found["left has a colour"].sum() == rows.totals[2] + rows.totals[3]
    assert 0 < rows.totals[3] < rows.totals[2]
    assert (found["left"] + found["right"] == 1).all()


def test_games_without_a_result() -> None:
    """Nobody scores in them; where a match has to be shared out, all seats have the same."""
    rows = GameRows(3, np.array([[0, 0, 0, 4, 9], [1, 0, 1, 4, 9], [0, 2, 0, 4, 9]]), np.zeros(0))
    assert rows.points.tolist() == [[0, 0, 0], [0.5, 0, 0.5], [0, 1, 0]]
    assert rows.shares_of([0]).tolist() == pytest.approx([1 / 3, 0.5, 0])
    assert rows.shares_of([0, 2]).tolist() == pytest.approx([2 / 3, 1, 0])


def test_the_same_luck_under_another_setting(urn: Game) -> None:
    """Paired, who plays makes no difference to the balls that are drawn; nor do they differ with a trial."""
    one, other = (Simulator(urn, [name, "random"]) for name in ("keeper", "fool"))
    before, after = one.rows(9, 0, 500), other.rows(9, 0, 500)
    assert (before.points[:, 0] + after.points[:, 0] == 1).all(), "one holds what the other swaps"


@pytest.mark.parametrize(
    ("trial", "swaps"),
    [
        (Trial(FORCE, 0), True),
        (Trial(BAN, 0), False),
        (Trial(RESTRICT, 0), False),
        (Trial(RESTRICT, 1), True),
    ],
    ids=["force", "ban", "never swaps", "never holds"],
)
def test_a_trial_is_of_the_seats_in_turn(urn: Game, trial: Trial, swaps: bool) -> None:
    """Only left chooses, so games of odd numbers, in which it is right's turn to be tried, stay as they are."""
    simulator = Simulator(urn, ["keeper", "random"])
    plain, tried = simulator.rows(3, 0, 600), simulator.rows(3, 0, 600, trial)
    assert (plain.numbers[1::2] == tried.numbers[1::2]).all()
    always = [Simulator(urn, [name, "random"]).rows(3, 0, 600) for name in ("keeper", "fool")]
    # With a red ball, keeper swaps and fool holds; otherwise the other way round. One of the two did what is tried.
    best = np.maximum(always[0].points[::2, 0], always[1].points[::2, 0])
    worst = np.minimum(always[0].points[::2, 0], always[1].points[::2, 0])
    assert ((tried.points[::2, 0] == best) | (tried.points[::2, 0] == worst)).all()
    assert (tried.numbers[::2] != plain.numbers[::2]).any()
    opposite = simulator.rows(3, 0, 600, Trial(RESTRICT, 0 if swaps else 1))
    assert (tried.points[::2, 0] + opposite.points[::2, 0] == 1).all(), "holding wins where swapping loses"


def test_a_grant_changes_the_first_state(urn: Game) -> None:
    rows = Simulator(urn, ["keeper", "random"]).rows(3, 0, 10, Trial(GRANT, 0))
    assert rows.rounds.tolist() == [5, 6] * 5


def test_a_restriction_that_leaves_nothing_is_none(urn: Game) -> None:
    simulator = Simulator(urn, ["keeper", "random"])
    assert (simulator.rows(3, 0, 50, Trial(RESTRICT, 3)).numbers == simulator.rows(3, 0, 50).numbers).all()


def test_a_restriction_sees_what_its_seat_sees(urn: Game) -> None:
    """It forbids to swap a red ball if the other ball can't be seen: to left it never can."""
    tried = Simulator(urn, ["keeper", "random"]).rows(3, 0, 400, Trial(RESTRICT, 2))
    held = Simulator(urn, ["keeper", "random"]).rows(3, 0, 400, Trial(RESTRICT, 0))
    assert (tried.numbers == held.numbers).all(), "keeper swaps nothing but red balls"


def test_players_that_think_are_not_tried(urn: Game) -> None:
    with pytest.raises(FeintError, match="experiments on one seat take bots that are rules"):
        Simulator(feint.load("terminal-maneuver"), ["search:2", "random"]).rows(1, 0, 2, Trial(RESTRICT, 0))
