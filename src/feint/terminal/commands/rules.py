"""`feint rules` shows a game's rules and rulings."""

import json
from typing import Any

from feint.core.game import Game, load
from feint.core.rulings import text_of
from feint.terminal.arguments import Commands, Options, add_deck, add_game, add_json, deck_from


def add_parser(commands: Commands) -> None:
    """The arguments of `feint rules`."""
    parser = commands.add_parser("rules", help="show a game's rules and rulings")
    add_game(parser)
    add_deck(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Show a game's rules and rulings."""
    from feint.core.rulebook import rules_text
    from feint.terminal.markdown import formatted

    game = load(options.game, **deck_from(options))
    print(json.dumps(_rules(game), indent=2) if options.json else formatted(rules_text(game)))
    return 0


def _rules(game: Game) -> dict[str, Any]:
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
        "rulings": rulings,
        "settled": about.get("settled", {}),
        "notation": about["notation"],
        **{name: about[name] for name in ("components", "tips", "notes") if name in about},
    }
