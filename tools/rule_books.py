"""Writes docs/rules: every game's rule book, and its pictures as SVG files: `make docs`."""

from pathlib import Path

import feint
from feint.core.rulebook import linked, pictures_of, rules_text

RULES = Path(__file__).parents[1] / "docs" / "rules"
IMAGES = "images/"


def documents() -> dict[Path, str]:
    """Every file of docs/rules, and what is in it."""
    files = {}
    for name in feint.game_names():
        game = feint.load(name)
        files[RULES / f"{name}.md"] = rules_text(game, linked(f"{IMAGES}{name}-"), contents=True) + "\n"
        for picture, drawn in pictures_of(game).items():
            files[RULES / IMAGES / f"{name}-{picture}.svg"] = drawn.svg
    return files


if __name__ == "__main__":
    (RULES / IMAGES).mkdir(exist_ok=True)
    wanted = documents()
    for old in {*RULES.glob("*.md"), *(RULES / IMAGES).glob("*.svg")} - set(wanted):
        old.unlink()
    for file, text in wanted.items():
        file.write_text(text, encoding="utf-8")
