"""The server's bots: they sit at tables as players do, and know what their seat may see and no more.

While one gets ready, the table is told what it does and how far it is. That depends on the bot, the game and what this
process has in memory, never on a match, so it can't tell anything about one.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any, TypeVar

from feint.bots import thinking_process
from feint.bots.players import player, preparation
from feint.bots.seat_match import SeatMatch
from feint.core.chance import bot_key
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import HUMAN, Match
from feint.protocol import BotsPreparing, Preparing
from feint.server.errors import Refused
from feint.server.event_store import DatabaseUnavailable
from feint.server.logs import log_error, logger
from feint.server.session import Question, SessionHost, Subscriber, TableSession
from feint.server.settings import RETRY_DELAY, Settings
from feint.server.table import Table
from feint.server.table_events import Event
from feint.server.thinking import Failed, ThinkingProcesses, solving_limits
from feint.server.viewer import encode

THREADS = 2  # for bots that are quick

T = TypeVar("T")

Key = tuple[str, str]
"""A game under its rulings, and a bot."""


class BotRunner:
    """The bots of a process: quick ones choose in a thread here, the others in processes of their own."""

    def __init__(self, host: SessionHost, settings: Settings) -> None:
        self._host = host
        self._quick = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._thinking = ThinkingProcesses(settings.bot_processes, settings.bot_share)
        self._limits = solving_limits(settings)
        self._progress: dict[Key, Preparing] = {}  # those that are getting ready

    def stop(self) -> None:
        """Start nothing any more, and end the processes."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._thinking.stop()

    def welcome(self, session: TableSession, subscriber: Subscriber) -> None:
        """Tell someone who has just joined which bots are getting ready, if any are."""
        if (message := self._message(session.table))["seats"]:
            subscriber.send(encode(message))

    def _tell(self, game: Game, bot: str) -> Callable[[str, float | None], None]:
        """What is told how far a bot is: in whole percents, and not in the solver's words, for those who know it."""

        def tell(what: str, share: float | None) -> None:
            if (doing := preparation(game, bot)) is not None:
                now: Preparing = {"doing": doing, "share": None if share is None else round(share, 2)}
                self._note((repr(game), bot), now)

        return tell

    def _note(self, key: Key, now: Preparing | None) -> None:
        """Tell all tables where a bot sits how far it is, or that it is ready."""
        if self._progress.get(key) == now:
            return
        if now is None:
            del self._progress[key]
        else:
            self._progress[key] = now
        for session in self._host.sessions.values():
            table = session.table
            if table.number and any((repr(table.game), holder.who) == key for holder in table.seats.holders.values()):
                message = encode(self._message(table))
                for subscribers in session.subscribers.values():
                    for subscriber in subscribers:
                        subscriber.send(message)

    def _note_ready(self, key: Key) -> None:
        """A bot is ready, or will never be; unless it is getting ready in another process, too."""
        if not self._thinking.is_preparing(key):
            self._note(key, None)

    def _message(self, table: Table) -> BotsPreparing:
        game = repr(table.game) if self._progress else ""
        busy = {seat: self._progress.get((game, holder.who)) for seat, holder in table.seats.holders.items()}
        return {"type": "preparing", "seats": {seat: now for seat, now in busy.items() if now is not None}}

    def wake(self, session: TableSession) -> None:
        """Let the bots that owe a choice think, each once for each question, and the others get ready for theirs.

        Those that take time for it wait until someone is there: a table that was opened and left costs nothing.
        """
        table = session.table
        for thinking, question in session.bots_at_work.items():
            if table.ended or (question is not None and not _stands(table, question)):
                thinking.cancel()  # nobody needs it any more
        if table.match is None or table.ended:
            return
        for seat, holder in table.seats.holders.items():
            if holder.who == HUMAN:
                continue
            quick = _is_quick(table.game, holder.who)
            if not quick and not session.subscribers:
                continue
            question = seat, table.choice_counts[seat], len(table.taken_back)
            if seat not in table.match.pending:
                if not quick and holder.who not in session.bots_prepared:
                    session.bots_prepared.add(holder.who)
                    session.references += 1
                    self._host.spawn(self._prepare(session, holder.who))
            elif question not in session.bots_thinking:
                session.bots_thinking.add(question)
                session.references += 1  # from now on, not when the task begins: there must never be two of a table
                self._host.spawn(self._choose(session, *question))

    async def _while_wanted(self, session: TableSession, question: Question | None, asked: Coroutine[Any, Any, T]) -> T:
        """What is worked out elsewhere. It is given up when the match has ended, or its question doesn't stand."""
        work = asyncio.create_task(asked)
        session.bots_at_work[work] = question
        try:
            await asyncio.wait([work])
            if work.cancelled():
                raise thinking_process.Abandoned
            return work.result()
        finally:
            work.cancel()
            del session.bots_at_work[work]

    async def _prepare(self, session: TableSession, bot: str) -> None:
        """Let a bot get ready: some have to solve the game first, or to compile it."""
        game = session.table.game
        key = repr(game), bot
        try:
            if not self._thinking.is_ready(key):
                asked = self._thinking.ask(
                    thinking_process.prepare,
                    lambda: (game, bot, self._limits),
                    address=session.address,
                    table=session.table.id,
                    key=key,
                    tell=self._tell(game, bot),
                )
                await self._while_wanted(session, None, asked)
        except (FeintError, Failed, thinking_process.Abandoned):
            pass  # if it can't, it says so when it is to choose
        finally:
            self._note_ready(key)
            self._host.release(session)

    async def _think(self, session: TableSession, seat: str, ask: int, undone: int) -> str | None:
        """What a bot chooses; nothing if it can't play this game, as `perfect` where rulings make it too large."""
        match, bot = session.table.playing, session.table.seats.holders[seat].who
        snapshot = match.at(len(match.steps))  # the match goes on meanwhile
        if _is_quick(match.game, bot):
            return await asyncio.get_running_loop().run_in_executor(self._quick, _choice, snapshot, seat, bot, undone)
        key = repr(match.game), bot
        try:
            asked = self._thinking.ask(
                thinking_process.choose,
                lambda: (SeatMatch(snapshot, seat), bot, _bot_seed(snapshot, seat, undone), self._limits),
                address=session.address,
                table=session.table.id,
                key=key,
                tell=self._tell(match.game, bot),
                on_ready=lambda: self._note_ready(key),
            )
            choice: str = await self._while_wanted(session, (seat, ask, undone), asked)
        except thinking_process.Abandoned:
            raise
        except Exception as error:
            log_error("a bot could not choose, and gives up", error)
            return None
        finally:
            self._note_ready(key)
        return choice

    async def _choose(self, session: TableSession, seat: str, ask: int, undone: int) -> None:
        """One choice: thought out elsewhere, from what the seat may see, and made as anyone's is."""
        try:
            choice = await self._think(session, seat, ask, undone)
            decide = partial(Table.resign, seat=seat)  # as a person would: the others must not wait forever
            if choice is not None:
                decide = partial(_decide, seat=seat, ask=ask, choice=choice, undone=undone)
            while True:
                try:
                    await self._host.perform(session, decide)
                    return
                except DatabaseUnavailable:
                    await asyncio.sleep(RETRY_DELAY)
        except Refused:
            table = session.table
            # Else it has ended, or another process has let the same bot choose, or the question was taken back.
            if _stands(table, (seat, ask, undone)):
                logger.error("a bot's choice was refused")  # and not why: that would name what it holds
        except thinking_process.Abandoned:
            pass  # everything stops, or nobody needs it any more
        except Exception as error:
            log_error("a bot could not make its choice", error)
        finally:
            session.bots_thinking.discard((seat, ask, undone))
            self._host.release(session)


def _stands(table: Table, question: Question) -> bool:
    """Whether a question still has to be answered."""
    seat, ask, undone = question
    return table.ask(seat) == ask and len(table.taken_back) == undone


def _decide(table: Table, seat: str, ask: int, choice: str, undone: int) -> list[Event]:
    """Make a bot's choice, unless something was taken back since it was asked: then it is asked again."""
    if len(table.taken_back) != undone:
        raise Refused("something was taken back meanwhile")
    return table.choose(seat, f"bot-{ask}", ask, choice)


@lru_cache(maxsize=256)
def _is_quick(game: Game, bot: str) -> bool:
    """Whether a bot chooses in a few milliseconds, without having to get ready."""
    return preparation(game, bot) is None


def _choice(match: Match, seat: str, bot: str, undone: int = 0) -> str | None:
    """What a quick bot chooses, in a thread; nothing if it can't."""
    try:
        return player(match.game, bot).choose(match, seat, _seed(match, undone))
    except Exception as error:
        log_error("a bot could not choose, and gives up", error)
        return None


def _seed(match: Match, undone: int) -> int:
    """A bot's words lie in a stream of their own; after an undo in another one, or its answer would be known before."""
    assert match.seed is not None
    return (match.seed + undone) % 2**64


def _bot_seed(match: Match, seat: str, undone: int) -> int:
    """The same for a bot in another process, which mustn't be able to tell chance from it."""
    return bot_key(_seed(match, undone), match.game.seat_number(seat))
