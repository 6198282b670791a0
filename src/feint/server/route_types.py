"""What the routes have in common: what stands in an address, who asks, and which answers can come."""

from typing import Annotated, Any

from fastapi import Header, Path, Query, Request

from feint.protocol import NAME, TABLE_ID, ErrorAnswer, TableDetails
from feint.server.http_types import model_of
from feint.server.hub import Hub
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.viewer import ended, seat_infos, table_info

TableId = Annotated[str, Path(pattern=f"^{TABLE_ID}$")]
Seat = Annotated[str, Path(pattern=f"^{NAME}$")]
Bearer = Annotated[str | None, Header(description="Bearer TOKEN, for what only a seat may know", max_length=200)]
SEAT_QUERY = Query(pattern=f"^{NAME}$")
Answers = dict[int | str, dict[str, Any]]


def answers(right: int, answer: Any, *wrong: int) -> Answers:
    """The answers that a request can get, for the description. They are not checked again when they are made."""
    return {right: {"model": model_of(answer)}, **{code: {"model": model_of(ErrorAnswer)} for code in wrong}}


def hub_of(request: Request) -> Hub:
    """All tables of this process."""
    hub: Hub = request.app.state.hub
    return hub


def bearer_token(authorization: str | None) -> str | None:
    """The token in a header, if there is one."""
    return None if authorization is None else authorization.removeprefix("Bearer ").strip()


def table_details(table: Table, settings: Settings) -> TableDetails:
    """What everybody may know of a table."""
    return {
        **table_info(table),
        "seats": seat_infos(table, len(table.seats.order), table.gone),
        "playing": table.match is not None,
        "ended": ended(table),
        "rematch": table.rematch,
        "claim_after": settings.gone,
    }
