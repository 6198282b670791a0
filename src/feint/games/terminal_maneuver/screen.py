"""Terminal Maneuver at a terminal: the board with every square's odds, and a dialogue like the other games'."""

from feint.core.prompter import Prompter, View, read_choice, span

from .rules import ALWAYS, BLACK, BOARD, LASER, MISSILE, MOST_FUEL, NEVER, NOT_YET
from .words import odds

# What a page needs and no view holds: by round and fuel, the least roll that saves; and what numbers stand for.
FACTS = {
    "board": [list(column) for column in BOARD],
    "never": NEVER,
    "always": ALWAYS,
    "black": BLACK,
    "most_fuel": MOST_FUEL,
    "not_yet": NOT_YET,
    "missile": MISSILE,
    "laser": LASER,
}


def board(view: View) -> str:
    """The board: a column a round, a row an amount of fuel; `M` is the missile, `L` what the laser guessed."""
    rounds = view["rulings"]["rounds"]
    now = 0 if view["over"] else view["round"]
    heads = "".join(_lit(f"{f'>round {r}<' if r == now else f'round {r}':^10}", r == now) for r in range(1, rounds + 1))
    lines = [f"burn {heads}"]
    for fuel in range(MOST_FUEL, -1, -1):
        squares = "".join(_lit(f"{_square(view, r, fuel):^10}", r == now) for r in range(1, rounds + 1))
        lines.append(f"{fuel:>3}  {squares}")
    lines.append(f"fuel left: {view['fuel_left']}{_laid(view)}")
    lines.append("[dim]2+: safe on a roll of 2 or more   -: can't be burned[/]")
    lines.append("[dim]M: the missile   L: the laser's guess[/]")
    if view["seat"] == "laser" and now:
        lines.append("[dim]no use: always safe there, so guessing it is pointless[/]")
    return "\n".join(lines)


def _lit(text: str, now: bool) -> str:
    return f"[bold bright_yellow]{text}[/]" if now else f"[dim]{text}[/]"


def _square(view: View, round: int, fuel: int) -> str:
    burned, guessed = view["burned"][round - 1], view["guessed"][round - 1]
    marks = "M" * (fuel == burned) + "L" * (fuel == guessed)
    to_come = burned == NOT_YET and not view["over"]
    if not _on_board(view, round, fuel) or (to_come and not _in_reach(view, round, fuel)):
        return f"- {marks}".rstrip()
    if view["seat"] == "laser" and to_come and round == view["round"] and odds(round, fuel) == "always":
        return "no use"
    return f"{odds(round, fuel)} {marks}".rstrip()


def _in_reach(view: View, round: int, fuel: int) -> bool:
    return _on_board(view, round, fuel) and fuel <= int(view["fuel_left"])


def _on_board(view: View, round: int, fuel: int) -> bool:
    """Whether there is a square for that: under `allowed` a black one counts, and is always safe (TM-Q1)."""
    return BOARD[round - 1][fuel] != BLACK or view["rulings"]["black_squares"] == "allowed"


def _laid(view: View) -> str:
    """Who has chosen this round, and what, for those who may know."""
    said = ""
    for seat, (name, what) in enumerate((("missile", "a burn of"), ("laser", "a guess of"))):
        if view["laid"] >> seat & 1:
            chosen = view["chosen"][seat]
            said += f"   the {name} has chosen" if chosen is None else f"   the {name} has chosen {what} {chosen}"
    return said


def need_not_ask(view: View, alone: bool) -> bool:
    """A seat with one choice is never asked: the fuel that is left, all can see."""
    return True


def ask(view: View, legal: list[str], prompter: Prompter) -> str:
    """The choice of the seat whose view this is."""
    choices = {choice.split()[1]: choice for choice in legal}
    numbers = [int(number) for number in choices]
    if view["seat"] == "laser":
        prompt = f"Laser, lay your guess face down ({span(numbers)}): "
        return read_choice(prompter, prompt, choices, f"Lay one of your cards ({span(numbers)}).", secret=True)
    prompt = f"Missile, choose how much fuel to burn ({span(numbers)}): "
    return read_choice(prompter, prompt, choices, f"In this round you can burn {span(numbers)}.", secret=True)
