"""So often within a while, for each address by itself; and nobody fills the memory by having many of them."""

from pathlib import Path

import pytest

from feint import client
from feint.client import ServerError
from feint.server import allowance
from feint.server.allowance import Allowance
from kit.server import in_a_server
from kit.server_process import sqlite


def test_so_often_within_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [1000.0]
    allowed = Allowance(3, 60.0, lambda: time[0])
    assert [allowed.may("one") for _ in range(5)] == [True] * 3 + [False] * 2
    assert allowed.may("other")
    time[0] += 19.9
    assert not allowed.may("one")
    time[0] += 0.2
    assert [allowed.may("one") for _ in range(2)] == [True, False], "a third of the time, a third of the times"
    time[0] += 10_000
    assert [allowed.may("one") for _ in range(4)] == [True] * 3 + [False], "never more than that at once"
    monkeypatch.setattr(allowance, "MOST", 10)
    for number in range(100):
        assert allowed.may(f"new {number}")
    assert len(allowed._left) == 10


@pytest.mark.xdist_group("server")
def test_a_table_that_was_closed_still_counts(tmp_path: Path) -> None:
    """Else one visitor could fill the disk with them."""

    async def play(url: str) -> None:
        for _ in range(3):
            table = await client.open_table(url, "tower-siege")
            token = await client.take_seat(url, table, "P1")
            await client.request(url, f"/tables/{table}/cancel", {"tokens": [token]})
        with pytest.raises(ServerError, match="your address has opened 3 tables within an hour; try again later"):
            await client.open_table(url, "tower-siege")

    in_a_server(play, sqlite(tmp_path), openings=3)
