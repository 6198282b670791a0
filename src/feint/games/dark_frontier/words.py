"""Dark Frontier in words: choices and outcomes as people write them, and the story of what happened."""

from typing import Any

from feint.core.events import events_in
from feint.core.prompter import View

from . import rules as r
from . import state as st
from .hexes import DIRECTIONS, counted, edge_hex, main_direction

SEATS = ("defender", "attacker")
KINDS = ("", "ship", "missile", "flak")
LOST = ("", "destroyed by a warhead", "broken apart", "fled the map")  # by how a ship was lost
HOW_LOST = ("", "was destroyed by a warhead", "broke apart", "fled the map")  # the same as what happened to it
FATAL = (st.FLED, st.DESTROYED, st.NUKED)
BROKEN = (
    "the missile bay is out",
    "the flak guns are out",
    "thrust is down by 1",
    "rotation is down by 1",
    "point defence is worse by 1",
    "hull breach",
)
# Why damage to it breaches the hull instead.
SPENT = (
    "There is no missile bay left to hit, so the",
    "There are no flak guns left to hit, so the",
    "There is no thrust left to lose, so the",
    "There is no rotation left to lose, so the",
    "Point defence can't get any worse, so the",
    "The",
)


def counter_text(vq: int, vr: int) -> str:
    """A velocity as its counter: `N 3, NE 1`; `none`."""
    direction = main_direction(vq, vr)
    along, beside = counted(vq, vr, direction)
    return split_text(direction, along, (direction + 1) % 6, beside) if along else "none"


def split_text(first: int, number: int, second: int, aside: int) -> str:
    return f"{DIRECTIONS[first]} {number}" + (f", {DIRECTIONS[second]} {aside}" if aside else "")


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def missile_number(view: View, token: int) -> int:
    """A missile's number among those of its owner, by launch, or by age among those in flight (DF-Q23)."""
    if view["rulings"]["missile_numbers"] == "launch":
        return int(view["launch_number"][token])
    mine = view["owner"][token]
    return sum(view["kind"][n] == st.MISSILE and view["owner"][n] == mine for n in range(2, token + 1))


def choice(view: View, action: int) -> str:
    """A choice: `turn +1`, `burn 3`, `gimbal 2/1 NE`, `fire flak`, `from 3,-1`, `towards N 2, NE 1`, `done`."""
    phase, seat = view["phase"], view["acting"]
    if phase == st.STATION:
        return f"place 0,0 facing {DIRECTIONS[action - r.PLACE]}"
    if phase == st.ENTRY:
        number, facing = divmod(action - r.PLACE, 6)
        q, row = edge_hex(view["rulings"]["radius"], number)
        return f"place {q},{row} facing {DIRECTIONS[facing]}"
    if phase == st.OPENING:
        rest, beside = divmod(action - r.SPEED, r.MOST_RADIUS + 1)
        direction, along = divmod(rest, r.MOST_RADIUS + 1)
        return f"velocity {split_text(direction, along, (direction + 1) % 6, beside) if along else 'none'}"
    prefix = f"missile {missile_number(view, view['control'])} " if phase in (st.STEER, st.PUSH) else ""
    if action <= r.TURN + r.MOST_TURN:
        return f"{prefix}turn {signed(action - r.TURN)}"
    if action < r.GIMBAL_BY:
        return f"{prefix}burn {action - r.THRUST}"
    if action == r.GIMBAL_BY:
        return "gimbal spread"
    if action < r.SHOOT:
        beside, anticlockwise = divmod(action - r.GIMBAL_BY, 2)
        aside = (view["facing"][seat] + (5 if anticlockwise else 1)) % 6
        return f"gimbal {view['burned'][seat] - beside}/{beside}{f' {DIRECTIONS[aside]}' if beside else ''}"
    if action <= r.CEASE:
        return "done" if action == r.CEASE else f"fire {KINDS[action - r.SHOOT]}"
    if action < r.AIM:
        place = action - r.FROM
        return f"from {view['path_q'][seat][place]},{view['path_r'][seat][place]}"
    if action < r.NO:
        which, aside = divmod(action - r.AIM, r.MOST_THRUST + 1)
        first, side = divmod(which, 3)
        velocity = ship_of(view, seat)[f"{KINDS[view['weapon']]}_velocity"]
        return f"towards {split_text(first, velocity - aside, (first + (1 if side == 1 else 5)) % 6, aside)}"
    if action <= r.YES:
        words = ("hold", "detonate") if phase == st.DETONATE else ("no counter", "counter")
        return words[action - r.NO]
    return f"launch {action - r.LAUNCH}"


def ship_of(view: View, seat: int) -> dict[str, Any]:
    """A seat's stat sheet."""
    ship: dict[str, Any] = view["ships"][view["kind_of_ship"][seat]]
    return ship


def outcome(view: View, number: int) -> str:
    """An outcome: `d6 5`, `2d6 3,6`."""
    if view["phase"] == st.DODGE:
        return f"2d6 {number // 6 + 1},{number % 6 + 1}"
    return f"d6 {number + 1}"


def story(before: View | None, after: View) -> list[str]:
    """What happened in one step, from the events that the rules noted."""
    if before is None:
        names = [ship_of(after, seat)["name"] for seat in range(2)]
        ships = f"At White Sands the defender flies a {names[0]}, the attacker a {names[1]}."
        return ["Welcome to Dark Frontier!", ships]
    lines, events = [], list(events_in(after))
    for what, seat, one, two in events:
        lines += told(before, after, what, seat, one, two)
    if after["over"]:
        lines += ["", ending(after, late=all(what not in FATAL for what, *_ in events))]
    return lines


def needing(before: View, seat: int) -> str:
    """What the dice that were thrown in a position had to show: a shot is dodged, or it or its debris is stopped."""
    if before["phase"] == st.DODGE:
        least = before["against"] + 1
    elif before["phase"] == st.STRIKE and before["rulings"]["warhead"] != "tiered":
        least = before["defence"][seat]
    else:
        least = before["defence"][seat] + 1
    return f", needing {least} or more" if least < 6 else ", needing a 6" if least == 6 else ""


def told(before: View, view: View, what: int, seat: int, one: int, two: int) -> list[str]:
    """One event, in a line or none."""
    needs = needing(before, seat)
    who = f"The {SEATS[seat]}"
    also = " at the same moment, so it is rolled too" if view["lost"][seat] else ""  # a ship that is lost already
    missed = "not dodged" if view["against"] < st.FRESH_SPREAD else "too dense to dodge"
    if what == st.ROUND_BEGAN:
        return ["", f"Round {one}:"]
    if what == st.FIRED:  # the newest token
        token = view["tokens"] - 1
        velocity = counter_text(view["vq"][token], view["vr"][token])
        kind = "flak" if one == st.FLAK else "a missile"
        place = f"{view['q'][token]},{view['r'][token]}"
        return [f"{who} fires {kind} towards {DIRECTIONS[two]}: at {place}, velocity {velocity}."]
    if what == st.REVEALED:
        return [f"{who} rotates {signed(one)} and burns {two}."]
    if what in (st.STEERED, st.PUSHED):
        verb = f"rotates {signed(one if what == st.PUSHED else two)}" if what == st.STEERED else f"burns {two}"
        return [f"{who}'s missile {one} {verb}."] if two else []
    simple = {
        st.STATIONED: f"{who} waits at the shipyard, facing {DIRECTIONS[one % 6]}.",
        st.ENTERED: f"{who} enters at {view['q'][1]},{view['r'][1]}, facing {DIRECTIONS[one % 6]}.",
        st.OPENED: f"{who} comes in with velocity {counter_text(view['vq'][1], view['vr'][1])}.",
        st.GIMBALED: f"{who} gimbals {one} towards {DIRECTIONS[two % 6]}." if one else "",
        st.LEFT_MAP: f"A {KINDS[one % 4]} of the {SEATS[seat]} leaves the map.".replace("A flak", "Flak"),
        st.FLED: f"{who} leaves the map.",
        st.SHIPS_MET: "The two ships meet.",
        st.MISSILES_MET: "Two missiles meet.",
        st.DETONATED: f"{who} detonates: both become flak.",
        st.HELD: f"{who} holds.",
        st.MISSILE_CAME: f"A missile reaches the {SEATS[seat]}{also}.",
        st.COUNTERED: f"{who} fires a missile to counter it.",
        st.FLAK_CAME: f"Flak with spread {one} reaches the {SEATS[seat]}{also}.",
        st.DODGED: f"{who} rolls {one} and {two}{needs}: dodged.",
        st.NOT_DODGED: f"{who} rolls {one} and {two}{needs}: {missed}.",
        st.SHOT_DOWN: f"Point defence rolls {one}{needs}: shot down.",
        st.MISSED: f"Point defence rolls {one}{needs}: it gets through.",
        st.SHATTERED: f"Point defence rolls {one}{needs}: only the missile's debris hits.",
        st.HIT: f"{who} rolls {one} on the damage table.",
        st.BROKEN: f"On the {SEATS[seat]}'s ship {BROKEN[one % 6]}.",
        st.BREACHED: f"{SPENT[two % 6]} {SEATS[seat]}'s hull is breached{' again' if one > 1 else ''}.",
        st.DESTROYED: f"The {SEATS[seat]}'s ship breaks apart.",
        st.LAUNCHED: f"{who} launches {one}.",
        st.NUKED: f"Point defence rolls {one}{needs}: the warhead goes off, and the {SEATS[seat]}'s ship is gone.",
    }
    return [simple[what]] if simple.get(what) else []


def ending(view: View, late: bool) -> str:
    """Who wins. What met a ship that was lost already is rolled, too: if the end comes that late, it says again why."""
    if view["decided_by"] == st.BY_LIMIT:
        return "The defender still holds the yard, and wins."
    if view["winner"] == st.BOTH:
        return "Both ships are lost: a draw."
    loser = 1 - view["winner"]
    why = f": the {SEATS[loser]} {HOW_LOST[view['lost'][loser]]}" if late else ""
    return f"The {SEATS[view['winner']]} wins{why}."
