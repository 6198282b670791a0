"""What the pictures of Dark Frontier's rule book are made of: hexes, the six around one, ships, missiles and flak."""

from math import cos, pi, sin, sqrt

from feint.core.picture import element, label, polygon

from .hexes import STEP_Q, STEP_R

COLOURS = ("var(--seat-0)", "var(--seat-1)")


def place(q: int, r: int, size: float) -> tuple[float, float]:
    """Where a hex's middle is, from the shipyard's."""
    return 1.5 * size * q, sqrt(3) * size * (r + q / 2)


def hexagon(x: float, y: float, size: float, fill: str, **attributes: object) -> str:
    """A hex with a flat top."""
    corners = [(x + size * cos(pi * turn / 3), y + size * sin(pi * turn / 3)) for turn in range(6)]
    return polygon(corners, fill=fill, stroke="var(--line)", stroke_width=1.2, **attributes)


def rosette(x: float, y: float, size: float, names: list[str], lit: str = "none") -> str:
    """A hex and the six around it, clockwise from N, each with a text; those that have one may be lit."""
    parts = [hexagon(x, y, size, "none")]
    for q, r, name in zip(STEP_Q, STEP_R, names, strict=True):
        hex_x, hex_y = place(q, r, size)
        parts.append(hexagon(x + hex_x, y + hex_y, size, lit if name else "none"))
        if name:
            parts.append(label(x + hex_x, y + hex_y, name, min(16, size * 0.52)))
    return "".join(parts)


def ring_text(names: list[str], middle: str) -> str:
    """The same at a terminal."""
    north, north_east, south_east, south, south_west, north_west = names
    lines = [
        f"{'':6}{north}",
        f"{north_west:<11}{north_east}",
        f"{'':6}{middle}",
        f"{south_west:<11}{south_east}",
        f"{'':6}{south}",
    ]
    return "\n".join(lines)


def _turned(x: float, y: float, facing: int, size: float, *parts: str) -> str:
    return element("g", *parts, transform=f"translate({x:.1f} {y:.1f}) rotate({60 * facing}) scale({size})")


def ship(x: float, y: float, facing: int, colour: str, size: float) -> str:
    """A ship that points where it faces."""
    hull = element("path", d="M0-15 9 11 0 6-9 11Z", fill=colour, stroke="var(--paper)", stroke_width=1.5)
    return _turned(x, y, facing, size, hull)


def missile(x: float, y: float, facing: int, colour: str, size: float) -> str:
    """A missile, slim, with fins."""
    body = element("path", d="M0-12 3-5V7L7 12H-7L-3 7V-5Z", fill=colour, stroke="var(--paper)", stroke_width=1)
    return _turned(x, y, facing, size, body)


def flak(x: float, y: float, spread: int, colour: str) -> str:
    """A cloud of flak with its spread."""
    cloud = element(
        "circle", cx=x, cy=y, r=11, fill="var(--paper)", stroke=colour, stroke_width=2, stroke_dasharray="2.5 2.5"
    )
    return cloud + label(x, y, spread, 13, fill=colour, font_weight=600)
