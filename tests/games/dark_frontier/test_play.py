"""Dark Frontier as it is played: dials and launches are secret until both are set, and the bot gunner plays fair."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

import feint
from feint.bots import bots_of, choose
from feint.core.chance import game_seed
from feint.core.match import Match
from feint.core.record import untagged
from feint.core.schema import Schema
from feint.core.seal import write_sealed
from feint.games.dark_frontier.state import COMMAND, MEETING
from feint.lab import simulate
from kit.dark_frontier_matches import SHIPS, command, mixed_match, some_game
from kit.games import redealt

# Secret dials.


def shown(match: Match, viewer: str | None) -> dict[str, Any]:
    """Everything that a viewer can get out of a match."""
    sealed = untagged(write_sealed(match, bytes(32)))
    facts: dict[str, Any] = {
        "view": match.view(viewer),
        "log": match.log(viewer),
        "pending": match.pending,
        "round": match.round,
        "scores": match.scores,
        "can_undo": [match.can_undo(steps) for steps in range(1, 4)],
        "saved": sealed[:-1],
        "sealed": len(sealed[-1]),
    }
    if viewer is not None:
        facts["legal"] = match.legal(viewer)
        with pytest.raises(feint.IllegalChoice) as error:
            match.play(viewer, "surrender")
        facts["refused"] = str(error.value)
    return facts


def commands_of(number: int, most: int = 4) -> Iterator[Match]:
    """The moments of a match when nobody has set a dial yet."""
    match = mixed_match(number, "sliced")
    for step in range(len(match.steps)):
        then = match.at(step)
        view = then.view(None)
        if view["phase"] == COMMAND and view["dials"] == [0, 0] and most:
            most -= 1
            yield then


def meeting() -> Match:
    """Two ships in the same hex, each of which can launch two missiles."""
    match = feint.load("dark-frontier", radius=6, defender_ship="lancer").start(seed=4)
    for choice in ("place 0,0 facing N", "place 0,-6 facing S", "velocity S 6"):
        match.play(match.pending[0], choice)
    command(match, ("defender", "turn 0"), ("defender", "burn 0"), ("attacker", "turn 0"), ("attacker", "burn 0"))
    command(match, ("defender", "done"), ("attacker", "done"))
    assert match.view(None)["phase"] == MEETING
    assert match.legal("defender") == match.legal("attacker") == ["launch 0", "launch 1", "launch 2"]
    return match


def all_dials(match: Match, seat: str) -> list[tuple[str, str]]:
    """Every way in which a seat can set its two dials."""
    pairs = []
    for turn in match.legal(seat):
        then = match.at(len(match.steps))
        then.play(seat, turn)
        pairs += [(turn, burn) for burn in then.legal(seat)]
    return pairs


def all_look_the_same(matches: list[Match], hidden_from: str) -> None:
    for viewer in (hidden_from, None):
        first, *others = (shown(match, viewer) for match in matches)
        assert all(other == first for other in others), f"{viewer} can tell these apart"


def hide_dials(match: Match, seat: str, other: str) -> None:
    """Whatever a seat sets, first, second or between the other's dials, the other sees the same until both are set."""
    begin = len(match.steps)
    dials = all_dials(match, seat)
    own = all_dials(match, other)[-1]
    for before in range(2):  # how many of its own dials the other has set
        twins = [match.at(begin) for _ in dials]
        for twin, (turn, _) in zip(twins, dials, strict=True):
            command(twin, *((other, choice) for choice in own[:before]), (seat, turn))
        all_look_the_same(twins, other)
        for twin, (_, burn) in zip(twins, dials, strict=True):
            twin.play(seat, burn)
        all_look_the_same(twins, other)
        for choice in own[before:-1]:
            for twin in twins:
                twin.play(other, choice)
            all_look_the_same(twins, other)
        for twin in twins:
            twin.play(other, own[-1])
        told = {line for twin in twins for line in twin.story(begin + 4, other) if "rotates" in line}
        assert len(told) == len(dials) + 1, "all of it comes out in the end"


@pytest.mark.parametrize("number", range(3))
def test_dials_are_secret_until_both_are_set(number: int) -> None:
    """DF-R5: nothing that the other or a spectator gets depends on them."""
    moments = list(commands_of(number, most=3))
    assert moments
    for match in moments:
        hide_dials(match, "defender", "attacker")
        hide_dials(match, "attacker", "defender")


def hide_launches(seat: str, other: str) -> None:
    twins = [meeting() for _ in range(3)]
    for number, twin in enumerate(twins):
        twin.play(seat, f"launch {number}")
    all_look_the_same(twins, other)
    for twin in twins:
        twin.play(other, "launch 1")
    assert len({tuple(twin.log(None)) for twin in twins}) == 3


@pytest.mark.parametrize(("seat", "other"), [("defender", "attacker"), ("attacker", "defender")])
def test_launches_are_secret_until_both_are_chosen(seat: str, other: str) -> None:
    """DF-Q16: the numbers of missiles when two ships meet."""
    hide_launches(seat, other)


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparisons above can fail: they do when views show everything."""
    moment = next(commands_of(0))
    honest = Schema.see
    monkeypatch.setattr(Schema, "see", lambda self, state, seat, over: honest(self, state, seat, over=True))
    with pytest.raises(AssertionError, match="can tell these apart"):
        hide_dials(moment, "defender", "attacker")
    with pytest.raises(AssertionError, match="can tell these apart"):
        hide_launches("defender", "attacker")


def test_who_sets_its_dials_first_makes_no_difference() -> None:
    """DF-R5, DF-R6: in all six orders the same state, log and choices come out; so do both orders of DF-Q16."""
    compared = 0
    for number in range(6):
        for match in commands_of(number):
            pick = random.Random(number)
            dials = {seat: pick.choice(all_dials(match, seat)) for seat in match.game.seats}
            ends = []
            for places in combinations(range(4), 2):  # when the defender sets its two
                twin, left = match.at(len(match.steps)), {seat: list(pair) for seat, pair in dials.items()}
                for place in range(4):
                    seat = "defender" if place in places else "attacker"
                    twin.play(seat, left[seat].pop(0))
                ends.append((twin._states[-1], twin.log(None), twin.pending, [twin.legal(s) for s in twin.game.seats]))
            assert all(one == other for one, other in pairwise(ends))
            compared += len(ends) - 1
    assert compared >= 60
    one, other = meeting(), meeting()
    command(one, ("defender", "launch 2"), ("attacker", "launch 1"))
    command(other, ("attacker", "launch 1"), ("defender", "launch 2"))
    assert one._states[-1] == other._states[-1]
    assert one.log(None) == other.log(None)


# The bot.


def test_what_is_redealt_is_all_that_it_could_be() -> None:
    """DF-R5, DF-Q16: any dials that the other can have set, any number that it can launch; one's own stay."""
    match = next(commands_of(1))
    dials = all_dials(match, "attacker")
    command(match, ("defender", "turn 0"), ("attacker", dials[0][0]), ("attacker", dials[0][1]))
    dice = random.Random(1)
    words = [dice.getrandbits(64) for _ in range(500)]
    states = [redealt(match, 0, word)._states[-1] for word in words]
    turn, burn = match._states[-1].rotation[1], match._states[-1].thrust[1]
    found = {(state.dial_turn[1], state.dial_burn[1]) for state in states}
    assert found == {(way, push) for way in range(-turn, turn + 1) for push in range(burn + 1)}
    assert {state.dial_turn[0] for state in states} == {0}
    met = meeting()
    met.play("attacker", "launch 0")
    assert {redealt(met, 0, word)._states[-1].launching[1] for word in words} == {0, 1, 2}
    assert {redealt(met, 1, word)._states[-1].launching[1] for word in words} == {0}


def test_gunner_looks_at_nothing_secret() -> None:
    """What it chooses is the same for every state that its seat can't tell from the true one."""
    differed = 0
    for number in range(12):
        game = some_game(number, ("sliced", "endpoints")[number % 2])
        gunner, dice = bots_of(game)["gunner"], random.Random(number)
        match = game.start(seed=number)
        while not match.over and len(match.steps) < 150:
            seat = dice.choice(match.pending)
            choice = choose(match, seat, gunner, number)
            assert choice in match.legal(seat)
            twin = redealt(match, match.game.seats.index(seat), dice.getrandbits(64))
            differed += twin._states[-1] != match._states[-1]
            assert choose(twin, seat, gunner, number) == choice
            assert twin.seen(seat) == match.seen(seat)
            match.play(seat, choice)
    assert differed > 50
    for seat, other in (("defender", "attacker"), ("attacker", "defender")):
        chosen = set()
        for launch in meeting().legal(other):
            match = meeting()
            match.play(other, launch)
            chosen.add(choose(match, seat, bots_of(match.game)["gunner"], 1))
        assert len(chosen) == 1


def test_a_simulated_gunner_chooses_as_at_the_table() -> None:
    """Compiled and plain, masked by the same schema."""
    game, games = feint.load("dark-frontier"), 30
    gunner, points = bots_of(game)["gunner"], {"defender": 0.0, "attacker": 0.0}
    rounds = 0
    for number in range(games):
        seed = game_seed(9, number)
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[-1]
            match.play(seat, choose(match, seat, gunner, seed))
        points = {seat: points[seat] + score for seat, score in match.scores.items()}
        rounds += match.round
    report = simulate(game, games, seed=9)
    assert report.bots == dict.fromkeys(game.seats, "gunner"), "who plays if not told"
    assert points == {seat: report.wins[seat] + report.draws / 2 for seat in game.seats}
    assert report.rounds_mean * games == pytest.approx(rounds)


@pytest.mark.parametrize(("seat", "other"), [("defender", "attacker"), ("attacker", "defender")])
def test_gunner_beats_random(seat: str, other: str) -> None:
    """From either side, more than 85 of 100: the games are the same in every run."""
    report = simulate(feint.load("dark-frontier"), 2000, seats={seat: "gunner", other: "random"}, seed=3, threads=2)
    assert report.wins[seat] / report.games > 0.85


@pytest.mark.parametrize("attacker", SHIPS)
@pytest.mark.parametrize("defender", SHIPS)
def test_no_pairing_is_worse_than_65_to_35(defender: str, attacker: str) -> None:
    """DF-Q2: between two gunners; a draw counts half."""
    game = feint.load("dark-frontier", defender_ship=defender, attacker_ship=attacker)
    report = simulate(game, 2000, seats=dict.fromkeys(game.seats, "gunner"), seed=3, threads=2)
    assert 0.35 <= (report.wins["defender"] + report.draws / 2) / report.games <= 0.65
