"""`feint check` verifies a saved match: every choice, every outcome, and the result."""

import json
from pathlib import Path

from feint.core.errors import FeintError
from feint.core.match import Match
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
    print(json.dumps({"right": right, "why": why}) if options.json else why)
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
        facts.append("the seed follows from the secret that was committed to and every seat's string")
    if not is_tagged(read_text(path)):
        facts.append("no tags, so a change from one legal match to another can't be detected")
    return True, f"{path} is correct: {'; '.join(facts)}; {_result(match)}"


def _result(match: Match) -> str:
    if not match.over:
        return "the match is not over yet"
    scores = ", ".join(f"{seat} {share}" for seat, share in match.exact_scores.items())
    how = f"{match.outcome.text}, and " if match.outcome and match.outcome.loser else ""
    return f"{how}the result is {scores}"
