"""Reviews of finished matches: worked out in a process, in turn, for as long as someone asks for them.

Whoever wants one asks again and again until it is there. A review that nobody has asked for in a while is given up, so
that someone who leaves doesn't keep the others waiting.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

import orjson

from feint.bots import thinking_process
from feint.bots.coach import Interval, told
from feint.bots.review import Review
from feint.bots.thinking_process import Abandoned
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.protocol import Interval as IntervalMessage
from feint.protocol import MatchSteps, ReviewedChoice
from feint.protocol import Review as ReviewMessage
from feint.server.errors import Refused
from feint.server.logs import public_error
from feint.server.match_steps import match_of_record, match_steps
from feint.server.reading_queue import ReadingQueue
from feint.server.settings import Settings
from feint.server.thinking import Failed, ThinkingProcesses, solving_limits

KEPT = 200  # reviews that are done
RECORD = "record "  # how the keys of reviews begin that aren't a table's


class Job:
    """A review that is being worked on, or waits for its turn."""

    def __init__(self, match: Match, address: str) -> None:
        self.match = match
        self.address = address  # of whoever asked for it first
        self.asked = time.monotonic()  # when someone asked for it last
        self.state: Literal["waiting", "running"] = "waiting"
        self.doing = "waiting for other reviews"
        self.progress: float | None = None
        self.failed: FeintError | None = None
        self.work: asyncio.Task[bytes]


class Reviews:
    """The reviews of a server process, and the processes that they are worked out in."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}  # in the order in which they were asked for
        self._done: OrderedDict[str, bytes] = OrderedDict()  # those that were asked for last at the end
        self._reviewing = ThinkingProcesses(settings.reviews, settings.reviews)
        self.reading = ReadingQueue()
        self._stopped = False

    def stop(self) -> None:
        """Start nothing any more, and give up what is being worked on."""
        self._stopped = True
        for job in self._jobs.values():
            job.work.cancel()
        self._reviewing.stop()
        self.reading.stop()

    async def look(self, match: Match, seat: str | None, address: str) -> bytes:
        """A match that is over, step by step, as compressed JSON."""
        return await self.reading.in_thread(lambda: _compressed(match_steps(match, seat)), address)

    async def look_at_record(self, text: str, seat: str | None, address: str) -> bytes:
        """The same from a record. Nothing of it is kept."""
        return await self.reading.in_thread(lambda: _compressed(match_steps(match_of_record(text), seat)), address)

    async def read_record(self, text: str, address: str) -> Match:
        """The match that a record tells of, which must be over."""
        return await self.reading.in_thread(lambda: match_of_record(text), address)

    async def ask_for_record(self, text: str, address: str) -> bytes:
        """How far the review of a record is, as JSON. When it is done, nothing of it is kept."""
        key = f"{RECORD}{hashlib.sha256(text.encode(errors='replace')).hexdigest()}"
        return await self.ask(key, lambda: self.read_record(text, address), address)

    async def ask(self, key: str, find: Callable[[], Awaitable[Match]], address: str) -> bytes:
        """How far a review is, as JSON. The first who asks starts it, with the match that `find` finds."""
        if key not in self._done and key not in self._jobs:
            match = await find()
            if key not in self._done and key not in self._jobs:  # nobody else has asked meanwhile
                self._start(key, match, address)
        if key in self._done:
            self._done.move_to_end(key)
            found = self._done.pop(key) if key.startswith(RECORD) else self._done[key]
            return _state("done", "", 1.0, found)
        job = self._jobs.get(key)
        if job is None:
            return _state("waiting", "waiting for your other review", None)
        job.asked = time.monotonic()
        if job.failed is not None:
            del self._jobs[key]
            raise job.failed
        return _state(job.state, job.doing, job.progress)

    def _start(self, key: str, match: Match, address: str) -> None:
        """Put a review into the queue; while there is one from the same address, it has to be asked for again."""
        for stale in [name for name, job in self._jobs.items() if job.failed is not None and self._is_abandoned(job)]:
            del self._jobs[stale]
        unfinished = [job for job in self._jobs.values() if job.failed is None and not self._is_abandoned(job)]
        if any(job.address == address for job in unfinished):
            return
        if len(unfinished) >= self._settings.reviews + self._settings.review_queue:
            raise Refused("too many matches are being reviewed right now; try again in a minute")
        job = self._jobs[key] = Job(match, address)
        job.work = asyncio.get_running_loop().create_task(self._work(key, job))
        job.work.add_done_callback(partial(self._finish, key, job))

    def _finish(self, key: str, job: Job, work: "asyncio.Task[bytes]") -> None:
        """A review is there, or it was given up, or it failed."""
        if work.cancelled() or isinstance(error := work.exception(), Abandoned):
            del self._jobs[key]
        elif isinstance(error, Failed):
            job.failed = FeintError("the review could not be worked out; what went wrong was logged")
        elif error is not None:
            job.failed = public_error(error) if isinstance(error, Exception) else FeintError("the review was stopped")
        else:
            del self._jobs[key]
            self._done[key] = work.result()
            while len(self._done) > KEPT:
                self._done.popitem(last=False)

    def _is_abandoned(self, job: Job) -> bool:
        return self._stopped or time.monotonic() - job.asked > self._settings.review_patience

    async def _work(self, key: str, job: Job) -> bytes:
        """One review."""

        def tell(doing: str, share: float | None) -> None:
            if self._is_abandoned(job):
                job.work.cancel()
            job.doing, job.progress = doing, share

        def begin() -> None:
            job.state = "running"
            tell("getting ready", None)

        found = await self._reviewing.ask(
            thinking_process.review_match,
            lambda: (job.match, self._settings.review_time, solving_limits(self._settings)),
            address=job.address,
            table=key,
            key=repr(job.match.game),
            tell=tell,
            on_begun=begin,
        )
        return await asyncio.to_thread(lambda: orjson.dumps(review_message(job.match, found)))


def _compressed(steps: MatchSteps) -> bytes:
    """All steps of a long match are hundreds of kilobytes. Nothing in it is a secret that its length could tell."""
    return gzip.compress(orjson.dumps(steps), compresslevel=5)


def _state(state: str, doing: str, progress: float | None, found: bytes | None = None) -> bytes:
    shown = None if found is None else orjson.Fragment(found)
    return orjson.dumps({"state": state, "doing": doing, "progress": progress, "review": shown})


def review_message(match: Match, found: Review) -> ReviewMessage:
    """A review as it goes over the wire."""
    said = match.game.words.said
    choices: list[ReviewedChoice] = []
    for one in found.judged:
        choices.append(
            {
                "step": one.step,
                "seat": one.seat,
                "choice": one.choice,
                "said": said(one.choice),
                "worth": interval(one.told_worth),
                "before": interval(one.told_chance),
                "cost": one.cost,
                "right": [
                    {
                        "choice": value.text,
                        "said": said(value.text),
                        "chance": value.chance,
                        "worth": interval(told(value)),
                    }
                    for value in one.right
                ],
            }
        )
    return {
        "by": found.by,
        "warning": found.warning,
        "seats": {
            summary.seat: {
                "choices": summary.choices,
                "not_examined": summary.not_examined,
                "mean_cost": summary.mean_cost,
            }
            for summary in found.summaries
        },
        "choices": choices,
        "chances": {
            seat: [{"step": point.step, "low": point.chance[0], "high": point.chance[1]} for point in points]
            for seat, points in found.chances.items()
        },
    }


def interval(known: Interval | None) -> IntervalMessage | None:
    """What is known of a share of the point as it goes over the wire."""
    return None if known is None else {"low": known[0], "high": known[1]}
