"""For tests of Minefield Navigator: what each first choice is worth, by plain backward induction over what both know."""

from fractions import Fraction
from functools import cache

import feint


def minefield_choices(occupancy: str, detectors: int = 2, steps: int = 10, mines: int = 3) -> dict[str, Fraction]:
    """The chance of winning that each choice of the first turn leaves to whoever makes it. Looks at no rules.py."""

    @cache
    def value(known: tuple[str, ...], mine: int, yours: int, left: int, your_left: int) -> Fraction:
        """The chance that the player to move wins."""
        options = choices(known, mine, yours, left, your_left)
        return max(options.values()) if options else 1 - value(known, yours, mine, your_left, left)

    def choices(known: tuple[str, ...], mine: int, yours: int, left: int, your_left: int) -> dict[str, Fraction]:
        """The same after each choice: `?` is unknown ground, `.` safe, `x` a mine that was diffused."""
        risk = Fraction(mines - known.count("x"), known.count("?") or 1)

        def found(step: int, what: str) -> tuple[str, ...]:
            return (*known[: step - 1], what, *known[step:])

        options = {}
        step = mine + 1
        if step == yours:
            step = {"exclusive": step + 1, "shared": step, "blocked": 0}[occupancy]
        if step:
            safe = 1 - risk if known[step - 1] == "?" else Fraction(1)
            ground = found(step, ".") if known[step - 1] == "?" else known
            options["move"] = (
                safe * (1 if step == steps else 1 - value(ground, yours, step, your_left, left)) if safe else safe
            )
        for step in range(mine + 1, steps + 1) if left else ():
            if known[step - 1] != "?":
                options[f"scan {step}"] = 1 - value(known, yours, mine, your_left, left - 1)
                continue
            options[f"scan {step}"] = Fraction(0)
            for chance, what in ((risk, "x"), (1 - risk, ".")):
                if chance:
                    after = value(found(step, what), yours, mine, your_left, left - 1)
                    options[f"scan {step}"] += chance * (1 - after)
        return options

    return choices(("?",) * steps, 0, 0, detectors, detectors)


def check_tips(worth: dict[str, Fraction], without_detectors: Fraction) -> None:
    """What is said about the book's tips fits what each first choice is worth, and the game in which nobody can scan."""
    game = feint.load("minefield-navigator")
    detectors, opponent, risk, plan = (tip["text"] for tip in game.about["tips"])
    move, scans = worth["move"], {choice: value for choice, value in worth.items() if choice != "move"}
    best = max(scans.values())
    assert f"a move is worth {_share(move)} to Player 1" in detectors
    assert [scan for scan in scans if scans[scan] == best] == ["scan 3", "scan 5"]
    assert f"of step 3 or step 5, are worth {_share(best)}, and a scan of step 1 nothing at all" in detectors
    assert scans["scan 1"] == 0
    assert f"if nobody had any, Player 1 would get {_share(without_detectors)}" in detectors
    assert f"Player 2 gets {_share(1 - move)}" in opponent
    assert f"mined in {game.rulings['mines']} of {game.rulings['steps']} games" in risk
    assert f"by {move - best} ({100 * float(move - best):.1f} percentage points)" in risk
    assert "scanning step 1, and it loses every game" in plan


def _share(value: Fraction) -> str:
    return f"{value} ({float(value):.1%})"
