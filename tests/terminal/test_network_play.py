"""`feint play --server`: real commands in real terminals at a real server on loopback."""

import json
import re
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

import feint
from feint import client
from feint.core.prompter import Prompter
from feint.terminal import app
from feint.terminal.clocks import minutes, time_left
from feint.terminal.network_link import NetworkLink, printable
from feint.terminal.network_play import NetworkMatch
from feint.terminal.seat_tokens import SeatToken, folder
from kit.games import random_match
from kit.paths import EXAMPLE_GAMES, ROOT
from kit.server import Travel, in_this_process, limited, run, sit_openly
from kit.server_process import Server, serving, sqlite
from kit.terminal import TIMEOUT, Person, at_one_keyboard
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("processes")

SHORT = {"length": 4, "cards": 2, "stride": 2}
PAGE = (ROOT / "docs" / "players" / "network.md").read_text()
KUHN = EXAMPLE_GAMES / "kuhn_poker"
LOST, BACK = "Connection lost.", "Reconnected."


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats that a test leaves are not there in the next."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("remote")
    with serving(sqlite(folder), folder, str(KUHN)) as started:
        yield started


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def opens(url: str, *options: str) -> tuple[Person, str]:
    """Someone who opens a table of Tower Siege on a short road, and the table."""
    rulings = [word for name, value in SHORT.items() for word in ("--rule", f"{name}={value}")]
    person = Person("play", "tower-siege", "--plain", "--server", url, *rulings, *options)
    person.child.expect(r"Others join with: feint play --server (\S+) --table[ =](\S+)\r\n")
    person.raw += person.child.before + person.child.after
    assert person.child.match[1] == url
    return person, person.child.match[2]


def joins(url: str, table: str, *options: str) -> Person:
    return Person("play", "--plain", "--server", url, f"--table={table}", *options)


def sees(person: Person, text: str) -> None:
    person.child.expect_exact(text)
    person.raw += person.child.before + person.child.after


async def opened(url: str, seat: str | None = None, **rulings: Any) -> tuple[str, str]:
    """A table that a program opened, and the token of the seat that it has taken."""
    table = await client.open_table(url, "tower-siege", {**SHORT, **rulings})
    return table, await sit_openly(url, table, seat) if seat else ""


def resigns(url: str, table: str, token: str) -> None:
    async def go() -> None:
        async with client.join(url, table, token) as player:
            await player.resign()

    run(go())


def ends(person: Person) -> int:
    """Play no rematch; the exit status."""
    person.types("Play again? [y/N] ", "n")
    return person.leaves()


def test_the_menu_opens_a_table(url: str) -> None:
    """An address that leads nowhere is said so, and asked for again."""
    person = Person("--plain")
    for address in ("nowhere", f"{url}/"):
        person.types("or q to quit: ", "tower")
        person.types("Rulings: ", "")
        person.types("How do you want to play? (1-3; enter: 1) ", "3")
        person.types("The server's address, such as http://192.168.1.20:8765: ", address)
    person.child.expect(r"Others join with: feint play --server (\S+) --table[ =](\S+)\r\n")
    assert person.child.match[1] == url
    person.presses("Waiting for P2 to join ...", "c")
    assert person.leaves() == 0
    assert "a server's address is like http://127.0.0.1:8765" in person.screen
    assert "Your seat is kept." in person.screen


def test_a_draw_is_offered_at_one_terminal_and_accepted_at_another(url: str) -> None:
    one, table = opens(url)
    two = joins(url, table)
    one.types("Enter choice: ", "draw")
    sees(one, "You offer a draw. It stands until someone else plays on.")
    sees(two, "P1 offers a draw. Type draw to accept, or play on.")
    two.types("Waiting for P1 ... ", "draw")
    for person in (one, two):
        sees(person, "The players agreed to a draw.")
        sees(person, "Result: P1 0.5, P2 0.5")
        assert ends(person) == 0


def in_a_row(*texts: str) -> re.Pattern[str]:
    return re.compile(".*?".join(map(re.escape, texts)), re.DOTALL)


def test_two_terminals_play_a_whole_game(url: str) -> None:
    """At one machine, under one account: each its own seat, the dialogue of a local game, secrets kept, a record."""
    one, table = opens(url)
    sees(one, "Waiting for P2 to join ...")
    two = joins(url, table)
    sees(two, "You are P2 at a table of Tower Siege.")
    sees(two, "Waiting for P1 ...")
    one.moves("2")
    two.moves("2")
    two.types("battle card: ", "1")
    sees(two, "Waiting for P1 ...")
    one.types("battle card: ", "hello")
    assert "P2 plays" not in one.screen + two.screen
    one.types("battle card: ", "2")
    one.types("Enter choice: ", "board")
    one.types("Enter choice: ", "1")
    one.types("): ", "2")
    assert (ends(one), ends(two)) == (0, 0)
    told = ["P1 moves to position 2.", "P2 moves to position 2.", "Battle initiated at position 2!"]
    told += ["P1 plays 2. P2 plays 1.", "P1 wins the battle!", "P1 moves to position 4.", "Player 1 wins the game!"]
    for person in (one, two):
        assert in_a_row("Welcome to Tower Siege!", *told, "Result: P1 1, P2 0", "Saved to").search(person.screen)
    local = Person(
        *at_one_keyboard("tower-siege"), "--plain", *(f"--rule={name}={value}" for name, value in SHORT.items())
    )
    local.moves("2")
    assert local.quits() == 0
    first = local.screen.split("Player 2's Turn:")[0].split("Welcome")[1]
    assert first in one.screen, "it looks as it does at one keyboard"
    [path] = re.findall(r"Saved to (\S+)", one.screen)
    checked = command("check", path)
    assert (checked.returncode, "committed to" in checked.stdout) == (0, True), checked.stdout
    assert command("replay", path, "--all", "--as", "P1").returncode == 0
    assert not list(folder().glob("*.json")), "seats at tables that have ended aren't kept"


@pytest.mark.parametrize("name", feint.game_names())
def test_against_the_house(url: str, name: str, tmp_path: Path) -> None:
    """A whole match of each game against random bots; wrong answers cost nothing, so many are just tried."""
    game = feint.load(name, **limited(name))
    own, *others = [seat for seat in game.seats if seat != "attacker"] + ["attacker"] * ("attacker" in game.seats)
    rules = [f"--rule={ruling}={value}" for ruling, value in game.rulings_text.items()]
    seats = [f"--seat={seat}=random" for seat in others]
    typed = "\n".join(["1", "0", "n", "none", "2", "3", "4", "5", "-1"] * 3000)
    file = tmp_path / "played.feint"
    played = command("play", name, "--server", url, *rules, *seats, "--record", str(file), typed=typed)
    assert (played.returncode, played.stderr) == (0, "")
    assert f"You are {own} at a table of {game.title}." in played.stdout
    match = feint.replay(file.read_text())
    assert match.over
    assert match.seats == {own: "human"} | dict.fromkeys(others, "random")
    shown = [line for line in played.stdout.replace("\n    ", "\n").splitlines() if line]
    place = iter(shown)
    assert all(any(line in said for said in place) for line in match.log(own) if line), "the whole story, in order"


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that runs in this process leaves no game behind."""
    monkeypatch.setattr("feint.core.game._added", {})


@pytest.mark.usefixtures("own_games")
def test_a_game_of_ones_own(url: str, tmp_path: Path) -> None:
    """Served by its folder, and known by its name from then on: listed, opened, played, checked, analysed."""
    details = run(client.request(url, "/games/kuhn-poker"))
    assert [game["game"] for game in run(client.request(url, "/games"))] == [*feint.game_names(), "kuhn-poker"]
    assert (details["title"], details["lessons"], details["files"]) == ("Kuhn Poker", ["A bluff"], [])
    assert {"name": "card", "by_seat": True, "kind": None, "of_seats": False, "low": 0, "names": []} in details[
        "fields"
    ]
    file = tmp_path / "played.feint"
    typed = "\n".join(["9", "2", "1", "n"] * 9)
    played = command("play", str(KUHN), "--server", url, "--seat=second=perfect", "--record", str(file), typed=typed)
    assert (played.returncode, played.stderr) == (0, "")
    assert "You are first at a table of Kuhn Poker." in played.stdout
    assert "  1 pass   2 bet\nfirst, choose 1-2: 9\n" in played.stdout
    assert re.search(r"card +first: [123]; second: hidden\n", played.stdout)
    assert f"replay {file} --game {KUHN}\n" in played.stdout
    assert command("check", str(file), "--game", str(KUHN)).returncode == 0
    steps = run(client.request(url, "/steps", {"record": file.read_text(), "seat": "first"}))
    assert len(steps["steps"]) == len(feint.replay(file.read_text(), feint.load(KUHN)).steps) + 1


@pytest.mark.usefixtures("own_games")
def test_a_game_that_is_not_known_here_costs_nobody_a_seat(url: str) -> None:
    table = run(client.open_table(url, "kuhn-poker"))
    refused = command("play", "--server", url, f"--table={table}")
    assert refused.returncode == 2
    assert "the table plays kuhn-poker, a game that isn't known here" in refused.stderr
    assert "name your copy of its folder: feint play FOLDER" in refused.stderr
    assert set(run(client.request(url, f"/tables/{table}"))["seats"].values()) == {None}
    person = Person("play", str(KUHN), "--plain", "--server", url, f"--table={table}")
    person.child.expect(r"Others join with: feint play ./kuhn_poker --server (\S+) --table[ =](\S+)\r\n")
    person.presses("Waiting for second to join ...", "c")
    assert person.leaves() == 0


@pytest.mark.usefixtures("own_games")
def test_games_that_cannot_be_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place, name in (("one", "tower_siege"), ("two", "pokér"), ("three", "kuhn_poker"), ("four", "broken")):
        shutil.copytree(KUHN, tmp_path / place / name)
    (tmp_path / "four" / "broken" / "rules.py").write_text("STATE = (")
    wrong = {
        (str(tmp_path / "one" / "tower_siege"),): "there is another game called tower-siege",
        (str(tmp_path / "two" / "pokér"),): "'pokér' can't be a name on a server",
        (str(KUHN), str(tmp_path / "three" / "kuhn_poker")): "there is another game called kuhn-poker",
        (str(tmp_path / "four" / "broken"),): "rules.py, line 1, can't be read",
        (
            str(Path(feint.__file__).parent / "games" / "tower_siege"),
        ): "tower-siege comes with Feint and is served anyway",
        (str(tmp_path),): "is not a game: a game is a folder with a game.toml in it",
    }
    for folders, why in wrong.items():
        assert app.main(["serve", "--port", "0", *folders]) == 2
        assert why in capsys.readouterr().err


def test_coming_back_after_a_crash(url: str) -> None:
    """The token is in a file that only its owner can read, and nowhere else; the seat is there again."""
    one, table = opens(url)
    token = run(sit_openly(url, table, "P2"))
    sees(one, "Enter choice: ")
    one.child.kill(9)
    [path] = folder().glob("*.json")
    held = json.loads(path.read_text())
    assert (held["table"], held["seat"]) == (table, "P1")
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)
    one.child.wait()
    again = joins(url, table)
    sees(again, "You are P1 at a table")
    again.moves("1")
    sees(again, "Waiting for P2 ...")
    again.child.sendcontrol("c")
    assert again.leaves() == 0
    assert re.search(rf"Your seat is kept. Come back with: .*feint play --server {url} --table", again.screen)
    third = joins(url, table, "--seat", "P1=human")
    sees(third, "P1 moves to position 1.")
    resigns(url, table, token)
    sees(third, "P2 resigned.")
    assert ends(third) == 0
    assert held["token"] not in one.raw + again.raw + third.raw
    assert not path.exists()


def test_the_server_is_killed_while_someone_thinks(tmp_path: Path) -> None:
    """It is said once; what was chosen meanwhile is done once when it is back."""
    server = Server(sqlite(tmp_path), tmp_path / "log").start()
    try:
        one, table = opens(server.url)
        token = run(sit_openly(server.url, table, "P2"))
        sees(one, "Enter choice: ")
        server.kill()
        sees(one, LOST)
        one.moves("2")
        server.port = server.url.rsplit(":", 1)[1]
        server.start()
        sees(one, BACK)
        sees(one, "P1 moves to position 2.")

        log = run(chooses(server.url, table, token, "1"))
        assert [line for line in log if line.startswith("P1 moves")] == ["P1 moves to position 2."]
        one.types("Enter choice: ", "resign")
        one.types("Really resign? [y/N] ", "no")
        one.types("Enter choice: ", "resign")
        one.types("Really resign? [y/N] ", "yes")
        assert ends(one) == 0
        assert (one.screen.count(LOST), one.screen.count(BACK)) == (1, 1)
        assert in_a_row("You play on.", "P1 resigned.", "Result: P1 0, P2 1", "Saved to").search(one.screen)
    finally:
        server.stop()


async def chooses(url: str, table: str, token: str, choice: str) -> list[str]:
    """A program makes the next choice of a seat; its log after that."""
    async with client.join(url, table, token) as player:
        while not player.legal:
            await player.next_message()
        await player.choose(choice)
        return player.log


def test_a_prompt_ends_when_it_is_answered_elsewhere(url: str) -> None:
    """Whoever thinks is told at once, and what is half typed does not answer the next question."""
    two, table = opens(url, "--seat", "P2=human")
    assert "You are P2" in two.screen
    p1 = run(sit_openly(url, table, "P1"))
    [p2] = [json.loads(path.read_text())["token"] for path in folder().glob("*.json")]
    run(chooses(url, table, p1, "2"))
    two.types("Enter choice: ", "1")
    sees(two, "move forward (1-2): ")
    two.child.send("resi")
    sees(two, "resi")
    run(chooses(url, table, p2, "1"))  # the same seat, from another connection
    sees(two, "P2 moves to position 1.")
    sees(two, "Waiting for P1 ...")
    two.child.send("sleepy")
    sees(two, "sleepy")
    run(chooses(url, table, p1, "1"))
    two.types("Enter choice: ", "1")
    sees(two, "move forward (1-2): ")
    assert "Enter 1 to move forward or 2 to rest" not in two.screen
    resigns(url, table, p1)
    sees(two, "P1 resigned.")
    assert ends(two) == 0


# Sitting down, whatever happens meanwhile.

FAULTY = """
import os, sys
from feint import client
from feint.terminal.app import main
take = client.take_seat
async def faulty(*given):
    {}
client.take_seat = faulty
sys.exit(main(sys.argv[1:]))
"""
CRASH = "os._exit(9)"


def breaks(fault: str, url: str, table: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command, with something that goes wrong when the server is to be asked for a seat."""
    arguments = [sys.executable, "-c", FAULTY.format(fault), "play", "--server", url, f"--table={table}"]
    return subprocess.run(arguments, input=typed, capture_output=True, text=True, timeout=TIMEOUT)


def files() -> list[dict[str, Any]]:
    """The seats that are kept."""
    return [json.loads(path.read_text()) for path in folder().glob("*.json")]


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [
        (CRASH, 9, ""),
        (f"await take(*given); {CRASH}", 9, ""),
        ("await take(*given); raise client.ConnectionLost('silence')", 2, "feint: silence; try again with: "),
        ("raise client.ServerError('the database is not there', 503)", 2, "feint: the database is not there\n"),
    ],
)
def test_a_seat_is_not_lost_while_one_sits_down(url: str, fault: str, status: int, said: str) -> None:
    """The token is in its file before the server hears of it, and the same is asked for again."""
    table, _ = run(opened(url))
    broken = breaks(fault, url, table)
    assert (broken.returncode, broken.stderr.startswith(said), broken.stdout) == (status, True, "")
    [held] = files()
    back = joins(url, table)
    sees(back, "You are P1 at a table")
    token = run(sit_openly(url, table, "P2"))
    sees(back, "Enter choice: ")
    assert run(client.request(url, f"/tables/{table}"))["seats"]["P1"]["string"] == held["string"]
    assert files() == [held]
    resigns(url, table, token)
    assert ends(back) == 0
    assert "Saved to" in back.screen, "with the string that was promised"
    assert files() == []


def test_a_token_that_came_too_late_is_thrown_away(url: str) -> None:
    table, _ = run(opened(url))
    assert breaks(CRASH, url, table).returncode == 9
    assert [held["seat"] for held in files()] == ["P1"]
    run(sit_openly(url, table, "P1"))
    wanted = command("play", "--server", url, f"--table={table}", "--seat", "P1=human")
    assert (wanted.returncode, wanted.stderr) == (2, "feint: P1 is taken; P2 is open\n")
    assert files() == []

    other, _ = run(opened(url))
    assert breaks(CRASH, url, other).returncode == 9
    run(sit_openly(url, other, "P1"))
    two = joins(url, other)
    sees(two, "You are P2 at a table")
    assert [held["seat"] for held in files()] == ["P2"]
    assert two.quits("Waiting for P1 ...") == 0


def test_who_wants_a_seat_of_ones_own_does_not_get_it(url: str) -> None:
    """A second terminal of the same account leaves the first one's token alone."""
    one, table = opens(url)
    before = files()
    wanted = command("play", "--server", url, f"--table={table}", "--seat", "P1=human")
    assert (wanted.returncode, "P1 is taken" in wanted.stderr) == (2, True)
    assert files() == before
    assert one.quits("P2 to join ...") == 0


# Clocks, and those who have left.


def test_time_in_words() -> None:
    assert [minutes(seconds) for seconds in (0, 0.01, 25, 59.1, 580, 3600)] == [
        "0:00", "0:01", "0:25", "1:00", "9:40", "1:00:00",
    ]  # fmt: skip
    assert time_left({"P1": 580, "P2": 25}, "P2") == "You have 0:25, P1 9:40"
    assert time_left({"P1": 580, "P2": 25}, None) == "P1 9:40, P2 0:25"


def test_time_left_is_said_at_each_prompt(url: str) -> None:
    """Once for each, above it; and to those who wait, if they ask for something."""
    one, table = opens(url, "--clock", "game=360000")
    assert "    Clock: 100:00:00 per player for the whole match\n" in one.screen
    assert "    Clock: 100:00:00 per player for the whole match\n" in command("play", "--server", url).stdout
    token = run(sit_openly(url, table, "P2"))
    one.moves("1")
    one.types("Waiting for P2 ...", "")
    sees(one, "There is nothing to choose now.")
    sees(one, "Waiting for P2 ...")
    left = r" {4}You have \d+:\d\d:\d\d, P2 "
    assert re.search(rf"{left}100:00:00\nEnter choice: 1\n(.+\n)*{left}100:00:00\n.*\(1-2\): 1\n", one.screen)
    assert re.search(rf"meanwhile\.\n{left}\d+:\d\d:\d\d\n", one.screen)
    prompts = one.screen.count("Enter choice: ") + one.screen.count(" (1-2): ")
    assert one.screen.count("You have") == prompts + 1
    resigns(url, table, token)
    assert ends(one) == 0
    assert one.screen.count("You have") == prompts + 1, "nobody has time after the end"


def test_time_runs_out(url: str) -> None:
    """Nobody types anything."""
    one, table = opens(url, "--clock", "move=0.3")
    run(sit_openly(url, table, "P2"))
    assert ends(one) == 0
    assert in_a_row("P1 ran out of time.\n", "Result: P1 0, P2 1\n", "Saved to").search(one.screen)


def test_a_win_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That someone has left, or is back, is said once; too early it is refused in the server's words."""
    travel = Travel(monkeypatch)
    too_early = "P2 has left; unless they come back, the win can be claimed in "
    with in_this_process(sqlite(tmp_path), grace=0.01) as url:
        one, table = opens(url, "--clock", "game=360000")
        token = run(sit_openly(url, table, "P2"))
        watching = joins(url, table, "--watch")
        sees(watching, "Waiting for P1 ...")
        one.types("Enter choice: ", "claim")
        sees(one, too_early)
        sees(watching, "P2 has left.")

        async def comes_and_goes() -> None:
            async with client.join(url, table, token):
                for person in (one, watching):
                    sees(person, "P2 is back.")
                one.types("Enter choice: ", "claim")
                sees(one, "you can't claim the win: P2 is here.")

        run(comes_and_goes())
        sees(one, "P2 has left. If they stay away, type claim to claim the win.")
        sees(watching, "P2 has left.")
        one.moves("1")
        one.types("Waiting for P2 ...", "claim")
        sees(one, too_early)
        travel.on(61)
        one.types("Waiting for P2 ...", "claim")
        assert (ends(one), watching.leaves()) == (0, 0)
    assert in_a_row("P2 left the match.\n", "Result: P1 1, P2 0\n", "Saved to").search(one.screen)
    again = r" {4}P2 is back\.\n {4}You have \d+:\d\d:\d\d, P2 100:00:00\nEnter choice: "
    assert re.search(again, one.screen), "a prompt that is shown again says the time again"
    for person, hints in ((one, 2), (watching, 0)):
        said = [person.screen.count(text) for text in ("P2 has left.", "P2 is back.", "type claim")]
        assert said == [2, 1, hints]


def test_what_can_be_typed(url: str) -> None:
    """A win can only be claimed from people."""
    one, table = opens(url)
    run(sit_openly(url, table, "P2"))
    one.types("Enter choice: ", "?")
    sees(one, "claim (claim the win if an opponent stays away)")
    assert one.quits() == 0
    alone = Person("play", "tower-siege", "--plain", "--server", url, "--seat", "P2=random")
    alone.types("Enter choice: ", "?")
    assert alone.quits() == 0
    assert ("resign (give up)" in alone.screen, "claim" in alone.screen) == (True, False)


# Playing again.


def test_a_rematch(url: str, tmp_path: Path) -> None:
    """In the same terminals, with seats changed, with a new proof; the second to be asked hears of the first."""
    one, table = opens(url, "--record", str(tmp_path / "first.feint"))
    two = joins(url, table)
    two.types("Waiting for P1 ...", "resign")
    two.types("Really resign? [y/N] ", "yes")
    for person in (one, two):
        sees(person, "Play again? [y/N] ")
    assert {held["table"] for held in files()} == {table}
    one.child.sendline("y")
    sees(one, "You are P2 at a table of Tower Siege.")
    sees(one, "Waiting for P1 to play again ...")
    two.types("P1 wants to play again.\r\nPlay again? [y/N] ", "1")  # meant for the match that has ended
    sees(two, "Enter y to play again, or n to leave.")
    two.types("Play again? [y/N] ", "yes")
    sees(two, "You are P1 at a table of Tower Siege.")
    held = {one["seat"]: one for one in files()}
    assert set(held) == {"P1", "P2"}
    assert table not in {one["table"] for one in held.values()}
    two.moves("2")
    one.types("Enter choice: ", "resign")
    one.types("Really resign? [y/N] ", "yes")
    for person in (one, two):
        assert ends(person) == 0
        assert person.screen.count("Others join with") == (person is one)
        first, second = re.findall(r"Saved to (\S+)\n", person.screen)
        assert in_a_row("Result: P1 1, P2 0", first, "Result: P1 1, P2 0", second).search(person.screen)
        assert second not in (first, str(tmp_path / "first.feint"))
        checked = command("check", second)
        assert (checked.returncode, "committed to" in checked.stdout) == (0, True), checked.stdout
        assert not any(one["token"] in person.raw for one in held.values())
    assert (tmp_path / "first.feint").exists()
    assert files() == []


@pytest.mark.parametrize(
    "fault", [CRASH, f"await take(*given); {CRASH}", "await take(*given); raise client.ConnectionLost('')"]
)
def test_a_crash_before_the_rematch(url: str, fault: str) -> None:
    """At any time before one sits there, coming back to the old table leads to the new one."""
    one, table = opens(url)
    token = run(sit_openly(url, table, "P2"))
    sees(one, "Enter choice: ")
    resigns(url, table, token)
    sees(one, "Play again? [y/N] ")
    one.child.kill(9)
    one.child.wait()
    [old] = files()
    broken = breaks(f"if given[5] is None: return await take(*given)\n    {fault}", url, table, typed="y\n")
    assert (broken.returncode, "Play again? [y/N] y\n" in broken.stdout) == (9 if CRASH in fault else 2, True)
    [new] = [held for held in files() if held != old]
    assert f"table {table}\n".replace("table -", "table=-") in broken.stderr or CRASH in fault
    assert (new["seat"], new["before"]) == ("P2", old["token"])

    back = joins(url, table)
    back.types("Play again? [y/N] ", "y")
    sees(back, "You are P2 at a table")
    assert "wants to play again" not in back.screen, "that was oneself"
    assert files() == [new]
    run(sit_openly(url, new["table"], "P1", previous_token=token))
    assert back.quits("Waiting for P1 ...") == 0
    again = joins(url, new["table"])
    sees(again, "You are P2 at a table")
    assert again.quits("Waiting for P1 ...") == 0


def test_a_rematch_that_is_refused(tmp_path: Path) -> None:
    """In the server's words; the seat is kept, so that it can be tried again."""
    with in_this_process(sqlite(tmp_path), tables=1) as url:
        one, table = opens(url)
        token = run(sit_openly(url, table, "P2"))
        sees(one, "Enter choice: ")
        resigns(url, table, token)
        sees(one, "Play again? [y/N] ")
        run(opened(url))
        one.child.sendline("y")
        assert one.leaves() == 0
    told = in_a_row("your address already has 1 open tables; close some first.\n", "Try again with: ", table)
    assert told.search(one.screen)
    assert [held["table"] for held in files()] == [table]


def test_the_page_shows_how_a_table_is_opened(url: str) -> None:
    [shown] = re.findall(r"<!-- terminal -->\n```console\n(.*?)```", PAGE, re.DOTALL)
    first, _, rest = shown.replace("http://127.0.0.1:8765", url).partition("\n")
    person = Person(*first.removeprefix("$ feint ").split())
    sees(person, "P2 to join ...")
    table = re.findall(r"--table[ =](\S+)", person.screen)[0]
    assert person.screen.replace(table, "TABLE").replace("table=", "table ") == rest.rstrip("\n")
    person.child.sendcontrol("c")
    assert person.leaves() == 0


def test_a_full_table_is_watched(url: str) -> None:
    table, p1 = run(opened(url, "P1"))
    p2 = run(sit_openly(url, table, "P2"))
    joined, watched = joins(url, table), joins(url, table, "--watch")
    for person in (joined, watched):
        sees(person, "You are watching at a table of Tower Siege.")
        sees(person, " P1  1  2  3  T   P1's cards 1 2")
        person.types("Waiting for P1 ...", "resign")
        sees(person, "There is nothing to choose now.")
    run(chooses(url, table, p1, "2"))
    for person in (joined, watched):
        sees(person, "P1 moves to position 2.")
        sees(person, "  0  1 P1  3  T   P1's cards 1 2")
    resigns(url, table, p2)
    assert [person.leaves() for person in (joined, watched)] == [0, 0]


def test_tables_are_listed(url: str) -> None:
    table, _ = run(opened(url, "P1"))
    listed = command("play", "--server", url)
    assert "Tower Siege: P1 human, P2 open  (length=4, cards=2, stride=2)\n" in listed.stdout
    assert re.search(rf"Join with: .*feint play --server {url} --table[ =]{table}\n", listed.stdout)
    assert table in {one["table"] for one in json.loads(command("play", "--server", url, "--json").stdout)}


WRONG = {
    "--server nowhere": "a server's address is like http://127.0.0.1:8765",
    "--server http://127.0.0.1:1": "http://127.0.0.1:1 can't be reached: connection refused",
    "--server URL --table nobody": "there is no such table",
    "--server URL --table no/body": "a table's name is 1 to 32 letters",
    "--server URL --table=FULL --seat P1=human": "P1 is taken",
    "--server URL --table=FULL --seat P9=human": "P9",
    "tower-siege --server URL --table=FULL": "a table already has its game",
    "tower-siege --server URL --rule length=99": "length=99 is too large",
    "tower-siege --server URL --seat P2=genius": "genius",
    "tower-siege --server URL --seat P3=human": "P3",
    "tower-siege --server URL --seed 7": "a server deals by itself",
    "tower-siege --server URL --watch": "--watch goes with --table",
    "--server URL --rule length=3": "--rule, --players and --clock are for opening a table",
    "--table=FULL": "--table, --clock, --watch and --json go with --server URL",
    "tower-siege --clock move=30": "--table, --clock, --watch and --json go with --server URL",
    "--server URL --table=FULL --clock move=30": "--rule, --players and --clock are for opening a table",
    "tower-siege --server URL --clock blitz=3": "--clock takes move=SECONDS for each choice, or game=SECONDS",
    "tower-siege --server URL --clock move=soon": "--clock takes move=SECONDS for each choice, or game=SECONDS",
    "tower-siege --server URL --clock move=0": "0.1 to 604800 seconds",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_one_sentence(url: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = run(opened(url, "P1"))[0] if "FULL" in wrong else ""
    assert app.main(["play", *wrong.replace("URL", url).replace("FULL", table).split()]) == 2
    said = capsys.readouterr()
    assert WRONG[wrong] in said.err
    assert (said.out, said.err.count("\n"), said.err.startswith("feint: ")) == ("", 1, True)


def test_without_the_extra(url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "websockets", None)
    assert app.main(["play", "tower-siege", "--server", url]) == 2
    assert (
        capsys.readouterr().err == "feint: this needs websockets, which isn't installed: pip install 'feint[server]'\n"
    )


class Elsewhere(BaseHTTPRequestHandler):
    """A web server of someone else's."""

    def do_GET(self) -> None:
        self.send_response(404 if "nobody" in self.path else 200)
        self.send_header("Content-Type", "application/json" if "nobody" in self.path else "text/html")
        self.end_headers()
        self.wfile.write(b"<html>\x1b[2J")

    def log_message(self, *_: object) -> None:
        pass


def test_a_server_of_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            url = f"http://127.0.0.1:{other.server_port}"
            for given in (["--table", "nobody"], []):
                assert app.main(["play", "--server", url, *given]) == 2
                said = capsys.readouterr()
                assert (said.out, said.err.count("\n"), "\x1b" in said.err) == ("", 1, False)
                assert "is not a Feint server" in said.err or "doesn't fit this version" in said.err
        finally:
            other.shutdown()
            thread.join()


NOTHING_SAID: dict[str, Any] = {
    "public": True, "clock": None, "legal": [], "details": {}, "ask": None, "forced": False, "draw": [], "rematch": None,
}  # fmt: skip
JOINED = {"type": "joined", "seat": "P1", "number": 1}


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    """A server may send anything; what is shown is text."""
    evil = "\x1b]0;owned\x07\x1b[2J\u202e[red]x[/nothing]"
    match = feint.load("space-goats").start(seed=1)
    view = json.loads(json.dumps(match.view(None)))
    view["deck"][0]["name"] = evil
    seat = "\x1b]0;owned\x07\u202e"
    view["pending"] = [seat]
    table = {"type": "table", "table": "evil", "game": "space-goats", "title": evil, "rulings": view["rulings"]}
    table |= {
        "commitment": evil,
        "seat": None,
        "number": 1,
        "seats": {seat: {"who": "human", "string": None, "commitment": evil, "gone": None}},
        "view": view,
        "log": [evil],
        **NOTHING_SAID,
    }
    ended = {"why": "resigned", "by": evil, "scores": None, "secret": evil}

    def talks(connection: ServerConnection) -> None:
        connection.recv()
        connection.send(json.dumps({**table, "ended": None}))
        connection.send(json.dumps({"type": "change", "number": 2, "log": [evil, "The end."], "ended": ended}))
        with suppress(ConnectionClosed):
            connection.recv(timeout=TIMEOUT)

    with pretending(talks, table) as url:
        watching = joins(url, "evil", "--watch")
        sees(watching, "The end.")
        assert watching.leaves() == 0
    shown = watching.raw.replace("\x1b[2K", "")  # the line that says whom one waits for is taken away again
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "?]0;owned??[2J?[red]x[/nothing] resigned." in shown.replace("\r\n", "").replace("\n", "")


@contextmanager
def pretending(talks: Callable[[ServerConnection], None], about: dict[str, Any] | None = None) -> Iterator[str]:
    """A server that says whatever a test wants; `about` is what it says of a table to whoever isn't connected."""

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        if "Upgrade" in request.headers:
            return None
        told = connection.respond(HTTPStatus.OK, json.dumps(about))
        del told.headers["Content-Type"]
        told.headers["Content-Type"] = "application/json"
        return told

    with serve(talks, "127.0.0.1", 0, process_request=answer) as pretended:
        thread = threading.Thread(target=pretended.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{pretended.socket.getsockname()[1]}"
        finally:
            pretended.shutdown()
            thread.join()


@pytest.mark.parametrize(
    "answer", [{"type": "done"}, {"type": "change", "number": 2}, {"type": "error", "error": "no"}]
)
def test_a_choice_without_an_answer_is_sent_again(answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same under the same id, over a new connection, until it is answered; then no more."""
    monkeypatch.setattr("feint.terminal.network_link.RETRY_DELAYS", (0.01,))
    heard: list[dict[str, Any]] = []
    whole = {**NOTHING_SAID, "type": "table", "table": "table", "view": None, "log": [], "ended": None, "number": 1}
    whole |= {"commitment": "ab" * 32, "game": "tower-siege", "title": "", "rulings": {}, "seat": "P1", "seats": {}}
    token = SeatToken("", "table", "P1", "token", "string", "ab" * 32)

    def talks(connection: ServerConnection) -> None:
        joined = json.loads(connection.recv())
        connection.send(json.dumps(whole if joined["seen"] is None else JOINED))
        with suppress(ConnectionClosed):
            heard.append(json.loads(connection.recv()))
            if len(heard) == 3:
                connection.send(json.dumps({**answer, "done" if answer["type"] == "change" else "id": heard[0]["id"]}))
                heard.append(json.loads(connection.recv()))

    with pretending(talks) as url:
        link = NetworkLink(url, "table", token, threading.Condition())
        link.start()
        link.send({"type": "choose", "ask": 0, "choice": "1"})
        with link.changed:
            assert link.changed.wait_for(lambda: link.request is None and not link.lost, 60)
        link.stop()
    assert len(heard) == 3
    assert heard[0] == heard[1] == heard[2] == {"type": "choose", "ask": 0, "choice": "1", "id": heard[0]["id"]}
    assert link.refusal == answer.get("error")


def test_an_end_that_comes_while_the_log_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts may change at any time; then it isn't the end that is waited for."""
    playing = {"game": "tower-siege", "rulings": SHORT, "seat": "P1", "number": 3, "log": [], "legal": []}
    playing |= {"view": {"pending": ["P2"]}, "seats": {"P2": {"who": "human"}}, "ask": None, "ended": None}
    link = cast(Any, SimpleNamespace(facts=playing, preparing={}))
    match = NetworkMatch(link, None, cast(Any, SimpleNamespace(report_connection=lambda: None)), None)

    def the_end_comes(match: NetworkMatch) -> None:
        link.facts = {**playing, "number": 4, "view": {"pending": []}, "ended": {"reason": "resigned"}}

    def waits(match: NetworkMatch, line: str, facts: dict[str, Any]) -> None:
        assert (line, link.facts["number"] != facts["number"]) == ("Waiting for P2 ...", True), "it would never end"

    for name, does in {
        "_welcome": lambda match: None,
        "_show_log": the_end_comes,
        "_wait": waits,
        "_show_end": lambda match: False,
    }.items():
        monkeypatch.setattr(NetworkMatch, name, does)
    monkeypatch.setattr("feint.terminal.dialogue.Dialogue.draw", lambda *given, **more: None)
    assert match.play() is None
    assert link.facts["number"] == 4


class Recorder(Prompter):
    """Notes what a screen says up to its first question."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def say(self, line: str = "") -> None:
        self.said.append(line)

    def read(self, prompt: str, secret: bool = False, above: Any = ()) -> str:
        self.said.append((prompt, tuple(above)))
        raise EOFError


@pytest.mark.parametrize("name", feint.game_names())
def test_screens_take_what_comes_over_the_wire(name: str) -> None:
    """Boards and questions are the same from a view that was sent, for seats and for those who watch."""
    match = random_match(feint.load(name).for_simulation(), 3)
    screen = match.game.screen
    assert screen is not None
    for step in range(0, len(match.steps) + 1, 1 + len(match.steps) // 60):
        then = match.at(step)
        for seat in (*match.game.seats, None):
            view = then.view(seat)
            sent = printable(json.loads(json.dumps(view)), drawn=True)
            assert sent == json.loads(json.dumps(view)), "nothing of it has to be taken out"
            drawings = [screen.board, *screen.PANELS.values()]
            assert all(draw(sent) == draw(view) for draw in drawings)
            if seat in then.pending:
                assert asked(screen, sent, then.legal(seat)) == asked(screen, view, then.legal(seat))
                needs = [screen.need_not_ask(v, alone=False) for v in (sent, then.view(None))]
                assert needs[0] == needs[1], "a seat's own view says no more about it than a spectator's"


def asked(screen: Any, view: Any, legal: list[str]) -> list[Any]:
    table = Recorder()
    with suppress(EOFError):
        table.said.append(screen.ask(view, legal, table))
    return table.said


def test_a_record_that_was_not_promised_is_not_taken() -> None:
    """Chance from another secret than the one promised, or without one's own string, as a seat's file of before has them."""
    from feint.core.fairness import Fairness, commitment
    from feint.witness import Unfair

    secret = "ab" * 32
    fairness = Fairness(commitment(secret), {"P1": "mine", "P2": "theirs"}, secret)
    record = feint.load("tower-siege").start(fairness=fairness).record()
    for string, promised, says in (
        ("mine", commitment(secret), None),
        ("other", commitment(secret), "chance wasn't made from your string"),
        ("mine", "cd" * 32, "another commitment than the one that you saw first"),
    ):
        witness = SeatToken("", "", "P1", "", string, promised).witness
        witness.seat = "P1"
        if says is None:
            assert witness.check_record(record) is not None
        else:
            with pytest.raises(Unfair, match=says):
                witness.check_record(record)
    with pytest.raises(Unfair, match="no proof"):
        SeatToken("", "", "P1", "", "", "").witness.check_record(feint.load("tower-siege").start(seed=1).record())
