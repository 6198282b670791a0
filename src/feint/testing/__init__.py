"""For whoever adds a game: one function that checks whether its folder keeps what every game promises.

    from feint.testing import check_game

    def test_my_game():
        check_game("path/to/my_game")

It plays random matches under many rulings, checks every state, and raises one error that lists all that is wrong, each
with the shortest record that shows it. It needs neither pytest nor Hypothesis.

>>> report = check_game("terminal-maneuver", games=5, compiled=False)
>>> report.matches, report.notes
(5, ())
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from feint.core.contract import no_limits, no_redeal
from feint.core.errors import FeintError
from feint.core.game import Game, folder_of, load
from feint.testing.compilation import compare_modes
from feint.testing.folder import check_book, check_game_toml, check_modules, random_rulings, small_rulings
from feint.testing.invariants import Check, play_and_check
from feint.testing.lessons import check_lessons
from feint.testing.limits import check_limits
from feint.testing.secrecy import check_balance, check_redeals, compare_all_pairs
from feint.testing.violations import BrokenPromises, Violation, Violations

__all__ = ["BrokenPromises", "CheckReport", "Violation", "check_game"]

GAMES = 30
MOST_STEPS = 150  # of one match
SMALL = 2_500  # histories of a tree of which all pairs of states are compared
TOO_LARGE = 1_000_000  # histories, with dials as low as they go: larger draws need not be tried
DRAWS = 12  # rulings that are tried in search of a small tree


@dataclass(frozen=True)
class CheckReport:
    """What was checked, and found to be right."""

    game: str
    matches: int
    ends: int  # of these, that came to an end
    states: int  # that were looked at
    choices: int
    at_once: int  # times that several owed a choice
    pairs: int  # states redealt for a seat
    compared: int  # states of a small tree, compared with all that a viewer can't tell from them
    compiled: int  # games played in both modes
    lessons: int  # played, with every right choice and every explained one
    notes: tuple[str, ...]  # what is not wrong, but good to know

    def __str__(self) -> str:
        lines = [
            f"{self.game} keeps its promises, as far as {self.matches} matches can tell",
            f"looked at:     {self.states:,} states, {self.choices:,} choices, {self.at_once:,} made at once",
            f"secrets:       {self.pairs:,} states redealt, {self.compared:,} of a small tree compared",
            f"both modes:    {self.compiled:,} games",
        ]
        lines += [f"lessons:       {self.lessons:,}"] if self.lessons else []
        return "\n".join(lines + [f"note:          {note}" for note in self.notes])


def check_game(game: str | Path, games: int = GAMES, seed: int = 1, compiled: bool = True) -> CheckReport:
    """Check a game by its name or folder; raises `BrokenPromises` if anything is wrong.

    The same seed gives the same matches. Without `compiled` there is no wait for the compiler, and no check that the
    compiled rules do the same.
    """
    if games < 1:
        raise FeintError(f"{games} games show nothing; it must be 1 or more")
    violations = Violations(folder_of(game))
    check_game_toml(violations.folder, violations)
    first = _loaded(violations)
    check_modules(first, violations)
    _raise_if_any(first.name, violations)
    check_book(first, violations)
    lessons = check_lessons(first, violations)
    check = Check(first, violations, Random(seed))
    played: list[tuple[Game, int]] = []
    for number in range(games):
        under = first.for_simulation() if number == 0 else random_rulings(first, check.rng)
        played.append((under, check.rng.getrandbits(64)))
        match = play_and_check(check.under(under), MOST_STEPS)
        if match is not None:
            check_limits(check.under(under), match)
        if match is not None and under.rules.redeal is not no_redeal:
            check_redeals(check.under(under), match)
    check_balance(check)
    notes = [*_notes(check), *_all_pairs(check)]
    _raise_if_any(first.name, violations)
    in_both = compare_modes(first, violations, played, MOST_STEPS) if compiled else 0
    _raise_if_any(first.name, violations)
    return _report(first.name, check.counts, in_both, lessons, notes)


def _loaded(violations: Violations) -> Game:
    with violations.attempt("loading the game") as attempt:
        game = load(violations.folder)
    if attempt.failed:
        raise BrokenPromises(violations.folder.name, violations.listed())
    return game


def _raise_if_any(name: str, violations: Violations) -> None:
    if violations.by_kind:
        raise BrokenPromises(name, violations.listed())


def _notes(check: Check) -> list[str]:
    """What isn't wrong, but may not be intended either."""
    notes = []
    if not check.game.can_redeal:
        notes.append("it has secrets but no redeal, so search can't play it, and no states were redealt")
    if not check.counts["ends"]:
        notes.append(f"no match ended within {MOST_STEPS} steps, so no scores were checked")
    return notes


def _all_pairs(check: Check) -> list[str]:
    """Compare all pairs in a small tree, the largest that some draws of rulings give."""
    if not check.game.schema.secret and check.game.rules.limits is no_limits:
        return []
    if check.violations.by_kind:  # what is wrong already may well raise something here
        with suppress(Exception):
            _compare_all(check)
        return []
    with check.violations.attempt("walking through a small tree", check.game) as attempt:
        small = _compare_all(check)
    if attempt.failed or small:
        return []
    return ["its tree is too large under all rulings that were tried, so not all pairs of states were compared"]


def _compare_all(check: Check) -> bool:
    """Whether there was a small tree, all of whose pairs were compared."""
    from feint.core.tree_size import estimate

    sizes: dict[int, Game] = {}
    for draw in range(DRAWS if check.game.rulings else 1):
        game = small_rulings(check.game, check.rng, above=draw)
        sizes.setdefault(estimate(game), game)
        if min(sizes) > TOO_LARGE:
            break
    small = [sizes[size] for size in sorted(sizes, reverse=True) if size <= SMALL]
    return any(compare_all_pairs(check.under(game), 2 * SMALL) for game in small)


def _report(name: str, counts: Counter[str], compiled: int, lessons: int, notes: list[str]) -> CheckReport:
    return CheckReport(
        game=name,
        matches=counts["matches"],
        ends=counts["ends"],
        states=counts["states"],
        choices=counts["choices"],
        at_once=counts["choices made at once"],
        pairs=counts["pairs"],
        compared=counts["states compared"],
        compiled=compiled,
        lessons=lessons,
        notes=tuple(notes),
    )
