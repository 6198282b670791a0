"""For whoever adds a game: one function that checks whether its folder keeps what every game promises.

    from feint.testing import check_game

    def test_my_game():
        check_game("path/to/my_game")

It plays matches by chance under many rulings, looks at every state, and raises one error that lists all that is wrong,
each with the shortest record in which it was seen. It needs neither pytest nor Hypothesis.

>>> report = check_game("terminal-maneuver", games=5, compiled=False)
>>> report.matches, report.notes
(5, ())
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from feint.core.contract import no_redeal
from feint.core.errors import FeintError
from feint.core.game import Game, folder_of, load
from feint.testing.compilation import compare_modes
from feint.testing.folder import drawn_rulings, read_modules, read_paper, small_rulings
from feint.testing.invariants import Check, play
from feint.testing.report import BrokenPromises, CheckReport, Finding
from feint.testing.secrecy import all_pairs, redeals

__all__ = ["BrokenPromises", "Finding", "Report", "check_game"]

GAMES = 30
MOST_STEPS = 150  # of one match
SMALL = 2_500  # histories of a tree of which all pairs of states are compared
HOPELESS = 1_000_000
DRAWS = 12  # rulings that are tried in search of a small tree


@dataclass(frozen=True)
class Report:
    """What was checked, and found to be right."""

    game: str
    matches: int
    ends: int  # of these, that came to an end
    states: int  # that were looked at
    choices: int
    at_once: int  # times that several owed a choice
    pairs: int  # states dealt anew for a seat
    compared: int  # states of a small tree, compared with all that a viewer can't tell from them
    compiled: int  # games played in both modes
    notes: tuple[str, ...]  # what is not wrong, but good to know

    def __str__(self) -> str:
        lines = [
            f"{self.game} keeps its promises, as far as {self.matches} matches can tell",
            f"looked at:     {self.states:,} states, {self.choices:,} choices, {self.at_once:,} made at once",
            f"secrets:       {self.pairs:,} states dealt anew, {self.compared:,} of a small tree compared",
            f"both modes:    {self.compiled:,} games",
        ]
        return "\n".join(lines + [f"note:          {note}" for note in self.notes])


def check_game(game: str | Path, games: int = GAMES, seed: int = 1, compiled: bool = True) -> Report:
    """Check a game by its name or folder in so many matches; raises `BrokenPromises` if anything is wrong.

    The same seed gives the same matches. Without `compiled` there is no wait for the compiler, and no check that the
    compiled rules do the same.
    """
    if games < 1:
        raise FeintError(f"{games} games show nothing; it takes 1 or more")
    findings = CheckReport(folder_of(game))
    read_paper(findings.folder, findings)
    first = _loaded(findings)
    read_modules(first, findings)
    _complain(first.name, findings)
    check = Check(first, findings, Random(seed))
    played: list[tuple[Game, int]] = []
    for number in range(games):
        under = first.for_simulation() if number == 0 else drawn_rulings(first, check.luck)
        played.append((under, check.luck.getrandbits(64)))
        match = play(check.under(under), MOST_STEPS)
        if match is not None and under.rules.redeal is not no_redeal:
            redeals(check.under(under), match)
    notes = [*_notes(check), *_all_pairs(check)]
    _complain(first.name, findings)
    in_both = compare_modes(first, findings, played, MOST_STEPS) if compiled else 0
    _complain(first.name, findings)
    return _report(first.name, check.counts, in_both, notes)


def _loaded(findings: CheckReport) -> Game:
    with findings.watching("loading the game") as watch:
        game = load(findings.folder)
    if watch.failed:
        raise BrokenPromises(findings.folder.name, findings.listed())
    return game


def _complain(name: str, findings: CheckReport) -> None:
    if findings.kept:
        raise BrokenPromises(name, findings.listed())


def _notes(check: Check) -> list[str]:
    """What is no fault, but may be no intention either."""
    notes = []
    if not check.game.can_redeal:
        notes.append("it has secrets and no redeal, so search won't play it, and pairs of states were not drawn")
    if not check.counts["ends"]:
        notes.append(f"no match came to an end within {MOST_STEPS} steps, so no scores were seen")
    return notes


def _all_pairs(check: Check) -> list[str]:
    """Compare all pairs in a small tree, the largest that some draws of rulings give."""
    if not check.game.schema.secret:
        return []
    if check.findings.kept:  # what is wrong already may well raise something here
        with suppress(Exception):
            _compare_all(check)
        return []
    with check.findings.watching("walking through a small tree", check.game) as watch:
        small = _compare_all(check)
    if watch.failed or small:
        return []
    return ["its tree is large under all rulings that were tried, so not all pairs of states were compared"]


def _compare_all(check: Check) -> bool:
    """Whether there was a small tree, all of whose pairs were compared."""
    from feint.solve.sequence_form import estimate

    sizes: dict[int, Game] = {}
    for draw in range(DRAWS if check.game.rulings else 1):
        game = small_rulings(check.game, check.luck, above=draw)
        sizes.setdefault(estimate(game), game)
        if min(sizes) > HOPELESS:  # with dials as low as they go
            break
    small = [sizes[size] for size in sorted(sizes, reverse=True) if size <= SMALL]
    return any(all_pairs(check.under(game), 2 * SMALL) for game in small)


def _report(name: str, counts: Counter[str], compiled: int, notes: list[str]) -> Report:
    return Report(
        game=name,
        matches=counts["matches"],
        ends=counts["ends"],
        states=counts["states"],
        choices=counts["choices"],
        at_once=counts["choices made at once"],
        pairs=counts["pairs"],
        compared=counts["states compared"],
        compiled=compiled,
        notes=tuple(notes),
    )
