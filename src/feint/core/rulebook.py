"""A game's rule book: `book.md` of its folder, filled in from the game's own data, with its rules and rulings.

`book.md` is Markdown, its sections in a fixed order (`BEFORE`, what the game has to look up, `LAST`). What it has in
double braces is filled in, so that no number is written twice:

- `{{radius}}`: a ruling's value, or one of the `values` of `book.py`
- `{{table ships}}`, `{{picture counter}}`: one of its `TABLES` and `PICTURES`
- a block of code of the kind `play`: steps of the worked example, `seat: choice; choice` or `chance: outcome` in each
  line. They are really played, under the default rulings; the block then shows the choices, and what a spectator's log
  says, or a seat's after `play P1`
- `{{board begin}}`: a picture, by this name, of where the example stands; `{{board begin P1}}` as that seat sees it
- `{{say velocity attacker}}`: what `quote` of `book.py` says about where it stands
- `{{designers}}` to `{{end}}`: for those who change the game; a book for players leaves it out

A book has two editions. The whole one is for terminal and documents. The one for players, in the page, begins with what
they look up, has the rulings as house rules, and says nothing about files and command lines.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.match import Match
from feint.core.picture import Picture, plain
from feint.core.rulings import DESIGNERS, Ruling, text_of

BEFORE = ("The goal", "On the table", "One round")
LAST = "Summary"
RULES, TIPS, NOTES, QUESTIONS, NOTATION = (
    "Rules in detail",
    "Tips",
    "Designer's notes",
    "Questions and rulings",
    "Notation",
)
HOUSE_RULES, ANSWERS = "House rules you can change", "Questions and answers"

Show = Callable[[str, Picture], str]
_FOR_DESIGNERS = re.compile(r"^\{\{designers\}\}\n(.*?)^\{\{end\}\}\n", re.MULTILINE | re.DOTALL)
_PLACEHOLDER = re.compile(r"^```play( \w+)?\n(.*?)^```$|\{\{(.*?)\}\}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Section:
    """A section of a book: its heading, and its Markdown."""

    title: str
    text: str


def drawn(name: str, picture: Picture) -> str:
    """A picture as a terminal shows it: drawn in text."""
    return "\n".join(f"    {line}".rstrip() for line in picture.text.splitlines())


def linked(folder: str) -> Show:
    """Pictures as links to SVG files in a folder."""
    return lambda name, picture: f"![{picture.alt}]({folder}{name}.svg)"


def rules_text(game: Game, show: Show = drawn, contents: bool = False, for_players: bool = False) -> str:
    """A game's book as Markdown, which reads well as it is; with links to its sections, if `contents`."""
    sections = sections_of(game, show, for_players)
    lines = [f"# {game.title}", "", game.pitch]
    if not for_players:
        lines += ["", f"Seats: {_seats_text(game)}."]
    if contents:
        lines += ["", " · ".join(f"[{section.title}](#{_anchor(section.title)})" for section in sections)]
    for section in sections:
        lines += ["", f"## {section.title}", "", section.text]
    return "\n".join(lines)


def pictures_of(game: Game) -> dict[str, Picture]:
    """All pictures of a game's book, by name."""
    found: dict[str, Picture] = {}

    def collect(name: str, picture: Picture) -> str:
        if found.setdefault(name, picture) != picture:
            raise FeintError(f"book.md has two different pictures called {name}")
        return ""

    sections_of(game, collect)
    return found


def sections_of(game: Game, show: Show, for_players: bool = False) -> list[Section]:
    """A book's sections in their order: to learn from, to look up, and a summary, which comes earlier for players."""
    brought = _read_book(game, show, for_players)
    teaching, looked_up, summary = brought[: len(BEFORE)], brought[len(BEFORE) : -1], brought[-1:]
    if components := "\n".join(f"- {component}" for component in game.about.get("components", ())):
        table = teaching[1].text if teaching else ""
        teaching[1:2] = [Section(BEFORE[1], f"{table}\n\nIn the box:\n\n{components}".strip())]
    rules = Section(RULES, "\n".join(f"- {id} {text}" for id, text in game.about["rules"].items()))
    notation = "\n".join(f"- `{text}`: {meaning}" for text, meaning in game.about["notation"].items())
    reference = [*_own_data(game), *_advice(game), *(_for_players(game) if for_players else _questions(game))]
    reference.append(Section(NOTATION, notation))
    if for_players:
        return [*teaching, *summary, *looked_up, rules, *reference]
    return [*teaching, rules, *looked_up, *reference, *summary]


def summary_of(game: Game) -> str:
    """A book's summary; "" for a game without a book."""
    return next((section.text for section in _read_book(game, lambda name, picture: "") if section.title == LAST), "")


# The text that a game brings.


def _read_book(game: Game, show: Show, for_players: bool = False) -> list[Section]:
    """The sections of book.md, filled in; none for a game without one."""
    file = game.folder / "book.md"
    if not file.exists():
        return []
    text = _FOR_DESIGNERS.sub("" if for_players else r"\1", file.read_text(encoding="utf-8"))
    _, *parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    titles = tuple(title.strip() for title in parts[::2])
    if titles[: len(BEFORE)] != BEFORE or titles[-1:] != (LAST,):
        raise FeintError(
            f"book.md has the sections {', '.join(titles)}; it begins with {', '.join(BEFORE)}, and ends with {LAST}"
        )
    if taken := {RULES, TIPS, NOTES, QUESTIONS, HOUSE_RULES, ANSWERS, NOTATION} & set(titles):
        raise FeintError(f"book.md has a section {min(taken)}, which is made from game.toml")
    filling = _Filling(game, show)
    return [Section(title, filling.fill(body).strip()) for title, body in zip(titles, parts[1::2], strict=True)]


class _Filling:
    """Fills in what book.md leaves to the game, from the first line to the last, and plays the worked example."""

    def __init__(self, game: Game, show: Show) -> None:
        self.game = game
        self.show = show
        self.match: Match | None = None
        self.values = game.rulings_text | dict(game.book.values(game) if game.book else {})

    def fill(self, text: str) -> str:
        return _PLACEHOLDER.sub(
            lambda found: self._played(found[1], found[2]) if found[3] is None else self._filled(found[3]), text
        )

    def _filled(self, words: str) -> str:
        kind, _, rest = words.strip().partition(" ")
        book = self.game.book
        if kind in self.values and not rest:
            return self.values[kind]
        if book is not None and kind == "table" and rest in book.TABLES:
            return table_text(book.TABLES[rest](self.game))
        if book is not None and kind == "picture" and rest in book.PICTURES:
            return self.show(rest, book.PICTURES[rest](self.game))
        if book is not None and self.match is not None and rest:
            if kind == "say":
                return book.quote(self.match.view(None), rest)
            if kind == "board" and self.game.screen is not None and book.board is not None:
                name, _, seat = rest.partition(" ")
                view = self.match.view(seat or None)
                alt, svg = book.board(view)
                return self.show(name, Picture(alt, svg, plain(self.game.screen.board(view))))
        raise FeintError(f"book.md: nothing can be filled in for {{{{{words}}}}}")

    def _played(self, viewer: str | None, text: str) -> str:
        """Steps of the example: the choices as they are made, and what a viewer reads in the log."""
        seat = viewer.strip() if viewer else None
        if self.match is None:
            default = load(self.game.folder) if self.game.given_options else self.game
            self.match = default.start(chance=[])
            log = self.match.log(seat)
        else:
            log = []
        lines = []
        for line in filter(None, map(str.strip, text.splitlines())):
            who, _, choices = line.partition(": ")
            if who != "chance":
                lines.append(f"> {line}")
            for choice in choices.split(";"):
                try:
                    self.match.play(who, choice.strip())
                except FeintError as error:
                    raise FeintError(f"book.md: {error}") from None
                log += self.match.story(len(self.match.steps), seat)
        while log and not log[-1]:
            log.pop()
        while log and not log[0]:
            log.pop(0)
        return "\n".join(f"    {line}".rstrip() for line in [*lines, *([""] if lines and log else []), *log])


def table_text(rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown, its columns in line; the first row is its heading."""
    cells = [[str(cell).replace("|", "/") for cell in row] for row in rows]  # whatever someone's card is called
    widths = [max(3, *(len(cell) for cell in column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in cells
    )


# What every book has, from game.toml.


def _own_data(game: Game) -> list[Section]:
    """Data files that someone has put in place of the game's own."""
    sections = []
    for name, text in game.data_text.items():
        lines = game.data[name].lines
        rows = [[cell.strip() for cell in line.split(",")] for line in lines]
        is_table = len({len(row) for row in rows}) == 1
        shown = table_text(rows) if is_table else "\n".join(f"    {line}" for line in lines)
        sections.append(Section(f"In place of the book's: {text}", shown))
    return sections


def _advice(game: Game) -> list[Section]:
    """Tips with what is known about them, and what the designer had in mind."""
    sections = []
    if tips := game.about.get("tips"):
        sections.append(Section(TIPS, "\n".join(map(_tip_text, tips))))
    if notes := game.about.get("notes"):
        sections.append(Section(NOTES, _wanted(notes, "text", "[notes]").strip()))
    return sections


def _tip_text(tip: Mapping[str, str]) -> str:
    advice, verdict, text = (" ".join(_wanted(tip, part, "a tip").split()) for part in ("tip", "verdict", "text"))
    return f"- {advice}\n  - **{verdict}**: {text}"


def _wanted(entry: Mapping[str, str], part: str, where: str) -> str:
    if part not in entry:
        raise FeintError(f"game.toml: {where} has no {part}")
    return entry[part]


def _questions(game: Game) -> list[Section]:
    """The questions that the book leaves open, by number: those with a ruling to choose, and those that are settled."""
    entries = [(ruling.id, _ruling_text(ruling)) for ruling in game.all_rulings.values()]
    entries += [(id, _settled_text(id, settled)) for id, settled in game.about.get("settled", {}).items()]
    if not entries:
        return []
    about = "Where the rules leave a question open. One with a name is a *ruling*: change it with `--rule name=value`."
    return [Section(QUESTIONS, "\n".join([about, "", *_by_number(entries)]))]


def _for_players(game: Game) -> list[Section]:
    """The same for players: what can be changed when a match is set up, and what is settled."""
    sections = []
    shown = [ruling for ruling in game.all_rulings.values() if not ruling.for_designers]
    if rulings := [(ruling.id, _house_rule_text(ruling)) for ruling in shown]:
        about = "You can choose these when you set up a match."
        sections.append(Section(HOUSE_RULES, "\n".join([about, "", *_by_number(rulings)])))
    settled = game.about.get("settled", {}).items()
    if answers := [(id, _settled_text(id, one)) for id, one in settled if one.get("readers") != DESIGNERS]:
        sections.append(Section(ANSWERS, "\n".join(_by_number(answers))))
    return sections


def _by_number(entries: Iterable[tuple[str, list[str]]]) -> list[str]:
    """The lines of all entries, sorted by id: TM-Q2 before TM-Q10."""

    def number(entry: tuple[str, list[str]]) -> list[int | str]:
        return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", entry[0])]

    return [line for _, lines in sorted(entries, key=number) for line in lines]


def _settled_text(id: str, settled: Mapping[str, str]) -> list[str]:
    return [f"- {id} {settled['question']}", f"  - {settled['answer']}"]


def _house_rule_text(ruling: Ruling) -> list[str]:
    usual = text_of(ruling.default)
    lines = [f"- {ruling.id} {ruling.question}"]
    for choice, meaning in ruling.choices.items():
        says_it = meaning.replace(" ", "").lower().startswith(choice.lower())  # `player1`: Player 1
        lines.append(f"  - {meaning if says_it else f'**{choice}**: {meaning}'}{' (usual)' if choice == usual else ''}")
    return lines if ruling.choices else [*lines, f"  - {ruling.range_text()}; usually {usual}"]


def _ruling_text(ruling: Ruling) -> list[str]:
    lines = [f"- {ruling.id} `{ruling.name}`: {ruling.question}"]
    lines += [f"  - `{choice}`: {meaning}" for choice, meaning in ruling.choices.items()]
    lines += [] if ruling.choices else [f"  - {ruling.range_text()}"]
    alone = "" if ruling.in_simulation == ruling.default else f" (simulations: `{text_of(ruling.in_simulation)}`)"
    return [*lines, f"  - default `{text_of(ruling.default)}`{alone}. {ruling.why}"]


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _seats_text(game: Game) -> str:
    by = game.about.get("seats_by")
    return ", ".join(game.all_seats) + (f", or as many of them as `{by}` says" if by else "")
