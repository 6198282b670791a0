"""The protocol's types say what is really sent: nothing is missing from them, and nothing else comes."""

import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from feint import client, protocol
from feint.protocol import ClientMessage, GameDetails, GameInfo, Health, ListedTable, ServerMessage, TableDetails
from feint.server import http_types
from feint.server.http_types import model_of
from kit.paths import ROOT
from kit.protocol_doc import BLOCK
from kit.server import in_this_process, run
from kit.server_process import sqlite

PAGE = (ROOT / "docs" / "developers" / "server.md").read_text()
SHOWN = [(block["what"], block["code"]) for block in BLOCK.finditer(PAGE)]


def fits(hint: Any, text: str) -> None:
    TypeAdapter(model_of(hint)).validate_json(text)


@pytest.mark.parametrize(("what", "code"), [block for block in SHOWN if block[0].endswith((" sends", " gets"))])
def test_every_message_that_the_documentation_shows(what: str, code: str) -> None:
    message = json.loads(code)
    fits(ClientMessage if what.endswith("sends") else ServerMessage, code)
    with pytest.raises(ValidationError):
        fits(ClientMessage if what.endswith("sends") else ServerMessage, json.dumps(message | {"more": 1}))
    with pytest.raises(ValidationError):
        fits(ServerMessage if what.endswith("sends") else ClientMessage, code)


def test_every_kind_of_message_is_shown_or_named() -> None:
    kinds = [get_type_hints(kind)["type"].__args__[0] for kind in (*ClientMessage.__args__, *ServerMessage.__args__)]
    assert len(set(kinds)) == len(kinds) == 14
    assert [kind for kind in kinds if f'"type": "{kind}"' not in PAGE] == []
    assert [code for code in protocol.CloseCode if str(code.value) not in PAGE] == []


def test_the_answers_over_http(tmp_path: Path) -> None:
    async def ask(url: str) -> None:
        table = await client.open_table(url, "space-goats", clock={"game": 300})
        answers = {
            "/health": Health,
            "/games": list[GameInfo],
            "/games/dark-frontier": GameDetails,
            "/tables": list[ListedTable],
            f"/tables/{table}": TableDetails,
        }
        for path, hint in answers.items():
            fits(hint, json.dumps(await client.request(url, path)))

    with in_this_process(sqlite(tmp_path)) as url:
        run(ask(url))


@pytest.mark.parametrize("checked", [http_types.NewTable, http_types.TakeSeat])
def test_requests_are_checked_for_what_the_protocol_says(checked: type[BaseModel]) -> None:
    shape = getattr(protocol, checked.__name__)
    assert set(checked.model_fields) == set(get_type_hints(shape))
    assert {name for name, field in checked.model_fields.items() if field.is_required()} == shape.__required_keys__
