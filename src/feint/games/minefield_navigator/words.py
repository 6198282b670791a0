"""Minefield Navigator in words: choices and outcomes as people write them, and the story of what happened."""

from math import comb

from feint.core.prompter import View

from .rules import DIFFUSED, MOVE, PASS


def choice(view: View, action: int) -> str:
    """A choice: `move`, `scan 7`, `pass`."""
    return {MOVE: "move", PASS: "pass"}.get(action, f"scan {action}")


def outcome(view: View, number: int) -> str:
    """An outcome: `mines 3,6,9`, `toss player2`."""
    if view["laid"]:
        return f"toss player{number + 1}"
    mines = placement(number, view["rulings"]["steps"], view["rulings"]["mines"])
    return f"mines {','.join(map(str, mines)) or 'none'}"


def placement(number: int, steps: int, mines: int) -> list[int]:
    """The steps with mines in the placement of that number, in the order of a dictionary."""
    mined: list[int] = []
    for step in range(1, steps + 1):
        missing = mines - len(mined)
        with_mine_here = comb(steps - step, missing - 1) if missing else 0
        if number < with_mine_here:
            mined.append(step)
        else:
            number -= with_mine_here
    return mined


def story(before: View | None, after: View) -> list[str]:
    """What happened between two views, in the words of the rule book's sample dialogue."""
    if before is None:
        return welcome(after)
    if not before["laid"] or before["turn"] < 0:
        lines = []
        if after["turn"] >= 0 and before["turn"] < 0:
            lines += [f"The toss: Player {after['turn'] + 1} goes first."]
        return lines + (["", *turn_begins(after)] if after["turn"] >= 0 else [])
    lines = turn_taken(before, after)
    return [*lines, "", *(ending(before, after) if after["over"] else turn_begins(after))]


def welcome(view: View) -> list[str]:
    detectors = view["rulings"]["detectors"]
    return [
        "Welcome to Minefield Navigator!",
        "Player 1 and Player 2, prepare to navigate the minefield.",
        "",
        f"Both players have {detectors} detector{'' if detectors == 1 else 's'}.",
    ]


def turn_begins(view: View) -> list[str]:
    return [f"Player {view['turn'] + 1}'s Turn:"]


def turn_taken(before: View, after: View) -> list[str]:
    seat = before["turn"]
    if after["detectors_left"][seat] < before["detectors_left"][seat]:
        step = after["scanned"]
        # The book spells it so, and under this reading its dialogue is promised word for word (MN-Q1).
        defused = "diffused" if after["rulings"]["occupancy"] == "shared" else "defused"
        found = after["known"][step - 1] == DIFFUSED and before["known"][step - 1] != DIFFUSED
        return [
            f"Scanning step {step}...",
            f"Mine detected and {defused}!" if found else "No mine found.",
            f"Detectors remaining: {after['detectors_left'][seat]}",
        ]
    step = after["position"][seat]
    if step == before["position"][seat]:
        return ["No way forward and no detector left: the turn is passed."]
    hit = after["over"] and after["winner"] != seat
    return [f"Moved to step {step}. {'Boom! A mine.' if hit else 'Safe!'}"]


def ending(before: View, view: View) -> list[str]:
    winner = view["winner"] + 1
    reached = view["position"][view["winner"]] == view["rulings"]["steps"]
    how = f"by reaching step {view['rulings']['steps']} first" if reached else f"because Player {3 - winner} hit a mine"
    mines = [step for step in range(1, 21) if view["mined"] >> (step - 1) & 1]
    return [f"Player {winner} wins {how}.", f"The mines were on: {', '.join(map(str, mines)) or 'no step'}."]
