"""Fuzzing: records, sealed matches, data files, messages and requests that nobody would write, guided by what they reach.

    python -m kit.fuzz                           every target, a minute each
    python -m kit.fuzz record http --seconds 600

Whatever comes in, the answer is one sentence or a right result: never a traceback, never a control character, never a
status of 500 or more. What is found is kept in tests/fixtures/fuzz, and tests/core/test_fuzz.py tries it again in every run. Needs Atheris
(`pip install '.[fuzz]'`).
"""

import argparse
import asyncio
import io
import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import Any

import feint
from feint.client import NOTHING_YET, TableClient
from feint.core.errors import FeintError
from feint.core.plain_text import control_character
from feint.core.record import replay, untagged
from feint.core.seal import KEY_BYTES, is_sealed, open_sealed, write_sealed
from feint.server.table import Table
from feint.server.table_events import Event
from feint.server.viewer import ViewerState, encode
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.network_console import NetworkConsole
from feint.terminal.network_link import NetworkLink, printable
from feint.terminal.network_play import NetworkMatch
from feint.witness import Witness
from kit.paths import FIXTURES

CASES = FIXTURES / "fuzz"
KEY = bytes(KEY_BYTES)
MOST = 16_384  # bytes of one input


def in_a_sentence(error: FeintError) -> None:
    """What is refused is refused in one line that a terminal can show."""
    said = str(error)
    assert said
    assert "\n" not in said
    assert control_character(said) is None, f"this would act on a terminal: {said!r}"


def fuzz_record(data: bytes) -> None:
    """A record is refused, or it is a match whose own record is right."""
    try:
        match = replay(data.decode(errors="surrogateescape"))
    except FeintError as error:
        in_a_sentence(error)
        return
    again = replay(match.record())
    assert [step.text for step in again.steps] == [step.text for step in match.steps]


def fuzz_sealed(data: bytes) -> None:
    """A sealed match is refused, or was sealed with the key."""
    text = data.decode(errors="surrogateescape")
    if not is_sealed(text):
        return
    try:
        match = open_sealed(text, KEY)
    except FeintError as error:
        in_a_sentence(error)
        return
    assert any(match.record() == sealed.record() for sealed in _sealed_matches())


@cache
def _sealed_matches() -> list[Any]:
    found = []
    for name in feint.game_names():
        match = feint.load(name).start(seed=7)
        while len(match.steps) < 8 and not match.over:
            found.append(match.at(len(match.steps)))
            match.play(match.pending[0], match.legal(match.pending[0])[0])
    return found


def fuzz_deck(data: bytes) -> None:
    """A deck is refused, or can be played with."""
    try:
        game = feint.load("space-goats", deck=data.decode(errors="surrogateescape").splitlines())
    except FeintError as error:
        in_a_sentence(error)
        return
    match = game.start(seed=7)
    match.play(match.pending[0], match.legal(match.pending[0])[0])


def fuzz_rulings(data: bytes) -> None:
    """Rulings are refused, or can be played with."""
    game, _, rest = data.decode(errors="surrogateescape").partition("\n")
    try:
        loaded = feint.load(game, **dict(line.split("=", 1) for line in rest.splitlines() if "=" in line))
    except FeintError:  # it may quote anything, and whoever shows it takes care of that
        return
    except TypeError as error:  # a name that is an argument of `load` itself
        assert "multiple values" in str(error)
        return
    match = loaded.start(seed=7)
    match.play(match.pending[0], match.legal(match.pending[0])[0])


class _Served:
    """The server's application with a database in memory, and a loop to ask it on."""

    def __init__(self) -> None:
        from feint.server.app import make_app
        from feint.server.settings import Settings

        self.loop = asyncio.new_event_loop()
        folder = tempfile.mkdtemp(prefix="feint-fuzz-")
        limits: dict[str, Any] = {"tables": 10**9, "openings": 10**9, "rate": 1e9, "burst": 10**9, "patience": 1.0}
        self.app = make_app(Settings(f"sqlite+aiosqlite:///{folder}/tables.sqlite", **limits))
        self.state: dict[str, Any] = {}
        self._started: asyncio.Queue[Any] = asyncio.Queue()
        self._task = self.loop.create_task(
            self.app({"type": "lifespan", "state": self.state}, self._receive, self._started.put)
        )
        assert self.loop.run_until_complete(self._started.get())["type"] == "lifespan.startup.complete"
        self.open_table()

    def open_table(self) -> None:
        """A table with two seats that are taken."""
        opened = self.http("POST", "/tables", b'{"game": "tower-siege"}')
        self.table = json.loads(opened[1])["table"]
        taken = [self.http("POST", f"/tables/{self.table}/seats/{seat}", b'{"string": "a"}') for seat in ("P1", "P2")]
        self.tokens = [json.loads(body)["token"] for _, body in taken]

    async def _receive(self) -> Any:
        self._asked = getattr(self, "_asked", 0) + 1
        if self._asked > 1:
            await asyncio.Event().wait()
        return {"type": "lifespan.startup"}

    def http(self, method: str, path: str, body: bytes, headers: Any = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "state": dict(self.state), "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(errors="surrogateescape"), "root_path": "",
            "query_string": query.encode(errors="surrogateescape"), "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
            "headers": headers if headers is not None else [(b"content-type", b"application/json")],
        }  # fmt: skip
        messages: list[Any] = []
        sent = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            if (message := next(sent, None)) is None:
                await asyncio.Event().wait()  # it stays connected
            return message

        async def send(message: Any) -> None:
            messages.append(message)

        self.loop.run_until_complete(self.app(scope, receive, send))  # type: ignore[arg-type]
        return messages[0]["status"], b"".join(message.get("body", b"") for message in messages[1:])

    def say(self, texts: list[str]) -> list[Any]:
        """What a connection is told that says all this."""
        scope = {
            "type": "websocket", "state": dict(self.state), "path": f"/tables/{self.table}/socket", "client": ("127.0.0.1", 1), "headers": [],
            "query_string": b"",
        }  # fmt: skip
        messages: list[Any] = []
        sent = iter([{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": text} for text in texts)])

        async def receive() -> Any:
            await asyncio.sleep(0)
            return next(sent, {"type": "websocket.disconnect", "code": 1000})

        async def send(message: Any) -> None:
            messages.append(message)

        self.loop.run_until_complete(self.app(scope, receive, send))  # type: ignore[arg-type]
        return messages


@cache
def _served() -> _Served:
    return _Served()


def fuzz_http(data: bytes) -> None:
    """Every request gets an answer below 500, and what is refused is refused in a sentence."""
    first, _, body = data.partition(b"\n")
    method, _, path = first.decode(errors="surrogateescape").partition(" ")
    if not path.startswith("/") or not method.isalpha() or not path.isprintable():
        return  # no HTTP server passes that on
    path = path.replace("TABLE", _served().table)
    status, answer = _served().http(method.upper(), path, body)
    assert status < 500, f"{status}: {answer!r}"
    if status >= 400 and answer:
        said = json.loads(answer)["error"]
        assert said
        assert control_character(said) is None


def fuzz_wire(data: bytes) -> None:
    """Every message to a table gets an answer that can be read, and none ends in an error that nobody thought of."""
    served = _served()
    texts = data.decode(errors="replace").replace("TOKEN1", served.tokens[0]).replace("TOKEN2", served.tokens[1])
    ended = False
    for message in served.say(texts.split("\n")):
        if message["type"] == "websocket.send":
            said = json.loads(message["text"])
            assert said["type"] in ("table", "joined", "change", "done", "error", "preparing"), said
            assert "something went wrong" not in said.get("error", "")
            ended = ended or said.get("ended") is not None
        elif message["type"] == "websocket.close":
            assert message["code"] != 1011, message
    if ended:
        served.open_table()


class Said:
    """In place of a WebSocket: a server that says all this and leaves, whatever it is told."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = iter(texts)

    async def recv(self) -> str:
        if (text := next(self._texts, None)) is None:
            raise OSError("it has left")
        return text

    async def send(self, _text: str) -> None:
        pass


def fuzz_client(data: bytes) -> None:
    """Whatever a server says, a client knows a table as it should be, or says in a sentence what is wrong."""
    for connection in _clients(data):
        assert {*NOTHING_YET} <= connection.state.keys()
        assert connection.outcome is None or connection.ended
        assert Witness.from_json(connection.witness.to_json()) == connection.witness
        connection.clock  # noqa: B018


def _clients(data: bytes) -> Iterator[TableClient]:
    """A client after each message; the last line is a record that it is given at the end."""
    *texts, record = data.decode(errors="surrogateescape").split("\n")
    found = re.search(r'"seat":"(\w+)"', texts[0]) if texts else None
    witness = Witness("table", "P1" if found is None else found[1], "string-of-mine")
    connection = TableClient(Said(texts), "table", "token", witness, on_unfair=lambda sentence: None)
    with closing(asyncio.new_event_loop()) as loop:
        try:
            while True:
                loop.run_until_complete(connection.next_message())
                yield connection
        except FeintError:  # whoever shows it takes care of what is in it
            pass
    with suppress(FeintError):
        witness.check_record(record.replace("\x1e", "\n"), connection.ended)


class Listener(NetworkConsole):
    """A person at a terminal who types what a list says, and leaves."""

    def __init__(self) -> None:
        TerminalConsole.__init__(self, plain=True)
        self.changed = threading.Condition()
        self.link = None
        self.is_out_of_date = lambda: False
        self.prompt_note = str
        self._reported_lost, self._reported_gone, self._reported_unfair = False, {}, 0
        self._erases_prompt = self._interactive = False
        self.typed = iter(["board", "?", "resign", "n", "1", "0"])

    def _read_line(self, prompt: str, hidden: bool) -> str:
        self._say_prompt_note()
        print(prompt, end="")
        if (line := next(self.typed, None)) is None:
            raise Quit
        return line

    def wait_until(self, done: Callable[[], bool]) -> None:
        raise Quit

    def wait_for_others(self, line: str, done: Callable[[], bool]) -> None:
        self.note(line)
        raise Quit


def fuzz_terminal(data: bytes) -> None:
    """Whatever a server says, a terminal shows it without being acted on, or says in a sentence what is wrong."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        for connection in _clients(data):
            link = NetworkLink("http://127.0.0.1", "table", None, threading.Condition())
            try:
                link.witness = connection.witness
                link._publish(connection)
                link.unfair = [printable(sentence) for sentence in connection.witness.complaints]
                console = Listener()
                console.follow(link)
                NetworkMatch(link, None, console, None).play()
            except FeintError as error:
                print(printable(str(error)))
            finally:
                link._loop.close()
    assert control_character(shown.getvalue().replace("\x1b[2J\x1b[H", "")) is None, shown.getvalue()


@cache
def _messages() -> list[bytes]:
    """What a server really says to the first seat in the first few choices of a match of each game, and after the end."""
    found = []
    for name in feint.game_names():
        game = feint.load(name)
        secret, strings = "5" * 64, dict.fromkeys(game.seats, "string-of-mine")
        opened = {
            "game": name,
            "version": game.version,
            "rulings": game.rulings,
            "secret": secret,
            "public": True,
            "proof": 2,
        }
        taken = [{"seat": seat, "who": "human", "string": strings[seat], "token": None} for seat in game.seats]
        table = Table("table", [Event("opened", opened), *(Event("seated", facts) for facts in taken)])
        state = ViewerState(table, game.seats[0])
        texts = [encode(state.table_state())]
        for number in range(3):
            if table.playing.over:
                break
            seat = table.playing.pending[0]
            table.add(Event("chose", {"seat": seat, "id": str(number), "choice": table.legal(seat)[0]}))
            texts += [encode(change) for change in state.changes()]
        if not table.ended:
            table.add(Event("resigned", {"seat": game.seats[-1]}))
        texts += [encode(change) for change in state.changes()]
        found.append(b"\n".join([*texts, table.playing.record().encode().replace(b"\n", b"\x1e")]))
    return found


def _record_seeds() -> list[bytes]:
    texts = [path.read_text() for path in sorted(FIXTURES.glob("**/*.feint")) if not is_sealed(path.read_text())]
    return [text.encode()[:MOST] for text in texts] + ["\n".join(untagged(text)).encode()[:MOST] for text in texts]


def _sealed_seeds() -> list[bytes]:
    return [write_sealed(match, KEY).encode()[:MOST] for match in _sealed_matches()]


def _deck_seeds() -> list[bytes]:
    return ["\n".join(feint.load("space-goats").data["deck"].lines).encode()]


def _ruling_seeds() -> list[bytes]:
    found = []
    for name in feint.game_names():
        rulings = feint.load(name).rulings_text.items()
        found.append("\n".join([name, *(f"{ruling}={value}" for ruling, value in rulings)]).encode())
    return found


HTTP_SEEDS = [
    'POST /tables\n{"game": "tower-siege", "rulings": {"length": 3}, "bots": {"P2": "random"}, "public": true, "clock": {"move": 30}}',
    'POST /tables/TABLE/seats/P1\n{"string": "abc", "token": "0123456789012345678901234567890123456789012"}',
    "GET /games/\n", "GET /tables/TABLE\n", "GET /tables/TABLE/record\n", "GET /tables\n", "GET /games\n", "GET /games/tower-siege\n",
    "GET /health\n", "GET /lessons/tower-siege\n", "GET /puzzles/tower-siege/daily\n", "GET /metrics\n",
    'POST /review\n{"record": "feint record 1"}', 'POST /steps\n{"record": "feint record 1"}', "GET /match/TABLE\n",
    'POST /branch\n{"record": "feint record 1", "step": 1, "bots": {}, "open": true}', "GET /web/style.css\n", "GET /\n",
    'POST /tables/TABLE/hint\n{}', 'POST /tables/TABLE/cancel\n{}',
]  # fmt: skip

WIRE_SEEDS = [
    '{"type": "join", "token": "TOKEN1", "seen": null}\n{"type": "choose", "id": "a", "ask": 0, "choice": "3"}',
    '{"type": "join", "token": "TOKEN2", "seen": 1}\n{"type": "resign", "id": "b"}\n{"type": "draw", "id": "c"}',
    '{"type": "join"}\n{"type": "undo", "id": "d"}\n{"type": "reveal", "id": "g", "string": "abc"}', '{"type": "claim", "id": "e"}\n{"type": "rematch", "id": "f"}',
]  # fmt: skip


def _message_seeds() -> list[bytes]:
    more = [
        b'{"type":"preparing","seats":{"P2":{"doing":"solving","share":0.5}}}',
        b'{"type":"error","id":null,"error":"no"}',
    ]
    more += [b'{"type":"joined","seat":"P1","number":3}\n{"type":"done","id":"a"}']
    return [*_messages(), *(text + b"\n" for text in more), *(b"\n".join([*more, text]) for text in _messages())]


Target = Callable[[bytes], None]
TARGETS: dict[str, tuple[Target, Callable[[], list[bytes]]]] = {
    "record": (fuzz_record, _record_seeds),
    "sealed": (fuzz_sealed, _sealed_seeds),
    "deck": (fuzz_deck, _deck_seeds),
    "rulings": (fuzz_rulings, _ruling_seeds),
    "http": (fuzz_http, lambda: [text.encode() for text in HTTP_SEEDS]),
    "wire": (fuzz_wire, lambda: [text.encode() for text in WIRE_SEEDS]),
    "client": (fuzz_client, _message_seeds),
    "terminal": (fuzz_terminal, _message_seeds),
}


def run(name: str, seconds: int, seed: int) -> dict[str, Any]:
    """Fuzz one target in a process; how many inputs it tried, and those that it kept since something was wrong."""
    target = CASES / name
    target.mkdir(parents=True, exist_ok=True)
    before = set(target.iterdir())
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(TARGETS[name][1]()):
            (Path(corpus) / f"seed{number}").write_bytes(data)
        command = [sys.executable, "-m", "kit.fuzz", "--inside", name, f"-max_total_time={seconds}", f"-seed={seed}"]
        command += [f"-max_len={MOST}", f"-artifact_prefix={target}/", "-timeout=20", "-rss_limit_mb=2000", corpus]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    tried = next((int(line.split()[1]) for line in reversed(lines) if line.startswith("Done")), None)
    found = sorted(path.name for path in set(target.iterdir()) - before)
    why = [line for line in lines if not line.startswith(("#", "INFO", "MS:", "artifact", "=="))]
    return {"seconds": seconds, "inputs": tried, "found": found, "why": why[-12:] if done.returncode else []}


def inside(name: str, options: list[str]) -> None:
    """What that process does."""
    import atheris

    target = TARGETS[name][0]
    atheris.Setup([sys.argv[0], *options], target)
    atheris.Fuzz()


def main() -> int:
    if sys.argv[1:2] == ["--inside"]:
        import atheris

        with atheris.instrument_imports(include=["feint"]):
            for module in list(sys.modules):
                if module.split(".")[0] in ("feint", "kit"):
                    del sys.modules[module]
            from kit import fuzz  # once more, with what it imports watched
        fuzz.inside(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)} (all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each (60)")
    parser.add_argument("--seed", type=int, default=7, help="of what is tried (7)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    results = {name: run(name, options.seconds, options.seed) for name in options.targets or TARGETS}
    print(json.dumps(results, indent=2) if options.json else results)
    return 1 if any(result["found"] or result["why"] for result in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
