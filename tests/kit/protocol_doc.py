"""For tests: plays what docs/developers/server.md shows, block by block, against a real server, and says what it answered.

A comment before a block of JSON says what it is: `POST /tables` with the block as body (`until done`: again and again, until
something is done), `answer` to what was asked last, `P1 sends`, `P1 gets`. Names in capitals stand for what is drawn anew each time; opening a table begins with new ones. Times
are what they would be on a machine that takes no time, in one moment of the year 2027.
"""

import asyncio
import json
import re
import secrets
from contextlib import AsyncExitStack
from typing import Any

from feint import client

MOMENT = 1_800_000_000_000
BLOCK = re.compile(r"<!-- (?P<what>[^\n]*?) -->\n```(?:json|text)\n(?P<code>.*?)```", re.DOTALL)


def shown(value: Any) -> str:
    """JSON with a line for each part."""
    if not isinstance(value, dict) or len(json.dumps(value)) < 100:
        return json.dumps(value)
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in value.items()) + "\n}"


class Session:
    """The names in capitals, what they stand for, and the connections."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url = url
        self.stack = stack
        self.names: dict[str, str] = {}
        self.sockets: dict[str, Any] = {}
        self.answer: Any = None

    def real(self, text: str) -> str:
        for name, value in self.names.items():
            text = re.sub(rf"\b{name}\b", value, text)
        return text

    def masked(self, value: Any) -> Any:
        text = json.dumps(value)
        for name, real in self.names.items():
            text = text.replace(real, name)
        text = re.sub(r'"head": "[0-9a-f]{32}"', '"head": "HEAD"', text)
        return timeless(json.loads(re.sub(r"claimed in (?:60|[1-5]?\d) s", "claimed in 60 s", text)))

    def learn(self, value: Any) -> None:
        """Note what is drawn anew, the first time that it is seen."""
        if isinstance(value, dict):
            for key, name in (("table", "TABLE"), ("commitment", "COMMITMENT"), ("secret", "SECRET")):
                if isinstance(value.get(key), str):
                    self.names.setdefault(name, value[key])
            if value.get("rematch"):
                self.names["NEXT"] = value["rematch"]["table"]
            if "token" in value:
                here = value["table"] == self.names["TABLE"]
                self.names[f"TOKEN_{value['seat']}" if here else "NEXT_TOKEN"] = value["token"]
            for part in value.values():
                self.learn(part)

    async def step(self, what: str, code: str) -> Any:
        """Do what a block says; what the server said, for a block that shows that."""
        who, _, does = what.partition(" ")
        if who in ("POST", "GET"):
            token = None
            path, repeated, _ = does.partition(" until done")
            path, _, holder = path.partition(" with ")
            if holder:
                token = self.names[holder]
            if path == "/tables":
                self.names, self.sockets = {}, {}
            for name in re.findall(r'"token": "(\w+)"', code):
                self.names.setdefault(name, secrets.token_urlsafe(32))
            body = json.loads(self.real(code)) if who == "POST" else None
            try:
                self.answer = await client.request(self.url, self.real(path), body, token)
                while repeated and self.answer["state"] != "done":
                    await asyncio.sleep(0.05)
                    self.answer = await client.request(self.url, self.real(path), body, token)
            except client.ServerError as error:
                self.answer = {"error": str(error)}
            self.learn(self.answer)
            return self.masked(self.answer) if who == "GET" else None
        if what == "answer":
            return self.masked(self.answer)
        if does == "sends":
            socket = await self.socket(who)
            await socket.send(self.real(code))
            return None
        assert does == "gets", what
        message = json.loads(await (await self.socket(who)).recv())
        self.learn(message)
        return self.masked(message)

    async def socket(self, who: str) -> Any:
        from websockets.asyncio.client import connect

        if who not in self.sockets:
            address = f"ws{self.url.removeprefix('http')}/tables/{self.names['TABLE']}/socket"
            self.sockets[who] = await self.stack.enter_async_context(connect(address, proxy=None))
        return self.sockets[who]


def timeless(value: Any, key: str = "") -> Any:
    """The same with all times at one moment, and what is left as it was a little before."""
    if isinstance(value, list):
        return [timeless(part) for part in value]
    if isinstance(value, dict) and key == "left":
        return {seat: -(-ms // 100_000) * 100_000 for seat, ms in value.items()}
    if isinstance(value, dict):
        return {name: timeless(part, name) for name, part in value.items()}
    if key in ("at", "now", "gone") and value is not None:
        assert MOMENT / 2 < value < 2 * MOMENT, "milliseconds since 1970"
        return MOMENT
    return value


async def filled(url: str, text: str) -> str:
    """The page with what the server says in place of what it shows: the same page, if it is right."""
    async with AsyncExitStack() as stack:
        session = Session(url, stack)
        parts, end = [], 0
        for block in BLOCK.finditer(text):
            said = await session.step(block["what"], block["code"])
            parts.append(text[end : block.start("code")])
            if said is None:
                parts.append(block["code"])
            else:
                parts.append((said if isinstance(said, str) else shown(said)).rstrip("\n") + "\n")
            end = block.end("code")
        return "".join(parts) + text[end:]
