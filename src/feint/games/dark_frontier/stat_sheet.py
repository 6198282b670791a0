"""A stat sheet as players read it: what a class of ship can do, and what breaks when it is hit (DF-Q2)."""

from typing import Any

# An arc's directions from the facing, clockwise.
SIDES = ("ahead", "front right", "rear right", "behind", "rear left", "front left")
HEADING = 15  # columns


def stat_sheet(ship: dict[str, Any]) -> list[str]:
    """The lines of a sheet, each part under its heading."""
    parts = {
        "Engine": [
            f"thrust {ship['thrust']}, rotation {ship['rotation']}, {'with' if ship['gimbal'] else 'no'} gimbal"
        ],
        "Point defence": [_defence(ship["point_defence"])],
        "Flak": _flak(ship),
        "Missiles": _missiles(ship),
        "Damage, by die": [_rows(ship, 1), _rows(ship, 4)],
    }
    return [
        f"{'' if number else heading:<{HEADING}} {line}"
        for heading, lines in parts.items()
        for number, line in enumerate(lines)
    ]


def _defence(rating: int) -> str:
    stops = "stops no flak" if rating == 6 else f"stops flak on {'6' if rating == 5 else f'{rating + 1} to 6'}"
    return f"rating {rating}: {stops}"


def _flak(ship: dict[str, Any]) -> list[str]:
    if not ship["flak_shots"]:
        return ["no guns"]
    return [f"{_shots(ship['flak_shots'])}, velocity {ship['flak_velocity']}", f"fired {_arc(ship['flak_arc'])}"]


def _missiles(ship: dict[str, Any]) -> list[str]:
    if not ship["missile_shots"]:
        return ["no missile bay"]
    fired = min(ship["missile_shots"], ship["missiles_a_turn"])
    return [
        f"{ship['magazine']} in the magazine; at most {ship['missiles_a_turn']} a round, countermeasures included",
        f"{fired} of them fired, launch velocity {ship['missile_velocity']}",
        f"fired {_arc(ship['missile_arc'])}",
        f"in flight: acceleration {ship['missile_acceleration']}, rotation {ship['missile_rotation']}",
    ]


def _shots(number: int) -> str:
    return f"{number} {'shot' if number == 1 else 'shots'} a round"


def _arc(ways: list[int]) -> str:
    names = [SIDES[way] for way in sorted(set(ways))]
    if len(names) == len(SIDES):
        return "all around"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _rows(ship: dict[str, Any], first: int) -> str:
    return "   ".join(f"{die} {ship['damage'][die - 1]}" for die in range(first, first + 3))
