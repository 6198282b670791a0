"""A game: what its folder says about it, under one set of rulings, ready to be played."""

import hashlib
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from feint.core.contract import (
    Book,
    Bots,
    DataReader,
    Features,
    Positions,
    Report,
    Rules,
    Screen,
    Trials,
    Words,
    no_chance,
    no_redeal,
    resolve,
)
from feint.core.datafile import DataFile, lines_of
from feint.core.errors import FeintError, IllegalChoice, UnknownGame
from feint.core.lessons import Lesson, read_lessons
from feint.core.payoffs import read_payoffs
from feint.core.rule import State
from feint.core.rulings import Ruling, Value, read_rulings, settle_rulings, text_of, with_earlier
from feint.core.schema import DATA, RULING, Schema

if TYPE_CHECKING:
    from feint.core.belief import Belief
    from feint.core.fairness import Fairness
    from feint.core.match import Match
    from feint.core.puzzles import Puzzles

BUILTIN_GAMES = Path(__file__).parents[1] / "games"

_added: dict[str, Path] = {}  # games elsewhere that are known by their names in this process


class Game:
    """One game under one set of rulings; made by `feint.load`."""

    def __init__(self, folder: Path, rulings: Mapping[str, object], data: Mapping[str, DataFile] | None = None) -> None:
        about = _read_toml(folder / "game.toml")
        self.folder = folder
        self.is_builtin = folder.parent == BUILTIN_GAMES  # so that its name is enough to find it
        self.name = folder.name.replace("_", "-")
        self.title: str = about["title"]
        self.pitch: str = " ".join(about["pitch"].split())
        self.version: int = about["version"]
        self.about = about
        self.given_options = dict(rulings)  # the rulings and data files that were given, as they were given
        self.files: dict[str, str] = about.get("data", {})
        if data is not None:
            self.data = dict(data)
        self.all_rulings: dict[str, Ruling] = read_rulings(
            about.get("rulings", {}), self._named_in, len(about["seats"])
        )
        given = {name: value for name, value in rulings.items() if name not in self.files}
        self.rulings: dict[str, Value] = settle_rulings(self.all_rulings, given, self.name)
        self.all_seats: tuple[str, ...] = tuple(about["seats"])
        self.seats = self.all_seats[: self._players()]  # those that are taken
        self.payoffs = read_payoffs(about, len(self.seats), folder / "game.toml")
        self.asked: tuple[str, ...] = tuple(about.get("asked", self.seats))  # whom to ask first, of several
        self.at_once: bool = about.get("at_once", True)  # whether several seats may owe a choice at the same time
        self.hands: bool = about.get("hands", False)  # whether seats hold cards that others at the table must not see
        self.own_data = [name for name in self.files if name in rulings]  # files that are not the game's own
        if self.own_data:
            self.data  # noqa: B018 - what is wrong with someone's file is said at once

    def __repr__(self) -> str:
        changed = [f", {n}={v!r}" for n, v in self.rulings.items() if v != self.all_rulings[n].default]
        changed += [f", {name}=..." for name in self.own_data]
        return f"feint.load({self.name!r}{''.join(changed)})"

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is sent to another process: which game it is, and under which rulings; it is loaded there."""
        return Game, (self.folder, self.given_options, self.data if self.own_data else None)

    @property
    def rulings_text(self) -> dict[str, str]:
        """The full set of rulings as text."""
        return {name: text_of(value) for name, value in self.rulings.items()}

    def _players(self) -> int:
        """How many sit at the table: as many as there are seats, or as a ruling says."""
        players = self.rulings.get(self.about.get("seats_by", ""), len(self.all_seats))
        assert isinstance(players, int), "game.toml: seats_by names a dial"
        return players

    def _named_in(self, data: str) -> dict[str, str]:
        """What the rows of a data file are called, and what each of them is."""
        return {row["name"]: row["what"] for row in self.data[data].shown}

    @cached_property
    def data(self) -> dict[str, DataFile]:
        """The game's data files, or those given in their place, read and checked."""
        sheets: dict[str, DataFile] = {}
        for name, file in self.files.items():
            source = self.given_options.get(name, self.folder / file)
            lines = lines_of(source)
            try:
                sheets[name] = resolve(DataReader, self.module(name)).read(lines)
            except FeintError as error:
                where = f"{source}, " if isinstance(source, str | Path) else ""
                raise FeintError(f"{where}{error}") from None
        return sheets

    @cached_property
    def shown_data(self) -> dict[str, tuple[dict[str, Any], ...]]:
        """What views show of the data files."""
        return {name: sheet.shown for name, sheet in self.data.items()}

    # The modules of its folder, as `feint.core.contract` describes them; None for one that it doesn't have.

    @cached_property
    def rules(self) -> Rules:
        """The game's rules.py."""
        rules: Rules = resolve(Rules, self.module("rules"))
        return rules

    @cached_property
    def words(self) -> Words:
        """The game's words.py."""
        words: Words = resolve(Words, self.module("words"))
        return words

    @cached_property
    def screen(self) -> Screen | None:
        """The game's screen.py; a game without one is played through a plain list of choices."""
        screen: Screen | None = resolve(Screen, self.module("screen")) if self._has("screen") else None
        return screen

    @cached_property
    def bots(self) -> Bots | None:
        """The game's bots.py."""
        bots: Bots | None = resolve(Bots, self.module("bots")) if self._has("bots") else None
        return bots

    @cached_property
    def positions(self) -> Positions | None:
        """The game's positions.py; a game with one is solved position by position."""
        positions: Positions | None = resolve(Positions, self.module("positions")) if self._has("positions") else None
        return positions

    @cached_property
    def features(self) -> Features | None:
        """The game's features.py."""
        features: Features | None = resolve(Features, self.module("features")) if self._has("features") else None
        return features

    @cached_property
    def report(self) -> Report | None:
        """The game's report.py."""
        report: Report | None = resolve(Report, self.module("report")) if self._has("report") else None
        return report

    @cached_property
    def trials(self) -> Trials | None:
        """The game's trials.py."""
        trials: Trials | None = resolve(Trials, self.module("trials")) if self._has("trials") else None
        return trials

    @cached_property
    def book(self) -> Book | None:
        """The game's book.py."""
        book: Book | None = resolve(Book, self.module("book")) if self._has("book") else None
        return book

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """The game's lessons.toml, in order; a game without one has none."""
        return read_lessons(self.folder / "lessons.toml")

    @cached_property
    def puzzles(self) -> "Puzzles":
        """The game's puzzles.jsonl, the easiest first; a game without one has none."""
        from feint.core.puzzles import FILE, read_puzzles

        return read_puzzles(self.folder / FILE)

    @property
    def has_positions(self) -> bool:
        """Whether it is solved position by position; this reads none of its modules."""
        return self._has("positions")

    @property
    def has_chance(self) -> bool:
        """Whether the game leaves anything to chance."""
        return self.rules.chance is not no_chance

    @property
    def can_redeal(self) -> bool:
        """Whether what a seat can't see can be dealt in another way: always, where there are no secrets."""
        return not self.schema.secret or self.rules.redeal is not no_redeal

    def need_not_ask(self, view: dict[str, Any], alone: bool) -> bool:
        """Whether a seat that has only one choice can be spared the question; else being asked or not would tell.

        The view is a spectator's; `alone` is whether nobody is there to whom it could tell anything.
        """
        return self.screen is not None and self.screen.need_not_ask(view, alone=alone)

    @property
    def data_text(self) -> dict[str, str]:
        """The data files that aren't the game's own, for people: what they are called, and a short print of each."""
        texts = {}
        for name in self.own_data:
            source, lines = self.given_options[name], "\n".join(self.data[name].lines)
            file = f" {Path(source).name}" if isinstance(source, str | Path) else ""
            texts[name] = f"{name}{file} (print {hashlib.sha256(lines.encode()).hexdigest()[:8]})"
        return texts

    def for_simulation(self) -> "Game":
        """This game as a program plays it by itself: with `in_simulation` rulings, but for those asked for."""
        caps = {name: ruling.in_simulation for name, ruling in self.all_rulings.items()}
        return Game(self.folder, caps | self.given_options, self.data)

    @property
    def may_never_end(self) -> bool:
        """Whether play might go on forever: whoever wrote the game has programs play it with a cap."""
        return any(ruling.in_simulation != ruling.default for ruling in self.all_rulings.values())

    @property
    def schema(self) -> Schema:
        """What a state of it consists of, and who may see what."""
        return self.rules.STATE

    def seat_number(self, seat: str) -> int:
        """The number that the rules know a seat by."""
        if seat not in self.seats:
            raise IllegalChoice(f"{self.name} has no seat called {seat}; it has {', '.join(self.seats)}")
        return self.seats.index(seat)

    def first_state(self) -> State:
        """The state before anything has happened, under this game's rulings."""
        state = self.schema.new()
        for field in self.schema.fields:
            if field.seen_by == RULING:
                ruling = self.all_rulings[field.name]
                setattr(state, field.name, ruling.number(self.rulings[field.name]))
            elif field.seen_by == DATA:
                [numbers] = [sheet.numbers for sheet in self.data.values() if field.name in sheet.numbers]
                setattr(state, field.name, numbers[field.name])
        self.rules.setup(state)
        return state

    def start(
        self,
        seed: int | None = None,
        chance: Sequence[str] | None = None,
        seats: Mapping[str, str] | None = None,
        fairness: "Fairness | None" = None,
    ) -> "Match":
        """A new match. Outcomes come from `chance` first, in order, and then from the seed.

        With neither, a seed is made that nobody can guess. With `chance` alone, `match.pending` is `("chance",)` when
        they have run out, and `match.play("chance", ...)` says what the dice on the table show. `seats` says who sits
        where (`{"P2": "random"}`); it is written in the record. With `fairness` the seed is made from what it holds.
        """
        from feint.core.match import Match

        return Match(self, seed=seed, chance=chance, seats=seats, fairness=fairness)

    def belief(self, match: "Match", seat: str, **how: Any) -> "Belief":
        """All states that a seat can't tell from the true one, weighted: exact where they are few, else drawn.

        See `feint.core.belief`.
        """
        from feint.core.belief import belief

        return belief(self, match, seat, **how)

    def _has(self, name: str) -> bool:
        return (self.folder / f"{name}.py").exists()

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder, as it is."""
        try:
            return importlib.import_module(f"{_package(self.folder)}.{name}")
        except SyntaxError as error:
            raise UnknownGame(f"{error.filename}, line {error.lineno}, can't be read: {error.msg}") from None


def _read_toml(path: Path) -> dict[str, Any]:
    """What a game.toml says; one that lacks something is refused. An experiment loads a game thousands of times."""
    try:
        at = path.stat()
        return _parsed_toml(path, at.st_mtime_ns, at.st_size)
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path} can't be read: {error}") from None


@lru_cache(maxsize=32)
def _parsed_toml(path: Path, changed: int, size: int) -> dict[str, Any]:
    about = tomllib.loads(path.read_text(encoding="utf-8"))
    for wanted in ("title", "pitch", "version", "seats", "rules", "notation"):
        if wanted not in about:
            raise UnknownGame(f"{path} has no {wanted}; every game has one")
    return about


def _package(folder: Path) -> str:
    """The name that a game's folder is imported by; a folder elsewhere becomes a package of its own."""
    if folder.parent == BUILTIN_GAMES:
        return f"feint.games.{folder.name}"
    name = f"feint_game_{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_loader(name, loader=None, is_package=True)
        assert spec is not None
        package = importlib.util.module_from_spec(spec)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def game_names() -> list[str]:
    """The names of all games: each is a folder under `feint/games` with a game.toml, or was added."""
    return [*_builtin_names(), *_added]


def _builtin_names() -> list[str]:
    return sorted(toml.parent.name.replace("_", "-") for toml in BUILTIN_GAMES.glob("*/game.toml"))


def register_game(folder: str | Path) -> Game:
    """Let a game in a folder elsewhere be found by its name too, in this process: a server tells clients only names."""
    game = load(Path(folder))
    if game.is_builtin:
        return game
    if _added.get(game.name, game.folder) != game.folder or game.name in _builtin_names():
        raise FeintError(f"there is another game called {game.name}; a folder of another name will do")
    _added[game.name] = game.folder
    return game


def load(game: str | Path, /, **rulings: object) -> Game:
    """The game of that name, or in that folder, under these rulings and the defaults of the others.

    A game with data files takes others in their place: `deck="cards.csv"`.

    >>> load("tower-siege", track="facing").rulings["track"]
    'facing'
    """
    return Game(folder_of(game), rulings)


def load_stored(game: str | Path, /, **rulings: object) -> Game:
    """The game as a match was stored with it: a ruling that the match is too old to name is as it was played then."""
    return load(game, **with_earlier(load(game).all_rulings, rulings))


def folder_of(game: str | Path) -> Path:
    """Where a game is. A name that no file could have is no game's either."""
    try:
        return _found(game)
    except (OSError, ValueError) as error:
        if isinstance(error, UnknownGame):
            raise
        raise UnknownGame(f"there is no game called {str(game)[:40]!r}; there are {', '.join(game_names())}") from None


def _found(game: str | Path) -> Path:
    if isinstance(game, Path) or "/" in game or "\\" in game:
        folder = Path(game).resolve()
        if (folder / "game.toml").is_file():
            return folder
        raise UnknownGame(f"{game} is not a game: a game is a folder with a game.toml in it")
    name = re.sub(r"[\W_]+", "_", game.strip().lower())
    if name and (BUILTIN_GAMES / name / "game.toml").is_file():
        return BUILTIN_GAMES / name
    if (added := _added.get(name.replace("_", "-"))) is not None:
        return added
    raise UnknownGame(f"there is no game called {game or repr(game)}; there are {', '.join(game_names())}")
