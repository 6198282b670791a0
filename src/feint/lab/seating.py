"""Who plays: the player in each seat by name, whether compiled code can play them all, and as what."""

from collections.abc import Mapping, Sequence
from math import ceil

import numpy as np

from feint.bots import Bot, bots_of, simulation_bot
from feint.bots.players import WORDS, Player, check_player, player, plays_solution, resolve
from feint.core.game import Game
from feint.core.progress import Progress
from feint.lab.simulation_loop import ALWAYS, Players


def seated(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    """The player in each seat: the one named for it, or the game's best bot."""
    for seat, who in seats.items():
        game.seat_number(seat)
        check_player(game, who)
    return {seat: seats.get(seat, simulation_bot(game)) for seat in game.seats}


def is_rule_bot(game: Game, name: str) -> bool:
    """Whether a player is a rule, or a careless one, so that compiled code can play it."""
    return resolve(game, name).partition(":")[0] in bots_of(game)


def all_rule_bots(game: Game, names: Sequence[str]) -> bool:
    """Whether compiled code can play all of these."""
    return all(is_rule_bot(game, name) for name in names)


def own_bots(game: Game) -> list[Bot]:
    """The bots that the game brings, in the order of their numbers from 1."""
    return [bot for name, bot in bots_of(game).items() if name != "random"]


def own_bot_names(game: Game) -> list[str]:
    """The bots that experiments take unless they are told: the game's own, or those who choose at random."""
    return [name for name in bots_of(game) if name != "random"] or ["random"]


def compiled_players(game: Game, names: Sequence[str]) -> Players:
    """Rule bots as the loops know them, in the order of the seats."""
    known, bots, careful = list(bots_of(game)), [], []
    for name in names:
        kind, _, share = resolve(game, name).partition(":")
        bots.append(known.index(kind))
        careful.append(ceil(int(share.rstrip("%")) / 100 * WORDS) if share else ALWAYS)
    masks = np.array([game.schema.seen_mask(seat) for seat in range(len(names))])
    return Players(np.array(bots), np.array(careful, np.uint64), masks)


def prepared(game: Game, names: Sequence[str], progress: Progress | None = None) -> list[Player]:
    """Any players, ready to play a game with the caps of simulations.

    `perfect` has solved the game without these caps, which make another, far larger game of it.
    """
    capped = game.for_simulation()
    return [player(game if plays_solution(game, name) else capped, name, progress) for name in names]
