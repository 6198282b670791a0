"""For tests: games drawn by Hypothesis. A table says how one is played; copies of its folder have other schemas.

The rules are those of `example_games/drawn`, the same for all tables: compiled once, they run them all.
"""

import json
import re
import shutil
from pathlib import Path
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

import feint
from feint.core.game import Game
from kit.paths import EXAMPLE_GAMES

DRAWN = EXAMPLE_GAMES / "drawn"
PHASES, WAYS, PRIZES = 5, 3, 32
BY_CHANCE, BY_BOTH = 2, 3
MOST_HISTORIES = 400

Table = list[str]
"""What `table.json` has: a line of JSON a field."""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A game of up to 400 histories, in which both seats may have to choose."""

    def phases(number: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(number, min_size=PHASES, max_size=PHASES))

    mover, ways = phases(st.sampled_from([BY_CHANCE, 0, 1, BY_BOTH])), phases(st.sampled_from([2, 3, 1]))
    assume(BY_BOTH in mover or {0, 1} < set(mover))
    told = phases(st.integers(0, 3))
    then = [draw(st.lists(st.sampled_from([p, p, p, PHASES - 1]), min_size=WAYS, max_size=WAYS)) for p in range(PHASES)]
    then = [[phase + 1 for phase in nexts] for nexts in then]
    assume(20 <= _histories(mover, ways, then) <= MOST_HISTORIES)
    rng = Random(draw(st.integers(0, 2**32)))  # numbers that there is nothing to be seen in
    weights = [[rng.choice([0, 1, 1, 2, 5]) for _ in range(WAYS)] for _ in range(PHASES)]
    for own, count in zip(weights, ways, strict=True):
        own[0] += not any(own[:count])
    prizes = [rng.choice([[1, 0], [0, 1], [1, 1], [3, 1], [0, 0]]) for _ in range(PRIZES)]
    fields = {"mover": mover, "ways": ways, "weights": weights, "told": told, "then": then, "prizes": prizes}
    return [json.dumps({name: numbers}) for name, numbers in fields.items()]


def _histories(mover: list[int], ways: list[int], then: list[list[int]]) -> int:
    """How many ways there are to the end, at the most."""
    found = [0] * PHASES + [1]
    for phase in reversed(range(PHASES)):
        each = ways[phase] if mover[phase] == BY_BOTH else 1
        found[phase] = each * sum(found[then[phase][way]] for way in range(ways[phase]))
    return found[0]


def drawn_game(table: Table, folder: Path = DRAWN) -> Game:
    return feint.load(folder, table=table)


@st.composite
def schemas(draw: st.DrawFn) -> str:
    """Drawn's rules over the same fields in another order, some wider, some without a word on what they hold."""
    text = (DRAWN / "rules.py").read_text()
    block = text[text.index("STATE = schema(") : text.index(")\n\n\n@rule\ndef setup")]
    [head, *fields] = block.splitlines()
    changed = []
    for field in draw(st.permutations(fields)):
        wider = re.sub(r"\b(i1|i2),", lambda width: f"{draw(st.sampled_from([*3 * [width[1]], 'i2', 'i8']))},", field)
        changed.append(re.sub(r", holds=\w+\([^()]*\)", "", wider) if draw(st.booleans()) else wider)
    return text.replace(block, "\n".join([head, *changed, ""]))


def with_schema(rules: str, folder: Path) -> Path:
    """A copy of Drawn with these rules."""
    copy = folder / "drawn"
    shutil.copytree(DRAWN, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "rules.py").write_text(rules)
    return copy
