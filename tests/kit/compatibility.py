"""For tests with files of the version before: what a match says now, without the rulings that have come since.

Those are only left out where they are as was played before there was the ruling; any other answer stays, and differs.
"""

from collections.abc import Mapping
from typing import Any

import feint
from feint.core.record import tagged, untagged

LATER_FIELDS = {
    "space-goats": {"beneath"},
    "tower-siege": {"idle"},
}  # what has come to a game's views since; all 0 in older matches


def rulings_of_before(name: str, rulings: Mapping[str, Any]) -> dict[str, Any]:
    """A match's rulings as the version before knew them."""
    known = feint.load(name).all_rulings
    later = {name: ruling.read(ruling.before) for name, ruling in known.items() if ruling.before is not None}
    return {name: value for name, value in rulings.items() if name not in later or value != later[name]}


def record_of_before(record: str) -> str:
    """A record as the version before wrote it."""
    game = feint.replay(record).game
    known = " ".join(f"{name}={game.rulings_text[name]}" for name in rulings_of_before(game.name, game.rulings))
    lines = untagged(record)
    return tagged([f"rulings: {known}" if line.startswith("rulings: ") else line for line in lines])


def view_of_before(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view, or anything else that names a game and its rulings, as the version before showed it."""
    later = {name for name in LATER_FIELDS.get(view["game"], ()) if not _holds_anything(view.get(name))}
    known = {name: value for name, value in view.items() if name not in later}
    return {**known, "rulings": rulings_of_before(view["game"], view["rulings"])}


def _holds_anything(field: Any) -> bool:
    return any(map(_holds_anything, field)) if isinstance(field, list) else bool(field)
