"""What a game's folder must hold before anything is played, and rulings to play it under."""

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from feint.core.contract import PARTS, missing, no_settle, outcome_number
from feint.core.errors import BadRuling, FeintError
from feint.core.game import Game, load
from feint.core.rule import CHANCE
from feint.core.rulebook import pictures_of, rules_text
from feint.core.rulings import Value
from feint.core.schema import PRIVATE, RULING
from feint.core.state_queries import CHANCE_SEAT
from feint.testing.violations import Violations

NEAR = 30  # a dial is drawn from its limits, and from this many numbers above the lower one
TRIES = 20


def check_game_toml(folder: Path, violations: Violations) -> None:
    """Check a game.toml for what it must say."""

    def wrong(kind: str, message: str) -> None:
        violations.add("game.toml", kind, message)

    with violations.attempt("reading game.toml") as attempt:
        about: dict[str, Any] = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
    if attempt.failed:
        return
    for name, kind in (("title", str), ("pitch", str), ("version", int), ("seats", list), ("rules", dict)):
        if not isinstance(about.get(name), kind) or not about[name]:
            wrong(name, f"{name} is missing or empty; every game has one")
    if not about.get("notation"):
        wrong("notation", "[notation] is missing or empty; it says how choices are written")
    seats = about.get("seats", [])
    if len(seats) < 2 or len(set(seats)) < len(seats):
        wrong("seats", f"seats are {seats}; there must be two or more, with different names")
    for seat in (*seats, *about.get("asked", [])):
        if not re.fullmatch(r"[^\s=;:]+", str(seat)) or seat == CHANCE_SEAT:
            wrong("seat", f'"{seat}" can\'t be a seat\'s name: it is one word without = ; : and not "{CHANCE_SEAT}"')
    for seat in set(about.get("asked", [])) - set(seats):
        wrong("asked", f"asked names {seat}, which isn't a seat")
    for name, entry in about.get("rulings", {}).items():
        _check_ruling(name, entry, violations)


def _check_ruling(name: str, entry: dict[str, Any], violations: Violations) -> None:
    """A ruling has an id, a question, a reason, a default, and choices or a range that the default is in."""
    heading = f"the ruling {name}"
    for part in ("id", "question", "why", "default"):
        if part not in entry or entry[part] == "":
            violations.add("game.toml", f"{name} {part}", f"{heading} has no {part}")
    if "choices_from" in entry:
        return
    choices, default = entry.get("choices", {}), entry.get("default")
    low, high = entry.get("low"), entry.get("high")
    wrong = ""
    if choices:
        if len(choices) < 2:
            wrong = "has one choice; a question has two or more answers"
        elif default is not None and default not in choices:
            wrong = f"has the default {default}, which isn't one of its choices"
    elif low is None or high is None:
        wrong = "has neither choices nor low and high"
    elif entry.get("by_seat"):
        wrong = "" if default == "0/0" else f'has a number by seat, so its default is "0/0", not {default!r}'
    elif default not in (None, "none") and not isinstance(default, int):
        wrong = f"is a dial, and its default {default} isn't a number"
    elif isinstance(default, int) and isinstance(high, int) and not low <= default <= high:
        wrong = f"has the default {default}, which is not in {low} to {high}"
    if wrong:
        violations.add("game.toml", f"{name} range", f"{heading} {wrong}")


def check_modules(game: Game, violations: Violations) -> None:
    """Check that rules.py and words.py have what every game has."""
    with violations.attempt("importing rules.py and words.py") as attempt:
        modules = {name: game.module(name) for name in PARTS if (game.folder / f"{name}.py").exists()}
    if attempt.failed:
        return
    lacks = [f"{name}.py has no {what}" for name, module in modules.items() for what in missing(PARTS[name], module)]
    if not lacks and game.has_chance:
        lacks += ["rules.py has chance, but no settle"] * (game.rules.settle is no_settle)
        lacks += ["rules.py has chance, but words.py has no outcome"] * (game.words.outcome is outcome_number)
    for what in lacks:
        violations.add("folder", what, what)
    if lacks:
        return
    rules = game.rules
    if not isinstance(rules.ACTIONS, int) or rules.ACTIONS < 1:
        violations.add("folder", "ACTIONS", f"ACTIONS is {rules.ACTIONS}; it is how many action numbers there are")
    fields = {field.name for field in game.schema.fields if field.seen_by == RULING}
    for name in sorted(fields - set(game.all_rulings)):
        violations.add("folder", f"field {name}", f"the schema has ruling({name!r}), which game.toml doesn't know")
    for name in sorted(set(game.all_rulings) - fields - {game.about.get("seats_by")}):
        message = f"no field of the schema holds the ruling {name}, so no rule can know it"
        violations.add("folder", f"ruling {name}", message)
    for field in game.schema.fields:
        if field.seen_by == PRIVATE and field.shape[0] != len(game.all_seats):
            message = f"the private field {field.name} has {field.shape[0]} rows for {len(game.all_seats)} seats"
            violations.add("folder", f"rows of {field.name}", f"{message}; it needs one each")


def check_book(game: Game, violations: Violations) -> None:
    """Check that the rule book can be put together: its sections, what is filled in, and the match that it tells."""
    with violations.attempt("putting the rule book together"):
        try:
            rules_text(game)
            pictures_of(game)
        except FeintError as error:
            violations.add("rule book", str(error), str(error))


def random_rulings(game: Game, rng: Random) -> Game:
    """The game under random rulings, its dials' limits among them."""
    for _ in range(TRIES):
        values: dict[str, Value] = dict(game.rulings)
        for name, ruling in game.all_rulings.items():
            if ruling.choices:
                values[name] = rng.choice(list(ruling.choices))
                continue
            low, top = ruling.low, ruling.top(values)
            if ruling.by_seat:
                values[name] = ruling.text([rng.choice([low, 0, top]) for _ in range(ruling.by_seat)])
                continue
            near = rng.randint(low, max(low, min(top, low + NEAR)))
            values[name] = rng.choice([low, top, near, near, *([None] if ruling.may_be_none else [])])
        try:
            return load(game.folder, **values)
        except BadRuling:  # one dial's limit is another dial that was drawn after it
            continue
    return game


def small_rulings(game: Game, rng: Random, above: int) -> Game:
    """The game under random choices, with dials at most `above` over their lowest, so that it is small."""
    for _ in range(TRIES):
        values: dict[str, Value] = {}
        for name, ruling in game.all_rulings.items():
            if ruling.by_seat:
                continue
            values[name] = rng.choice(list(ruling.choices)) if ruling.choices else ruling.low + rng.randint(0, above)
        try:
            return load(game.folder, **values)
        except BadRuling:  # more than a dial can be
            continue
    return game


def has_limit(game: Game) -> bool:
    """Whether a ruling may end a match without a result: a dial that can be off, or that is called a limit."""
    return any(ruling.may_be_none or "limit" in name for name, ruling in game.all_rulings.items() if not ruling.choices)


def seats_in(game: Game, who: int) -> list[int]:
    """The seats of a mask that `pending` returned."""
    return [] if who == CHANCE else [seat for seat in range(len(game.seats)) if who >> seat & 1]
