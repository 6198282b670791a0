"""Minefield Navigator's rule book: the path in a picture."""

from feint.core.picture import drawing, element, label
from feint.core.prompter import View

from .rules import DIFFUSED, SAFE, UNKNOWN

STEP, LEFT = 48, 44
MINE = max(UNKNOWN, SAFE, DIFFUSED) + 1  # a live one, which is known only when all is open
GROUND = {
    UNKNOWN: ("?", "var(--paper)"),
    SAFE: ("", "var(--tint)"),
    DIFFUSED: ("x", "var(--tint)"),
    MINE: ("●", "var(--paper)"),
}
NAMES = {UNKNOWN: "unknown", SAFE: "safe", DIFFUSED: "a defused mine", MINE: "a mine"}


def board(view: View) -> tuple[str, str]:
    """The path, what is known of each step, and where the players are."""
    steps, known, mined = view["rulings"]["steps"], list(view["known"]), view["mined"]
    if mined is not None:  # after the end
        live = [step for step in range(steps) if known[step] == UNKNOWN]
        known = [(MINE if mined >> step & 1 else SAFE) if step in live else known[step] for step in range(steps)]
    parts = []
    for step in range(1, steps + 1):
        sign, fill = GROUND[known[step - 1]]
        x = LEFT + STEP * step
        frame = {"fill": fill, "stroke": "var(--line)", "stroke_width": 2}
        parts.append(element("rect", x=x - 20, y=60, width=40, height=40, rx=9, **frame))
        parts.append(label(x, 80, sign, 18, font_weight=600, fill="var(--bad)" if sign == "●" else "var(--ink)"))
        parts.append(label(x, 116, step, 13, fill="var(--soft)"))
    parts.append(label(LEFT, 116, "start", 13, fill="var(--soft)"))
    for seat, position in enumerate(view["position"]):
        x, colour = (
            LEFT + STEP * position + (14 * seat - 7 if position == view["position"][1 - seat] else 0),
            f"var(--seat-{seat})",
        )
        parts.append(element("circle", cx=x, cy=38, r=14, fill=colour, stroke="var(--paper)", stroke_width=2))
        parts.append(label(x, 38, seat + 1, 14, fill="var(--paper)", font_weight=700))
    left = view["detectors_left"]
    key = f"?: unknown · x: a defused mine · tinted: safe · detectors: {left[0]} (player 1), {left[1]} (player 2)"
    if mined is not None:
        key = "●: a mine · x: a defused mine · tinted: safe"
    parts.append(label(24, 148, key, 14, "start", fill="var(--soft)"))
    found = ", ".join(
        f"step {step} is {NAMES[known[step - 1]]}" for step in range(1, steps + 1) if known[step - 1] != UNKNOWN
    )
    where = " and ".join(f"player {seat + 1} at {position}" for seat, position in enumerate(view["position"]))
    alt = f"The path of {steps} steps: {where}; {found or 'nothing is known of it'}."
    return alt, drawing(2 * LEFT + STEP * steps, 170, alt, *parts)


def quote(view: View, what: str) -> str:
    """`position player1`, `detectors_left player2`; `defused`, the steps where mines were found."""
    if what == "defused":
        return ", ".join(str(step) for step, known in enumerate(view["known"], 1) if known == DIFFUSED)
    field, name = what.split()
    return str(view[field][int(name.removeprefix("player")) - 1])
