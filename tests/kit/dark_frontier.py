"""For tests of Dark Frontier: a battle in any situation, written down in words, and read back in the same words."""

import re
from typing import Any

import feint
from feint.core.match import Match
from feint.games.dark_frontier.state import COMMAND, FLAK, MISSILE, WEAPON

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
SEATS = ("defender", "attacker")
ALL_AROUND = [0, 1, 2, 3, 4, 5]

# A ship that can do everything, with a damage table in which every row breaks something else.
PLAIN: dict[str, Any] = {
    "what": "a ship for tests",
    "thrust": 4,
    "rotation": 3,
    "gimbal": False,
    "point_defence": 3,
    "flak_velocity": 3,
    "flak_arc": ALL_AROUND,
    "flak_shots": 2,
    "missile_velocity": 2,
    "missile_arc": ALL_AROUND,
    "missile_shots": 2,
    "missiles_a_turn": 2,
    "magazine": 4,
    "missile_acceleration": 2,
    "missile_rotation": 1,
    "damage": ["missile bay", "flak guns", "thrust", "rotation", "point defence", "hull"],
}

Sheet = dict[str, Any]


def sheet_lines(name: str, sheet: Sheet) -> list[str]:
    """A stat sheet as lines of TOML, under its name."""
    lines = [f"[{name}]"]
    for field, value in sheet.items():
        text = str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"')
        lines.append(f'{field} = "{value}"' if isinstance(value, str) else f"{field} = {text}")
    return lines


def duel(defender: Sheet | None = None, attacker: Sheet | None = None, **rulings: object) -> feint.Game:
    """The game with two plain ships, called `home` and `raider`, but for what is named of their sheets."""
    lines = sheet_lines("home", PLAIN | (defender or {})) + sheet_lines("raider", PLAIN | (attacker or {}))
    return feint.load("dark-frontier", ships=lines, defender_ship="home", attacker_ship="raider", **rulings)


def battle(
    defender: str = "0,0 facing N",
    attacker: str = "0,-9 facing S",
    tokens: tuple[str, ...] = (),
    at: str = "place",
    sheets: dict[str, Sheet] | None = None,
    visited: dict[str, list[str]] | None = None,
    fields: dict[str, Any] | None = None,
    round: int = 2,
    **rulings: object,
) -> Match:
    """A match in which a round's Command or Place (`at`) begins. Outcomes are to be given by hand.

    Ships are written `0,0 facing N velocity N 3, NE 1`; tokens, the oldest first, `attacker missile 0,-3 facing S
    velocity S 3` or `defender flak 2,0 velocity SE 1 spread 4`; one fired in this round ends with `just fired`.
    A ship has visited only the hex where it is, unless `visited` says more; `fields` can set anything else.
    """
    game = duel((sheets or {}).get("defender"), (sheets or {}).get("attacker"), **rulings)
    match = game.start(chance=[])
    s = game.first_state()
    s.round = round
    for token, text in enumerate((f"defender ship {defender}", f"attacker ship {attacker}", *tokens)):
        _put(s, token, text)
    s.tokens = 2 + len(tokens)
    for token in range(2, s.tokens):
        if s.kind[token] == MISSILE:
            s.missiles_fired[s.owner[token]] += 1
            s.launch_number[token] = s.missiles_fired[s.owner[token]]
    for seat, name in enumerate(SEATS):
        hexes = (visited or {}).get(name, [f"{s.q[seat]},{s.r[seat]}"])
        s.path_length[seat] = len(hexes)
        for place, text in enumerate(hexes):
            s.path_q[seat][place], s.path_r[seat][place] = (int(number) for number in text.split(","))
    s.phase = {"command": COMMAND, "place": WEAPON}[at]
    for field, value in (fields or {}).items():
        setattr(s, field, value)
    match._states = [s]
    match.steps = []
    return match


def vector(counter: str) -> tuple[int, int]:
    """`N 3, NE 1` as one vector."""
    parts = [part.split() for part in counter.split(", ")]
    return sum(int(n) * STEPS[way][0] for way, n in parts), sum(int(n) * STEPS[way][1] for way, n in parts)


def _put(s: Any, token: int, text: str) -> None:
    found = re.fullmatch(
        r"(defender|attacker) (ship|missile|flak) (-?\d+),(-?\d+)(?: facing ([NESW]+))?"
        r"(?: velocity ([NESW]+ \d+(?:, [NESW]+ \d+)?))?(?: spread (\d))?( just fired)?",
        text,
    )
    assert found, text
    assert (found[2] == "flak") == (found[5] is None), f"only flak has no facing: {text}"
    s.owner[token] = SEATS.index(found[1])
    s.q[token], s.r[token] = int(found[3]), int(found[4])
    s.vq[token], s.vr[token] = vector(found[6]) if found[6] else (0, 0)
    s.facing[token] = DIRECTIONS.index(found[5] or "N")
    if found[2] != "ship":
        s.kind[token] = {"missile": MISSILE, "flak": FLAK}[found[2]]
        s.spread[token] = int(found[7] or 6) if found[2] == "flak" else 0
        s.placed[token] = s.round if found[8] else s.round - 1


def play(match: Match, *steps: str) -> Match:
    """Play steps as a record writes them: `defender turn +1`, `chance 2d6 3,6`."""
    for step in steps:
        who, what = step.split(" ", 1)
        match.play(who, what)
    return match


def dials(match: Match, defender: str = "turn 0 burn 0", attacker: str = "turn 0 burn 0") -> Match:
    """Set both players' command dials, the defender's first: `turn +1 burn 3`."""
    for seat, text in zip(SEATS, (defender, attacker), strict=True):
        turn, burn = text.split(" burn ")
        play(match, f"{seat} {turn}", f"{seat} burn {burn}")
    return match


def advance(match: Match, *steps: str) -> Match:
    """Nobody fires: everything moves; then the steps."""
    return play(match, "defender done", "attacker done", *steps)


def velocity(match: Match, token: int) -> str:
    view = match.view(None)
    text: str = match.game.words.counter_text(view["vq"][token], view["vr"][token])
    return text


def ship(match: Match, seat: str) -> str:
    """Where a ship is and how it flies, as `battle` takes it."""
    view, number = match.view(None), SEATS.index(seat)
    text = f"{view['q'][number]},{view['r'][number]} facing {DIRECTIONS[view['facing'][number]]}"
    return text if velocity(match, number) == "none" else f"{text} velocity {velocity(match, number)}"


def tokens(match: Match) -> list[str]:
    """The projectiles on the map, the oldest first, as `battle` takes them."""
    view, found = match.view(None), []
    for token in range(2, view["tokens"]):
        if view["kind"][token] not in (MISSILE, FLAK):
            continue
        missile = view["kind"][token] == MISSILE
        text = f"{SEATS[view['owner'][token]]} {'missile' if missile else 'flak'} {view['q'][token]},{view['r'][token]}"
        if missile:
            text += f" facing {DIRECTIONS[view['facing'][token]]}"
        if velocity(match, token) != "none":
            text += f" velocity {velocity(match, token)}"
        found.append(text if missile else f"{text} spread {view['spread'][token]}")
    return found


def of(match: Match, seat: str, field: str) -> int:
    """One number of a seat: `magazine`, `breaches`, `thrust`, ..."""
    number: int = match.view(None)[field][SEATS.index(seat)]
    return number


def visited_by(match: Match, seat: str) -> list[str]:
    """The hexes of a ship's last Advance."""
    view, number = match.view(None), SEATS.index(seat)
    hexes = zip(view["path_q"][number], view["path_r"][number], strict=True)
    return [f"{q},{r}" for q, r in hexes][: view["path_length"][number]]
