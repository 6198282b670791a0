"""A game's book: its rules, rulings and notation as one text."""

from feint.core.game import Game
from feint.core.rulings import text_of


def rules_text(game: Game) -> str:
    """A game's rules, rulings and notation as Markdown, which reads well as it is."""
    about = game.about
    lines = [f"# {game.title}", "", game.pitch, "", f"Seats: {_seats_text(game)}.", "", "## Rules", ""]
    lines += [f"- {id} {text}" for id, text in about["rules"].items()]
    if components := about.get("components"):
        lines += ["", "## In the box", "", *(f"- {component}" for component in components)]
    if facts := about.get("facts"):
        lines += ["", f"## {facts['title']}", "", facts["text"].strip()]
    for name, text in game.data_text.items():
        lines += ["", f"## In place of the book's: {text}", ""]
        heading, *rows = ([cell.strip() for cell in line.split(",")] for line in game.data[name].lines)
        lines += [f"| {' | '.join(row)} |" for row in [heading, ["---"] * len(heading), *rows]]
    lines += ["", "## Rulings", "", "Where the book leaves a question open. Change one with `--rule name=value`.", ""]
    for ruling in game.all_rulings.values():
        lines += [f"- {ruling.id} `{ruling.name}`: {ruling.question}"]
        lines += [f"  - `{choice}`: {meaning}" for choice, meaning in ruling.choices.items()]
        lines += [] if ruling.choices else [f"  - {ruling.range_text()}"]
        alone = "" if ruling.in_simulation == ruling.default else f" (simulations: `{text_of(ruling.in_simulation)}`)"
        lines += [f"  - default `{text_of(ruling.default)}`{alone}. {ruling.why}"]
    for id, settled in about.get("settled", {}).items():
        lines += [f"- {id} {settled['question']} {settled['answer']}"]
    lines += _tips(about.get("tips", []))
    lines += ["", "## Notation", "", *(f"- `{text}`: {meaning}" for text, meaning in about["notation"].items())]
    return "\n".join(lines)


def _tips(tips: list[dict[str, str]]) -> list[str]:
    """The book's advice on how to play, each with what the solver makes of it."""
    said = [f"- {tip['tip']}\n  - **{tip['verdict']}**: {tip['text']}" for tip in tips]
    return ["", "## The book's tips, and what the solver says", "", *said] if said else []


def _seats_text(game: Game) -> str:
    by = game.about.get("seats_by")
    return ", ".join(game.all_seats) + (f", or as many of them as `{by}` says" if by else "")
