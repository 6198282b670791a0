"""One's own player: any Python object that chooses by what its seat may see, from a program or by its import path.

Such a player is given the view of its seat, the choices open to it as text, and random numbers; never the match. Who it
is must come from whoever owns the machine: an import path runs code. So a server never asks this module for a name that
came from elsewhere, and a record that names such a player doesn't bring it back by itself.

What goes wrong in it is its own matter: it becomes one sentence (`PlayerFailed`), and the match stays as it is.
"""

import importlib
import inspect
import math
import os
import random
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias, runtime_checkable

from feint.bots.seeding import random_word
from feint.core.choice_text import index_of_choice
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.core.plain_text import printable

View: TypeAlias = dict[str, Any]

IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")  # `package.module:Name`
ONNX, STRATEGY, WEIGHTS = ".onnx", ".strategy", ".weights"
LONGEST = 160  # characters of someone else's error message
NOT_ONE = 1e-6  # by how much chances may miss 1


@runtime_checkable
class Chooser(Protocol):
    """A player of one's own that makes choices."""

    def choose(self, view: View, legal: list[str], rng: random.Random) -> str:
        """One of the legal choices."""


@runtime_checkable
class Policy(Protocol):
    """A player of one's own that says how likely it makes each choice; without `choose`, that is what it plays."""

    def policy(self, view: View, legal: list[str]) -> Mapping[str, float] | Sequence[float]:
        """The chance of each legal choice: by its text, or in their order."""


@runtime_checkable
class BatchChooser(Protocol):
    """A player of one's own that takes many positions in one call."""

    def choose_many(
        self, views: list[View], legal: list[list[str]], rngs: list[random.Random]
    ) -> Sequence[str]:  # fmt: skip
        """One choice for each position."""


@runtime_checkable
class BatchPolicy(Protocol):
    """And one that says the chances for many positions in one call."""

    def policy_many(self, views: list[View], legal: list[list[str]]) -> Sequence[Mapping[str, float] | Sequence[float]]:
        """The chances of the legal choices for each position."""


class Asked(NamedTuple):
    """One choice that a player owes: where, and the seed of its random numbers."""

    match: Match
    seat: str
    seed: int


class PlayerFailed(FeintError):
    """A player of one's own raised an error, or chose what it can't; `match` is as it was before.

    What it says may name the choices of its seat; `openly` is what others at the table may be told.
    """

    def __init__(self, what: str, match: Match | None = None, openly: str = "") -> None:
        super().__init__(what)
        self.match = match
        self.openly = openly or what


class OwnPlayer:
    """A player of one's own, as what plays a seat."""

    def __init__(self, agent: Any, name: str = "") -> None:
        self.agent = agent
        self.name = name or name_of(agent)
        kinds = (Chooser, Policy, BatchChooser, BatchPolicy)
        self._chooses, self._has_policy, self.takes_many, self._has_policies = (isinstance(agent, k) for k in kinds)
        self.takes_many = self.takes_many or self._has_policies
        if not any(isinstance(agent, kind) for kind in kinds):
            wanted = "choose(view, legal, rng) or policy(view, legal)"
            raise FeintError(f"{self.name} can't play: a player has a method {wanted}")

    @property
    def knows_chances(self) -> bool:
        """Whether it can say how likely it makes each choice."""
        return self._has_policy or self._has_policies

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What it chooses; the same for the same seed, if it draws from the random numbers that it is given."""
        return self.choose_many([Asked(match, seat, seed)])[0]

    def choose_many(self, asked: Sequence[Asked]) -> list[str]:
        """What it chooses in many matches: in one call, if it takes many."""
        rngs = [random.Random(random_word(*one)) for one in asked]
        views, legal = [one.match.view(one.seat) for one in asked], [one.match.legal(one.seat) for one in asked]
        agent = self.agent
        if isinstance(agent, BatchChooser):
            found = self._call(asked, agent.choose_many, views, _copied(legal), rngs)
            return self._checked(asked, self._as_many(asked, found))
        if self._chooses:
            each = zip(asked, views, legal, rngs, strict=True)
            return self._checked(asked, [self._call([one], agent.choose, v, [*c], r) for one, v, c, r in each])
        drawn = zip(legal, self._chances(asked, views, legal), rngs, strict=True)
        return [rng.choices(choices, chances)[0] for choices, chances, rng in drawn]

    def chances(self, match: Match, seat: str) -> list[float]:
        """How likely it makes each legal choice, if it says so."""
        return self.chances_many([Asked(match, seat, 0)])[0]

    def chances_many(self, asked: Sequence[Asked]) -> list[list[float]]:
        """The same in many matches."""
        views, legal = [one.match.view(one.seat) for one in asked], [one.match.legal(one.seat) for one in asked]
        return self._chances(asked, views, legal)

    def _chances(self, asked: Sequence[Asked], views: list[View], legal: list[list[str]]) -> list[list[float]]:
        agent = self.agent
        if isinstance(agent, BatchPolicy):
            found = self._as_many(asked, self._call(asked, agent.policy_many, views, _copied(legal)))
        else:
            each = zip(asked, views, legal, strict=True)
            found = [self._call([one], agent.policy, view, [*choices]) for one, view, choices in each]
        return [self._distribution(one, given, c) for one, given, c in zip(asked, found, legal, strict=True)]

    def _call(self, asked: Sequence[Asked], function: Any, *given: Any) -> Any:
        try:
            return function(*given)
        except (Exception, SystemExit) as error:
            message = " ".join(printable(" ".join(str(error).split())).split())
            what = f"{type(error).__name__}: {message[:LONGEST]}" if message else type(error).__name__
            self._fail(asked, f"it raised {what}", f"it raised {type(error).__name__}", error)

    def _fail(self, asked: Sequence[Asked], why: str, openly: str, error: BaseException | None = None) -> NoReturn:
        match = asked[0].match if len(asked) == 1 else None
        where = "" if match is None else f" {asked[0].seat} in round {match.round}"
        what = f"{self.name} couldn't play{where}"
        raise PlayerFailed(f"{what}: {why}", match, f"{what}: {openly}") from error

    def _as_many(self, asked: Sequence[Asked], found: Any) -> list[Any]:
        """What came back from one call for many positions, one for each."""
        try:
            listed = list(found)
        except TypeError:
            listed = []
        if len(listed) != len(asked):
            why = f"asked for {len(asked)} positions at once, it didn't answer with a list of so many"
            self._fail(asked, why, why)
        return listed

    def _checked(self, asked: Sequence[Asked], found: list[Any]) -> list[str]:
        """The choices as the game writes them, if they are legal."""
        texts = []
        for one, choice in zip(asked, found, strict=True):
            legal = one.match.legal(one.seat)
            at = index_of_choice(choice, legal) if isinstance(choice, str) else None
            if at is None:
                why = f"it chose {_shown(choice)}, which is none of {_listed(legal)}"
                self._fail([one], why, "it chose what it can't")
            texts.append(legal[at])
        return texts

    def _distribution(self, one: Asked, given: Any, legal: list[str]) -> list[float]:
        """Chances in the order of the legal choices."""
        if isinstance(given, Mapping):
            wrong = next((text for text in given if text not in legal), None)
            if wrong is not None:
                why = f"its policy names {_shown(wrong)}, which is none of {_listed(legal)}"
                self._fail([one], why, "its policy names what it can't choose")
            given = [given.get(text, 0.0) for text in legal]
        try:
            chances = [float(chance) for chance in given]
        except (TypeError, ValueError):
            chances = []
        total = sum(chances)
        possible = len(chances) == len(legal) and all(chance >= 0 for chance in chances)
        if not possible or not math.isfinite(total) or abs(total - 1) > NOT_ONE:
            why = f"its policy isn't a chance for each of {_listed(legal)} that add up to 1"
            self._fail([one], why, "its policy isn't a chance for each of its choices")
        return [chance / total for chance in chances]


def _copied(legal: list[list[str]]) -> list[list[str]]:
    return [[*choices] for choices in legal]


def _shown(value: object) -> str:
    text = printable(" ".join(repr(value).split()))
    return text if len(text) <= 40 else f"{text[:40]}..."


def _listed(legal: list[str]) -> str:
    return ", ".join(legal[:6]) + (f" and {len(legal) - 6} more" if len(legal) > 6 else "")


def name_of(agent: Any) -> str:
    """What to call a player of one's own: its `name`, if it has one of one word, or its class's."""
    own = getattr(agent, "name", None)
    if isinstance(own, str) and re.fullmatch(r"[^\s=]+", own) and own.isprintable():
        return own
    return getattr(agent, "__name__", None) or type(agent).__name__


def is_path(text: str) -> bool:
    """Whether this has the form of a path to one's own player: `my_agent:Agent`, or a file such as `model.onnx`."""
    return text.endswith((ONNX, STRATEGY, WEIGHTS)) or IMPORT_PATH.fullmatch(text) is not None


def load_agent(path: str) -> Any:
    """What an import path names; a class is called to get a player. The folder one stands in counts as a place to look.

    A function is taken for a player's `choose`.
    """
    if IMPORT_PATH.fullmatch(path) is None:
        raise FeintError(f"{path} is not an import path: that is a module and a name in it, as my_agent:Agent")
    module, _, name = path.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise FeintError(f"there is no module {module} here or on Python's path") from None
        raise _unloadable(path, error) from error
    except (Exception, SystemExit) as error:
        raise _unloadable(path, error) from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise FeintError(f"{module} has no {name}")
        found = getattr(found, part)
    try:
        agent = found() if inspect.isclass(found) else found
    except (Exception, SystemExit) as error:
        raise _unloadable(path, error) from error
    return _Function(agent) if inspect.isroutine(agent) else agent


def _unloadable(path: str, error: BaseException) -> FeintError:
    message = printable(" ".join(str(error).split()))[:LONGEST]
    return FeintError(f"{path} can't be loaded: {type(error).__name__}{': ' * bool(message)}{message}")


class _Function:
    """A function as a player."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose


def check_file(path: str) -> Path:
    """A model's file, if it is there."""
    file = Path(path)
    if not file.is_file():
        raise FeintError(f"there is no file {path}")
    return file
