"""OpenSpiel's IS-MCTS in a seat of a network table, knowing what that seat sees and nothing more.

    feint serve                                                   # somewhere
    python examples/open_spiel_at_a_table.py http://127.0.0.1:8765 TABLE P2

It needs `pip install 'feint[open-spiel,server]'`.
"""

import asyncio
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import feint.bridges.open_spiel  # noqa: F401 - it makes the games known to OpenSpiel
from feint import client

SIMULATIONS = 200


def load(view: client.View) -> pyspiel.Game:
    """The game of a table, under its rulings, with choices one after the other; a limit that is off is 0."""
    name = f"feint_{view['game'].replace('-', '_')}"
    rulings = {name: 0 if value is None else value for name, value in view["rulings"].items()}
    return pyspiel.load_game(name, rulings | {"in_turns": True})


async def main(url: str, table: str, seat: str, simulations: int = SIMULATIONS) -> None:
    """Play a match to its end."""
    random = np.random.RandomState()
    async with client.sit(url, table, seat) as player:
        bot = None
        while not player.ended:
            if not player.legal:
                await player.next_message()
                continue
            if bot is None:
                game = load(player.view)
                evaluator = mcts.RandomRolloutEvaluator(1, random)
                bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=random)
            # What the seat can't see is dealt at random, here and again in each simulation.
            state = game.state_seen(player.view, random.random)
            await player.choose(state.action_to_string(bot.step(state)))
        print(player.ended["scores"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
