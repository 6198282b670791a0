"""Who is next where many wait: addresses take turns, and so do the tables of an address.

However much one address asks for, another waits for one turn of it at most; and no address has everything at once.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What waits for its turn, by address and table; and how much of what was taken out is still going on."""

    def __init__(self, share: int) -> None:
        self.share = share  # that one address may have going on at the same time
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()  # whoever had a turn goes last
        self._going_on: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(items) for tables in self._waiting.values() for items in tables.values())

    def put(self, address: str, table: str, item: T) -> None:
        """Let something wait for its turn."""
        self._waiting.setdefault(address, OrderedDict()).setdefault(table, deque()).append(item)

    def take(self, can_begin: Callable[[T], bool] = lambda item: True) -> T | None:
        """What is next, if anything can begin now. `finish` has to be called for its address later."""
        for address, tables in self._waiting.items():
            if self._going_on[address] >= self.share:
                continue
            for table, items in tables.items():
                if can_begin(items[0]):
                    self._going_on[address] += 1
                    found = items.popleft()
                    self._waiting.move_to_end(address)
                    tables.move_to_end(table)
                    self._drop_empty(address, table)
                    return found
        return None

    def finish(self, address: str) -> None:
        """Something from an address doesn't go on any more."""
        self._going_on[address] -= 1
        if not self._going_on[address]:
            del self._going_on[address]

    def remove(self, address: str, table: str, item: T) -> None:
        """Take something out that nobody waits for any more, if it is still in."""
        tables = self._waiting.get(address)
        if tables is not None and item in tables.get(table, ()):
            tables[table].remove(item)
            self._drop_empty(address, table)

    def _drop_empty(self, address: str, table: str) -> None:
        tables = self._waiting[address]
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[address]


class FairTurns:
    """So much goes on at the same time, and of that so much for one address; all else waits for its turn."""

    def __init__(self, most: int, share: int) -> None:
        self._free = most
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(share)
        self.asked: Counter[str] = Counter()  # what goes on or waits, by address

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(address, "", turn)
        self.asked[address] += 1
        self._begin()
        try:
            await turn
            yield
        finally:
            self.asked[address] -= 1
            if not self.asked[address]:
                del self.asked[address]
            if turn.done() and not turn.cancelled():
                self._free += 1
                self._queue.finish(address)
                self._begin()
            else:
                self._queue.remove(address, "", turn)

    def _begin(self) -> None:
        while self._free and (turn := self._queue.take()) is not None:
            self._free -= 1
            turn.set_result(None)
