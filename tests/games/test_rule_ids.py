"""Promise 5: every numbered rule and ruling is cited by a test, so that anyone can ask which test holds TS-R7."""

import ast
import re
from functools import cache

import pytest

import feint
from kit.paths import ROOT, TESTS

DOCS = ROOT / "docs" / "rules"


def ids_of(name: str) -> list[str]:
    about = feint.load(name).about
    named = [ruling["id"] for ruling in about["rulings"].values()]
    return [*about["rules"], *dict.fromkeys(named), *about["settled"]]


@cache
def cited() -> set[str]:
    """All ids in the docstrings of tests."""
    found = set()
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(re.findall(r"\b[A-Z]{2}-[RQ]\d+\b", ast.get_docstring(node) or ""))
    return found


@pytest.mark.parametrize("name", feint.game_names())
def test_every_id_is_cited(name: str) -> None:
    missing = [id for id in ids_of(name) if id not in cited()]
    assert not missing


@pytest.mark.parametrize("name", feint.game_names())
def test_the_docs_have_every_id_in_order(name: str) -> None:
    """No number is left out: R1, R2, ... and Q1, Q2, ..."""
    for kind in "RQ":
        numbers = sorted({int(id.split("-" + kind)[1]) for id in ids_of(name) if f"-{kind}" in id})
        assert numbers == list(range(1, len(numbers) + 1))
    text = (DOCS / f"{name}.md").read_text()
    assert all(re.search(rf"\b{id}\b", text) for id in ids_of(name))
