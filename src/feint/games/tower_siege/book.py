"""Tower Siege's rule book: the road in a picture."""

from feint.core.picture import drawing, element, label
from feint.core.prompter import View

from .words import NAMES, hand

STEP, LEFT = 44, 40


def board(view: View) -> tuple[str, str]:
    """Both heroes' roads, and the cards that are left."""
    length = view["rulings"]["length"]
    parts, said = [], []
    for seat in range(2):
        y, colour = 40 + 96 * seat, f"var(--seat-{seat})"
        parts.append(
            element("line", x1=LEFT, y1=y, x2=LEFT + STEP * length, y2=y, stroke="var(--line)", stroke_width=4)
        )
        for place in range(length + 1):
            x, here = LEFT + STEP * place, view["position"][seat] == place
            tower = place == length
            disc = {"fill": colour if here else "var(--paper)", "stroke": colour if tower else "var(--line)"}
            parts.append(element("circle", cx=x, cy=y, r=16, stroke_width=2.5, **disc))
            text = NAMES[seat] if here else "T" if tower else place
            parts.append(label(x, y, text, 14, fill="var(--paper)" if here else "var(--soft)"))
        cards = ", ".join(map(str, hand(view, seat))) or "none"
        parts.append(label(LEFT - 16, y + 36, f"{NAMES[seat]}'s cards: {cards}", 14, "start"))
        said.append(f"{NAMES[seat]} is at {view['position'][seat]} and holds the cards {cards}")
    alt = f"The road, from each hero's base (0) to the other's tower (T). {'; '.join(said)}."
    return alt, drawing(2 * LEFT + STEP * length, 196, alt, *parts)


def quote(view: View, what: str) -> str:
    """`position P1`, `cards P2`."""
    field, name = what.split()
    seat = NAMES.index(name)
    return ", ".join(map(str, hand(view, seat))) if field == "cards" else str(view[field][seat])
