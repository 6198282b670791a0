"""The bot `search`: it sees what its seat may see, plays as its seed says, finds what is right, and mixes where it must."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import feint
from feint.bots import bots_of, choose, random, search
from feint.bots.coach import costs, judge
from feint.bots.ismcts import DONE, IN_TURN, follow_tree
from feint.bots.search import Search, SearchTree
from feint.bots.thinking_time import LEAST_SHARE, SECONDS, ThinkingTime, choices_made, read_thinking_time
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.solve import advise, solve
from kit.games import URN, random_match, redealt

MOMENTS = {  # steps of random matches after which someone chooses, with something hidden from it where there is
    "dark-frontier": (3, 5, 14),
    "minefield-navigator": (1, 4),
    "space-goats": (16, 40, 90),
    "terminal-maneuver": (0, 1, 3),
    "tower-siege": (0, 7),
}


def moments(name: str) -> list[tuple[Match, str]]:
    game = feint.load(name).for_simulation()
    found = []
    for seed, most in enumerate(MOMENTS[name], 5):
        match = random_match(game, seed, most)
        if not match.over:
            found.append((match, max(match.pending, key=lambda seat: len(match.legal(seat)))))
    return found


@pytest.mark.parametrize("name", feint.game_names())
def test_it_looks_at_nothing_that_is_hidden(name: str) -> None:
    """A match whose secrets are dealt anew gets the same answer; the same seed gives it again, another needn't."""
    for match, seat in moments(name):
        bot, number = Search(match.game, "search:600"), match.game.seat_number(seat)
        answer, text = bot.action_values(match, seat, 11), bot.choose(match, seat, 11)
        for word in (1, 2**40, 2**63 + 5):
            twin = redealt(match, number, word)
            assert bot.action_values(twin, seat, 11) == answer
            assert bot.choose(twin, seat, 11) == text
        assert bot.action_values(match, seat, 11) == Search(match.game, "search:600").action_values(match, seat, 11)
        assert [found.text for found in answer] == match.legal(seat)
        assert sum(found.chance for found in answer) == pytest.approx(1)
        assert all(0 <= found.low <= 1 for found in answer)


def test_a_choice_that_cannot_change_is_made_at_once() -> None:
    """It is the choice that all iterations would have come to, and some are spared."""
    game = feint.load("minefield-navigator").for_simulation()
    bot, spared = Search(game, "search:2000"), 0
    for seed in range(20):
        match = random_match(game, seed, 3 + seed % 4)
        if match.over or len(match.legal(match.pending[0])) < 2:
            continue
        text = bot.choose(match, match.pending[0], 1)
        spared += 2000 - bot.iterations
        tried = bot.visits(match, match.pending[0], 1)
        assert bot.iterations == 2000
        assert text == max(tried, key=lambda choice: tried[choice])
    assert spared > 0


@pytest.mark.parametrize("name", feint.game_names())
def test_whole_games_are_legal(name: str) -> None:
    """`play` refuses what isn't legal; whoever chooses at once is asked in any order."""
    game = feint.load(name).for_simulation()
    bot = Search(game, "search:5")
    for seed in range(2):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[seed % len(match.pending)]
            match.play(seat, bot.choose(match, seat, seed))
        assert sum(match.exact_scores.values()) == 1


def test_five_goats_at_a_table() -> None:
    game = feint.load("space-goats", players=5).for_simulation()
    match = random_match(game, 3, 60)
    seat = match.pending[0]
    answer = Search(game, "search:40").action_values(match, seat, 1)
    assert answer == Search(game, "search:40").action_values(redealt(match, game.seat_number(seat), 77), seat, 1)


# What others have chosen in secret.


def test_a_secret_choice_of_another_makes_no_difference() -> None:
    """The answer is the same whatever the laser has laid, and if it hasn't laid anything yet."""
    game = feint.load("terminal-maneuver")
    bot, match = Search(game, "search:300"), game.start(seed=1)
    answer = bot.action_values(match, "missile", 4)
    for guess in (0, 3):
        laid = game.start(seed=1)
        laid.play("laser", f"guess {guess}")
        assert bot.action_values(laid, "missile", 4) == answer


def test_own_secret_choices_are_kept_in_dark_frontier() -> None:
    """The second of two dials is chosen for the first as it is set, whoever sets them first."""
    game = feint.load("dark-frontier").for_simulation()
    match = random_match(game, 2, 3)
    assert match.pending == ("defender", "attacker")
    match.play("defender", "turn +1")
    match.play("attacker", "turn -1")
    before = match.at(len(match.steps))
    match.play("defender", "burn 1")
    start, made = search.before_choices_at_once(match, 1)
    assert made == [0, 1]
    assert (start.dials, start.dial_turn, start.ready) == ([0, 1], [0, -1], 0)
    bot = Search(game, "search:30")
    assert bot.action_values(match, "attacker", 9) == bot.action_values(before, "attacker", 9)


# Strength.


@pytest.mark.parametrize(
    ("name", "least"), [("tower-siege", 57), ("minefield-navigator", 33), ("terminal-maneuver", 40)]
)
def test_it_beats_random(name: str, least: int) -> None:
    """In 60 games; mines and dice leave something to luck."""
    game = feint.load(name).for_simulation()
    bot, won = Search(game, "search:200"), 0.0
    for seed in range(60):
        mine = game.seats[seed % 2]
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[0]
            match.play(seat, bot.choose(match, seat, seed) if seat == mine else choose(match, seat, random, seed))
        won += match.scores[mine]
    assert won >= least


def test_it_takes_the_win() -> None:
    match = feint.load("tower-siege").start(seed=1)
    for seat, choice in (("P1", "3"), ("P2", "2"), ("P1", "3"), ("P2", "2"), ("P1", "2"), ("P2", "2")):
        match.play(seat, choice)
    assert Search(match.game, "search:100").choose(match, "P1", 3) == "2", "to the tower, at 10"
    match = feint.load("minefield-navigator", steps=4, mines=1, detectors=1).start(chance=["mines 4"])
    match.play("player1", "scan 4")
    match.play("player2", "move")
    match.play("player1", "move")
    match.play("player2", "move")
    assert match.pending == ("player1",)
    best = Search(match.game, "search:300").action_values(match, "player1", 3)
    assert max(best, key=lambda found: found.chance).text == "move"


@pytest.mark.parametrize(
    ("name", "iterations", "least"),
    [("tower-siege", 30_000, 10), ("minefield-navigator", 2_000_000, 12), ("terminal-maneuver", 1_000_000, 5)],
)
def test_values_are_near_the_exact_ones(name: str, iterations: int, least: int) -> None:
    """Of every choice whose value is told. Where it isn't, the interval holds it, and nothing costs less than is said."""
    game = feint.load(name)
    solution, told = solve(game), 0
    for seed in (2, 3, 5, 8, 9, 11, 12, 14):
        match = next(found for most in (seed, 3, 2, 1, 0) if (found := random_match(game, seed, most)).pending)
        seat = max(match.pending, key=lambda seat: len(match.legal(seat)))
        exact = {one.text: (one.lower + one.upper) / 2 for one in advise(solution, match).choices[seat]}
        values = Search(game, f"search:{iterations}").action_values(match, seat, 1)
        for one, cost in zip(values, costs(values), strict=True):
            where = f"{match.record()}: {one}, exactly {exact[one.text]}"
            told += one.close
            assert one.examined or not one.close
            assert not one.close or abs((one.low + one.high) / 2 - exact[one.text]) <= 0.03, where
            assert one.low <= exact[one.text] <= one.high, where
            assert (cost or 0.0) <= max(exact.values()) - exact[one.text] + 1e-9, where
    assert told >= least


def test_what_is_hardly_tried_is_not_judged() -> None:
    """A choice that few iterations came to is worth anything, as far as is known; and with more it is known."""
    game = feint.load("minefield-navigator")
    match = game.start(seed=2)
    hasty = Search(game, "search:60").action_values(match, "player1", 1)
    assert not any(one.examined for one in hasty)
    assert {(one.low, one.high) for one in hasty} == {(0.0, 1.0)}
    assert sum(one.chance for one in hasty) == 1
    asked = "scan 1"  # the worst
    patient = Search(game, "search:20000").action_values(match, "player1", 1, asked)
    known = {one.text for one in patient if one.examined}
    assert asked in known, "whatever it is worth"
    assert len(known) < len(patient)
    assert all(0 <= one.low <= one.high <= 1 for one in patient)


def test_choices_in_dark_frontier_are_judged() -> None:
    """Where there are dozens of choices: the one that was made, and the best one that was found."""
    judged = []
    for match, seat in moments("dark-frontier"):
        if len(legal := match.legal(seat)) > 1:
            judged += [judge(Search(match.game, "search:5000"), match, seat, made, 1) for made in (legal[0], legal[-1])]
    assert len(judged) > 2
    assert all(one.worth.examined and one.chance is not None for one in judged)


def test_two_answers_that_are_about_as_good_share_what_comes() -> None:
    """So the value doesn't jump when they change places; what was only tried hardly counts."""

    def share_of_first(*visits: float) -> float:
        edges = [SimpleNamespace(visits=visited, cumulative_strategy=0.0) for visited in visits]
        node = SimpleNamespace(first=0, count=len(edges), kind=IN_TURN)
        words = np.linspace(0, 1, 1000, endpoint=False)
        return float(np.mean([follow_tree(node, edges, np.zeros(len(edges)), at) == 0 for at in words]))

    assert abs(share_of_first(51, 49) - share_of_first(49, 51)) < 0.1
    assert share_of_first(90, 10) > 0.99
    assert share_of_first(1, 0, 0) == 1


def test_what_is_known_to_be_worse_is_no_part_of_a_mixture() -> None:
    game = feint.load("terminal-maneuver")
    match = game.start(seed=1)
    for one in Search(game, "search:40000").action_values(match, "missile", 1):
        assert one.chance == 0 or one.behind == 0
    assert search._without([False, True, False], [0.5, 0.25, 0.25]) == [pytest.approx(2 / 3), 0, pytest.approx(1 / 3)]
    assert search._without([True, True], [0.5, 0.5]) == [0.5, 0.5]


@pytest.mark.parametrize("seat", ["missile", "laser"])
def test_it_mixes(seat: str) -> None:
    """Terminal Maneuver's first burn and first guess, near what is optimal; and each is chosen so often."""
    game = feint.load("terminal-maneuver")
    match = game.start(seed=1)
    optimal = [float(choice.chance) for choice in advise(solve(game), match).choices[seat]]
    mixture = list(Search(game, "search:300000").visits(match, seat, 2).values())
    assert np.abs(np.array(mixture) - optimal).max() < 0.1
    bot = Search(game, "search:500")
    chosen = Counter(bot.choose(match, seat, seed) for seed in range(60))
    assert len(chosen) > 1


# Room, threads, thinking times.


def test_thinking_can_be_given_up() -> None:
    """Between two parts of it, whether it has seconds or iterations; and the parts make no difference."""
    match = feint.load("tower-siege").start(seed=1)
    whole, parts = Search(match.game, "search:9000"), []
    chosen = whole.visits(match, "P1", 3)
    for thinking in ("search:1000000000", "search:3600s"):
        bot = Search(match.game, thinking)

        def enough() -> None:
            parts.append(1)
            if len(parts) % 5 == 0:
                raise InterruptedError

        bot.between_parts = enough
        with pytest.raises(InterruptedError):
            bot.choose(match, "P1", 3)
    assert len(parts) == 10
    assert sum(chosen.values()) == pytest.approx(1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MOST_A_PART", 10**9)
        assert Search(match.game, "search:9000").visits(match, "P1", 3) == chosen


def test_room_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = feint.load("tower-siege")
    match = game.start(seed=1)
    answer = Search(game, "search:3000").visits(match, "P1", 5)
    monkeypatch.setattr(search, "FIRST_ROOM", 4)
    assert Search(game, "search:3000").visits(match, "P1", 5) == answer
    monkeypatch.setattr(search, "MOST_EDGES", 64)
    kept_small = Search(game, "search:3000")
    tried = kept_small.visits(match, "P1", 5)
    assert kept_small.iterations == 3000
    assert max(tried, key=lambda choice: tried[choice]) == "3"


def test_threads_grow_trees_of_their_own() -> None:
    game = feint.load("tower-siege")
    match = game.start(seed=1)
    two = Search(game, "search:2001", threads=2)
    answer = two.visits(match, "P1", 5)
    assert two.iterations == 2001
    assert answer == two.visits(match, "P1", 5)
    assert sum(answer.values()) == pytest.approx(1)
    with pytest.raises(FeintError, match="threads=0 is too small"):
        Search(game, "search", threads=0)


def test_no_choice_needs_no_thought() -> None:
    match = feint.load("terminal-maneuver", fuel=0).start(seed=1)
    bot = Search(match.game, "search:1000")
    assert bot.choose(match, "missile", 1) == "burn 0"
    assert bot.iterations == 0


@pytest.mark.parametrize(
    ("name", "rulings", "choice", "thinks"),
    [("space-goats", {"players": 2}, "no answer", {True, False}), ("dark-frontier", {"radius": 8}, "done", {False})],
)
def test_an_only_choice_takes_as_long_as_any(
    name: str, rulings: dict[str, int], choice: str, thinks: set[bool]
) -> None:
    """SG-Q19: else all would know who can't answer a rocket. What everyone sees to be the only choice needs no time."""
    game = feint.load(name, **rulings)
    bot, policy = Search(game, "search:0.01s"), bots_of(game)["random"]
    thought = set()
    for seed in range(8):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[0]
            if match.legal(seat) == [choice]:
                assert bot.choose(match, seat, seed) == choice
                assert (bot.iterations == 0) == game.need_not_ask(match.view(None), alone=False)
                thought.add(bot.iterations > 0)
            match.play(seat, choose(match, seat, policy, seed))
    assert thought == thinks


def test_thinking_times() -> None:
    assert read_thinking_time("search:5000") == ThinkingTime(iterations=5000)
    assert read_thinking_time("search:2s") == ThinkingTime(seconds=2)
    assert read_thinking_time("search:0.25s") == ThinkingTime(seconds=0.25)
    assert read_thinking_time("search") == ThinkingTime(seconds=SECONDS)
    assert [str(read_thinking_time(text)) for text in ("search:5000", "search:0.5s")] == ["search:5000", "search:0.5s"]
    for wrong in ("", "search:", "search:2m", "search:-1", "find", "search:1e3", "search: 5"):
        with pytest.raises(FeintError, match="search:2s or search:5000"):
            read_thinking_time(wrong)
    for wrong in ("search:0", "search:9999999999", "search:0s", "search:99999s"):
        with pytest.raises(FeintError, match="can't be: search"):
            read_thinking_time(wrong)


def test_seconds_are_for_a_whole_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many choices a decision takes, together they have hardly more than the time; the first has most of it."""
    given: list[float] = []
    monkeypatch.setattr(search.SearchTree, "grow_for", lambda tree, seconds: (tree.run(1), given.append(seconds)))
    game = feint.load("dark-frontier")
    bot, policy = Search(game, "search:3s"), list(bots_of(game).values())[-1]
    decisions: dict[str, list[list[float]]] = {seat: [] for seat in game.seats}
    match = game.start(seed=3)
    while not match.over:
        seat = match.pending[0]
        given.clear()
        bot.choose(match, seat, 1)
        if not choices_made(match, seat):
            decisions[seat].append([])
        decisions[seat][-1] += given
        match.play(seat, choose(match, seat, policy, 3))
    told = [taken for seat in game.seats for taken in decisions[seat] if taken]
    assert max(map(len, told)) > 5
    for taken in told:
        assert sum(taken) <= 3 * (1 + LEAST_SHARE * len(taken))
        assert taken == sorted(taken, reverse=True)
        assert len(taken) == 1 or taken[0] > sum(taken[1:])


def test_seconds_are_filled_with_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which a look at it takes as long as a part is to take, and nothing else takes any time."""
    looks = iter(range(100))
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=lambda: next(looks) * search.SECONDS_A_PART))
    bot = Search(feint.load("tower-siege"), f"search:{20 * search.SECONDS_A_PART:g}s")
    bot.choose(bot.game.start(seed=1), "P1", 1)
    assert next(looks) > 10
    assert bot.iterations > 5 * search.FIRST_PART


def test_it_can_be_compiled_before_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_compiled", {})
    bot = Search(feint.load("tower-siege"))
    assert not bot.is_compiled
    bot.compile()
    assert bot.is_compiled


def test_shares_of_choices_add_up_without_what_was_only_tried() -> None:
    bot, tried = Search(feint.load("tower-siege")), np.array([900.0, 80.0, 20.0])
    tree: Any = SimpleNamespace(root_edges=lambda numbers: np.array([tried, tried]))
    assert bot._shares([tree], [0, 1, 2], at_once=False).tolist() == [0.9, 0.08, 0.02]
    assert bot._shares([tree], [0, 1, 2], at_once=True).tolist() == pytest.approx([0.9 / 0.98, 0.08 / 0.98, 0.0])


@pytest.mark.parametrize("name", feint.game_names())
def test_time_tells_nothing(name: str) -> None:
    """What a choice gets is the same whatever the seat holds, and whatever others have chosen in secret."""
    for match, seat in moments(name):
        for other in match.game.seats:
            for word in (1, 2**63 + 5):
                twin = redealt(match, match.game.seat_number(other), word)
                assert choices_made(twin, seat) == choices_made(match, seat)


def test_what_a_decision_is() -> None:
    """Two dials are one, also if the other sets one in between; what follows their reveal is another."""
    match = random_match(feint.load("dark-frontier"), 2, 3)
    assert (choices_made(match, "defender"), choices_made(match, "attacker")) == (0, 0)
    match.play("defender", "turn +1")
    match.play("attacker", "turn -1")
    assert (choices_made(match, "defender"), choices_made(match, "attacker")) == (1, 1)
    match.play("attacker", "burn 1")
    match.play("defender", "burn 1")
    seat = match.pending[0]
    assert choices_made(match, seat) == 0, "the dials are open now"
    match.play(seat, match.legal(seat)[0])
    assert choices_made(match, match.pending[0]) == (match.pending[0] == seat)


def test_what_it_refuses() -> None:
    with pytest.raises(FeintError, match="has secrets and no redeal in its rules.py"):
        Search(feint.load(URN))
    bot = Search(feint.load("tower-siege"), "search:10")
    with pytest.raises(FeintError, match="can't play"):
        bot.action_values(feint.load("tower-siege", cards=3).start(seed=1), "P1", 1)
    with pytest.raises(FeintError, match="P2 owes no choice now"):
        bot.action_values(bot.game.start(seed=1), "P2", 1)


def a_tree(thinking: str, threads: int = 1, thread: int = 0) -> tuple[SearchTree, list[float]]:
    """A tree that only notes how long it is to grow: 30 iterations fit into any time."""
    tree, grown = object.__new__(SearchTree), []
    tree.search, tree.thread = SimpleNamespace(thinking=read_thinking_time(thinking), threads=threads), thread
    tree.used = np.zeros(3, np.int64)

    def grow(seconds_or_last: float) -> None:
        grown.append(seconds_or_last)
        tree.used[DONE] = seconds_or_last if tree.search.thinking.seconds is None else 30

    tree.grow_for = tree.run = grow
    return tree, grown


def test_what_is_left_after_a_share_of_the_time() -> None:
    """Of iterations the rest; of seconds, as many iterations as would fit into the rest."""
    tree, grown = a_tree("search:2s")
    assert (tree.grow_before(0.25), grown) == (90, [0.5])
    tree, grown = a_tree("search:1000")
    assert (tree.grow_before(0.25), grown) == (750, [250])


def test_threads_share_iterations() -> None:
    for thread, last in ((0, 4), (1, 3), (2, 3)):
        tree, grown = a_tree("search:10", 3, thread)
        tree.grow()
        assert grown == [last]


def test_it_plays_the_game_that_it_was_made_for() -> None:
    match = feint.load("space-goats").start(seed=1)
    with pytest.raises(FeintError, match="this search is for .*tower-siege.*, and can't play"):
        Search(feint.load("tower-siege"), "search:10").choose(match, match.pending[0], 1)
