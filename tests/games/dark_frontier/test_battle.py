"""Dark Frontier as it is played: a whole battle with every kind of collision, and games turned and mirrored."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import feint
from feint.core.match import Match
from feint.core.rule import CHANCE
from feint.games.dark_frontier.hexes import DIRECTIONS, length
from feint.games.dark_frontier.state import COMMAND, ENTRY, GONE, WEAPON
from kit.dark_frontier_matches import command, mixed_match
from kit.paths import FIXTURES

RECORDS = FIXTURES / "records"
Hex = tuple[int, int]

# A whole battle.

COLLISIONS = {
    "flak dodged (DF-R18)": r"Flak with spread 5 reaches.*\n.*: dodged\.",
    "flak shot down (DF-R18)": r"Flak with spread . reaches.*\n.* (not dodged|to dodge)\.\nPoint defence rolls .*: shot down\.",
    "flak hits (DF-R18)": r"Flak with spread . reaches.*\n.* (not dodged|to dodge)\.\n.*\n.* on the damage table\.",
    "missile countered (DF-R19)": r"A missile reaches.*\n.* fires a missile to counter it\.\n.* too dense to dodge\.",
    "missile shot down (DF-R19)": r"A missile reaches.*\nPoint defence rolls .*: shot down\.",
    "debris (DF-Q14)": r"A missile reaches the attacker.\nPoint defence rolls 3, needing 4 or more: .*\n.* on the damage table\.",
    "warhead (DF-Q14)": r"A missile reaches.*\nPoint defence rolls .*: the warhead goes off",
    "missiles detonated (DF-R17)": r"Two missiles meet\.\n.* detonates: both become flak\.",
    "missiles fly on (DF-Q13)": r"Two missiles meet\.\nThe defender holds\.\nThe attacker holds\.",
    "ships meet (DF-R20)": r"The two ships meet\.\nThe defender launches 1\.\nThe attacker launches 2\.",
}
"""Every kind of collision, as the log tells of it."""


def battle() -> Match:
    """Eight rounds with given dice; the log beside the record is `match.log(None)`, a line a line."""
    return feint.replay((RECORDS / "dark_frontier.feint").read_text(encoding="utf-8"))


def test_a_whole_battle_goes_as_it_did() -> None:
    """Every line of the log, from the setup to the last warhead."""
    match = battle()
    assert match.seed is None, "the dice are those of the record"
    assert match.log(None) == (RECORDS / "dark_frontier.log").read_text(encoding="utf-8").splitlines()
    assert match.round >= 8
    assert match.over


@pytest.mark.parametrize("kind", list(COLLISIONS))
def test_the_battle_has_every_kind_of_collision(kind: str) -> None:
    assert re.search(COLLISIONS[kind], "\n".join(battle().log(None)))


# Turned and mirrored games.


@dataclass(frozen=True)
class Symmetry:
    """A way to turn or mirror everything: what becomes of a hex, and of a direction."""

    hex: Callable[[Hex], Hex]
    direction: Callable[[int], int]
    mirrors: bool

    def choice(self, text: str) -> str:
        """The same choice in the turned game: hexes and directions turned, `turn +1` turned around by a mirror."""
        if text.startswith(("place", "from")):
            text = re.sub(r"(-?\d+),(-?\d+)", lambda at: "{},{}".format(*self.hex((int(at[1]), int(at[2])))), text)
        named = {name: DIRECTIONS[self.direction(number)] for number, name in enumerate(DIRECTIONS)}
        text = re.sub(r"\b[NS][EW]?\b", lambda found: named[found[0]], text)
        if self.mirrors:
            text = re.sub(r"turn ([+-])", lambda sign: f"turn {'-' if sign[1] == '+' else '+'}", text)
            # The numbers of a counter are named clockwise; those of a shot as they were chosen.
            text = re.sub(r"^velocity (.+), (.+)", r"velocity \2, \1", text)
        return text


def turned_once(at: Hex) -> Hex:
    """One sixth clockwise around the shipyard: N becomes NE."""
    q, r = at
    return -r, q + r


def turned_by(sixths: int) -> Symmetry:
    def turn(at: Hex) -> Hex:
        for _ in range(sixths):
            at = turned_once(at)
        return at

    return Symmetry(turn, lambda direction: (direction + sixths) % 6, mirrors=False)


MIRROR = Symmetry(lambda at: (-at[0], at[0] + at[1]), lambda direction: -direction % 6, mirrors=True)
"""East and west change places: NE becomes NW."""


def situation(view: dict[str, Any], symmetry: Symmetry | None = None) -> dict[str, Any]:
    """All that matters in a view, as it would be in the turned game."""
    same = Symmetry(lambda at: at, lambda direction: direction, mirrors=False)
    its = symmetry or same
    open_fields = "round phase acting ready dials burned weapon origin shots missiles_spent thrust rotation defence bay"
    open_fields += " guns breaches magazine lost winner decided_by hits fired damaged pending over slice slices"
    found = {field: view[field] for field in open_fields.split()}
    found["turned"] = [-turn if its.mirrors else turn for turn in view["turned"]]
    found["tokens"] = [
        None
        if view["kind"][n] == GONE
        else (
            [view[field][n] for field in ("kind", "owner", "spread", "placed")],
            its.hex((view["q"][n], view["r"][n])),
            its.hex((view["vq"][n], view["vr"][n])),
            its.direction(view["facing"][n]),
        )
        for n in range(1 if view["phase"] == ENTRY else view["tokens"])
    ]
    found["paths"] = [
        [its.hex((view["path_q"][seat][n], view["path_r"][seat][n])) for n in range(view["path_length"][seat])]
        for seat in range(2)
    ]
    return found


@cache
def goes_between(vq: int, vr: int, slices: int) -> bool:
    """Whether a token on its way is ever as near to a hex on the left of its line as to one on the right (DF-Q11).

    In whole numbers: everything is `slices` times as large.
    """
    for part in range(1, slices + 1):
        near: dict[Hex, int] = {}
        low_q, low_r = vq * part // slices, vr * part // slices
        for q in range(low_q - 1, low_q + 3):
            for r in range(low_r - 1, low_r + 3):
                off_q, off_r = q * slices - vq * part, r * slices - vr * part
                near[q, r] = off_q * off_q + off_q * off_r + off_r * off_r
        nearest = [at for at, far in near.items() if far == min(near.values())]
        if len({vq * r - vr * q for q, r in nearest}) > 1:
            return True
    return False


def breaks_a_tie(view: dict[str, Any]) -> bool:
    """Whether in the Advance that comes now the hex on the right is taken of two that are as near.

    With `endpoints` that makes a difference to the hexes that ships visit, and to no other token.
    """
    speeds = [(view["vq"][n], view["vr"][n]) for n in range(view["tokens"])]
    slices = max(1, *(length(*speed) for speed in speeds))
    moving = speeds[:2] if view["rulings"]["motion"] == "endpoints" else speeds
    return any(goes_between(*speed, slices) for speed in moving)


def moved(match: Match, symmetry: Symmetry, dice: list[str]) -> Match:
    """The turned match from here on, with these dice."""
    twin = match.game.start(chance=dice)
    s = match.game.schema.copy(match._states[-1])
    for n in range(s.tokens):
        s.q[n], s.r[n] = symmetry.hex((s.q[n], s.r[n]))
        s.vq[n], s.vr[n] = symmetry.hex((s.vq[n], s.vr[n]))
        s.facing[n] = symmetry.direction(s.facing[n])
    for seat in range(2):
        s.turned[seat] *= -1 if symmetry.mirrors else 1
        for n in range(s.path_length[seat]):
            s.path_q[seat][n], s.path_r[seat][n] = symmetry.hex((s.path_q[seat][n], s.path_r[seat][n]))
    twin._states[-1] = s
    return twin


def compare(match: Match, symmetry: Symmetry) -> tuple[int, int, int]:
    """Play a match again, turned, with the same dice; how many choices and dice were compared, how many rounds left.

    A mirrored game is left where one of two hexes as near is taken, and taken up again with the next round.
    """
    steps = match.steps
    dice = [step.text if step.seat == CHANCE else "" for step in steps]
    twin, start = match.game.start(chance=list(filter(None, dice))), 0
    choices, rolls, ties = 0, 0, 0
    for number, step in enumerate(steps):
        if step.seat == CHANCE:
            continue
        then, seat = match.at(number), match.game.seats[step.seat]
        view = then.view(None)
        if start + len(twin.steps) != number:  # left
            if view["phase"] != COMMAND:
                continue
            twin, start = moved(then, symmetry, list(filter(None, dice[number:]))), number
        assert sorted(map(symmetry.choice, then.legal(seat))) == sorted(twin.legal(seat))
        last = view["phase"] == WEAPON and view["acting"] == 1 and step.text == "done"
        if symmetry.mirrors and last and breaks_a_tie(view):
            ties += 1
            continue
        twin.play(seat, symmetry.choice(step.text))
        now = match.at(start + len(twin.steps))
        assert situation(now.view(None), symmetry) == situation(twin.view(None))
        assert now.scores == twin.scores
        choices, rolls = choices + 1, rolls + len(now.steps) - number - 1
    return choices, rolls, ties


@pytest.mark.parametrize("motion", ["sliced", "endpoints"])
def test_a_turned_game_is_the_same_game(motion: str) -> None:
    """DF-Q11: no direction is special; every position, velocity, facing, choice and result is turned with the rest."""
    choices, rolls = 0, 0
    for number in range(20):
        match = mixed_match(number, motion)
        compared, rolled, _ = compare(match, turned_by(number % 5 + 1))
        assert compared + rolled == len(match.steps), "to its end"
        choices, rolls = choices + compared, rolls + rolled
    assert choices > 1000
    assert rolls > 100


@pytest.mark.parametrize("motion", ["sliced", "endpoints"])
def test_a_mirrored_game_is_the_same_game_without_ties(motion: str) -> None:
    """DF-Q11: left and right are the same but for a tie between two hexes; with `endpoints` there are fewer."""
    choices, rolls, ties = 0, 0, 0
    for number in range(30):
        match = mixed_match(number, motion)
        compared, rolled, left = compare(match, MIRROR)
        assert left or compared + rolled == len(match.steps), "to its end"
        choices, rolls, ties = choices + compared, rolls + rolled, ties + left
    assert choices > 1000
    assert rolls > 15
    assert ties > 25


def test_a_tie_goes_to_the_right_also_in_the_mirror() -> None:
    """DF-Q11: so here the mirrored game differs, and it is right to leave ties out above."""
    paths = []
    for velocity in ("velocity SE 1, S 1", "velocity S 1, SW 1"):
        match = feint.load("dark-frontier").start(chance=[])
        for choice in ("place 0,0 facing N", "place 0,-12 facing S", velocity):
            match.play(match.pending[0], choice)
        command(match, ("defender", "turn 0"), ("defender", "burn 0"), ("attacker", "turn 0"), ("attacker", "burn 0"))
        assert breaks_a_tie(match.view(None))
        command(match, ("defender", "done"), ("attacker", "done"))
        paths.append(situation(match.view(None))["paths"][1])
    assert paths == [[(0, -12), (0, -11), (1, -11)], [(0, -12), (-1, -11), (-1, -10)]]
