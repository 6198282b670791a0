"""Routes for tables: opening one, taking a seat, cancelling, hints, and the record.

A token is given in a header or in the first message of a connection, never in an address: addresses get logged.
"""

import secrets
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request, Response
from fastapi.responses import PlainTextResponse

from feint.protocol import HintState, ListedTable, SeatTaken, TableDetails
from feint.server.errors import Refused
from feint.server.http_types import CancelTable, NewTable, TakeSeat
from feint.server.network import client_address
from feint.server.route_types import Bearer, Seat, TableId, answers, bearer_token, hub_of, table_details
from feint.server.viewer import record_writer

MAX_LISTED = 100
LONG = 200  # steps of a match whose record isn't written while everyone waits
RECORD = answers(200, None, 404, 409, 422, 503)
RECORD[200] = {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}


def add_table_routes(app: FastAPI) -> None:
    """Serve tables, up to the end of their matches; connections are in `connection.py`."""

    @app.get("/tables", responses=answers(200, list[ListedTable], 503))
    async def tables(request: Request) -> Any:
        """The public tables that are open, the newest first."""
        return await hub_of(request).store.listed(MAX_LISTED)

    @app.post("/tables", status_code=201, responses=answers(201, TableDetails, 400, 409, 413, 422, 503))
    async def open_table(request: Request, wanted: Annotated[NewTable, Body()]) -> Any:
        """Open a table. The secret that its chance is made from is drawn now, and the answer has its commitment."""
        hub, id, address = hub_of(request), secrets.token_urlsafe(16), client_address(request.scope)
        table = await hub.open_table(id, wanted.game, wanted.rulings, wanted.bots, wanted.public, wanted.clock, address)
        return table_details(table, hub.settings)

    @app.get("/tables/{table}", responses=answers(200, TableDetails, 404, 422, 503))
    async def look(request: Request, table: TableId) -> Any:
        """What everybody may know of a table."""
        hub = hub_of(request)
        async with hub.session(table, client_address(request.scope)) as session:
            return table_details(session.table, hub.settings)

    @app.post(
        "/tables/{table}/seats/{seat}",
        status_code=201,
        responses=answers(201, SeatTaken, 400, 404, 409, 413, 422, 503),
    )
    async def take_seat(
        request: Request,
        table: TableId,
        seat: Seat,
        taking: Annotated[TakeSeat, Body()],
        authorization: Bearer = None,
    ) -> Any:
        """Take a seat. For a rematch the header has the token of the match before."""
        hub = hub_of(request)
        async with hub.session(table, client_address(request.scope)) as session:
            previous = bearer_token(authorization)
            token = await hub.take_seat(session, seat, taking.string, taking.token, previous, taking.commitment)
        return SeatTaken(table=table, seat=seat, token=token)

    @app.post("/tables/{table}/cancel", responses=answers(200, TableDetails, 400, 404, 409, 413, 422, 503))
    async def cancel(request: Request, table: TableId, cancelling: Annotated[CancelTable, Body()]) -> Any:
        """Close a table whose match has not begun; everyone who has taken a seat there has to want it."""
        hub = hub_of(request)
        async with hub.session(table, client_address(request.scope)) as session:
            await hub.perform(session, lambda found: found.cancel(cancelling.tokens))
            return table_details(session.table, hub.settings)

    @app.post("/tables/{table}/hint", responses=answers(200, HintState, 404, 409, 422, 503))
    async def hint(request: Request, table: TableId, authorization: Bearer = None) -> Any:
        """What the person at a table of bots should choose now; ask again until it is done."""
        hub, token = hub_of(request), bearer_token(authorization)
        if token is None:
            raise Refused("a spectator gets no hints: ask with the token of your seat")
        async with hub.session(table, client_address(request.scope)) as session:
            seat = session.table.seats.held_by(token)
            session.table.check_hint(seat)
            return await hub.hints.ask(session.table, seat, client_address(request.scope))

    @app.get("/tables/{table}/record", responses=RECORD, response_class=Response)
    async def fetch_record(request: Request, table: TableId, authorization: Bearer = None) -> Response:
        """The match's record: all of it after the end, before it what the asker may know."""
        hub, token = hub_of(request), bearer_token(authorization)
        async with hub.session(table, client_address(request.scope)) as session:
            write = record_writer(session.table, None if token is None else session.table.seats.held_by(token))
            long = len(session.table.playing.steps) > LONG
        looked = hub.reviews.reading.in_thread(write, client_address(request.scope)) if long else None
        return PlainTextResponse(write() if looked is None else await looked)
