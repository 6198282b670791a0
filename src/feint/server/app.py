"""The server as an ASGI application: what it is put together from.

What can be asked over HTTP stands in `table_routes.py`, `teaching_routes.py`, `analysis_routes.py` and `share.py`;
docs/developers/server.md shows every message.
"""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import feint
from feint.core.game import game_names, register_game
from feint.protocol import GameInfo, Health
from feint.server.analysis_routes import add_analysis_routes
from feint.server.catalog import game_info, served_game
from feint.server.connection import connect
from feint.server.event_store import EventStore
from feint.server.garbage import Garbage
from feint.server.guard import GuardMiddleware, add_exception_handlers, is_news
from feint.server.http_limits import ConnectionLimits, open_files
from feint.server.hub import Hub
from feint.server.logs import handle_loop_exception, logger, public_error
from feint.server.metrics import metrics_text
from feint.server.network import LIMITS
from feint.server.route_types import Answers, answers, hub_of
from feint.server.settings import Settings, settings_from_json
from feint.server.share import add_share_routes
from feint.server.static import add_static_files
from feint.server.table_routes import add_table_routes
from feint.server.teaching_routes import add_teaching_routes

ENVIRONMENT = "FEINT_SERVER"  # where worker processes find their settings
SWITCH_INTERVAL = 0.0005  # seconds that the database's thread waits at most until it can go on, each time
THREADS = 4  # for what is quickly worked out: each that is busy keeps the event loop waiting, at every turn
STOP_TIME = 4.0  # seconds for what is to be put in order when the server stops
METRICS: Answers = {200: {"description": "The numbers", "content": {"text/plain": {"schema": {"type": "string"}}}}}
# Telemetry would record errors in their own words, which may be those of the rules, and what someone sent, tokens too.
NO_TELEMETRY: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}


def make_app(settings: Settings, own_process: bool = False) -> ASGIApp:
    """The server as an ASGI application; `own_process`: nothing else runs there, and when it stops, that ends."""

    for folder in settings.games:
        register_game(folder)
    limits = ConnectionLimits(settings, open_files())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        asyncio.get_running_loop().set_exception_handler(handle_loop_exception)
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        app.state.trouble = "it was interrupted"
        try:
            hub = app.state.hub = Hub(EventStore(settings.database), settings)
            await hub.start()
            if own_process:
                hub.spawn(Garbage().keep_looking())
            yield {LIMITS: limits}
            if own_process:
                _exit_within(STOP_TIME)
            await hub.stop()
        except Exception as error:
            app.state.trouble = str(public_error(error))
            raise

    app = FastAPI(
        title="Feint",
        version=feint.__version__,
        lifespan=lifespan,
        docs_url=None,
        openapi_url=None,  # which would be put together while everyone waits
        redoc_url=None,
        telemetry=NO_TELEMETRY,  # type: ignore[call-arg, unused-ignore]  # releases that have none take no notice
    )
    app.add_middleware(GuardMiddleware, settings=settings)
    logging.getLogger("uvicorn.error").addFilter(is_news)
    add_exception_handlers(app)
    _add_general_routes(app, limits)
    add_table_routes(app)
    add_teaching_routes(app)
    add_analysis_routes(app)
    add_share_routes(app)
    add_static_files(app)

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        async def tell_why(message: Message) -> None:
            if "message" in message:  # a traceback, if starting or stopping failed
                message = {**message, "message": app.state.trouble}
            await send(message)

        # Connections don't pass through what requests pass through: each message would.
        if scope["type"] == "websocket":
            await connect(app.state.hub, scope, receive, send)
        else:
            await app(scope, receive, tell_why if scope["type"] == "lifespan" else send)

    return dispatch


def app_from_environment() -> ASGIApp:
    """The server of a worker process, with Python set up for it."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    return make_app(settings_from_json(os.environ[ENVIRONMENT]), own_process=True)


def _exit_within(seconds: float) -> None:
    """End the process then at the latest. A bot that thinks or a database that hangs would keep it alive for longer."""

    def give_up() -> None:
        logger.warning("what was still being worked out when the server stopped was given up; all else is stored")
        os._exit(0)

    timer = threading.Timer(seconds, give_up)
    timer.daemon = True
    timer.start()


def _add_general_routes(app: FastAPI, limits: ConnectionLimits) -> None:
    @app.get("/health", responses=answers(200, Health, 503))
    async def health(request: Request) -> Any:
        """Whether the server is there, and what it is asked to store is stored."""
        hub = hub_of(request)
        await hub.store.check()
        return {"status": "ok", "version": feint.__version__, "unreadable": len(hub.unreadable)}

    @app.get("/openapi.json", include_in_schema=False)
    def openapi() -> Response:
        """What can be asked for over HTTP, as OpenAPI describes it."""
        return JSONResponse(app.openapi())

    @app.get("/metrics", responses=METRICS, response_class=Response)
    async def metrics(request: Request) -> Response:
        """How the server is, in numbers for Prometheus; nothing about any table."""
        return PlainTextResponse(metrics_text(hub_of(request).watch, limits))

    @app.get("/games", responses=answers(200, list[GameInfo]))
    def games() -> Any:
        """The games that can be played here, their rulings, and the bots that can sit at a table."""
        return [game_info(served_game(name)) for name in game_names()]
