"""Routes for matches that are over, at a table or in a record: every step, the review, and going on from the middle."""

import gzip
import secrets
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request, Response

from feint.core.match import Match
from feint.protocol import MatchSteps, ReviewState, TableDetails
from feint.server.http_types import NewBranch, SentRecord, SentRecordBranch, SentRecordSteps
from feint.server.match_steps import finished_match
from feint.server.network import client_address
from feint.server.route_types import SEAT_QUERY, TableId, answers, hub_of, table_details


def add_analysis_routes(app: FastAPI) -> None:
    """What can be asked about matches that are over, at a table or in a record; before the end all of it is refused."""

    @app.get("/tables/{table}/steps", responses=answers(200, MatchSteps, 404, 409, 422, 503))
    async def table_steps(request: Request, table: TableId, seat: Annotated[str | None, SEAT_QUERY] = None) -> Response:
        """A finished match step by step, as a seat saw it; without a seat, with everything open."""
        hub = hub_of(request)
        async with hub.session(table, client_address(request.scope)) as session:
            match = finished_match(session.table)
        return _steps(request, await hub.reviews.look(match, seat, client_address(request.scope)))

    @app.post("/steps", responses=answers(200, MatchSteps, 400, 409, 413, 422))
    async def record_steps(request: Request, sent: Annotated[SentRecordSteps, Body()]) -> Response:
        """The same from a record. Nothing of it is kept."""
        address = client_address(request.scope)
        return _steps(request, await hub_of(request).reviews.look_at_record(sent.record, sent.seat, address))

    @app.post("/tables/{table}/review", responses=answers(200, ReviewState, 404, 409, 422, 503))
    async def table_review(request: Request, table: TableId) -> Response:
        """How far the review of a finished match is. The first who asks starts it; ask again until it is done."""
        hub = hub_of(request)
        async with hub.session(table, client_address(request.scope)) as session:
            match = finished_match(session.table)

        async def found() -> Match:
            return match

        return _json(await hub.reviews.ask(f"table {table}", found, client_address(request.scope)))

    @app.post("/review", responses=answers(200, ReviewState, 400, 409, 413, 422))
    async def record_review(request: Request, sent: Annotated[SentRecord, Body()]) -> Response:
        """The same from a record. When the review has been given, nothing of it is kept."""
        return _json(await hub_of(request).reviews.ask_for_record(sent.record, client_address(request.scope)))

    @app.post(
        "/tables/{table}/branch", status_code=201, responses=answers(201, TableDetails, 400, 404, 409, 413, 422, 503)
    )
    async def branch_from_table(request: Request, table: TableId, wanted: Annotated[NewBranch, Body()]) -> Any:
        """Open a table where someone goes on from a step of a finished match, against bots."""
        async with hub_of(request).session(table, client_address(request.scope)) as session:
            match = finished_match(session.table)
        return await _branch(request, match, wanted)

    @app.post("/branch", status_code=201, responses=answers(201, TableDetails, 400, 409, 413, 422, 503))
    async def branch_from_record(request: Request, wanted: Annotated[SentRecordBranch, Body()]) -> Any:
        """The same from a record."""
        address = client_address(request.scope)
        return await _branch(request, await hub_of(request).reviews.read_record(wanted.record, address), wanted)


async def _branch(request: Request, match: Match, wanted: NewBranch) -> TableDetails:
    hub, id, address = hub_of(request), secrets.token_urlsafe(16), client_address(request.scope)
    return table_details(await hub.open_branch(id, match, wanted.step, wanted.bots, wanted.open, address), hub.settings)


def _steps(request: Request, compressed: bytes) -> Response:
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(compressed, headers=headers, media_type="application/json")
    return _json(gzip.decompress(compressed))


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
