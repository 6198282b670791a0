"""Pictures of a rule book: one thing drawn twice, as SVG for the page and the documents, and in text for a terminal.

An SVG stands by itself: it brings its colours for light and dark, and a text for those who can't see it.
"""

import re
from dataclasses import dataclass
from html import escape

# The page's colours (style.css), by the same names: `fill="var(--ink)"`.
_LIGHT = {
    "paper": "#fffefb",
    "sunk": "#edeae2",
    "ink": "#1c1e24",
    "soft": "#555964",
    "line": "#c9c5ba",
    "accent": "#3f55a5",
    "tint": "#dfe3f6",
    "seat-0": "#1d5bb8",
    "seat-1": "#b02a4a",
    "good": "#1f6f3a",
    "bad": "#b3261e",
    "warm": "#8a5200",
    "black": "#1c1e24",
}
_DARK = {
    "paper": "#1d2027",
    "sunk": "#0f1115",
    "ink": "#eceae4",
    "soft": "#a6a9b3",
    "line": "#4a4f5c",
    "accent": "#a9b8ff",
    "tint": "#2c3350",
    "seat-0": "#80b4ff",
    "seat-1": "#ff92a8",
    "good": "#7fd39a",
    "bad": "#ff9a8f",
    "warm": "#efb964",
    "black": "#050608",
}
_MORE_SEATS = {"seat-2": "#28723a", "seat-3": "#753aac", "seat-4": "#8a5200"}  # which no rule book draws
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"


@dataclass(frozen=True)
class Picture:
    """A picture: what it shows in a sentence, itself as an SVG document, and its drawing at a terminal."""

    alt: str
    svg: str
    text: str


def element(name: str, *content: str, **attributes: object) -> str:
    """An SVG element; `stroke_width` is the attribute `stroke-width`, and one that is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def label(x: float, y: float, text: object, size: float = 14, anchor: str = "middle", **attributes: object) -> str:
    """A line of text around a point."""
    attributes = {"fill": "var(--ink)", **attributes}
    return element("text", escape(str(text)), x=x, y=y + size * 0.36, font_size=size, text_anchor=anchor, **attributes)


def arrow(
    x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 2.5, dashes: str | None = None
) -> str:
    """An arrow from one point to another."""
    dx, dy = to_x - x, to_y - y
    length = max((dx * dx + dy * dy) ** 0.5, 0.01)
    dx, dy, tip = dx / length, dy / length, 4 + 2.4 * width
    base_x, base_y = to_x - dx * tip, to_y - dy * tip
    half = tip * 0.5
    points = [(to_x, to_y), (base_x - dy * half, base_y + dx * half), (base_x + dy * half, base_y - dx * half)]
    line = {"stroke": colour, "stroke_width": width, "stroke_linecap": "round", "stroke_dasharray": dashes}
    return element("line", x1=x, y1=y, x2=base_x, y2=base_y, **line) + polygon(points, fill=colour)


def polygon(points: list[tuple[float, float]], **attributes: object) -> str:
    """A filled outline through points."""
    return element("polygon", points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points), **attributes)


def drawing(width: float, height: float, alt: str, *content: str) -> str:
    """A whole SVG document on the colour of paper, so that it can be read on any page."""
    light, dark = (";".join(f"--{name}:{value}" for name, value in colours.items()) for colours in (_LIGHT, _DARK))
    style = f"svg{{{light};font-family:{_FONT}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}"'
        f' width="{_number(width)}" height="{_number(height)}" role="img">'
        f"<title>{escape(alt)}</title><style>{style}</style>"
        + element("rect", width=width, height=height, rx=10, fill="var(--paper)")
        + "\n".join(content)
        + "</svg>\n"
    )


def fitted(svg: str, x: float, y: float, width: float, height: float) -> str:
    """What `drawing` made, as a part of another drawing: as large as a frame allows, and in the middle of it."""
    found = re.fullmatch(
        r'<svg [^>]*viewBox="([^"]*)"[^>]*><title>.*?</title><style>.*?</style>(.*)</svg>\n', svg, re.S
    )
    assert found is not None, "it was made by `drawing`"
    return element("svg", found[2], x=x, y=y, width=width, height=height, viewBox=found[1])


def in_light(svg: str) -> str:
    """A drawing with the colours for light written out, for programs that know neither variables nor dark."""
    svg = re.sub(r"<style>.*?</style>", f"<style>text{{font-family:{_FONT}}}</style>", svg, count=1, flags=re.S)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: (_LIGHT | _MORE_SEATS)[found[1]], svg)


def plain(markup: str) -> str:
    """A terminal's drawing without its colours."""
    from rich.markup import render

    return render(markup).plain


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
