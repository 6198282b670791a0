"""The shelf and the books: which games there are, and a game's rules and rulings as text."""

from typing import Any

from feint.core.game import Game, game_names, load
from feint.core.rulings import text_of


def shelf() -> list[dict[str, Any]]:
    """All games, for programs."""
    return [
        {"name": game.name, "title": game.title, "seats": list(game.all_seats), "pitch": game.pitch}
        for game in map(load, game_names())
    ]


def shelf_text() -> str:
    """All games, for people."""
    lines = []
    for game in shelf():
        lines += [f"{game['name']}  ({', '.join(game['seats'])})", f"    {game['pitch']}", ""]
    return "\n".join([*lines, "Play one with: feint play NAME    Read its rules with: feint rules NAME"])


def rules_data(game: Game) -> dict[str, Any]:
    """A game's rules and rulings, for programs."""
    rulings = {
        ruling.name: {
            "id": ruling.id,
            "question": ruling.question,
            "choices": dict(ruling.choices) or {"low": ruling.low, "high": ruling.high},
            "default": text_of(ruling.default),
            "why": ruling.why,
        }
        for ruling in game.all_rulings.values()
    }
    about = game.about
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": list(game.all_seats),
        "pitch": game.pitch,
        "rules": about["rules"],
        "facts": about.get("facts", {}),
        "rulings": rulings,
        "settled": about.get("settled", {}),
        "notation": about["notation"],
    }
