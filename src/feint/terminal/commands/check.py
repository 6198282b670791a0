"""`feint check` verifies a saved match: every choice, every outcome, and the result."""

import json
from pathlib import Path

from feint.core.errors import FeintError
from feint.core.match import HUMAN, Match
from feint.core.outcome import EndReason
from feint.core.plain_text import printable
from feint.core.record import is_tagged
from feint.core.rule import CHANCE
from feint.terminal.arguments import Commands, Options, add_file, add_json
from feint.terminal.exit_codes import FAILED


def add_parser(commands: Commands) -> None:
    """The arguments of `feint check`."""
    parser = commands.add_parser("check", help="verify a saved match")
    add_file(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Say whether a record is right."""
    right, why = check(options.file, options.game)
    print(json.dumps({"right": right, "why": why}) if options.json else printable(why))
    return 0 if right else FAILED


def check(path: Path, game: str | None) -> tuple[bool, str]:
    """Whether a record is right, and one line that says why."""
    from feint.terminal.saves import read_text, restore

    try:
        match = restore(path, game)
    except FeintError as error:
        return False, str(error)
    choices = sum(step.seat != CHANCE for step in match.steps)
    outcomes = len(match.steps) - choices
    drawn = max(0, outcomes - len(match.given)) if match.seed is not None else 0
    given = outcomes - drawn
    facts = [f"{choices} choice{'s' * (choices != 1)}, all legal"]
    if drawn:
        facts.append(f"{drawn} outcome{'s' * (drawn != 1)}, drawn from the seed")
    if given:
        facts.append(f"{given} outcome{'s' * (given != 1)}, given instead of drawn")
    if match.fairness is not None:
        facts += ["the seed follows from the secret that was committed to and every seat's string", *_proof(match)]
    if not is_tagged(read_text(path)):
        facts.append("no tags, so a change from one legal match to another can't be detected")
    return True, f"{path} is correct: {'; '.join(facts)}; {_result(match)}"


def _proof(match: Match) -> list[str]:
    """Which kind of proof there is that nobody could choose the seed, nor change the match afterwards."""
    fairness = match.fairness
    assert fairness is not None
    if fairness.order is None:
        return ["an older kind of proof: it can't show that nobody chose a string after seeing the others"]
    exposed = {seat: later for seat, later in fairness.exposed.items() if match.seats[seat] == HUMAN}
    facts = [_exposure(seat, later) for seat, later in exposed.items()]
    if not facts:
        facts.append("no string was known before every seat was bound to its own")
    undone = len(match.undone)
    back = [f"something was taken back {f'{undone} times' if undone > 1 else 'once'}"] if undone else []
    return [*facts, *back, "all of it is chained"]


def _exposure(seat: str, later: list[str]) -> str:
    names = " and ".join(later)
    bound = f"was known before {names} {'were' if len(later) > 1 else 'was'} bound to one"
    return f"the string of {seat} {bound}, so {names} and the server together could have chosen the seed"


def _result(match: Match) -> str:
    if not match.over:
        return "the match is not over yet"
    scores = ", ".join(f"{seat} {share}" for seat, share in match.exact_scores.items())
    how = f"{match.outcome.text}, and " if match.outcome and match.outcome.reason != EndReason.RULES else ""
    return f"{how}the result is {scores}"
