"""Minefield Navigator at a terminal: the path and what is known of it, and the rule book's dialogue."""

from feint.core.prompter import Prompter, View, read_choice, span

from .rules import DIFFUSED, SAFE, UNKNOWN

COLOURS = ("bright_cyan", "bright_magenta")
# What is known about a step, as a sign and its colour; a live mine is seen only after the end.
GROUND = {UNKNOWN: ("?", "yellow"), SAFE: (".", "green"), DIFFUSED: ("x", "green")}
LIVE_MINE = ("*", "bold red")
CELL = 3  # columns a step

# What a page needs and no view holds: what the numbers of `known` stand for.
FACTS = {"unknown": UNKNOWN, "safe": SAFE, "diffused": DIFFUSED}


def board(view: View) -> str:
    """The path, and what is known about each step of it."""
    steps = view["rulings"]["steps"]
    lines = ["[dim]step     " + "".join(f"{step:>{CELL}}" for step in range(steps + 1)) + "[/]"]
    lines += ["ground   " + " " * CELL + "".join(_ground(view, step) for step in range(1, steps + 1))]
    for seat in range(2):
        track = " " * CELL * view["position"][seat] + f"[bold {COLOURS[seat]}]{seat + 1:>{CELL}}[/]"
        lines += [f"player {seat + 1} {track}"]
    if view["over"]:
        return "\n".join([*lines, "[dim]. safe   x defused mine   * mine[/]"])
    live, unknown = _mines_left(view)
    mines = (
        f"live mines: {live} in {unknown} unknown step{'' if unknown == 1 else 's'}" if live else "no live mines left"
    )
    first, second = view["detectors_left"]
    lines += [f"{mines}   detectors: {first} (player 1), {second} (player 2)"]
    counted_out = "   * mine" if live == unknown > 0 else ""
    return "\n".join([*lines, f"[dim]? unknown   . safe   x defused mine{counted_out}[/]"])


def _ground(view: View, step: int) -> str:
    """What is known of a step: by walking and scanning, or because no mine is left to be there, or nothing else is."""
    known = view["known"][step - 1]
    sign, colour = GROUND[known]
    if known == UNKNOWN:
        live, unknown = _mines_left(view)
        if view["over"]:
            sign, colour = LIVE_MINE if view["mined"] >> (step - 1) & 1 else GROUND[SAFE]
        elif live in (0, unknown):
            sign, colour = LIVE_MINE if live else GROUND[SAFE]
    return f"[{colour}]{sign:>{CELL}}[/]"


def _mines_left(view: View) -> tuple[int, int]:
    """How many mines are live, and how many steps unknown: anyone can count that."""
    known = view["known"][: view["rulings"]["steps"]]
    return view["rulings"]["mines"] - known.count(DIFFUSED), known.count(UNKNOWN)


def ask(view: View, legal: list[str], prompter: Prompter) -> str:
    """The choice of the seat whose view this is."""
    seat = view["turn"]
    if legal == ["pass"]:
        return "pass"
    while True:
        prompter.say(f"You are at step {view['position'][seat]}.")
        prompter.say("Actions:")
        prompter.say(f"1. Move forward to step {_landing(view, seat)}.")  # the book lists both, whatever can be done
        if "move" not in legal:
            prompter.say(f"    (Not now: Player {2 - seat} stands there.)")
        prompter.say("2. Use a detector.")
        if not view["detectors_left"][seat]:
            prompter.say("    (Not now: you have none left.)")
        prompter.say()
        action = _ask_action(view, seat, legal, prompter)
        if action in legal:
            return action
        ahead = list(range(view["position"][seat] + 1, view["rulings"]["steps"] + 1))
        scans = {str(step): f"scan {step}" for step in ahead}
        refusal = f"Enter a step ahead of you ({span(ahead)}), or nothing to go back."
        prompt = f"Enter step number to scan ({span(ahead)}): "
        if scan := read_choice(prompter, prompt, scans, refusal, may_go_back=True):
            return scan


def _ask_action(view: View, seat: int, legal: list[str], prompter: Prompter) -> str:
    while True:
        action = read_choice(
            prompter,
            "Enter your choice (1 or 2): ",
            {"1": "move", "2": "detector", **{choice: choice for choice in legal}},
            f"Enter 1 to move forward or 2 to use a detector; or in words, like {legal[-1]}.",
        )
        if action == "move" and "move" not in legal:
            prompter.say(
                f"The way is blocked: Player {2 - seat} stands on step {_landing(view, seat)}; enter 2 to scan."
            )
        elif action == "detector" and not view["detectors_left"][seat]:
            prompter.say("You have no detectors left; enter 1 to move forward.")
        else:
            return action


def _landing(view: View, seat: int) -> int:
    """The step that a move leads to: past the opponent when steps are exclusive."""
    step = int(view["position"][seat]) + 1
    jumps = view["rulings"]["occupancy"] == "exclusive" and step == view["position"][1 - seat]
    return step + 1 if jumps else step
