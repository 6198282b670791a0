"""`feint serve`: the network table, on a database of one's own or PostgreSQL."""

import asyncio
import ipaddress
import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from feint.core.errors import FeintError
from feint.core.extras import require_extra

if TYPE_CHECKING:
    from feint.server.event_store import EventStore


def run(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    limits: dict[str, str],
    proxy: str | None = None,
    opened: Callable[[str], None] | None = None,
) -> None:
    """Serve until someone stops it.

    `proxy` is the address of a server before this one, if there is one. `opened` is told the address that can be used
    from now on.
    """
    require_extra("uvicorn", "server")
    require_extra("sqlalchemy", "server")
    require_extra("fastapi", "server")
    require_extra("orjson", "server")
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from feint.server.app import ENVIRONMENT
    from feint.server.event_store import EventStore as Database
    from feint.server.settings import Settings, limited
    from feint.server.websocket import DirectWebSocket

    place = database or f"sqlite+aiosqlite:///{user_data_path('feint') / 'tables.sqlite'}"
    settings = limited(Settings(place), limits)
    store = Database(settings.database)
    if workers < 1:
        raise FeintError("--workers takes 1 or more")
    if workers > 1 and not store.postgresql:
        raise FeintError(
            "several workers need PostgreSQL: give --database postgresql+asyncpg://..., or leave --workers out"
        )
    if proxy is not None:
        _check_address(proxy)
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
        ws=DirectWebSocket,
        ws_max_size=settings.message,
        ws_per_message_deflate=False,  # lengths of what is compressed tell about what is in it
        server_header=False,
        # Anyone can write into a header where they come from; only a server that one has put there oneself is believed.
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
    )
    listening = _listen(host, port)
    name, bound = listening.getsockname()[:2]
    everywhere = ipaddress.ip_address(name.partition("%")[0]).is_unspecified
    name = own_address() if everywhere else name
    address = f"http://{f'[{name}]' if ':' in name else name}:{bound}"
    whom = " for all in your network" if everywhere else ""
    print(f"Feint is served at {address}{whom} (Ctrl-C stops it)", flush=True)
    if opened is not None:
        opened(address)
    server = uvicorn.Server(config)
    if workers == 1:
        server.run(sockets=[listening])
    else:
        Multiprocess(config, sockets=[listening]).run()


async def _try(store: "EventStore") -> None:
    """Say at once what is wrong with a database, and bring it into form before any worker uses it."""
    await store.open()
    await store.close()


def _check_address(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise FeintError(
            f"--proxy takes the address of a server, like 127.0.0.1, or of a network; {proxy} is none"
        ) from None


def own_address() -> str:
    """The address by which others in the network reach this machine. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outwards:
        try:
            outwards.connect(("192.0.2.1", 9))  # an address that is nobody's: which of ours it would come from counts
        except OSError:
            return "127.0.0.1"  # there is no network
        name: str = outwards.getsockname()[0]
        return name


def _listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on, so that the address that is printed can be used at once."""
    if port > 65535:
        raise FeintError(f"there is no port {port}; they go up to 65535")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(found[4][:2], family=found[0], backlog=2048)
    except OSError as error:
        raise FeintError(f"can't listen at {host}, port {port}: {(error.strerror or str(error)).lower()}") from None
    listening.set_inheritable(True)
    return listening
