"""Arguments that several commands share, and the game that they name."""

import argparse
import os
import re
from pathlib import Path
from typing import Any, TypeAlias

from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.rulings import read_pairs

Options: TypeAlias = argparse.Namespace
"""What was given on the command line."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds its parser."""


class _GivenOnce(argparse.Action):
    """An option with one value, which can be given once: argparse would take the last and say nothing."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: Options, value: object, name: str | None = None
    ) -> None:
        """Store the value."""
        assert isinstance(parser, Parser)
        if name is not None and self.dest in parser.given:
            raise argparse.ArgumentError(self, "given twice; once is enough")
        parser.given.add(self.dest)
        setattr(options, self.dest, value)


class Parser(argparse.ArgumentParser):
    """A parser that refuses an option with one value that is given twice; the parsers of commands do, too."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.given: set[str] = set()
        for name in (None, "store"):
            self.register("action", name, _GivenOnce)

    def parse_known_args(self, *arguments: Any, **keywords: Any) -> Any:
        """Parse one command line."""
        self.given.clear()
        return super().parse_known_args(*arguments, **keywords)


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """The game to use."""
    help = "a game's name, or the path of a game's folder"
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=help)


def add_rulings(parser: argparse.ArgumentParser, several_tables: bool = False) -> None:
    """The rulings to use, and the deck; `several_tables`: for several numbers of players."""
    help = "change a ruling; feint rules GAME lists them"
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help=help)
    if several_tables:
        help = "how many play; with several, everything is done once with each"
        parser.add_argument("--players", metavar="N,M", type=whole_numbers, help=help)
    else:
        parser.add_argument("--players", metavar="N", type=whole_number, help="the same as --rule players=N")
    add_deck(parser)


def add_deck(parser: argparse.ArgumentParser) -> None:
    """Another deck."""
    parser.add_argument("--deck", metavar="FILE", type=Path, help="another deck for a card game")


def add_seats(parser: argparse.ArgumentParser, who: str) -> None:
    """Who plays, and the seed."""
    parser.add_argument("--seat", metavar="SEAT=WHO", action="append", default=[], help=f"who plays a seat: {who}")
    parser.add_argument("--seed", metavar="N", type=whole_number, help="the same seed gives the same outcomes")


def add_file(parser: argparse.ArgumentParser) -> None:
    """A saved match, maybe of a game that others have added."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a saved match")
    parser.add_argument("--game", metavar="FOLDER", help="the game's folder, if the game doesn't come with Feint")


def add_count(parser: argparse.ArgumentParser, name: str, help: str, default: int | None = None) -> None:
    """How many of something; without a default, as many as there are processor cores."""
    help += f" (default: {'all cores' if default is None else f'{default:,}'})"
    default = (os.cpu_count() or 1) if default is None else default
    parser.add_argument(name, metavar="N", type=whole_number, default=default, help=help)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_plain(parser: argparse.ArgumentParser) -> None:
    """`--plain` may stand before or after the command, so a command must not reset it."""
    parser.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help="no colours")


def whole_number(text: str) -> int:
    """A whole number, 0 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 40):
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a whole number, 0 or more")
    return int(text)


def whole_numbers(text: str) -> list[int]:
    """Whole numbers with commas between."""
    return [whole_number(part.strip()) for part in text.split(",")]


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = _number(text, "a number from 0 to 1")
    if number > 1:
        raise argparse.ArgumentTypeError(f"{text[:40]} is too large: it can be 0 to 1")
    return number


def seconds(text: str) -> float:
    """A time in seconds."""
    number = _number(text, "a number of seconds, more than 0")
    if number == 0:
        raise argparse.ArgumentTypeError("0 seconds is too short: it must be more than 0")
    return number


def _number(text: str, wanted: str) -> float:
    if not re.fullmatch(r"\d{1,12}(\.\d{0,18})?|\.\d{1,18}|\d(\.\d{1,18})?e-\d{1,2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text[:40]} is not {wanted}")
    return float(text)


def game_from(options: Options) -> Game:
    """The game, under the rulings and with the deck that were given."""
    rulings: dict[str, object] = dict(read_pairs(options.rule))
    if options.players is not None:
        if "players" in rulings:
            raise FeintError("players is given twice; once is enough")
        rulings["players"] = options.players
    return load(options.game, **rulings | deck_from(options))


def deck_from(options: Options) -> dict[str, object]:
    """The deck that was given, as a keyword for `load`."""
    if options.deck is None:
        return {}
    game = load(options.game)
    if "deck" not in game.files:
        raise FeintError(f"{game.name} has no deck of cards that --deck could replace")
    return {"deck": options.deck}
