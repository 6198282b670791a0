"""How much a bot gives away, from below: a network learns to beat it, and then plays it in games that it never saw."""

from dataclasses import replace
from pathlib import Path

from feint.bots import bots_of
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.learn.evaluation import Strength, strength
from feint.learn.training import Training, usual_plan

SEED = 9_000_000_011  # of the games that it is measured by


def responding(game: Game, bot: str, minutes: float, device: str, folder: Path, seed: int, **settings: str) -> Training:
    """A run in which a network learns against a bot and nobody else."""
    if bot not in bots_of(game):
        there = ", ".join(bots_of(game))
        raise FeintError(f"a response to {bot} can't be learned here, only to bots that are rules: {there}")
    plan = replace(usual_plan(game, minutes, device, seed), opponents=(bot,), against_bots=1.0, against_older=0.0)
    return Training(game, plan.changed(settings), device, folder)


def response_strength(training: Training, games: int) -> Strength:
    """What it gets from the bot by now, in games that it hasn't seen."""
    [bot], seed = training.plan.opponents, SEED + training.plan.seed
    found: Strength = strength(training.average, training.game, bot, games, training.device, seed, training.generator)
    return found
