"""A language model's seat: a match as tools of the Model Context Protocol, over standard input and output.

Each line is a JSON-RPC 2.0 message (https://modelcontextprotocol.io). The tools tell the rules, what the seat may see,
and its choices, and make one; the other seats are played by bots. Nothing that a tool says shows more than the seat may
know.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from typing import Any

from feint.bots.own_player import PlayerFailed
from feint.bots.players import Player, any_player, called, plays_solution
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rulebook import rules_text

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")  # of the protocol, the latest first
NO_METHOD, WRONG_PARAMETERS, NO_JSON, NO_REQUEST = -32601, -32602, -32700, -32600

NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
CHOICE: dict[str, Any] = {
    "type": "object",
    "properties": {"choice": {"type": "string", "description": "one of the legal choices, as it is written"}},
    "required": ["choice"],
    "additionalProperties": False,
}
TOOLS = {
    "rules": ("The rule book of the game.", NOTHING),
    "view": ("All that your seat may see now, and what happened since you last looked.", NOTHING),
    "legal_choices": ("The choices that you have now; none if you have to wait or the match is over.", NOTHING),
    "play": ("Make a choice. The others then play until it is your turn again.", CHOICE),
}


class SeatServer:
    """One match, played by whoever sends messages, from one seat."""

    def __init__(self, game: Game, seat: str, opponent: Any, seed: int | None = None) -> None:
        game.seat_number(seat)
        capped = game.for_simulation()
        self.seat, self.told = seat, 0
        solves = isinstance(opponent, str) and plays_solution(game, opponent)
        with redirect_stdout(sys.stderr):  # what another player prints may tell what it holds, and is no message
            self.bot: Player = any_player(game if solves else capped, opponent)
        seats = {other: called(opponent) for other in game.seats if other != seat}
        self.match: Match = capped.start(seed=seed, seats=seats)
        self._others_play()

    def _others_play(self) -> None:
        while self.match.pending and self.seat not in self.match.pending:
            other = self.match.pending[0]
            assert self.match.seed is not None
            try:
                with redirect_stdout(sys.stderr):
                    choice = self.bot.choose(self.match, other, self.match.seed)
            except PlayerFailed as error:  # what it says of the other's choices is not for this seat
                print(f"feint: {error}", file=sys.stderr)
                raise FeintError(f"the player of {other} has failed, so the match can't go on") from None
            self.match.play(other, choice)

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answer to each message that wants one, line by line."""
        for line in lines:
            if line.strip() and (answer := self.answer(line)) is not None:
                yield json.dumps(answer)

    def answer(self, line: str) -> dict[str, Any] | None:
        """The answer to one message; None to a notification."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return _error(None, NO_JSON, "this is not JSON")
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return _error(None, NO_REQUEST, "this is not a request: it has no method")
        if "id" not in message:
            return None
        given = message.get("params") or {}
        if not isinstance(given, dict):
            return _error(message["id"], WRONG_PARAMETERS, "params must be an object")
        method, id = message["method"], message["id"]
        if method == "initialize":
            return _result(id, self._hello(given))
        if method == "ping":
            return _result(id, {})
        if method == "tools/list":
            listed = [
                {"name": name, "description": says, "inputSchema": schema} for name, (says, schema) in TOOLS.items()
            ]
            return _result(id, {"tools": listed})
        if method == "tools/call":
            if given.get("name") not in list(TOOLS):
                return _error(id, WRONG_PARAMETERS, f"there is no such tool; there are {', '.join(TOOLS)}")
            return _result(id, self._call(given["name"], given.get("arguments") or {}))
        return _error(id, NO_METHOD, "there is no such method here")

    def _hello(self, given: dict[str, Any]) -> dict[str, Any]:
        import feint

        wanted, game = given.get("protocolVersion"), self.match.game
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "feint", "version": feint.__version__},
            "instructions": f"You play {self.seat} in {game.title}. Read the rules first, then look at your view, and "
            "play one of the legal choices whenever you have some, until the match is over.",
        }

    def _call(self, tool: str, given: Any) -> dict[str, Any]:
        """What a tool says, as text; what can't be done is an error that the model reads."""
        try:
            if tool == "rules":
                text = rules_text(self.match.game, for_players=True)
            elif tool == "play":
                choice = given.get("choice") if isinstance(given, dict) else None
                if not isinstance(choice, str):
                    raise FeintError(f"play takes a choice, as text: {', '.join(self._legal()) or 'there is none now'}")
                self.match.play(self.seat, choice)
                self._others_play()
                text = self._news()
            elif tool == "view":
                text = self._news()
            else:
                text = json.dumps(self._legal(), ensure_ascii=False)
        except FeintError as error:
            return {"content": [{"type": "text", "text": f"{error}."}], "isError": True}
        return {"content": [{"type": "text", "text": text}], "isError": False}

    def _legal(self) -> list[str]:
        return self.match.legal(self.seat)

    def _news(self) -> str:
        """What happened since the last time, and what the seat may see now, as JSON."""
        steps = len(self.match.steps)
        happened = [line for step in range(self.told, steps + 1) for line in self.match.story(step, self.seat)]
        self.told = steps + 1
        found = {
            "happened": [line for line in happened if line.strip()],
            "view": self.match.view(self.seat),
            "legal_choices": self._legal(),
        }
        if self.match.over:
            found["scores"] = self.match.scores
        return json.dumps(found, ensure_ascii=False)


def _result(id: Any, result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def _error(id: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}
