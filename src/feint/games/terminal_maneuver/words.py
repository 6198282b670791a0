"""Terminal Maneuver in words: choices and rolls as people write them, and the story of what happened."""

from feint.core.prompter import View

from .rules import ALWAYS, BLACK, BOARD, BURN, LASER, MOST_FUEL, NEVER, NOT_YET


def choice(view: View, action: int) -> str:
    """A choice: `guess 3`, `burn 2`."""
    return f"guess {action}" if action < BURN else f"burn {action - BURN}"


def outcome(view: View, number: int) -> str:
    """A roll of the die: `d6 5`."""
    return f"d6 {number + 1}"


def odds(round: int, fuel: int) -> str:
    """What the board says of a square: what a missile that is caught there needs to roll."""
    safe_from = BOARD[round - 1][fuel]
    names = {NEVER: "never", ALWAYS: "always", BLACK: "always"}
    return names.get(safe_from, f"{safe_from}+")


def story(before: View | None, after: View) -> list[str]:
    """What happened between two views, told the way the other games' books do it."""
    if before is None:
        rounds = after["rulings"]["rounds"]
        return [
            "Welcome to Terminal Maneuver!",
            f"The missile has {after['fuel_left']} fuel and must survive {rounds} round{'s' if rounds > 1 else ''}.",
            f"The laser has the cards 0 to {MOST_FUEL}.",
            "",
            "Round 1:",
        ]
    lines: list[str] = []
    column = before["round"] - 1
    if after["burned"][column] != NOT_YET and before["burned"][column] == NOT_YET:
        lines += turned_over(column, after)
    if after["rolled"][column] and not before["rolled"][column]:
        safe_from = BOARD[column][after["burned"][column]]
        lines.append(f"The missile rolls a {after['rolled'][column]} and needs {safe_from} or more.")
    if after["over"]:
        lines += ["", *ending(before, after)]
    elif after["round"] > before["round"]:
        lines += [f"The missile flies on. Fuel remaining: {after['fuel_left']}", "", f"Round {after['round']}:"]
    return lines


def turned_over(column: int, view: View) -> list[str]:
    burned, guessed = view["burned"][column], view["guessed"][column]
    line = f"The missile burns {burned}. The laser guessed {guessed}."
    if burned != guessed:
        return [f"{line} Missed!"]
    if odds(column + 1, burned) == "always":
        return [f"{line} Caught, but always safe there!"]
    return [f"{line} Caught!"]


def ending(before: View, view: View) -> list[str]:
    if view["winner"] == LASER:
        return [f"The missile is lost in round {before['round']}.", "Laser wins!"]
    return ["The missile has reached its target.", "Missile wins!"]
