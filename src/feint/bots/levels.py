"""Opponents by level: Beginner, Club, Expert and Best, each one of a game's players, with what was measured of it.

Which player that is follows from what a game has: bots of its own, a solution, `search`. A game may say otherwise under
`[levels]` in its game.toml. How strong they are is in the game's `ratings.toml`, which `tools/ratings.py` writes.
"""

import tomllib
from dataclasses import dataclass

from feint.core.game import Game

PERFECT, SEARCH = "perfect", "search"
LEVELS = ("beginner", "club", "expert", "best")
CLUB = "club"
BEST = "best"
LEARNED_LEVELS = ("easy", CLUB, BEST)  # of `learned`, as `learned:easy`
CLUB_RATING = 1500  # by definition, in every game: ratings of two games can't be compared


@dataclass(frozen=True)
class Rating:
    """How strong a player was found to be: 400 points more mean odds of ten to one."""

    rating: int
    error: int  # half of the 95% interval
    games: int  # that it played to get it


def levels(game: Game) -> dict[str, str]:
    """The player of each level that a game has, the weakest first."""
    strongest = strongest_rule(game)
    # Under other rulings nobody knows whether the game can be solved, nor how long that takes.
    solved = game.positions is not None and is_as_published(game)
    if strongest is not None:
        found = {"beginner": f"{strongest}:50%", CLUB: strongest}
    elif solved:  # right at once, so that it is weaker for its mistakes and not for lack of time
        found = {"beginner": f"{PERFECT}:30%", CLUB: f"{PERFECT}:70%", "expert": f"{PERFECT}:90%"}
    else:
        found = {"beginner": "random"} | ({CLUB: f"{SEARCH}:0.3s"} if game.can_redeal else {})
    if game.can_redeal:
        found = {"expert": f"{SEARCH}:1s", "best": f"{SEARCH}:3s"} | found
    if solved:
        found["best"] = PERFECT
    found |= game.about.get("levels", {})
    return {level: found[level] for level in LEVELS if level in found}


def strongest_rule(game: Game) -> str | None:
    """The bot among the game's own that `search` plays on with."""
    if game.bots is None:
        return None
    found = [name for name, bot in game.bots.BOTS.items() if bot is game.bots.ROLLOUT]
    return (found or list(game.bots.BOTS))[-1]


def default_level(game: Game) -> str:
    """The level that a person plays against who asks for nobody in particular.

    It is one to respect that answers at once: Expert, or Club where an expert has to think.
    """
    found = levels(game)
    wanted = "expert" if not found.get("expert", SEARCH).startswith(SEARCH) else CLUB
    return wanted if wanted in found else "beginner"


def rating(game: Game, player: str) -> Rating | None:
    """What was measured of a player or a level; None if nothing was, or under other rulings."""
    if not is_as_published(game):
        return None
    measured = _ratings(game).get(levels(game).get(player, player))
    return None if measured is None else Rating(measured["rating"], measured["error"], measured["games"])


def described(game: Game, level: str) -> str:
    """A level for people: `Club (gunner), rated 1500`."""
    measured = rating(game, level)
    how = "not measured" if measured is None else f"rated {measured.rating}"
    if measured is not None and measured.error:
        how += f" ± {measured.error}"
    return f"{level.capitalize()} ({levels(game)[level]}), {how}"


def is_as_published(game: Game) -> bool:
    """Whether a game has its own files and default rulings; the cap on its length that programs need doesn't count."""
    rulings = game.all_rulings
    same = (game.rulings[name] in (ruling.default, ruling.in_simulation) for name, ruling in rulings.items())
    return not game.own_data and all(same)


def _ratings(game: Game) -> dict[str, dict[str, int]]:
    path = game.folder / "ratings.toml"
    players: dict[str, dict[str, int]] = (
        tomllib.loads(path.read_text(encoding="utf-8")).get("players", {}) if path.is_file() else {}
    )
    return players
