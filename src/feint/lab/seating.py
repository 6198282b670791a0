"""Who plays: the player in each seat by name, whether compiled code can play them all, and as what."""

from collections.abc import Mapping, Sequence
from math import ceil

import numpy as np

from feint.bots import Bot, bots_of, simulation_bot
from feint.bots.players import WORDS, Player, Who, any_player, called, check_any_player, plays_solution, resolve
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.progress import Progress
from feint.lab.simulation_loop import ALWAYS, Players


def seated(game: Game, seats: Mapping[str, Who]) -> dict[str, Who]:
    """The player in each seat: the one named for it, or the game's best bot."""
    for seat, who in seats.items():
        game.seat_number(seat)
        try:
            check_any_player(game, who)
        except FeintError as error:
            raise FeintError(f"{seat}={called(who)} can't play: {error}") from None
    return {seat: seats.get(seat, simulation_bot(game)) for seat in game.seats}


def is_rule_bot(game: Game, who: Who) -> bool:
    """Whether a player is a rule, or a careless one, so that compiled code can play it."""
    return isinstance(who, str) and resolve(game, who).partition(":")[0] in bots_of(game)


def all_rule_bots(game: Game, names: Sequence[Who]) -> bool:
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


def prepared(game: Game, names: Sequence[Who], progress: Progress | None = None) -> list[Player]:
    """Any players, ready to play a game with the caps of simulations; one that has two seats is made once.

    `perfect` has solved the game without these caps, which make another, far larger game of it.
    """
    capped, made = game.for_simulation(), dict[int | str, Player]()
    for who in names:
        key = who if isinstance(who, str) else id(who)
        if key not in made:
            solves = isinstance(who, str) and plays_solution(game, who)
            made[key] = any_player(game if solves else capped, who, progress)
    return [made[who if isinstance(who, str) else id(who)] for who in names]
