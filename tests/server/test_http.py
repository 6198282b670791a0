"""The server's own description of what can be asked over HTTP, held against it: Schemathesis makes requests from it."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks

import feint
from feint import client
from kit.server import run, seated
from kit.server_process import Server, serving, sqlite

pytestmark = pytest.mark.xdist_group("server")
REQUESTS = [
    ("GET", "/health"), ("GET", "/metrics"), ("GET", "/games"), ("GET", "/games/{name}"), ("GET", "/tables"), ("POST", "/tables"), ("GET", "/tables/{table}"),
    ("POST", "/tables/{table}/seats/{seat}"), ("GET", "/tables/{table}/record"), ("POST", "/lessons/{name}/{number}"),
    ("GET", "/tables/{table}/steps"), ("POST", "/steps"), ("POST", "/tables/{table}/review"), ("POST", "/review"),
    ("POST", "/tables/{table}/branch"), ("POST", "/branch"),
    ("POST", "/tables/{table}/cancel"), ("POST", "/tables/{table}/hint"),
    ("GET", "/puzzles/daily"), ("GET", "/puzzles/{name}"), ("GET", "/puzzles/{name}/{number}"), ("POST", "/puzzles/{name}/{number}"),
]  # fmt: skip
MATCH = feint.load("terminal-maneuver", fuel=2, rounds=2).start(seed=1)
MATCH.resign("laser")
RECORD = {"record": MATCH.record()}
WITH_BODY = {
    "/steps": RECORD,
    "/review": RECORD,
    "/branch": {**RECORD, "step": 0, "bots": {"laser": "random"}},
    "/puzzles/{name}/{number}": {"choice": feint.load("tower-siege").puzzles[0].right[0]},
    "/tables/{table}/branch": {"step": 0, "bots": {"P1": "random"}},
}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.unsupported_method,
    checks.allow_header_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("http")
    with serving(sqlite(folder), folder, "--limit", "tables=100000", "--limit", "openings=100000") as started:
        yield started


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/openapi.json")


@pytest.fixture(scope="module")
def tables(server: Server) -> list[str]:
    """One that has ended, one that is played, and some that nobody sits at."""

    async def opened() -> list[str]:
        made = [await client.open_table(server.url, "tower-siege") for _ in range(8)]
        for table in made[:2]:
            tokens = await seated(server.url, table, ["P1", "P2"])
            if table == made[0]:
                async with client.join(server.url, table, tokens["P1"]) as player:
                    await player.resign()
        return made

    return run(opened())


@pytest.mark.parametrize(("method", "path"), REQUESTS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
def test_requests_from_the_description(
    method: str, path: str, mode: GenerationMode, server: Server, described: Any, tables: list[str]
) -> None:
    """Whatever is asked, the answer is one that is described, and never an error of the server's."""
    operation = described[path][method]
    varies = operation.path_parameters or operation.body or operation.headers
    if mode == GenerationMode.NEGATIVE and not varies:
        return  # there is nothing that could be wrong
    answered: set[int] = set()

    @settings(
        max_examples=20 if varies or operation.query else 2,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(mode),
        there=st.sampled_from([None, *tables, *tables[:2] * 3]),
        seat=st.sampled_from(["P1", "P2", "P3"]),
        bare=st.booleans(),
    )
    def ask(case: Any, there: str | None, seat: str, bare: bool) -> None:
        if there is not None and mode == GenerationMode.POSITIVE and case.path_parameters:
            real = {
                "table": there,
                "seat": seat,
                "name": "tower-siege",
                "number": 1,
            }  # made up at random they would never be there
            case.path_parameters.update({name: real[name] for name in case.path_parameters})
            if bare and case.headers:
                case.headers.clear()  # a token made up at random holds no seat
            if bare and case.query:
                case.query.clear()  # nor is a name made up at random a seat
            if bare and path.startswith("/lessons"):
                case.body = {}  # nor is a choice one that a lesson knows
        if bare and mode == GenerationMode.POSITIVE and method == "POST" and path in WITH_BODY:
            case.body = WITH_BODY[path]  # nor does a text made up at random tell of a match
        answer = case.call()
        if answer.status_code != 413:  # what is too large is refused before anyone looks at it
            case.validate_response(answer, checks=CHECKS)
        answered.add(answer.status_code)
        if answer.status_code >= 400:
            assert answer.json()["error"].isprintable(), "one sentence"

    ask()
    made = method == "POST" and (path.startswith("/tables") or path == "/branch") and "review" not in path
    well = {409} if path.endswith(("/cancel", "/hint")) else {201 if made else 200}
    assert answered >= well if mode == GenerationMode.POSITIVE else answered and not answered & well
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(("method", "path"), REQUESTS)
def test_what_is_done_with_no_path(method: str, path: str, server: Server) -> None:
    """Other methods are refused with a sentence, and told which there are."""
    path = path.format(table="x", seat="y", name="z", number=1)
    request = urllib.request.Request(server.url + path, method="DELETE")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        assert answer.code == 405
        can = answer.headers["Allow"].split(", ")
        assert method in can
        assert json.loads(answer.read()) == {"error": f"DELETE isn't allowed here; use {' or '.join(can)}"}


def test_all_requests_are_described(server: Server) -> None:
    """The list above is all that there is, and every answer has a form."""
    paths = run(client.request(server.url, "/openapi.json"))["paths"]
    assert sorted((method.upper(), path) for path, methods in paths.items() for method in methods) == sorted(REQUESTS)
    for methods in paths.values():
        for described in methods.values():
            for answer in described["responses"].values():
                [content] = answer["content"].values()
                assert content["schema"], answer
