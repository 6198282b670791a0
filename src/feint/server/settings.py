"""A server's settings: where its database is, and its limits."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from feint.core.errors import FeintError
from feint.protocol import BODY_BYTES, MESSAGE_BURST, MESSAGE_BYTES, MESSAGES_PER_SECOND

RETRY_DELAY = 1.0  # seconds, if the database is not there


@dataclass(frozen=True)
class Settings:
    """All settings; the limits are generous for people and for bots that play as fast as they can."""

    database: str
    body: int = BODY_BYTES  # of an HTTP request
    message: int = MESSAGE_BYTES  # of a WebSocket message
    rate: float = MESSAGES_PER_SECOND  # from one connection, on average
    burst: int = MESSAGE_BURST  # and at once
    backlog: int = 256  # messages that wait for a slow reader, before it has to connect again
    patience: float = 20.0  # seconds for the first message of a connection
    tables: int = 50  # open tables from one address
    connections: int = 5_000  # from one address to one process, at the same time
    idle: float = 7 * 24 * 3600.0  # seconds without an event after which a table is closed
    sweep: float = 60.0  # seconds between looks for such tables, and for those where someone is out of time
    grace: float = 3.0  # seconds without a connection until a player is said to be gone
    gone: float = 60.0  # seconds after which others can claim the win then

    def to_json(self) -> str:
        """As text, for worker processes."""
        return json.dumps(asdict(self))


def limited(settings: Settings, limits: Mapping[str, str]) -> Settings:
    """The settings with other limits, as someone wrote them."""
    usual = {name: value for name, value in asdict(settings).items() if name != "database"}
    for name, text in limits.items():
        if name not in usual:
            raise FeintError(f"there is no limit called {name}; there are {', '.join(usual)}")
        kind = type(usual[name])
        try:
            usual[name] = kind(text)
        except ValueError:
            usual[name] = None
        if usual[name] is None or not 0 < usual[name] < float("inf"):
            raise FeintError(f"the limit {name} is a {'whole ' if kind is int else ''}number above 0, not {text}")
    return replace(settings, **usual)


def settings_from_json(text: str) -> Settings:
    """The settings that `to_json` wrote."""
    return Settings(**json.loads(text))
