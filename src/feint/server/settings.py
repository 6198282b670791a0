"""A server's settings: where its database is, and its limits."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import Any

from feint.core.errors import FeintError
from feint.protocol import BODY_BYTES, MESSAGE_BURST, MESSAGE_BYTES, MESSAGES_PER_SECOND, RECORD_BYTES

RETRY_DELAY = 1.0  # seconds, if the database is not there
NO_LIMITS = {"database", "hosts", "origins", "games"}
PREFIXES = {"ipv4_prefix": 32, "ipv6_prefix": 128}  # bits that an address has


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
    steps: int = 10_000  # of a match, those that were taken back included; then it is a draw
    tables: int = 50  # open tables from one network
    openings: int = 1_000  # tables that one network may open in an hour: what has ended is stored, too
    connections: int = 5_000  # WebSockets from one network to one process, at the same time
    followed: int = 100_000  # steps of all matches together that one network looks at, which keeps them in memory
    ipv4_prefix: int = 32  # bits of an address that make a network: each address by itself
    ipv6_prefix: int = 64
    sockets: int = 10_000  # connections of any kind to one process, half of them for one network
    head: int = 32_768  # bytes of a request before its body
    head_time: float = 10.0  # seconds until all of that is there
    body_time: float = 30.0  # and then the rest of the request
    pipelined: int = 16  # requests that wait on one connection for the answer to another
    requests: int = (
        1_000  # of one network that are answered or wait for that, whether anyone still waits for the answer
    )
    answer_time: float = 30.0  # seconds in which an answer has to be read
    unsent: int = 100_000_000  # bytes of answers in one process that wait for slow readers
    bodies: int = 50_000_000  # bytes of requests in one process whose rest is still to come
    idle: float = 7 * 24 * 3600.0  # seconds without an event after which a table is closed
    keep: float = inf  # seconds after the last event until a table that has ended is deleted; never, unless it is set
    sweep: float = 60.0  # seconds between looks for such tables, and for those where someone is out of time
    grace: float = 3.0  # seconds without a connection until a player is said to be gone
    gone: float = 60.0  # seconds after which others can claim the win then
    record: int = RECORD_BYTES  # of an HTTP request that brings a record
    bot_processes: int = 3  # in which bots of the house think that take time for it
    bot_share: int = 2  # of these for one address, at the same time
    solve_positions: int = 4_000_000  # that a game may have, if a bot, a hint or a review is to solve it
    solve_time: float = 60.0  # seconds that one of these may take for that
    reviews: int = 1  # of matches, at the same time
    review_queue: int = 20  # reviews that wait for their turn
    review_time: float = 45.0  # seconds that one may take, where the game isn't solved
    review_patience: float = 10.0  # seconds after which a review or hint that nobody asks for any more is given up
    hint_queue: int = 20  # hints that are worked out or wait for it; one table has one at a time
    hint_share: int = 4  # of these from one network
    hosts: tuple[
        str, ...
    ] = ()  # names by which the server may be called, besides addresses and names of a home network
    origins: tuple[str, ...] = ()  # sites whose pages may use it, besides its own
    games: tuple[str, ...] = ()  # folders of games to be played there, besides those that come with Feint

    def to_json(self) -> str:
        """As text, for worker processes."""
        return json.dumps(asdict(self))


def limited(settings: Settings, limits: Mapping[str, str]) -> Settings:
    """The settings with other limits, as someone wrote them."""
    usual = {name: value for name, value in asdict(settings).items() if name not in NO_LIMITS}
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
        if usual[name] > PREFIXES.get(name, inf):
            raise FeintError(f"the limit {name} is {PREFIXES[name]} at the most, not {text}")
    return replace(settings, **usual)


def settings_from_json(text: str) -> Settings:
    """The settings that `to_json` wrote."""
    found: dict[str, Any] = json.loads(text)
    for name in ("hosts", "origins", "games"):
        found[name] = tuple(found[name])
    return Settings(**found)
