"""For tests: a server that lies, in what it tells over connections, of its tables, and in its records."""

import json
from collections.abc import Callable
from typing import Any

import orjson
import pytest

import feint
from feint.core.record import tagged, untagged


class Liar:
    """What a server changes of what it tells; nothing until a test says so."""

    def __init__(self) -> None:
        self.message: Callable[[dict[str, Any]], Any] = lambda message: message
        self.details: Callable[[dict[str, Any]], Any] = lambda details: details
        self.record: Callable[[list[str]], list[str]] = lambda lines: lines

    def tells(self, told: dict[str, Any]) -> None:
        """Change these fields in all that is told of a table as a whole."""
        self.message = lambda message: {**message, **told} if message["type"] == "table" else message
        self.details = lambda details: {**details, **told}


def lying(monkeypatch: pytest.MonkeyPatch) -> Liar:
    """Make the servers of this process tell what the liar wants."""
    from feint.server import hub, route_types, table_routes, viewer

    liar = Liar()
    details, write = route_types.table_details, viewer.record_writer
    copied: Callable[[Any], Any] = lambda told: json.loads(json.dumps(told))  # noqa: E731
    monkeypatch.setattr(hub, "encode", lambda message: orjson.dumps(liar.message(copied(message))))
    monkeypatch.setattr(table_routes, "table_details", lambda *about: liar.details(copied(details(*about))))
    lied: Callable[..., str] = lambda *about: tagged(liar.record(untagged(write(*about)())))  # noqa: E731
    monkeypatch.setattr(table_routes, "record_writer", lambda *about: lambda: lied(*about))
    return liar


Steps = list[tuple[str, str]]


def retold(change: Callable[[Steps], Steps]) -> Callable[[list[str]], list[str]]:
    """A record in which other choices were made, by someone who knows the secret: its chain fits."""

    def tell(lines: list[str]) -> list[str]:
        match = feint.replay("\n".join(lines))
        assert match.outcome is not None
        assert match.outcome.loser is not None
        lied = match.game.start(seats=match.seats, fairness=match.fairness)
        for seat, choice in change([(match.who(step), step.text) for step in match.steps]):
            lied.play(seat, choice)
        lied.resign(match.outcome.loser)
        return untagged(lied.record())

    return tell
