"""Measures how strong the levels of games are, and writes their ratings.toml: `python tools/ratings.py [GAME ...]`.

Each level plays the next one, every seed twice with seats swapped, and `learned` the strongest that needn't think. How
many games is said here, before any is played. Ratings follow from the points as in chess (`feint.lab.tournament.rate`),
with Club at 1500.
"""

import sys
from itertools import pairwise

import feint
from feint.bots.levels import CLUB, CLUB_RATING, SEARCH, levels
from feint.bots.players import LEARNED, player_names, resolve
from feint.lab.tournament import Pairing, prepare_bots, rate, run_tournament

GAMES, GAMES_OF_SEARCH = 2000, 60
MOST_SECONDS = 1.0  # a player that thinks longer isn't measured: it would take hours
SEED, PROCESSES = 1500, 2
INTERVAL = 1.96  # standard errors: 95%

HEADING = """# How strong the players of this game are, as measured: written by tools/ratings.py.
# {club} is 1500 by definition, 400 points more mean odds of ten to one, and `error` is half of a 95% interval.
"""


def measure(name: str) -> str:
    """The ratings.toml of a game."""
    game = feint.load(name)
    players = [player for player in levels(game).values() if not _thinks_long(player)]
    pairings: list[Pairing] = []
    for weaker, stronger in pairwise(players):
        games = GAMES_OF_SEARCH if SEARCH in weaker + stronger else GAMES
        prepare_bots(game, [weaker, stronger])
        report = run_tournament(game, [weaker, stronger], games, SEED, PROCESSES)
        pairings += report.pairings
        print(name, report.pairings[0], flush=True)
    for learned in [f"{LEARNED}:easy", f"{LEARNED}:club", LEARNED] if LEARNED in player_names(game) else []:
        against = [bot for bot in players if not bot.startswith((SEARCH, LEARNED))][-1]
        pairings += run_tournament(game, [against, learned], GAMES, SEED, PROCESSES).pairings
        players.append(learned)
        print(name, pairings[-1], flush=True)
    return ratings_text(players, resolve(game, CLUB), pairings)


def ratings_text(players: list[str], club: str, pairings: list[Pairing]) -> str:
    """The file for these results."""
    ratings, errors = rate(players, pairings, anchor=club)
    parts = [HEADING.format(club=club)]
    for player, rating, error in zip(players, ratings, errors, strict=True):
        games = sum(pairing.games for pairing in pairings if player in (pairing.first, pairing.second))
        numbers = f"rating = {CLUB_RATING + round(rating)}\nerror = {round(INTERVAL * error)}\ngames = {games}\n"
        parts.append(f'[players."{player}"]\n{numbers}')
    for pairing in pairings:
        names = f'first = "{pairing.first}"\nsecond = "{pairing.second}"\n'
        counts = f"games = {pairing.games}\npoints = {pairing.points}  # of the first\ndraws = {pairing.draws}\n"
        parts.append(f"[[pairings]]\n{names}{counts}")
    return "\n".join(parts)


def _thinks_long(player: str) -> bool:
    kind, _, time = player.partition(":")
    return kind == SEARCH and float(time.rstrip("s")) > MOST_SECONDS


if __name__ == "__main__":
    for game_name in sys.argv[1:] or feint.game_names():
        (feint.load(game_name).folder / "ratings.toml").write_text(measure(game_name))
