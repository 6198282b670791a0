"""How large a game's tree is, roughly, in plain Python: whether it can be solved at all is asked before anything is."""

from math import inf
from pathlib import Path

from feint.core.chance import below, next_word
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER

MOST = 3_000_000  # histories of a tree that is solved as a whole
HOPELESS = 1_000  # times too large by estimate, and it isn't even tried; an estimate can be far off
PLAYOUTS, STEPS = 300, 20_000  # for an estimate: so many plays, but no more than so many steps in all


MOST_KNOWN = 1_000  # games whose size is remembered, each under its own rulings

_small: dict[tuple[Path, str, str], bool] = {}  # by game, rulings and data files


def is_small(game: Game) -> bool:
    """Whether a game for two has a tree that may be solved as a whole, as far as a quick look can tell."""
    if len(game.seats) != 2:
        return False
    key = game.folder, repr(game.rulings_text), repr(game.data_text)
    if key not in _small:
        while len(_small) >= MOST_KNOWN:
            del _small[next(iter(_small))]
        _small[key] = estimate(game, enough=HOPELESS * MOST) <= MOST
    return _small[key]


def estimate(game: Game, enough: float = inf) -> int:
    """About how many histories a game has, by Knuth's method: random plays, in plain Python, always the same ones.

    Each is worth the histories that there would be if all went as it did; their mean is right on average, but few plays
    find rare and bushy parts of the tree, so that it is more often too low. With `enough`, it stops when the mean of
    the plays so far is above it.
    """
    rules, weights, out = game.rules, [0] * game.rules.OUTCOMES, [0] * game.rules.ACTIONS
    first, word = game.first_state(), 1
    total = plays = steps = 0
    while plays < PLAYOUTS and steps < STEPS and (plays == 0 or total <= enough * plays):
        state, paths = game.schema.copy(first), 1
        total += 1
        while (who := rules.pending(state)) != OVER and steps < STEPS:
            word = next_word(word)
            if who == CHANCE:
                count = rules.chance(state, weights)
                open_ = [n for n in range(abs(count)) if count < 0 or weights[n]]
                if not open_:
                    break
                rules.settle(state, open_[below(word, len(open_))])
                paths *= len(open_)
            else:
                seat = (who & -who).bit_length() - 1
                count = rules.legal(state, seat, out)
                rules.apply(state, seat, out[below(word, count)])
                paths *= count
            total += paths
            steps += 1
        plays += 1
    return total // plays
