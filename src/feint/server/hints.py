"""Hints for one person who plays against bots: worked out in a process, in turn, from what that person's seat may see.

Whoever wants one asks again until it is there; one answer may take a moment, so that a hint that is found quickly comes
with the first. A hint that nobody waits for any more is given up.
"""

import asyncio
import time
from collections import OrderedDict
from functools import partial
from typing import Literal

from feint.bots import thinking_process
from feint.bots.coach import costs, told
from feint.bots.seat_match import SeatMatch
from feint.bots.thinking_process import Abandoned
from feint.bots.values import ActionValue
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.protocol import ComparedChoice, Hint, HintState
from feint.server.errors import Refused
from feint.server.logs import public_error
from feint.server.reviews import interval
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.thinking import Failed, ThinkingProcesses, solving_limits

ITERATIONS = 10_000  # that search makes, where the game isn't solved: a few seconds in the largest game
WAIT = 4.0  # seconds that one request may take
KEPT = 1_000  # hints that are done, for those who ask twice

Key = tuple[str, str, int, int]
"""The table, the seat, the number of its question, and how often something had been taken back by then."""


class Job:
    """A hint that is being worked out, or waits for its turn."""

    def __init__(self, match: Match, key: Key, address: str) -> None:
        self.match, self.key, self.address = match, key, address
        self.asked = time.monotonic()  # when someone asked for it last
        self.state: Literal["waiting", "running"] = "waiting"
        self.doing = "waiting for other hints"
        self.progress: float | None = None
        self.work: asyncio.Task[Hint]


class Hints:
    """The hints of a server process, and the process that they are worked out in."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}  # by table
        self._done: OrderedDict[Key, Hint] = OrderedDict()
        self._advising = ThinkingProcesses(1, 1)

    def stop(self) -> None:
        """Start nothing any more, and give up what is being worked on."""
        for job in self._jobs.values():
            job.work.cancel()
        self._advising.stop()

    async def ask(self, table: Table, seat: str, address: str) -> HintState:
        """How far the hint for a seat's present question is. The first who asks starts it."""
        key = table.id, seat, table.choice_counts[seat], len(table.taken_back)
        if key in self._done:
            return _done(self._done[key])
        job = self._jobs.get(table.id)
        if job is None or job.key != key:
            job = self._start(key, table.playing, address)
        job.asked = time.monotonic()
        await asyncio.wait([job.work], timeout=WAIT)
        if not job.work.done():
            return {"state": job.state, "doing": job.doing, "progress": job.progress, "hint": None}
        if job.work.cancelled() or isinstance(error := job.work.exception(), Abandoned):
            raise Refused("the hint was given up; ask again")
        if isinstance(error, Failed):
            raise FeintError("the hint could not be worked out; what went wrong was logged")
        if error is not None:
            raise public_error(error) if isinstance(error, Exception) else FeintError("the hint was stopped")
        return _done(job.work.result())

    def _start(self, key: Key, match: Match, address: str) -> Job:
        """Put a hint into the queue; it takes the place of an earlier one at the same table."""
        others = [job for table, job in self._jobs.items() if table != key[0]]
        if len(others) >= self._settings.hint_queue:
            raise Refused("too many hints are being worked out right now; try again in a moment")
        if sum(job.address == address for job in others) >= self._settings.hint_share:
            raise Refused("too many hints are being worked out for you right now; try again in a moment")
        snapshot = match.at(len(match.steps))  # the match goes on meanwhile
        if (earlier := self._jobs.get(key[0])) is not None:
            earlier.work.cancel()
        job = self._jobs[key[0]] = Job(snapshot, key, address)
        job.work = asyncio.get_running_loop().create_task(self._work(job))
        job.work.add_done_callback(partial(self._finish, job))
        return job

    def _finish(self, job: Job, work: "asyncio.Task[Hint]") -> None:
        """A hint is there, or it was given up, or it failed."""
        if self._jobs.get(job.key[0]) is job:
            del self._jobs[job.key[0]]
        if not work.cancelled() and work.exception() is None:
            self._done[job.key] = work.result()
            while len(self._done) > KEPT:
                self._done.popitem(last=False)

    async def _work(self, job: Job) -> Hint:
        """One hint."""

        def tell(doing: str, share: float | None) -> None:
            if time.monotonic() - job.asked > self._settings.review_patience:
                job.work.cancel()
            job.doing, job.progress = doing, share

        def begin() -> None:
            job.state = "running"
            tell("getting ready", None)

        table, seat, ask, _ = job.key
        by, warning, values = await self._advising.ask(
            thinking_process.weigh,
            lambda: (SeatMatch(job.match, seat), ITERATIONS, solving_limits(self._settings)),
            address=job.address,
            table=table,
            key=repr(job.match.game),
            tell=tell,
            on_begun=begin,
        )
        return hint_message(job.match.game, by, warning, values, seat, ask)


def hint_message(game: Game, by: str, warning: str, values: list[ActionValue], seat: str, ask: int) -> Hint:
    """What an adviser says about a seat's choices, as it goes over the wire."""
    said = game.words.said
    choices: list[ComparedChoice] = [
        {
            "choice": value.text,
            "said": said(value.text),
            "chance": value.chance,
            "worth": interval(told(value)),
            "cost": cost,
        }
        for value, cost in zip(values, costs(values), strict=True)
    ]
    return {"by": by, "warning": warning, "seat": seat, "ask": ask, "choices": choices}


def _done(hint: Hint) -> HintState:
    return {"state": "done", "doing": "", "progress": 1.0, "hint": hint}
