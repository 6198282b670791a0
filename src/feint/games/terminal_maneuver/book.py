"""Terminal Maneuver's rule book: the board as a table and as a picture."""

from collections.abc import Callable, Mapping
from typing import Any

from feint.core.picture import drawing, element, label
from feint.core.prompter import View

from .rules import ALWAYS, BLACK, BOARD, MOST_FUEL, NEVER, NOT_YET
from .words import odds

Rows = list[list[Any]]
WIDE, HIGH, LEFT, TOP = 104, 34, 70, 40  # a square, and where they begin


def values(game: Any) -> Mapping[str, str]:
    """The highest card."""
    return {"most_fuel": str(MOST_FUEL)}


def squares(game: Any) -> Rows:
    """What a missile that is caught must roll, by fuel and round."""
    rounds = range(1, game.rulings["rounds"] + 1)
    rows: Rows = [["fuel burned", *(f"round {number}" for number in rounds)]]
    for fuel in range(MOST_FUEL, -1, -1):
        rows.append([fuel, *("-" if BOARD[number - 1][fuel] == BLACK else odds(number, fuel) for number in rounds)])
    return rows


TABLES: dict[str, Callable[[Any], Rows]] = {"squares": squares}


def board(view: View) -> tuple[str, str]:
    """The board: a column a round, a row an amount of fuel, with what was burned and guessed."""
    rounds, parts, said = view["rulings"]["rounds"], [], []
    for column in range(rounds):
        x = LEFT + WIDE * column
        now = column + 1 == view["round"] and not view["over"]
        weight = {"font_weight": 700} if now else {"fill": "var(--soft)"}
        parts.append(label(x + WIDE / 2, TOP - 16, f"round {column + 1}", 14, **weight))
        for fuel in range(MOST_FUEL + 1):
            parts.append(_square(x, TOP + HIGH * (MOST_FUEL - fuel), column, fuel))
        burned, guessed = view["burned"][column], view["guessed"][column]
        if burned != NOT_YET:
            parts.append(
                _mark(x + 16, burned, "M", "var(--seat-0)") + _mark(x + WIDE - 16, guessed, "L", "var(--seat-1)")
            )
            said.append(f"in round {column + 1} the missile burned {burned} and the laser guessed {guessed}")
    for fuel in range(MOST_FUEL + 1):
        parts.append(label(LEFT - 14, _middle(fuel), fuel, 14, "end"))
    parts.append(label(12, TOP - 16, "fuel", 14, "start", fill="var(--soft)"))
    bottom = TOP + HIGH * (MOST_FUEL + 1) + 20
    key = f"fuel left: {view['fuel_left']} · M: the missile · L: the laser's guess"
    parts.append(label(LEFT, bottom, key, 14, "start", fill="var(--soft)"))
    alt = f"The board, round {view['round']}, {view['fuel_left']} fuel left{''.join(f'; {what}' for what in said)}."
    return alt, drawing(LEFT + WIDE * rounds + 14, bottom + 20, alt, *parts)


def _middle(fuel: int) -> float:
    return TOP + HIGH * (MOST_FUEL - fuel) + HIGH / 2


def _square(x: float, y: float, column: int, fuel: int) -> str:
    safe_from = BOARD[column][fuel]
    fills = {BLACK: "var(--black)", NEVER: "var(--sunk)", ALWAYS: "var(--tint)"}
    frame = {"fill": fills.get(safe_from, "none"), "stroke": "var(--line)", "stroke_width": 1}
    text = "" if safe_from == BLACK else label(x + WIDE / 2, y + HIGH / 2, odds(column + 1, fuel), 14)
    return element("rect", x=x, y=y, width=WIDE, height=HIGH, **frame) + text


def _mark(x: float, fuel: int, name: str, colour: str) -> str:
    disc = element("circle", cx=x, cy=_middle(fuel), r=11, fill=colour)
    return disc + label(x, _middle(fuel), name, 13, fill="var(--paper)", font_weight=700)


def quote(view: View, what: str) -> str:
    """`fuel_left`: one of a view's numbers."""
    return str(view[what])
