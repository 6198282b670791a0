"""Opponents that play right, the coach, and tournaments."""

import json
import re
import tomllib
from fractions import Fraction
from math import log, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.bots.coach import judge, review, summary
from feint.bots.levels import LEVELS, default_level, levels, rating
from feint.bots.perfect import Perfect
from feint.bots.players import adviser, check_player, player, player_names, preparation, resolve
from feint.bots.values import ActionValue, not_examined
from feint.core import tree_size
from feint.core.chance import game_seed
from feint.core.game import Game
from feint.core.match import Match
from feint.lab.tournament import Pairing, rate, run_tournament
from feint.solve import solve
from feint.terminal.coach import Coach, summary_lines
from kit.games import URN, random_match, redealt
from kit.paths import EXAMPLE_GAMES
from kit.terminal import Person, at_one_keyboard, run


def played(game: Game, seats: dict[str, str], seed: int) -> Match:
    """A match between players, to its end."""
    players = {who: player(game, who) for who in set(seats.values())}
    match = game.for_simulation().start(seed=seed)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, players[seats[seat]].choose(match, seat, seed))
    return match


# Perfect.

SMALL = [
    ("terminal-maneuver", {}),
    ("terminal-maneuver", {"fuel": 10}),
    ("minefield-navigator", {"steps": 6, "mines": 2}),
    ("minefield-navigator", {"steps": 5, "mines": 1, "occupancy": "blocked"}),
]


@pytest.mark.parametrize(("name", "rulings"), SMALL)
def test_perfect_against_perfect_gets_the_value(name, rulings):
    """In the long run, within four standard errors."""
    game = feint.load(name, **rulings)
    value, games = float(solve(game).exact), 1000
    bot = Perfect(game)
    won = Fraction(0)
    for number in range(games):
        match = game.start(seed=game_seed(5, number))
        while not match.over:
            seat = match.pending[0]
            match.play(seat, bot.choose(match, seat, number))
        won += match.exact_scores[game.seats[0]]
    assert float(won) / games == pytest.approx(value, abs=4 * sqrt(max(value * (1 - value), 0.001) / games))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("other", ["random", "first choice", "last choice"])
def test_nobody_gets_more_than_the_value_against_perfect(seat, other):
    """From both seats and against several opponents: perfect gets its value at least, but for luck."""
    game = feint.load("terminal-maneuver")
    value, games, bot = float(solve(game).exact), 600, Perfect(game)
    value = value if seat == 0 else 1 - value
    won = Fraction(0)
    for number in range(games):
        match = game.start(seed=game_seed(9, number))
        while not match.over:
            who = match.pending[0]
            if who == game.seats[seat]:
                choice = bot.choose(match, who, number)
            elif other == "random":
                choice = player(game, "random").choose(match, who, number)
            else:
                choice = match.legal(who)[0 if other == "first choice" else -1]
            match.play(who, choice)
        won += match.exact_scores[game.seats[seat]]
    assert float(won) / games > value - 4 * sqrt(value * (1 - value) / games)


def test_perfect_beats_random_at_tower_siege():
    """TS-Q4: also in a match that programs play, which has a turn limit that the solved game doesn't have."""
    game = feint.load("tower-siege", length=5, cards=3, stride=2)
    won = {"P1": 0, "P2": 0}
    for seed in range(60):
        for seat, other in (("P1", "P2"), ("P2", "P1")):
            won[seat] += played(game, {seat: "perfect", other: "random"}, seed).scores[seat]
    assert won["P1"] > 50
    assert won["P2"] > 40


def test_perfect_mixes_as_it_should():
    """Over many seeds each choice comes as often as the solution says."""
    game = feint.load("terminal-maneuver")
    bot, match = Perfect(game), game.start(seed=1)
    chances = bot.chances(match, "missile")
    counts = [0] * len(chances)
    for seed in range(4000):
        counts[match.legal("missile").index(bot.choose(match, "missile", seed))] += 1
    for count, chance in zip(counts, chances, strict=True):
        assert count / 4000 == pytest.approx(chance, abs=4 * sqrt(max(chance * (1 - chance), 1e-6) / 4000))


@given(seed=st.integers(0, 500), word=st.integers(0, 2**64 - 1), most=st.integers(0, 12))
@settings(max_examples=40)
def test_perfect_knows_no_secret(seed, word, most):
    """TM-R7: whatever the other has laid, and wherever the mines are, the same seed chooses the same."""
    for name, rulings in (("terminal-maneuver", {}), ("minefield-navigator", {"steps": 6, "mines": 2})):
        game = feint.load(name, **rulings)
        match = random_match(game, seed, most)
        for seat in match.pending if not match.over else ():
            twin = redealt(match, game.seat_number(seat), word)
            assert player(game, "perfect").choose(match, seat, 3) == player(game, "perfect").choose(twin, seat, 3)


def test_who_can_play():
    assert player_names(feint.load("tower-siege")) == ["random", "perfect", "search"]
    assert player_names(feint.load("space-goats")) == ["random", "miser", "trader", "learned", "search"]
    assert player_names(feint.load(URN)) == ["random", "perfect"]  # nobody can deal its balls anew
    with pytest.raises(
        feint.FeintError, match="there is no player called deep-blue here; there are beginner, club, .*random, perfect"
    ):
        player(feint.load("tower-siege"), "deep-blue")
    with pytest.raises(feint.FeintError, match="search:often can't be read"):
        player(feint.load("tower-siege"), "search:often")
    with pytest.raises(feint.FeintError, match="perfect"):
        player(feint.load("space-goats"), "perfect")


# The coach.


@pytest.mark.parametrize(("name", "rulings"), SMALL)
def test_right_choices_cost_nothing_and_none_gains(name, rulings):
    """What the equilibrium itself would choose costs nothing; no choice has a negative cost; costs are the solver's."""
    game = feint.load(name, **rulings)
    coach = adviser(game, "perfect")
    for seed in range(6):
        match = random_match(game, seed)
        for number, step in enumerate(match.steps):
            before, seat = match.at(number), match.who(step)
            if seat not in game.seats:
                continue
            weighed = coach.action_values(before, seat, 0)
            best = max(choice.low for choice in weighed)
            for choice in weighed:
                cost = judge(coach, before, seat, choice.text, 0).cost
                assert cost >= 0
                assert cost == pytest.approx(best - choice.high, abs=1e-6)
                if choice.chance > 0:
                    assert cost == 0


def test_costs_where_play_may_never_end():
    game = feint.load("tower-siege", length=4, cards=3, stride=2)
    coach = adviser(game, "perfect")
    match = game.start(seed=1)
    assert judge(coach, match, "P1", "rest", 0).cost > 0.5  # who waits gives the first move away
    match.play("P1", "2")
    match.play("P2", "rest")
    assert judge(coach, match, "P1", "2", 0).cost == 0  # reaches the tower


def test_a_review_finds_the_costliest_choice():
    """Burning nothing in the last round with enough fuel to be safe is a mistake, and the worst one."""
    match = feint.load("terminal-maneuver", fuel=9).start(seed=1)
    for burn in (1, 1, 1, 0, 0):
        match.play("laser", "guess 6")
        match.play("missile", f"burn {burn}")
    assert match.over
    judged = review(adviser(match.game, "perfect"), match, ["missile"], 0)
    assert [one.choice for one in judged] == ["burn 1", "burn 1", "burn 1", "burn 0", "burn 0"]
    found = summary("missile", judged)
    assert found.costliest[0].step == 10
    assert found.costliest[0].right[0].text == "burn 6"
    assert found.mean_cost == pytest.approx(sum(one.cost for one in judged) / 5)


def test_coach_at_the_terminal(tmp_path):
    person = Person(
        "play", "terminal-maneuver", "--seat", "laser=perfect", "--coach", "--seed", "5", "--rule", "fuel=20"
    )
    person.types("(0-2): ", "hint")
    person.types("(0-2): ", "2")
    person.types("(0-3): ", "3")
    person.types("(0-4): ", "4")
    person.types("(0-5): ", "5")
    person.types("(0-6): ", "0")
    assert person.leaves() == 0
    assert "Best: burn 2. With best play from there, you win 100.0%." in person.screen
    assert "Coach: burn 2 is best." in person.screen
    assert "Coach: burn 0 costs " in person.screen
    assert ". Best: burn 6." in person.screen
    assert "missile: 5 real choices, " in person.screen
    assert "points   best" in person.screen


def test_a_coach_says_what_it_does_not_know():
    """TS-Q1: under `facing` nobody can force anything; that is said, and no choice is blamed."""
    said = run(
        "play", "tower-siege", "--rule=track=facing", "--rule=length=5", "--rule=cards=2", "--seat", "P2=random",
        "--seed=3", "--coach", typed="hint\n2\nquit\n",
    ).stdout  # fmt: skip
    assert "Best: move 1. With best play from there, you win 0.0 to 100.0%." in said
    assert "Coach: rest may be as good as move 1; nothing shows that it is worse." in said


def test_choices_that_were_taken_back_are_not_held_against_anyone():
    match = feint.load("tower-siege", length=4, cards=3, stride=2).start(seed=2)
    coach = Coach(match, "P1", 1)
    assert coach.comment(match, "rest").startswith("rest costs at least 98.")
    match.play("P1", "rest")
    assert "rest" in "".join(coach.summary(match))
    match.undo()
    assert coach.comment(match, "2") == "move 2 is best."
    match.play("P1", "2")
    assert coach.summary(match) == [
        "P1: 1 real choice, 0.0 points given away per choice on average.",
        "No mistakes.",
    ]


def test_half_a_solution_does_not_pass_for_one(monkeypatch):
    """Interrupted while it prepares itself, perfect doesn't play; out of time, it says so."""
    from dataclasses import replace

    from feint.bots import perfect
    from feint.solve.bounds import INTERRUPTED, TIME

    game = feint.load("tower-siege", length=3, cards=3, stride=2)
    whole = solve(game, gap=0.5, keep=False)
    monkeypatch.setattr(perfect, "solve", lambda game, progress, **_limits: replace(whole, reached=INTERRUPTED))
    with pytest.raises(KeyboardInterrupt):
        Perfect(game)
    monkeypatch.setattr(perfect, "solve", lambda game, progress, **_limits: replace(whole, reached=TIME))
    assert "There was not enough time to solve the game: its bounds are " in Perfect(game).warning
    monkeypatch.setattr(perfect, "solve", lambda game, progress, **_limits: whole)
    assert Perfect(game).warning == ""


def test_a_coach_that_searches():
    """Where there are only estimates, what it would choose itself costs nothing, and nothing costs less than that."""
    game = feint.load("minefield-navigator", steps=6, mines=2)
    coach = adviser(game, "search:40000")
    match = game.start(seed=4)
    weighed = coach.action_values(match, "player1", 1)
    [best] = [choice for choice in weighed if choice.chance]
    assert best.chance == 1
    for choice in weighed:
        judged = judge(coach, match, "player1", choice.text, 1)
        assert judged.worth.examined or choice.text != best.text
        assert judged.cost >= 0
        assert judged.cost == 0 or choice.text != best.text


class Coarse:
    """An adviser who knows what is worse, but not closely what anything is worth; and hasn't looked at the last choice."""

    def action_values(self, match, seat, seed, asked=None):
        best, *others, last = match.legal(seat)
        worse = [ActionValue(other, 0.0, 0.1, 0.6, close=False, behind=0.125) for other in others]
        return [ActionValue(best, 1.0, 0.3, 0.7, close=False), *worse, not_examined(last, 0.0)]


def test_a_coach_that_knows_only_what_is_worse():
    """It tells no winning chance that may be nearly anything; and what nothing shows to be worse costs nothing."""
    match = feint.load("tower-siege").start(seed=1)
    coach = Coach(match, "P1", 1)
    coach.adviser = Coarse()
    assert match.legal("P1") == ["1", "2", "3", "rest"]
    hint = "move 1 looks best, but it isn't clear how often you win from there. 1 other choice was not examined."
    assert coach.hint(match) == hint
    assert coach.comment(match, "1") == "move 1 looks best."
    assert coach.comment(match, "2") == "move 2 costs at least 12.5 points. Best: move 1."
    assert coach.comment(match, "rest").startswith("rest was not examined: ")
    made = [judge(coach.adviser, match, "P1", choice, 1) for choice in ("1", "2", "rest")]
    assert summary_lines(match, "P1", made)[0] == (
        "P1: 3 real choices (1 not examined), at least 6.2 points given away per choice on average."
    )
    assert summary_lines(match, "P1", made[:1]) == ["P1: 1 real choice.", "No clear mistakes."]
    assert [one.to_json()["worth"] for one in made] == [None] * 3
    assert [one.cost for one in made] == [0, 0.125, None]


def test_a_coach_that_had_no_time():
    """It says so, and blames nobody: not in a hint, a comment or a summary, nor for programs."""
    game = feint.load("minefield-navigator", steps=6, mines=2)
    match = game.start(seed=4)
    coach = Coach(match, "player1", 1)
    coach.adviser = adviser(game, "search:40")
    assert coach.hint(match).endswith(": there wasn't enough time to say what any choice is worth.")
    said = coach.comment(match, "scan 3")
    assert said.startswith("scan 3 was not examined: there wasn't enough time to say what it is worth. Best: ")
    judged = judge(coach.adviser, match, "player1", "scan 3", 1)
    assert (judged.cost, judged.to_json()["cost"], judged.to_json()["worth"]) == (None, None, None)
    assert summary_lines(match, "player1", [judged]) == ["player1: 1 real choice, of which none was examined."]
    known = judge(adviser(game, "search:40000"), match, "player1", "scan 3", 1)
    [line, *_] = summary_lines(match, "player1", [judged, known])
    assert line.startswith("player1: 2 real choices (1 not examined), ")
    assert summary("player1", [judged, known]).mean_cost == known.cost


def test_search_at_the_table():
    said = run("play", "tower-siege", "--seat", "P1=search:200", "--seed", "3", typed="quit\n")
    assert said.returncode == 0
    assert "Player 2's Turn:" in said.stdout
    said = run("play", "tower-siege", "--seat", "P1=search:soon")
    assert said.returncode == 2
    assert "search:soon can't be read; it can be search:2s or search:5000" in said.stderr


def test_a_coach_speaks_to_one_person_only():
    """With two people at one screen what it says about a secret choice would give it away."""
    said = run(*at_one_keyboard("terminal-maneuver"), "--coach", typed="quit\n")
    assert said.returncode == 2
    assert "the coach is for one person against bots; use feint review after the match instead" in said.stderr
    person = Person(*at_one_keyboard("tower-siege"))
    person.types("Enter choice: ", "hint")
    person.types("Enter choice: ", "?")
    assert person.quits() == 0
    assert "Best:" not in person.screen
    assert "hint (" not in person.screen


def test_nobody_coaches_what_nobody_can():
    game = str(EXAMPLE_GAMES / "goofspiel")
    said = run(
        "play", game, "--rule=cards=6", "--rule=order=random", "--seat", "second=random", "--coach", typed="quit\n"
    )
    assert said.returncode == 2
    assert "there is no coach for goofspiel: it is too large to be solved" in said.stderr


def test_a_game_that_is_small_enough_has_a_coach():
    said = run("play", str(URN), "--seat", "right=random", "--coach", "--seed", "2", typed="hint\nquit\n")
    assert said.returncode == 0
    assert "Best: " in said.stdout


def test_review_at_the_terminal(tmp_path):
    path = tmp_path / "match.feint"
    match = feint.load("terminal-maneuver", fuel=9).start(seed=1)
    path.write_text(match.record())
    assert "is not over yet; only a finished match can be reviewed" in run("review", str(path)).stderr
    for burn in (1, 1, 1, 0, 0):
        match.play("laser", "guess 6")
        match.play("missile", f"burn {burn}")
    path.write_text(match.record())
    said = run("review", str(path)).stdout
    assert "round 5, missile: burn 0 costs " in said
    assert ". Best: burn 6." in said
    assert "laser: 5 real choices, " in said
    found = json.loads(run("review", str(path), "--json").stdout)
    assert [seat["seat"] for seat in found["seats"]] == ["missile", "laser"]
    assert len(found["choices"]) == 10
    said = run("review", str(path), "--seat", "missile").stdout
    assert "round 5, missile: burn 0 costs " in said
    assert "laser:" not in said
    alone = json.loads(run("review", str(path), "--seat", "missile", "--json").stdout)
    assert alone["seats"] == found["seats"][:1]
    assert alone["choices"] == [choice for choice in found["choices"] if choice["seat"] == "missile"]
    wrong = run("review", str(path), "--seat", "P1")
    assert wrong.returncode == 2
    assert "terminal-maneuver has no seat called P1; it has missile, laser" in wrong.stderr


# Levels.


@pytest.mark.parametrize("name", feint.game_names())
def test_every_game_has_four_levels(name):
    game = feint.load(name)
    assert tuple(levels(game)) == LEVELS
    assert len(set(levels(game).values())) == 4
    for level, bot in levels(game).items():
        check_player(game, level)
        assert resolve(game, level) == bot
        assert resolve(game, bot) == bot
    assert not levels(game)[default_level(game)].startswith("search"), "nobody has to wait for it"
    assert default_level(game) in ("club", "expert")


def test_a_beginner_of_tower_siege_plays_at_once():
    """Solving it takes about 8 s the first time."""
    game = feint.load("tower-siege")
    assert preparation(game, "beginner") is None
    assert preparation(game, "club") == "solving"
    assert rating(game, "beginner").rating < rating(game, "club").rating


def test_levels_of_other_games_and_rulings():
    assert levels(feint.load(URN)) == {"beginner": "random"}, "nobody can redeal it"
    assert default_level(feint.load(URN)) == "beginner"
    long = feint.load("tower-siege", length=30)
    assert "perfect" not in str(levels(long)), "who knows how long it would take to solve that"
    assert rating(long, "club") is None
    assert rating(feint.load("tower-siege").for_simulation(), "club").rating == 1500


def test_a_careless_player_makes_some_choices_at_random():
    """As many as its name says, and the same ones for the same seed."""
    game = feint.load("terminal-maneuver")
    match, half = game.start(seed=1), player(game, "perfect:50%")
    half.other.choose = lambda match, seat, seed: "as the other would"
    chosen = [half.choose(match, "missile", seed) for seed in range(2000)]
    assert chosen == [half.choose(match, "missile", seed) for seed in range(2000)]
    assert chosen.count("as the other would") / 2000 == pytest.approx(0.5, abs=0.05)
    for choice in match.legal("missile"):
        assert chosen.count(choice) / 2000 == pytest.approx(0.5 / len(match.legal("missile")), abs=0.04)
    for wrong in ("perfect:0%", "perfect:100%", "perfect:half", "search:50%", "human:50%"):
        with pytest.raises(feint.FeintError):
            check_player(game, wrong)


@pytest.mark.parametrize("name", feint.game_names())
def test_ratings_follow_from_the_games(name):
    """What ratings.toml says of the players is what its pairings come to; and a stronger level isn't rated lower."""
    path = feint.load(name).folder / "ratings.toml"
    told = tomllib.loads(path.read_text())
    pairings = [Pairing(**pairing) for pairing in told["pairings"]]
    club = resolve(feint.load(name), "club")
    ratings, errors = rate(list(told["players"]), pairings, anchor=club)
    for number, found in enumerate(told["players"].values()):
        assert (found["rating"], found["error"]) == (1500 + round(ratings[number]), round(1.96 * errors[number]))
    rated = [found.rating for level in LEVELS if (found := rating(feint.load(name), level))]
    assert rated == sorted(rated)
    assert len(rated) > 1
    assert "rated 1500" in run("games").stdout


def test_a_level_plays_at_the_keyboard(tmp_path):
    file = tmp_path / "match.feint"
    said = run("play", "terminal-maneuver", "--seat", "laser=club", "--record", str(file), typed="1\nquit\n")
    assert said.returncode == 0
    assert "laser=club" in file.read_text()
    assert "perfect:90%" in run("play", "terminal-maneuver", typed="quit\n").stdout, "who the expert is"


def test_a_saved_match_keeps_its_coach(tmp_path):
    """Nobody has to ask for it again, however often the match is left; and nobody gets one who has not asked."""
    with_coach, without = tmp_path / "coached.feint", tmp_path / "alone.feint"
    person = Person("play", "terminal-maneuver", "--rule", "fuel=20", "--coach", "--record", str(with_coach))
    person.types("(0-2): ", "2")
    assert person.quits("(0-3): ") == 0
    for asked, burn, next_one in (("(0-3): ", "3", "(0-4): "), ("(0-4): ", "4", "(0-5): ")):
        again = Person("play", "--resume", str(with_coach))
        again.types(asked, burn)
        assert again.quits(next_one) == 0
        assert f"Coach: burn {burn} is best." in again.screen
    last = Person("play", "--resume", str(with_coach))
    last.types("(0-5): ", "5")
    last.types("(0-6): ", "6")
    assert last.leaves() == 0
    assert "missile: 5 real choices, " in last.screen, "those before are judged too"
    assert "coach" not in with_coach.read_text(), "a finished match is a record like any other"

    assert run("play", "terminal-maneuver", "--record", str(without), typed="quit\n").returncode == 0
    assert "Coach: " not in run("play", "--resume", str(without), typed="1\nquit\n").stdout


def test_the_coach_of_a_saved_match_is_not_forged(tmp_path):
    """What the file says about it is sealed with the rest."""
    file = tmp_path / "match.feint"
    run("play", "terminal-maneuver", "--coach", "--record", str(file), typed="quit\n")
    lines = file.read_text().splitlines(keepends=True)
    assert sum(line.startswith("coach: on ") for line in lines) == 1
    file.write_text("".join(re.sub("  #[0-9a-f]{4}$", "", line) for line in lines if not line.startswith("coach:")))
    assert "was changed, and can't be opened here" in run("play", "--resume", str(file)).stderr


# Tournaments.


def test_a_tournament_is_the_same_whatever_the_processes():
    game = feint.load("terminal-maneuver")
    alone = run_tournament(game, ["random", "perfect"], 24, seed=3, processes=1)
    assert run_tournament(game, ["random", "perfect"], 24, seed=3, processes=2) == alone
    assert alone.standings[0].bot == "perfect"
    assert alone.standings[0].points + alone.standings[1].points == 24
    best = alone.standings[0]
    assert 0 < best.low < best.points / 24 < best.high <= 1


def test_seats_are_swapped_on_the_same_chance(monkeypatch):
    """Two bots that are the same in all but name share every pair of games."""
    game = feint.load("minefield-navigator", first="toss")
    own = {"one": player(game, "random"), "two": player(game, "random")}
    import feint.lab.tournament as tournament

    monkeypatch.setattr(tournament, "check_any_player", lambda game, name: None)
    monkeypatch.setattr(tournament, "any_player", lambda game, name, progress=None: own[name])
    found = run_tournament(game, ["one", "two"], 40, seed=8)
    assert found.pairings[0].points == 20


def test_three_at_a_table():
    found = run_tournament(feint.load("space-goats", players=3), ["random", "trader"], 4, seed=2)
    assert found.standings[0].bot == "trader"


def test_ratings():
    """400 points are ten to one; with one drawn game added, since nobody is infinitely better."""
    ratings, errors = rate(["a", "b"], [Pairing("a", "b", 1099, 999.5, 0)])
    assert ratings[0] - ratings[1] == pytest.approx(400, abs=1)
    # Of the difference: 1 / sqrt(n p q) natural units; each of two has half of it, and 400 points are ln 10 of them.
    of_both = 400 / log(10) / sqrt(1100 * (10 / 11) * (1 / 11))
    assert errors == pytest.approx([of_both / 2, of_both / 2], rel=1e-3)
    ratings, errors = rate(
        ["a", "b", "c"], [Pairing("a", "b", 100, 100, 0), Pairing("b", "c", 100, 50, 0), Pairing("a", "c", 0, 0, 0)]
    )
    assert ratings[0] > max(ratings[1], ratings[2])
    assert ratings[1] == pytest.approx(ratings[2], abs=10)
    assert all(error > 0 for error in errors)
    always, _ = rate(["a", "b"], [Pairing("a", "b", 99, 99, 0)])  # with the drawn game: 99.5 to 0.5
    assert always[0] - always[1] == pytest.approx(400 * log(199) / log(10))


def test_interrupting_a_tournament_keeps_the_games_played():
    game = feint.load("terminal-maneuver")

    def stop(done: int, of: int) -> None:
        if done >= 16:
            raise KeyboardInterrupt

    found = run_tournament(game, ["random", "perfect"], 64, seed=3, progress=stop)
    assert found.interrupted
    assert found.pairings[0].games == 16
    whole = run_tournament(game, ["random", "perfect"], 16, seed=3)
    assert found.pairings == whole.pairings


@pytest.mark.parametrize(
    ("bots", "games", "says"),
    [
        ("random", 10, "at least two bots"),
        ("random,random", 10, "random is named twice"),
        ("random,perfect", 3, "games=3 is not possible: each pair plays an even number"),
        ("random,deep-blue", 4, "there is no player called deep-blue here"),
    ],
)
def test_wrong_tournaments(bots, games, says):
    said = run("tournament", "terminal-maneuver", "--bots", bots, "--games", str(games))
    assert said.returncode == 2
    assert says in said.stderr


def test_a_tournament_at_the_terminal():
    said = run("tournament", "terminal-maneuver", "--bots", "random,perfect", "--games", "20", "--seed", "4")
    assert "bot            games    points    share   95% interval       rating" in said.stdout
    assert "random against perfect" in said.stdout
    found = json.loads(
        run(
            "tournament", "terminal-maneuver", "--bots", "random,perfect", "--games", "20", "--seed", "4", "--json"
        ).stdout
    )
    assert found["standings"][0]["bot"] == "perfect"
    assert found["pairings"][0]["games"] == 20


def test_perfect_at_the_terminal_needs_no_more_than_a_name(tmp_path: Path):
    said = run("play", "minefield-navigator", "--seat", "player1=perfect", "--seed", "3", typed="1\nquit\n")
    assert said.returncode == 0
    assert "Moved to step 1." in said.stdout


def test_sizes_of_games_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens tables under ever other rulings doesn't fill a server's memory."""
    monkeypatch.setattr(tree_size, "_small", {})
    monkeypatch.setattr(tree_size, "MOST_KNOWN", 3)
    for more in range(5):
        assert not tree_size.is_small(feint.load("space-goats", players=2, turn_limit=10 + more))
    assert len(tree_size._small) == 3
