"""A language model's seat: a scripted client plays whole matches through it, and is told what its seat may know."""

import json
import os
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import feint
from feint.bridges.mcp import SeatServer
from feint.core.errors import FeintError
from kit.games import redealt
from kit.terminal import FEINT


class Client:
    """Sends messages to a seat, as a program would that a language model uses."""

    def __init__(self, server: SeatServer) -> None:
        self.server, self.sent = server, 0

    def asks(self, method: str, **params: Any) -> Any:
        self.sent += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params})
        [answer] = self.server.answers([line])
        found = json.loads(answer)
        assert found["id"] == self.sent
        return found.get("result", found.get("error"))

    def calls(self, tool: str, **given: Any) -> Any:
        found = self.asks("tools/call", name=tool, arguments=given)
        [content] = found["content"]
        assert content["type"] == "text"
        text = content["text"]
        return text if tool == "rules" or found["isError"] else json.loads(text)


@pytest.mark.parametrize("name", feint.game_names())
def test_a_whole_match(name: str) -> None:
    game = feint.load(name)
    for seat in game.seats:
        client = Client(SeatServer(game, seat, "random", seed=4))
        assert client.asks("initialize", protocolVersion="2025-03-26")["protocolVersion"] == "2025-03-26"
        assert [tool["name"] for tool in client.asks("tools/list")["tools"]] == [
            "rules",
            "view",
            "legal_choices",
            "play",
        ]
        assert game.title in client.calls("rules")
        seen = client.calls("view")
        for _ in range(400):
            assert seen["view"] == json.loads(json.dumps(client.server.match.view(seat)))
            assert client.calls("legal_choices") == seen["legal_choices"]
            if "scores" in seen:
                break
            seen = client.calls("play", choice=seen["legal_choices"][0])
        if name != "dark-frontier":
            assert sum(seen["scores"].values()) == pytest.approx(1)


def test_it_tells_what_the_seat_may_know_and_nothing_else() -> None:
    """Two matches that the seat can't tell apart, and all that the tools say of each."""
    game, told = feint.load("space-goats"), []
    server = SeatServer(game, "P2", "random", seed=2)
    match = server.match
    for one in (match, redealt(match, 1, 77)):
        server.match, server.told = one, len(one.steps)
        client = Client(server)
        told.append([client.calls("view"), client.calls("legal_choices"), client.calls("play", choice="no such thing")])
    assert match._states[-1] != redealt(match, 1, 77)._states[-1]
    assert told[0] == told[1]


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    server = SeatServer(feint.load("tower-siege"), "P1", "random", seed=1)
    client = Client(server)
    assert client.calls("play", choice="9") == "P1 can't choose 9 now; it can choose 1, 2, 3, rest."
    assert client.calls("play").startswith("play takes a choice, as text: 1, 2, 3, rest")
    assert server.match.steps == []
    assert client.asks("tools/call", name="resign")["code"] == -32602
    assert client.asks("resources/list")["code"] == -32601
    for line, code in (
        ("{", -32700),
        ("[]", -32600),
        ('{"id": 1}', -32600),
        ('{"id":1,"method":"ping","params":[1]}', -32602),
        ("[" * 100_000, -32700),
        ('{"id":1,"method":"tools/call","params":{"name":[]}}', -32602),
    ):
        [answer] = server.answers([line])
        assert json.loads(answer)["error"]["code"] == code
    assert list(server.answers(['{"jsonrpc":"2.0","method":"notifications/initialized"}', "", "  "])) == []
    with pytest.raises(FeintError, match="no seat called P9"):
        SeatServer(feint.load("tower-siege"), "P9", "random")


def test_another_player_that_fails_tells_nothing_of_its_choices() -> None:
    class Cheat:
        def choose(self, view: Any, legal: list[str], rng: Any) -> str:
            return "no such choice"

    client = Client(SeatServer(feint.load("tower-siege"), "P1", Cheat(), seed=1))
    said = client.calls("play", choice="1")
    assert said == "the player of P2 has failed, so the match can't go on."


def test_half_a_character_is_refused_in_a_line_that_can_be_written() -> None:
    server = SeatServer(feint.load("tower-siege"), "P1", "random", seed=1)
    call = {"id": 1, "method": "tools/call", "params": {"name": "play", "arguments": {"choice": "\ud800"}}}
    [answer] = server.answers([json.dumps(call)])
    assert "can't choose" in answer.encode().decode()


def test_what_another_player_prints_is_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
        print("I am here")
        def talks(view, legal, rng):
            print("I hold", view["hand"][1])
            return legal[0]
        """
    (tmp_path / "talking_agents.py").write_text(dedent(text))
    monkeypatch.syspath_prepend(tmp_path)
    server = SeatServer(feint.load("space-goats"), "P1", "talking_agents:talks", seed=1)
    client = Client(server)
    while "P2" not in [server.match.who(step) for step in server.match.steps]:
        client.calls("play", choice=client.calls("legal_choices")[0])
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "I hold" in printed.err


def test_the_command() -> None:
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "play", "arguments": {"choice": "burn 1"}},
        },
    ]
    done = subprocess.run(
        [*FEINT, "mcp", "terminal-maneuver", "--against", "random", "--seed", "3"],
        input=b"\xff\n" + b"".join(json.dumps(message).encode() + b"\n" for message in messages),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        timeout=120,
        check=True,
    )
    no_text, hello, played = (json.loads(line) for line in done.stdout.splitlines())
    assert no_text["error"]["code"] == -32700
    assert "You play missile in Terminal Maneuver." in hello["result"]["instructions"]
    assert json.loads(played["result"]["content"][0]["text"])["view"]["seat"] == "missile"
