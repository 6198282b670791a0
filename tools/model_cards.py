"""Measures the learned players that come with games, and writes a card for each into docs/researchers/learned.md."""

import re
import sys
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

import feint
from feint.bots import bots_of
from feint.bots.known_weights import FOLDER, SUFFIX, read_file
from feint.bots.learned import LEARNED_LEVELS, mixture
from feint.bots.weights import Weights, load_weights
from feint.core.game import Game, load
from feint.lab import simulate

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/researchers/learned.md"
GAMES, SEED = 4096, 20261120
SEARCH, SEARCH_GAMES = "search:300", 100
BEGIN, END = "<!-- cards: tools/model_cards.py -->", "<!-- end of cards -->"
NOT_OPEN = -1e9


def against(game: Game, weights: Weights, bot: str, level: str) -> tuple[list[float], float, float]:
    """The network's share of the point against a bot in all other seats: by seat, on average, and half an interval."""
    games = feint.batch(game, GAMES, bot, "random", seed=SEED)
    step, seats, random = games.start(), len(game.seats), np.random.default_rng(SEED)
    own, share = games.seats.copy(), np.full(GAMES, np.nan)
    while np.isnan(share).any():
        choices = step.open.argmax(axis=1)
        [asked] = np.isnan(share).nonzero()  # of the others, whose first game is over, nothing more is looked at
        scores = weights.scores(weights.hidden(step.rows[asked]))
        chances = mixture(np.where(step.open[asked] != 0, scores, NOT_OPEN), level)
        choices[asked] = (chances.cumsum(axis=1) > random.random((len(asked), 1))).argmax(axis=1)
        step = games.play(choices)
        first = (step.ended != 0) & np.isnan(share)
        share[first] = (step.rewards[first] * (seats - 1) + 1) / seats
    by_seat = [float(share[own == seat].mean()) for seat in range(seats)]
    return by_seat, sum(by_seat) / seats, 1.96 * float(share.std()) / sqrt(GAMES)


def against_search(game: Game) -> tuple[list[float], float, float]:
    """The same against search, in as many games in every seat."""
    found, squares = [], 0.0
    for seat in game.seats:
        who = dict.fromkeys(game.seats, SEARCH) | {seat: "learned"}
        report = simulate(game, SEARCH_GAMES, who, SEED, threads=2)
        share = report.wins[seat] / SEARCH_GAMES
        found.append(share)
        squares += share * (1 - share) / SEARCH_GAMES
    return found, sum(found) / len(found), 1.96 * sqrt(squares) / len(found)


def card(game: Game, path: Path, with_search: bool) -> str:
    """One player's card."""
    weights, learned = load_weights(game, path), read_file(path)[0]["learned"]
    rows = []
    for bot in bots_of(game):
        by_seat, mean, half = against(game, weights, bot, "best")
        rows.append((f"`{bot}`", GAMES, by_seat, mean, half))
    for level in LEARNED_LEVELS[:-1]:
        strongest = list(bots_of(game))[-1]
        by_seat, mean, half = against(game, weights, strongest, level)
        rows.append((f"`{strongest}`, as `learned:{level}`", GAMES, by_seat, mean, half))
    if with_search:
        by_seat, mean, half = against_search(game)
        rows.append((f"`{SEARCH}`", SEARCH_GAMES * len(game.seats), by_seat, mean, half))
    said = ", ".join(f"{name}={value}" for name, value in read_file(path)[0]["rulings"].items()) or "the usual rulings"
    table = "\n".join(
        f"| {who} | {games:,} | {', '.join(f'{share:.1%}' for share in by_seat)} | {mean:.1%} ± {half:.1%} |"
        f" {mean * len(game.seats):.2f} |"
        for who, games, by_seat, mean, half in rows
    )
    return f"""### {game.title}, {len(game.seats)} players

{trained(learned, game, said)}

| against, in all other seats | games | share of the point by seat | on average | even shares |
|---|---|---|---|---|
{table}
"""


def trained(learned: dict[str, Any], game: Game, said: str) -> str:
    """How it was trained, in a sentence."""
    command = f"feint train {game.name} --players {len(game.seats)} --minutes {learned['minutes']:.3g} --device cuda"
    size = " and ".join(map(str, learned["hidden"]))
    return (
        f"`{command}` under {said}: {learned['choices']:,} choices, {learned['updates']:,} updates, layers of {size}, "
        f"seed {learned['seed']}, one H200, PyTorch {learned['torch']}."
    )


def main() -> int:
    """Measure all, and write the page."""
    cards = []
    for name in feint.game_names():
        for path in sorted((load(name).folder / FOLDER).glob(f"*{SUFFIX}")):
            game = load(name, **read_file(path)[0]["rulings"])
            cards.append(card(game, path, "--search" in sys.argv and len(game.seats) == 2))
            print(cards[-1], flush=True)
    text = PAGE.read_text()
    written = f"{BEGIN}\n\n{chr(10).join(cards)}\n{END}"
    PAGE.write_text(re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: written, text, flags=re.DOTALL))
    return 0


if __name__ == "__main__":
    sys.exit(main())
