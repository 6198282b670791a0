"""A finished match step by step, as a seat saw it at the time or with everything open, from a table or a record."""

from collections.abc import Iterator
from typing import Any

from feint.core.errors import FeintError
from feint.core.match import Match
from feint.core.outcome import EndReason
from feint.core.record import replay
from feint.core.rule import CHANCE
from feint.protocol import Ending, MatchStep, MatchSteps
from feint.server.errors import Refused
from feint.server.table import Table


def finished_match(table: Table) -> Match:
    """The match of a table, which must be over: before that, most of it is somebody's secret."""
    match = table.playing
    if not table.ended:
        raise Refused("the match is still being played; come back when it is over")
    if not match.over:
        raise Refused(
            "this match was never finished: the table was closed because nothing had happened for a long time"
        )
    return match.at(len(match.steps))


def match_of_record(text: str) -> Match:
    """The match that a record tells of, checked choice by choice; it must be over."""
    match = replay(text)
    if not match.over:
        raise FeintError("the match in this record is not over yet; only a finished match can be analysed")
    return match


def match_steps(match: Match, seat: str | None) -> MatchSteps:
    """A match that is over, through a seat's eyes; None: with everything open."""
    outcome = match.outcome
    if outcome is None:
        raise FeintError("nothing is open before the match is over")
    if seat is not None:
        match.game.seat_number(seat)
    scores = {name: float(score) for name, score in (outcome.scores or {}).items()}
    ended: Ending = {"why": outcome.reason, "by": outcome.loser, "scores": scores}
    return {
        "game": match.game.name,
        "title": match.game.title,
        "rulings": match.game.rulings,
        "players": dict(match.seats),
        "seat": seat,
        "ended": ended,
        "steps": list(_steps(match, seat)),
    }


def _steps(match: Match, seat: str | None) -> Iterator[MatchStep]:
    before: dict[str, Any] | None = None
    for number in range(len(match.steps) + 1):
        now = match.at(number, forfeit=False, since=number)
        view = match.open_view(number) if seat is None else now.view(seat)
        log = match.game.words.story(before, view)
        by, what, said, round = None, "", "", now.round
        if number:
            step = match.steps[number - 1]
            by, what, round = match.who(step), step.text, step.round
            said = what if step.seat == CHANCE else match.game.words.said(what)
        yield {"by": by, "what": what, "said": said, "round": round, "view": _changed(before, view), "log": log}
        before = view
    outcome = match.outcome
    if outcome is not None and outcome.reason != EndReason.RULES:  # else the last step was the end
        view = _changed(before, match.view(seat))
        yield {"by": None, "what": outcome.text, "said": outcome.text, "round": match.round, "view": view, "log": []}


def _changed(before: dict[str, Any] | None, after: dict[str, Any]) -> dict[str, Any]:
    return after if before is None else {name: new for name, new in after.items() if new != before[name]}
