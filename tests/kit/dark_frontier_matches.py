"""For tests of Dark Frontier: whole games of all kinds, between players who choose now well and now at random."""

import random
from functools import cache

import feint
from feint.bots import bots_of, choose
from feint.bots import random as any_choice
from feint.core.game import Game
from feint.core.match import Match

SHIPS = ("bastion", "kestrel", "lancer")


@cache
def mixed_match(number: int, motion: str) -> Match:
    """A match in which both sides choose now as gunner does, now at random; look at it with `at`."""
    game, most = some_game(number, motion), 500
    dice, gunner = random.Random(number), bots_of(game)["gunner"]
    match = game.start(seed=number)
    while not match.over and len(match.steps) < most:
        seat = dice.choice(match.pending)
        match.play(seat, choose(match, seat, gunner if dice.random() < 0.8 else any_choice, dice.getrandbits(64)))
    return match


def some_game(number: int, motion: str) -> Game:
    """All ships, sizes of the map and choices of rulings in turn."""
    return feint.load(
        "dark-frontier",
        motion=motion,
        radius=(10, 5, 6)[number % 3],
        dice_cap=("on", "off")[number % 2],
        gimbal=("straight", "turning")[number // 2 % 2],
        warhead=("tiered", "soft", "harsh")[number % 3],
        dispersal=("all", "moving")[number // 4 % 2],
        point_blank="passes" if number % 5 == 4 else "meets",
        defender_ship=SHIPS[number % 3],
        attacker_ship=SHIPS[number // 3 % 3],
    )


def command(match: Match, *choices: tuple[str, str]) -> None:
    """Make these choices, each by its seat."""
    for seat, choice in choices:
        match.play(seat, choice)
