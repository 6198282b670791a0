"""Dark Frontier's rule book: its tables and pictures, made from the stat sheets, the rulings and the rules."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from feint.core.picture import Picture, arrow, drawing, element, label
from feint.core.prompter import View

from . import state as st
from .book_art import COLOURS, flak, hexagon, missile, place, ring_text, rosette, ship
from .hexes import DIRECTIONS, MOST_DICE, STEP_Q, STEP_R, added, burned_in_turn, length, way
from .screen import IN_FLIGHT, ahead, here, start, tokens_of
from .words import KINDS, SEATS, counter_text, ship_of, split_text

Rows = list[list[Any]]
BESIDE = ("ahead", "ahead right", "behind right", "behind", "behind left", "ahead left")
SHEET = {
    "thrust": "thrust: the most it can burn",
    "rotation": "rotation: the most it can rotate",
    "gimbal": "gimbal",
    "point_defence": "point defence rating (lower is better)",
    "flak_velocity": "flak: velocity",
    "flak_shots": "flak: shots a round",
    "flak_arc": "flak: arc",
    "missile_velocity": "missile: launch velocity",
    "missile_shots": "missile: launches a round",
    "missile_arc": "missile: arc",
    "missile_acceleration": "missile: acceleration, each round",
    "missile_rotation": "missile: rotation, each round",
    "missiles_a_turn": "missiles a round, countermeasures included",
    "magazine": "magazine: missiles in all",
}


def values(game: Any) -> Mapping[str, str]:
    """Numbers that the text names."""
    return {"fresh_spread": str(st.FRESH_SPREAD), "most_dice": str(MOST_DICE)}


def ships(game: Any) -> Rows:
    """The stat sheets side by side."""
    sheets = game.shown_data["ships"]
    rows = [["on the sheet", *(sheet["name"] for sheet in sheets)]]
    for field, name in SHEET.items():
        rows.append([name, *(_number(sheet[field]) for sheet in sheets)])
    return rows


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "all around" if len(value) == len(DIRECTIONS) else ", ".join(BESIDE[way] for way in sorted(value))
    return str(value)


def damage(game: Any) -> Rows:
    """What a roll on the damage table breaks, by class of ship."""
    sheets = game.shown_data["ships"]
    rows = [["roll", *(sheet["name"] for sheet in sheets)]]
    return rows + [[str(die + 1), *(sheet["damage"][die] for sheet in sheets)] for die in range(6)]


def spread(game: Any) -> Rows:
    """How likely flak is to be dodged, by its spread: the higher of two dice must be above it."""
    rows: Rows = [["spread", "in the Advance of", "dodged if either die shows", "which happens"]]
    for left in range(st.FRESH_SPREAD, 0, -1):
        later = st.FRESH_SPREAD - left
        when = "the round it is fired" if not later else f"{later} round{'s' if later > 1 else ''} later"
        chance = 1 - Fraction(min(left, 6), 6) ** 2
        dice = "never" if left >= 6 else " or ".join(map(str, range(left + 1, 7))) if left > 3 else f"{left + 1} to 6"
        rows.append([left, when, dice, f"{round(100 * chance)}%"])
    return rows


def burns(game: Any) -> Rows:
    """How a burn is shared out over a rotation, from facing N."""
    rows: Rows = [["burn", *(f"rotate +{turn}" if turn else "no rotation" for turn in range(4))]]
    for thrust in range(1, 5):
        cells = []
        for turn in range(4):
            shares = _shares(0, turn, thrust)
            cells.append(", ".join(f"{DIRECTIONS[way]} {share}" for way, share in shares if share))
        rows.append([thrust, *cells])
    return rows


def _shares(facing: int, turn: int, thrust: int) -> list[tuple[int, int]]:
    """How much of a burn goes in each direction of a rotation, found by what each step of the burn adds."""
    step = 1 if turn > 0 else -1
    ways = [(facing + step * passed) % 6 for passed in range(abs(turn) + 1)]
    shares = dict.fromkeys(ways, 0)
    for number in range(1, thrust + 1):
        with_it, without = (burned_in_turn(0, 0, facing, turn, burn) for burn in (number, number - 1))
        more = with_it[0] - without[0], with_it[1] - without[1]
        shares[next(way for way in ways if (STEP_Q[way], STEP_R[way]) == more)] += 1
    return list(shares.items())


def defence(game: Any) -> Rows:
    """What the die of point defence decides, by how it compares with the ship's rating."""
    gone, debris, warhead = "shot down", "its debris hits: roll for damage", "the warhead destroys the ship"
    missile_by = {
        "tiered": (gone, debris, warhead),
        "harsh": (gone, gone, warhead),
        "soft": (gone, gone, debris),
    }[game.rulings["warhead"]]
    hit = "hit: roll for damage"
    rolls = ("higher than the rating", "equal to the rating", "lower than the rating")
    rows = [["the die is", "flak", "missile"]]
    return rows + [[roll, by_flak, by] for roll, by_flak, by in zip(rolls, (gone, hit, hit), missile_by, strict=True)]


TABLES: dict[str, Callable[[Any], Rows]] = {
    "ships": ships,
    "damage": damage,
    "spread": spread,
    "burns": burns,
    "defence": defence,
}


def directions(game: Any) -> Picture:
    """The six directions."""
    alt = f"A ship in a hex, facing N, and the six directions around it, clockwise: {', '.join(DIRECTIONS)}."
    x, y = 150.0, 142.0
    parts = [rosette(x, y, 46, list(DIRECTIONS)), ship(x, y, 0, COLOURS[0], 1.5)]
    arc = {"fill": "none", "stroke": "var(--warm)", "stroke_width": 2.5}
    for side, name in ((1, "rotate +1: clockwise"), (-1, "rotate -1: anticlockwise")):
        end = (x + side * 30, y - 27)
        parts.append(element("path", d=f"M{x + side * 9} {y - 38}A40 40 0 0 {int(side > 0)} {end[0]} {end[1]}", **arc))
        parts.append(arrow(end[0] - side * 2, end[1] - 2, end[0] + side * 5, end[1] + 6, "var(--warm)", 1.6))
        parts.append(label(295, y - 40 - side * 12, name, 14, "start", fill="var(--warm)"))
    notes = ("The ship faces N. Ahead is N,", "ahead right NE, behind right SE,", "behind S, and so on around.")
    parts += [label(295, y + 14 + 19 * at, note, 14, "start", fill="var(--soft)") for at, note in enumerate(notes)]
    text = ring_text(list(DIRECTIONS), "DN") + "\n\nDN: a ship, facing N. Rotating +1 is clockwise: from N to NE."
    return Picture(alt, drawing(560, 284, alt, *parts), text)


def coordinates(game: Any) -> Picture:
    """How hexes are numbered."""
    alt = "The hexes around the shipyard with their coordinates: the shipyard is 0,0; N of it is 0,-1; SE of it is 1,0."
    size, x, y, parts = 34.0, 178.0, 168.0, []
    near = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if length(q, r) <= 2]
    for q, r in near:
        hex_x, hex_y = place(q, r, size)
        parts.append(hexagon(x + hex_x, y + hex_y, size, "var(--tint)" if (q, r) == (0, 0) else "none"))
        parts.append(label(x + hex_x, y + hex_y, f"{q},{r}", 15))
    notes = ["q grows towards SE and NE,", "r grows towards S and SW.", ""]
    notes += [
        f"One step {name}: q {_signed(q)}, r {_signed(r)}"
        for name, q, r in zip(DIRECTIONS, STEP_Q, STEP_R, strict=True)
    ]
    parts += [label(360, 70 + 22 * at, note, 14, "start", fill="var(--soft)") for at, note in enumerate(notes)]
    rows = []
    for height in range(-4, 5):
        cells = [
            f"{q},{(height - q) // 2}" if (q, (height - q) // 2) in near and not (height - q) % 2 else ""
            for q in range(-2, 3)
        ]
        rows.append("".join(cell.ljust(6) for cell in cells).rstrip())
    return Picture(alt, drawing(600, 336, alt, *parts), "\n".join([*rows, "", *notes]))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "the same"


# Velocities to add up, each with the rule of the counter that it shows.
SUMS = (
    ("opposites cancel", ((3, 4), (0, 1))),
    ("one apart: they combine in between", ((2, 2), (4, 1))),
    ("neighbours stay", ((3, 2), (4, 1))),
)


def counter(game: Any) -> Picture:
    """The velocity counter, and how it is resolved."""
    parts, lines, said = [], [], []
    for at, (rule, numbers) in enumerate(SUMS):
        (first, one), (second, other) = numbers
        after = counter_text(*added(0, 0, first, one, second, other))
        before = split_text(first, one, second, other)
        lines.append(f"{before:<10} ->  {after:<10}  {rule}")
        said.append(f"{before} becomes {after}: {rule}")
        y = 92.0 + 170 * at
        for x, text in ((96.0, before), (310.0, after)):
            shown = dict(item.split() for item in text.split(", "))
            names = [f"{name} {shown[name]}" if name in shown else "" for name in DIRECTIONS]
            parts.append(rosette(x, y, 28, names, lit="var(--tint)"))
        parts.append(arrow(180, y, 226, y, "var(--soft)"))
        parts.append(label(394, y - 11, rule, 14, "start"))
        parts.append(label(394, y + 11, f"{before}  →  {after}", 14, "start", fill="var(--soft)"))
    alt = f"The velocity counter, a number for each direction. {'; '.join(said)}."
    return Picture(alt, drawing(670, 524, alt, *parts), "\n".join(lines))


def rotation(game: Any) -> Picture:
    """A burn during a rotation."""
    facing, turn, thrust = 0, 2, 4
    shares = _shares(facing, turn, thrust)
    total = counter_text(*burned_in_turn(0, 0, facing, turn, thrust))
    shared = ", ".join(f"{DIRECTIONS[way]} {share}" for way, share in shares)
    alt = f"A ship facing {DIRECTIONS[facing]} rotates +{turn} and burns {thrust}: the burn is shared out as {shared}."
    x, y = 130.0, 122.0
    names = [""] * 6
    for direction, share in shares:
        names[direction] = f"+{share}"
    parts = [rosette(x, y, 38, names, lit="var(--tint)")]
    parts.append(ship(x, y, (facing + turn) % 6, COLOURS[0], 1.1))
    notes = (f"facing {DIRECTIONS[facing]}, rotate +{turn}, burn {thrust}", f"shares: {shared}", f"resolved: {total}")
    parts += [label(250, y - 26 + 26 * at, note, 15, "start") for at, note in enumerate(notes)]
    return Picture(alt, drawing(520, 244, alt, *parts), "\n".join(notes))


def arcs(game: Any) -> Picture:
    """Where each class can fire."""
    parts, said = [], []
    for row, sheet in enumerate(game.shown_data["ships"]):
        y = 100.0 + 150 * row
        parts.append(label(20, y, sheet["name"], 17, "start", font_weight=600))
        for column, weapon in enumerate(("flak", "missile")):
            x = 200.0 + 190 * column
            arc = sheet[f"{weapon}_arc"]
            parts.append(rosette(x, y, 25, ["•" if way in arc else "" for way in range(6)], lit="var(--tint)"))
            parts.append(ship(x, y, 0, COLOURS[0], 0.8))
            if not row:
                parts.append(label(x, 16, weapon, 14, fill="var(--soft)"))
        said.append(f"{sheet['name']}: flak {_number(sheet['flak_arc'])}; missiles {_number(sheet['missile_arc'])}")
    alt = f"Where each class of ship can fire, seen from a ship that faces up. {'. '.join(said)}."
    return Picture(alt, drawing(490, 150 * len(said) + 36, alt, *parts), "\n".join(said))


PICTURES: dict[str, Callable[[Any], Picture]] = {
    "directions": directions,
    "coordinates": coordinates,
    "counter": counter,
    "rotation": rotation,
    "arcs": arcs,
}

SIZE = 21.0  # of a hex on the map
NAMES = 46.0  # room for names beside it
OUTLINE: dict[str, Any] = {"stroke": "var(--paper)", "stroke_width": 4, "paint_order": "stroke"}


def board(view: View) -> tuple[str, str]:
    """The map around what flies, with arrows to where all will be."""
    tokens = tokens_of(view)
    ends = [here(view, token) for token in tokens] + [ahead(view, token) for token in tokens]
    if view["phase"] in IN_FLIGHT:
        ends += [start(view, token) for token in (view["one"], view["other"])]
    points = [place(q, r, SIZE) for q, r in ends]
    left, right = (limit(x for x, _ in points) for limit in (min, max))
    top, bottom = (limit(y for _, y in points) for limit in (min, max))
    margin = 2.6 * SIZE
    x, y = margin + NAMES - left, margin - top
    width, height = right - left + 2 * (margin + NAMES), bottom - top + 2 * margin
    parts = [element("defs", hexagon(0, 0, SIZE, "none", id_="hex"))]  # one, used for all: so the file stays small
    reach = range(-view["rulings"]["radius"], view["rulings"]["radius"] + 1)
    for q, r in ((q, r) for q in reach for r in reach if length(q, r) <= view["rulings"]["radius"]):
        hex_x, hex_y = place(q, r, SIZE)
        if left - margin < hex_x < right + margin and top - margin < hex_y < bottom + margin:
            parts.append(element("use", href="#hex", x=round(x + hex_x, 1), y=round(y + hex_y, 1)))
    parts.append(hexagon(x, y, SIZE, "var(--tint)"))
    said = []
    for token in sorted(tokens, key=lambda token: -view["kind"][token]):
        owner, kind = view["owner"][token], view["kind"][token]
        (at_x, at_y), (to_x, to_y) = (place(*hex_, SIZE) for hex_ in (here(view, token), ahead(view, token)))
        side = (
            -1 if owner else 1
        )  # the defender's names and arrows to the right, so that two in a line can be told apart
        if (at_x, at_y) != (to_x, to_y):
            parts.append(
                arrow(x + at_x + 3 * side, y + at_y, x + to_x + 3 * side, y + to_y, COLOURS[owner], 1.8, "2 5")
            )
        draw = {st.SHIP: ship, st.MISSILE: missile}.get(kind)
        if draw:
            parts.append(draw(x + at_x, y + at_y, view["facing"][token], COLOURS[owner], 0.95))
        else:
            parts.append(flak(x + at_x, y + at_y, view["spread"][token], COLOURS[owner]))
        said.append(_said(view, token))
        name = ship_of(view, owner)["name"] if kind == st.SHIP else KINDS[kind]
        anchor = "end" if owner else "start"
        parts.append(label(x + at_x + 0.9 * SIZE * side, y + at_y, name, 13, anchor, fill=COLOURS[owner], **OUTLINE))
    if view["phase"] in IN_FLIGHT:
        for token in (view["one"], view["other"]):
            parts += _slices(view, token, x, y)
        caption = "numbers: where the two were in each slice"
        parts.append(label(14, height - 14, caption, 13, "start", fill="var(--soft)", **OUTLINE))
    alt = f"The map: {'; '.join(reversed(said))}."
    return alt, drawing(width, height, alt, *parts)


def _slices(view: View, token: int, x: float, y: float) -> list[str]:
    """The slices so far, in the hexes where a token was then; at the side, for there may be another token's."""
    owner = view["owner"][token]
    flown: dict[tuple[int, int], list[str]] = {}
    for number in range(1, view["slice"] + 1):
        q, r = way(view["vq"][token], view["vr"][token], number, view["slices"])
        flown.setdefault((view["from_q"][token] + q, view["from_r"][token] + r), []).append(str(number))
    colour, side = COLOURS[owner], -12 if owner else 12
    points = {hex_: place(*hex_, SIZE) for hex_ in flown}
    return [
        label(x + at_x + side, y + at_y + 10, ",".join(flown[hex_]), 12, fill=colour, font_weight=700, **OUTLINE)
        for hex_, (at_x, at_y) in points.items()
    ]


def _said(view: View, token: int) -> str:
    owner, kind = SEATS[view["owner"][token]], view["kind"][token]
    name = (
        f"the {owner}'s {KINDS[kind]}"
        if kind != st.SHIP
        else f"the {owner}'s {ship_of(view, view['owner'][token])['name']}"
    )
    q, r = here(view, token)
    velocity = counter_text(view["vq"][token], view["vr"][token])
    return f"{name} at {q},{r}, velocity {velocity}"


def quote(view: View, what: str) -> str:
    """`velocity attacker`, `facing missile`, `next flak`, `spread flak` and so on; `slice`, `slices`, `meeting`."""
    if what == "meeting":
        hexes = [",".join(map(str, here(view, view[token]))) for token in ("one", "other")]
        if hexes[0] == hexes[1]:
            return f"are both in {hexes[0]}"
        return f"have swapped hexes since the slice before, {' and '.join(hexes)}, and that is a meeting too"
    if what in ("slice", "slices"):
        return str(view[what])
    field, name = what.split()
    if name in SEATS:
        token = SEATS.index(name)
    else:
        token = next(token for token in tokens_of(view) if KINDS[view["kind"][token]] == name)
    if field == "velocity":
        return counter_text(view["vq"][token], view["vr"][token])
    if field == "facing":
        return DIRECTIONS[view["facing"][token]]
    if field in ("hex", "next"):
        q, r = here(view, token) if field == "hex" else ahead(view, token)
        return f"{q},{r}"
    return str(view[field][token])
