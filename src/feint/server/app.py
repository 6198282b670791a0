"""HTTP: what can be asked of the server. docs/developers/server.md shows every message.

A token is given in a header or in the first message of a connection, never in an address: addresses get logged.
"""

import asyncio
import gc
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Body, FastAPI, Header, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import feint
from feint.core.errors import FeintError, UnknownGame
from feint.core.game import game_names
from feint.protocol import (
    NAME,
    TABLE_ID,
    ErrorAnswer,
    GameInfo,
    Health,
    LessonState,
    ListedTable,
    SeatTaken,
    TableDetails,
)
from feint.server.catalog import builtin_game, game_info
from feint.server.connection import client_address, connect
from feint.server.event_store import DatabaseUnavailable, EventStore
from feint.server.http_types import NewTable, TakeLesson, TakeSeat, model_of
from feint.server.hub import Hub, TableNotFound
from feint.server.lessons import LessonNotFound, lesson_state
from feint.server.logs import handle_loop_exception, public_error
from feint.server.settings import Settings, settings_from_json
from feint.server.static import add_static_files
from feint.server.table import Refused, Table
from feint.server.viewer import ended, record_text, seat_infos, table_info

ENVIRONMENT = "FEINT_SERVER"  # where worker processes find their settings
MAX_LISTED = 100
SWITCH_INTERVAL = 0.0005  # seconds that the database's thread waits at most until it can go on, each time
GC_THRESHOLDS = (50_000, 20, 100)  # tables live long: looking through all of them for garbage should be rare
SAFE_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]


# Telemetry would record errors in their own words, which may be those of the rules, and what someone sent, tokens too.
NO_TELEMETRY: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}

TableId = Annotated[str, Path(pattern=f"^{TABLE_ID}$")]
GameName = Annotated[str, Path(pattern=f"^{NAME}$")]
LessonNumber = Annotated[int, Path(ge=1, le=99)]
Seat = Annotated[str, Path(pattern=f"^{NAME}$")]
Bearer = Annotated[str | None, Header(description="Bearer TOKEN, for what only a seat may know", max_length=200)]
Answers = dict[int | str, dict[str, Any]]


def _answers(right: int, answer: Any, *wrong: int) -> Answers:
    """The answers that a request can get, for the description. They are not checked again when they are made."""
    return {right: {"model": model_of(answer)}, **{code: {"model": model_of(ErrorAnswer)} for code in wrong}}


RECORD = _answers(200, None, 404, 409, 422, 503)
RECORD[200] = {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}


def make_app(settings: Settings) -> ASGIApp:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(handle_loop_exception)
        hub = app.state.hub = Hub(EventStore(settings.database), settings)
        await hub.start()
        yield
        await hub.stop()

    app = FastAPI(
        title="Feint",
        version=feint.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry=NO_TELEMETRY,  # type: ignore[call-arg, unused-ignore]  # releases that have none take no notice
    )
    app.add_middleware(GuardMiddleware, most=settings.body)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    _add_exception_handlers(app)
    _add_routes(app)
    add_static_files(app)

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        # Connections don't pass through what requests pass through: each message would.
        if scope["type"] == "websocket":
            await connect(app.state.hub, scope, receive, send)
        else:
            await app(scope, receive, send)

    return dispatch


def app_from_environment() -> ASGIApp:
    """The server of a worker process, with Python set up for it."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # what was loaded stays
    gc.set_threshold(*GC_THRESHOLDS)
    return make_app(settings_from_json(os.environ[ENVIRONMENT]))


class GuardMiddleware:
    """Refuses requests that are too large, adds headers that keep a page from doing harm, and hides errors' words."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        got, answered = 0, False

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.most:
                raise HTTPException(413, f"a request has at most {self.most} bytes")
            return message

        async def guarded(message: Message) -> None:
            nonlocal answered
            answered = True
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                there = {name for name, _ in headers}  # the page has another policy
                message["headers"] = headers + [(name, value) for name, value in SAFE_HEADERS if name not in there]
            await send(message)

        try:
            await self.app(scope, counted, guarded)
        except Exception as error:
            said = {"error": str(public_error(error))}
            if not answered:
                await JSONResponse(said, 500)(scope, receive, guarded)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a log entry is worth it. Anyone can send bytes that are no UTF-8, and each time there is a traceback."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def _methods(request: Request) -> list[str]:
    """What can be done with what was asked for."""
    there = [route for route in request.app.routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in there for method in route.methods})


def _add_exception_handlers(app: FastAPI) -> None:
    """Every error is one sentence."""

    def error_response(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
        # It may repeat what someone sent: line ends, halves of characters, commands to a terminal.
        text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence)
        return JSONResponse({"error": text}, status, headers)

    def malformed(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return error_response(422, f"{where[:100]}: {first['msg']}"[:300])

    def refused(_request: Request, error: Exception) -> Response:
        missing = (TableNotFound, UnknownGame, LessonNotFound)
        kinds = ((missing, 404), ((DatabaseUnavailable,), 503), ((Refused,), 409))
        status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
        return error_response(status, str(error)[:1000])

    def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            can = _methods(request) or (error.headers or {})["Allow"].split(", ")  # of a mounted application
            return error_response(
                405, f"{request.method} can't be done here; {' and '.join(can)} can", {"allow": ", ".join(can)}
            )
        if error.status_code == 404:
            return error_response(404, "there is nothing at this address")
        return error_response(error.status_code, str(error.detail), error.headers)

    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(FeintError, refused)
    app.add_exception_handler(HTTPException, http)


def _add_routes(app: FastAPI) -> None:
    @app.get("/health", responses=_answers(200, Health, 503))
    async def health(request: Request) -> Any:
        """Whether the server and its database are there."""
        await _hub(request).store.ping()
        return {"status": "ok", "version": feint.__version__}

    @app.get("/games", responses=_answers(200, list[GameInfo]))
    def games() -> Any:
        """The games that can be played here, their rulings, and the bots that can sit at a table."""
        return [game_info(builtin_game(name)) for name in game_names()]

    @app.post("/lessons/{name}/{number}", responses=_answers(200, LessonState, 400, 404, 413, 422))
    def take_lesson(name: GameName, number: LessonNumber, taking: Annotated[TakeLesson, Body()]) -> Any:
        """A lesson of a game, counted from 1, after some choices. It is played from its beginning each time."""
        return lesson_state(builtin_game(name), number, taking.choices)

    @app.get("/tables", responses=_answers(200, list[ListedTable], 503))
    async def tables(request: Request) -> Any:
        """The public tables that are open, the newest first."""
        return await _hub(request).store.listed(MAX_LISTED)

    @app.post("/tables", status_code=201, responses=_answers(201, TableDetails, 400, 409, 413, 422, 503))
    async def open_table(request: Request, wanted: Annotated[NewTable, Body()]) -> Any:
        """Open a table. The secret that its chance is made from is drawn now, and the answer has its commitment."""
        hub, id, address = _hub(request), secrets.token_urlsafe(16), client_address(request.scope)
        table = await hub.open_table(id, wanted.game, wanted.rulings, wanted.bots, wanted.public, wanted.clock, address)
        return _shown(table, hub.settings)

    @app.get("/tables/{table}", responses=_answers(200, TableDetails, 404, 422, 503))
    async def look(request: Request, table: TableId) -> Any:
        """What everybody may know of a table."""
        hub = _hub(request)
        async with hub.session(table) as session:
            return _shown(session.table, hub.settings)

    @app.post(
        "/tables/{table}/seats/{seat}",
        status_code=201,
        responses=_answers(201, SeatTaken, 400, 404, 409, 413, 422, 503),
    )
    async def take_seat(
        request: Request,
        table: TableId,
        seat: Seat,
        taking: Annotated[TakeSeat, Body()],
        authorization: Bearer = None,
    ) -> Any:
        """Take a seat. For a rematch the header has the token of the match before."""
        hub = _hub(request)
        async with hub.session(table) as session:
            token = await hub.take_seat(session, seat, taking.string, taking.token, _token(authorization))
        return SeatTaken(table=table, seat=seat, token=token)

    @app.get("/tables/{table}/record", responses=RECORD, response_class=Response)
    async def fetch_record(request: Request, table: TableId, authorization: Bearer = None) -> Response:
        """The match's record: all of it after the end, before it what the asker may know."""
        async with _hub(request).session(table) as session:
            token = _token(authorization)
            seat = None if token is None else session.table.seat_of(token)
            return PlainTextResponse(record_text(session.table, seat))


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _token(authorization: str | None) -> str | None:
    return None if authorization is None else authorization.removeprefix("Bearer ").strip()


def _shown(table: Table, settings: Settings) -> TableDetails:
    return {
        **table_info(table),
        "seats": seat_infos(table, len(table.seated), table.gone),
        "playing": table.match is not None,
        "ended": ended(table),
        "rematch": table.rematch,
        "claim_after": settings.gone,
    }
