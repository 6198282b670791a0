"""What stands between the network and the routes: who may ask, how much, safe headers, and errors as a sentence."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from feint.core.errors import FeintError, UnknownGame
from feint.core.puzzles import PuzzleNotFound
from feint.server.errors import Refused, TableNotFound
from feint.server.event_store import DatabaseUnavailable
from feint.server.fair_queue import FairTurns
from feint.server.http_limits import QUEUE
from feint.server.lessons import LessonNotFound
from feint.server.logs import public_error
from feint.server.network import LIMITS, client_address
from feint.server.origin import misdirected
from feint.server.settings import Settings

# Anyone can send the first three, and be refused a connection; before the last it was said why.
NO_NEWS = (
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "ASGI callable returned without completing handshake",
    "Application startup failed",
)
UNDER_WAY, SHARE = 256, 32  # requests that are answered at the same time, and of these for one network
NETWORKS = 5  # that can have as many requests waiting as one may have
BODY_FOLLOWS = {b"content-length", b"transfer-encoding"}
WITH_RECORD = {"/review", "/steps", "/branch"}  # requests that bring a match's record
SAFE_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"x-frame-options", b"DENY"),
]
MAY_BE_FRAMED = b"frame-ancestors *"  # in a policy; then the header that browsers knew before policies is left out


class GuardMiddleware:
    """Refuses what is too large or too much, adds headers that keep a page from doing harm, and hides errors' words."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.held = 0  # bytes of requests whose rest is still to come
        self.turns = FairTurns(UNDER_WAY, SHARE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answered, body, turn = False, list[Message](), AsyncExitStack()

        async def receive_again() -> Message:
            return body.pop(0) if body else await receive()

        async def guarded(message: Message) -> None:
            nonlocal answered
            answered = True
            if message["type"] == "http.response.start":
                await turn.aclose()  # how long the answer takes to be read is nobody else's trouble
                headers = list(message.get("headers", []))
                there = {name for name, _ in headers}  # the page has another policy
                if any(MAY_BE_FRAMED in value for name, value in headers if name == b"content-security-policy"):
                    there.add(b"x-frame-options")
                message["headers"] = headers + [(name, value) for name, value in SAFE_HEADERS if name not in there]
            await send(message)

        async def refuse(status: int, sentence: str) -> None:
            if not answered:
                await JSONResponse({"error": sentence}, status)(scope, receive, guarded)

        held = 0
        try:
            if wrong := misdirected(scope, self.settings):
                await refuse(wrong.status, wrong.sentence)
                return
            if BODY_FOLLOWS & {name for name, _ in scope["headers"]}:  # before its turn: others don't wait for it
                async for message in self._body(scope, receive):
                    body.append(message)
                    held += len(message.get("body", b""))
            address = client_address(scope)
            self._check_turns(scope, address)
            async with turn:
                await turn.enter_async_context(self.turns.turn(address))
                await self.app(scope, receive_again, guarded)
        except HTTPException as error:
            await refuse(error.status_code, error.detail)
        except Exception as error:
            await refuse(500, str(public_error(error)))
        finally:
            self.held -= held

    async def _body(self, scope: Scope, receive: Receive) -> AsyncIterator[Message]:
        """The messages with a request's body, whose bytes count from now on."""
        got, most = 0, self.settings.record if scope["path"] in WITH_RECORD else self.settings.body
        more = True
        while more:
            message = await receive()
            more = message.get("more_body", False)
            got += len(message.get("body", b""))
            self.held += len(message.get("body", b""))
            yield message
            if got > most:
                raise HTTPException(413, f"a request has at most {most} bytes")
            if self.held > self.settings.bodies:
                raise HTTPException(503, "too much is being sent to this server at once; try again in a moment")

    def _check_turns(self, scope: Scope, address: str) -> None:
        """Refuse a request if too many wait. Whoever has left is answered all the same, so that counts, too."""
        asked, one = self.turns.asked, self.settings.requests
        if asked[address] >= one or asked.total() >= NETWORKS * one:
            limits = scope.get("state", {}).get(LIMITS)
            if limits is not None:
                limits.note(QUEUE, scope["client"][0] if scope.get("client") else "")
            raise HTTPException(503, "too many requests are waiting for their answers; try again in a moment")


def is_news(record: logging.LogRecord) -> bool:
    """Whether a log entry of uvicorn's is worth it."""
    return not str(record.msg).startswith(NO_NEWS)


def _methods(request: Request) -> list[str]:
    """What can be done with what was asked for."""
    there = [route for route in request.app.routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in there for method in route.methods})


def add_exception_handlers(app: FastAPI) -> None:
    """Every error is one sentence."""

    def error_response(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
        # It may repeat what someone sent: line ends, halves of characters, commands to a terminal.
        text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence)
        return JSONResponse({"error": text}, status, headers)

    def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        if first["loc"] == ("body",) and not request.headers.get("content-type", "").startswith("application/json"):
            return error_response(422, "a request's body is JSON, and says so: Content-Type: application/json")
        where = ".".join(str(part) for part in first["loc"])
        return error_response(422, f"{where[:100]}: {first['msg']}"[:300])

    def refused(_request: Request, error: Exception) -> Response:
        missing = (TableNotFound, UnknownGame, LessonNotFound, PuzzleNotFound)
        kinds = ((missing, 404), ((DatabaseUnavailable,), 503), ((Refused,), 409))
        status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
        return error_response(status, str(error)[:1000])

    def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            # A mounted application serves files, and may not say how they can be had.
            can = _methods(request) or (error.headers or {}).get("Allow", "GET, HEAD").split(", ")
            return error_response(
                405, f"{request.method} isn't allowed here; use {' or '.join(can)}", {"allow": ", ".join(can)}
            )
        if error.status_code == 404:
            return error_response(404, "there is nothing at this address")
        return error_response(error.status_code, str(error.detail), error.headers)

    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(FeintError, refused)
    app.add_exception_handler(HTTPException, http)
