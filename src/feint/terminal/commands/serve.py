"""`feint serve` lets people and bots play over a network, on a database file or PostgreSQL."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.files import reason
from feint.core.game import register_game
from feint.core.rulings import read_pairs
from feint.protocol import NAME, SEATS
from feint.terminal.arguments import Commands, Options, add_count, whole_number

if TYPE_CHECKING:
    import socket

    from feint.server.event_store import EventStore

STOP_WAIT = 4  # seconds for answers that are under way when the server is to stop
DATABASE_VARIABLE = "FEINT_DATABASE"  # of the environment


def add_parser(commands: Commands) -> None:
    """The arguments of `feint serve`."""
    parser = commands.add_parser("serve", help="let people and bots play over a network")
    help = "the folder of a game of your own, to be played there besides those that come with Feint"
    parser.add_argument("games", metavar="FOLDER", nargs="*", type=Path, help=help)
    host = "127.0.0.1"
    parser.add_argument("--host", metavar="ADDRESS", default=host, help=f"address to listen on (default: {host})")
    help = "port to listen on; 0 picks a free one (default: 8765)"
    parser.add_argument("--port", metavar="N", type=whole_number, default=8765, help=help)
    help = f"postgresql+asyncpg://... (default: what {DATABASE_VARIABLE} says, or a SQLite file in your data folder)"
    parser.add_argument("--database", metavar="URL", help=help)
    help = "file with the database's password, which others on this machine could read in a command"
    parser.add_argument("--database-password-file", metavar="FILE", type=Path, help=help)
    add_count(parser, "--workers", "number of processes; more than 1 needs PostgreSQL", 1)
    help = "change a limit; docs/developers/server.md lists them"
    parser.add_argument("--limit", metavar="NAME=VALUE", action="append", default=[], help=help)
    help = "address of the reverse proxy in front of this server, which is trusted to say who is asking"
    parser.add_argument("--proxy", metavar="ADDRESS", help=help)
    help = "name by which this server may be called, besides addresses and names in a home network; * for any"
    parser.add_argument("--allow-host", metavar="NAME", action="append", default=[], help=help)
    help = "site whose pages may use this server, such as https://example.org; * for any"
    parser.add_argument("--allow-origin", metavar="ORIGIN", action="append", default=[], help=help)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Serve until Ctrl-C."""
    limits = read_pairs(options.limit)
    database = _with_password(options.database or os.environ.get(DATABASE_VARIABLE), options.database_password_file)
    hosts, origins = ([text.lower() for text in given] for given in (options.allow_host, options.allow_origin))
    games = [_own_game(folder) for folder in options.games]
    serve(
        options.host, options.port, database, options.workers, limits, options.proxy, hosts=hosts, origins=origins,
        games=games,
    )  # fmt: skip
    return 0


def _own_game(folder: Path) -> str:
    """The folder of a game, as workers find it. What is wrong with it is said at once."""
    game = register_game(folder)
    if game.is_builtin:
        raise FeintError(f"{game.name} comes with Feint and is served anyway; name the folders of your own games")
    for text in (game.name, *game.all_seats):
        if not re.fullmatch(NAME, text):
            raise FeintError(
                f"{text!r} can't be a name on a server: it takes up to 64 letters, digits, and any of _ . : % -"
            )
    if len(game.all_seats) > SEATS:
        raise FeintError(f"{game.name} has {len(game.all_seats)} seats; a table on a server has {SEATS} at the most")
    game.start(seed=0)
    return str(game.folder)


def _with_password(database: str | None, file: Path | None) -> str | None:
    """The URL of a database with the password from a file, if there is one: the first line, without its end."""
    if file is None:
        return database
    require_extra("sqlalchemy", "server")
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        password = next(iter(file.read_text(encoding="utf-8").splitlines()), "")
    except OSError as error:
        raise FeintError(f"{file} can't be read: {reason(error)}") from None
    except ValueError:
        raise FeintError(f"{file} can't be read: it is not text") from None
    if not password:
        raise FeintError(f"{file} is empty; its first line should be the database's password")
    try:
        url = make_url(database or "")
    except ArgumentError:
        url = None
    if url is None or not url.drivername.startswith("postgresql"):
        raise FeintError("--database-password-file needs a --database postgresql+asyncpg://...; a file has no password")
    if url.password is not None:
        raise FeintError("the database's password is in --database and in a file; leave one of them out")
    return url.set(password=password).render_as_string(hide_password=False)


def serve(
    host: str,
    port: int,
    database: str | None = None,
    workers: int = 1,
    limits: dict[str, str] | None = None,
    proxy: str | None = None,
    on_listening: Callable[[str], None] | None = None,
    hosts: Sequence[str] = (),
    origins: Sequence[str] = (),
    games: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C.

    `proxy` is the address of a reverse proxy, if there is one. `on_listening` is called with the address, once
    connections to it are accepted. `games` are folders of one's own games.
    """
    require_extra("uvicorn", "server")
    require_extra("sqlalchemy", "server")
    require_extra("fastapi", "server")
    require_extra("orjson", "server")
    import asyncio
    import ipaddress

    import uvicorn
    from platformdirs import user_data_path
    from uvicorn.supervisors import Multiprocess

    from feint.server.app import ENVIRONMENT
    from feint.server.event_store import EventStore
    from feint.server.http_limits import LimitedHttp
    from feint.server.settings import Settings, limited
    from feint.server.websocket import DirectWebSocket

    place = database or f"sqlite+aiosqlite:///{user_data_path('feint') / 'tables.sqlite'}"
    settings = limited(Settings(place, hosts=tuple(hosts), origins=tuple(origins), games=tuple(games)), limits or {})
    store = EventStore(settings.database)
    if workers < 1:
        raise FeintError("--workers must be 1 or more")
    if workers > 1 and not store.postgresql:
        raise FeintError(
            "several workers need PostgreSQL: add --database postgresql+asyncpg://..., or leave out --workers"
        )
    if proxy is not None:
        _check_proxy(proxy)
    asyncio.run(_try(store))
    os.environ[ENVIRONMENT] = settings.to_json()
    config = uvicorn.Config(
        "feint.server.app:app_from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,  # whoever knows the address of a table that isn't public can sit down there
        log_level="warning",
        http=LimitedHttp,
        ws=DirectWebSocket,
        ws_max_size=settings.message,
        ws_per_message_deflate=False,  # lengths of what is compressed tell about what is in it
        server_header=False,
        timeout_graceful_shutdown=STOP_WAIT,
        # Anyone can write into a header where they come from; only a server that one has put there oneself is believed.
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
    )
    listening = _listen(host, port)
    name, bound = listening.getsockname()[:2]
    everywhere = ipaddress.ip_address(name.partition("%")[0]).is_unspecified
    name = own_address() if everywhere else name
    address = f"http://{f'[{name}]' if ':' in name else name}:{bound}"
    scope = " for everyone on your network" if everywhere else ""

    def announce() -> None:
        print(f"Feint is running at {address}{scope} (Ctrl-C stops it)", flush=True)
        if on_listening is not None:
            on_listening(address)

    class Server(uvicorn.Server):
        async def startup(self, sockets: "list[socket.socket] | None" = None) -> None:
            """Begin, and say so once it is true: meanwhile another server may have taken the database's file."""
            await super().startup(sockets)
            announce()

    with listening:
        if workers == 1:
            Server(config).run(sockets=[listening])
        else:
            announce()
            Multiprocess(config, sockets=[listening]).run()


async def _try(store: "EventStore") -> None:
    """Find out at once what is wrong with a database, and migrate it before any worker uses it."""
    await store.open()
    await store.close()


def _check_proxy(proxy: str) -> None:
    import ipaddress

    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise FeintError(f"--proxy takes an address like 127.0.0.1, or a network; {proxy} is neither") from None


def own_address() -> str:
    """The address at which others on the network reach this machine. Nothing is sent to find it out."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outgoing:
        try:
            outgoing.connect(("192.0.2.1", 9))  # an address that is nobody's: which of ours it would come from counts
        except OSError:
            return "127.0.0.1"  # there is no network
        name: str = outgoing.getsockname()[0]
        return name


def _listen(host: str, port: int) -> "socket.socket":
    """A socket that accepts connections from now on, so that the address that is printed can be used at once."""
    import socket

    if port > 65535:
        raise FeintError(f"there is no port {port}; ports go up to 65535")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(found[4][:2], family=found[0], backlog=2048)
    except OSError as error:
        raise FeintError(f"can't listen on {host}, port {port}: {(error.strerror or str(error)).lower()}") from None
    listening.set_inheritable(True)
    return listening
