"""A view, drawn for libraries that want a picture: as a terminal shows it, as plain text, or as an image.

The game's own `screen.py` draws; for a game without one, the fields of the view are listed.
"""

from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from rich.text import Text

from feint.core.extras import require_extra
from feint.core.game import Game
from feint.core.plain_board import plain_drawing
from feint.core.prompter import View

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

WIDE, HIGH, MARGIN = 10, 20, 10  # a character's cell in an image, and what is left free around the board, in pixels
SIZE = 16  # of the letters
EXTRA = "pettingzoo"  # what brings the library for images
BACK, FORE = np.array(THEME.background_color), np.array(THEME.foreground_color)


def as_text(game: Game, view: View) -> str:
    """The board with the escape codes that give it colours, whatever terminal this runs in."""
    out = StringIO()
    _console(out).print(_board(game, view), soft_wrap=True, end="")
    return out.getvalue()


def as_plain_text(game: Game, view: View) -> str:
    """The board without colours."""
    return _board(game, view).plain


def as_image(game: Game, view: View) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The board as an image: rows of pixels of red, green and blue."""
    require_extra("PIL", EXTRA)
    from PIL import Image, ImageDraw

    board = _board(game, view)
    lines = board.plain.split("\n")
    size = (max(map(len, lines)) * WIDE + 2 * MARGIN, len(lines) * HIGH + 2 * MARGIN)
    image = Image.new("RGB", size, _pixel(BACK))
    pen, font = ImageDraw.Draw(image), _font()
    column = row = 0
    for part in board.render(_console(StringIO())):
        ink, bold = _ink(part.style), bool(part.style and part.style.bold)
        for letter in part.text:
            if letter == "\n":
                column, row = 0, row + 1
                continue
            # The font that Pillow brings isn't monospaced, so each letter stands in the middle of its own cell.
            left, top = MARGIN + column * WIDE + WIDE // 2, MARGIN + row * HIGH
            for shift in range(1 + bold):
                pen.text((left + shift, top), letter, ink, font, anchor="ma")
            column += 1
    return np.asarray(image)


def _board(game: Game, view: View) -> Text:
    if game.screen is not None:
        return Text.from_markup(game.screen.board(view))
    return Text(plain_drawing(game, view))


def _console(out: StringIO) -> Console:
    """A terminal that is always the same, so that the same board is always the same text."""
    return Console(
        file=out, force_terminal=True, color_system="standard", no_color=False, highlight=False, legacy_windows=False
    )


def _ink(style: Style | None) -> tuple[int, int, int]:
    ink = FORE
    if style is not None and style.color is not None:
        ink = np.array(style.color.get_truecolor(THEME))
    return _pixel((ink + BACK) / 2 if style is not None and style.dim else ink)


def _pixel(colour: "np.ndarray[Any, Any]") -> tuple[int, int, int]:
    red, green, blue = (int(part) for part in colour)
    return red, green, blue


@cache
def _font() -> "FreeTypeFont | ImageFont":
    """The font that Pillow brings along, since no machine is sure to have another."""
    from PIL import ImageFont

    return ImageFont.load_default(SIZE)
