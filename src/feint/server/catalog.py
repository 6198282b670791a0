"""The games, as clients see them: what they are, what can be set, and which bots can play."""

from functools import cache

from feint.bots.levels import SEARCH, default_level, levels, rating
from feint.bots.players import offered_names, what_they_do
from feint.core.errors import UnknownGame
from feint.core.game import Game, game_names, load
from feint.core.picture import Picture
from feint.core.plain_board import shown_fields
from feint.core.rulebook import linked, pictures_of, rules_text
from feint.core.rulings import Ruling
from feint.core.schema import Field
from feint.protocol import FieldInfo, GameDetails, GameInfo, LevelInfo, RulingInfo

BOARD = "board.js"
THINKING_TIMES = {SEARCH: ["0.3s", "1s", "3s"]}  # those that are offered; a table takes others, too


def served_game(name: str) -> Game:
    """The game of exactly that name that can be played here: a name, never a place to look for one."""
    if name not in game_names():
        raise UnknownGame(f"there is no game called {name[:40]}; there are {', '.join(game_names())}")
    return load(name)


def game_info(game: Game) -> GameInfo:
    """What the list of games says of one."""
    bots = offered_names(game)
    return {
        "game": game.name,
        "title": game.title,
        "pitch": game.pitch,
        "seats": list(game.all_seats),
        "seats_by": game.about.get("seats_by"),
        "hands": game.hands,
        "rulings": {ruling.name: _ruling(ruling) for ruling in game.all_rulings.values()},
        "levels": _levels(game),
        "bots": bots,
        "thinking_times": {bot: times for bot, times in THINKING_TIMES.items() if bot in bots},
        "files": script_names(game),
        "lessons": [lesson.title for lesson in game.lessons],
        "puzzles": len(game.puzzles),
    }


def _levels(game: Game) -> list[LevelInfo]:
    offered = default_level(game)
    found: list[LevelInfo] = []
    for level, bot in levels(game).items():
        measured = rating(game, level)
        found.append(
            {
                "level": level,
                "bot": bot,
                "rating": None if measured is None else measured.rating,
                "error": None if measured is None else measured.error,
                "default": level == offered,
            }
        )
    return found


def game_details(game: Game) -> GameDetails:
    """All of a game: the same, what its bots do, its book, and what its screens need to know that no view holds."""
    info = game_info(game)
    return {
        "name": game.name,
        **info,
        "what_bots_do": what_they_do(game),
        "book": _book(game.name),
        "facts": game.screen.FACTS if game.screen is not None else None,
        "fields": [] if BOARD in info["files"] else [field_info(field) for field in shown_fields(game)],
    }


def field_info(field: Field) -> FieldInfo:
    """What the page's plain board needs to know of a field."""
    holds = field.holds
    return {
        "name": field.name,
        "by_seat": field.by_seat,
        "kind": None if holds is None else holds.kind,
        "of_seats": holds is not None and holds.of_seats,
        "low": holds.low if holds is not None and isinstance(holds.low, int) else 0,
        "names": [] if holds is None else list(holds.names),
    }


def picture(name: str, which: str) -> str | None:
    """A picture of a game's book, as SVG; None if there is no such game or picture."""
    found = _pictures(name).get(which) if name in game_names() else None
    return found.svg if found else None


@cache
def _book(name: str) -> str:
    return rules_text(load(name), linked(""), for_players=True)


@cache
def _pictures(name: str) -> dict[str, Picture]:
    return pictures_of(load(name))


def script_names(game: Game) -> list[str]:
    """The JavaScript that a game brings for the page."""
    return sorted(path.name for path in game.folder.glob("*.js") if path.is_file())


def _ruling(ruling: Ruling) -> RulingInfo:
    return {
        "question": ruling.question,
        "why": ruling.why,
        "choices": list(ruling.choices),
        "meanings": dict(ruling.choices),
        "low": ruling.low,
        "high": ruling.high,
        "none": ruling.may_be_none,
        "default": ruling.default,
        "for_designers": ruling.for_designers,
    }
