"""Which names the server answers to, and which sites' pages may use it.

A page on the internet can have its name point to your machine, and would then reach a server that only your own network
should. So a server answers to addresses, to names that only a home network knows, and to those that its operator has
named. And what changes something, or lasts, is refused to pages of other sites; programs that are no browsers don't say
where they come from, and are served.
"""

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.types import Scope

from feint.server.http_limits import HOST, ORIGIN
from feint.server.network import LIMITS
from feint.server.settings import Settings

ANY = "*"
AT_HOME = (".local", ".localhost", ".internal", ".lan", ".home.arpa")  # ends of names that nobody can register
READING = {"GET", "HEAD", "OPTIONS"}


class Misdirected(NamedTuple):
    """Why a request is refused."""

    status: int
    sentence: str


def misdirected(scope: Scope, settings: Settings) -> Misdirected | None:
    """Why a request or a connection is not for this server, or not from a page that may use it; None if it is."""
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1").strip().lower()
    found: tuple[str, Misdirected] | None = None
    if host and not _is_ours(_name(host), settings):
        said = f"this server isn't known as {_shown(_name(host))}; whoever runs it can allow it by --allow-host"
        found = HOST, Misdirected(421, said)
    elif b"origin" in headers and (scope["type"] == "websocket" or scope["method"] not in READING):
        origin = headers[b"origin"].decode("latin-1").strip().lower()
        if not _may_use(origin, host, settings):
            said = f"pages of {_shown(origin)} may not use this server; whoever runs it can allow it by --allow-origin"
            found = ORIGIN, Misdirected(403, said)
    if found is None:
        return None
    limits = scope.get("state", {}).get(LIMITS)
    if limits is not None:
        limits.note(found[0], scope["client"][0] if scope.get("client") else "")
    return found[1]


def _name(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0].rstrip(".") if host.count(":") == 1 else host.rstrip(".")


def _is_ours(name: str, settings: Settings) -> bool:
    if ANY in settings.hosts or name in settings.hosts or "." not in name or name.endswith(AT_HOME):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _may_use(origin: str, host: str, settings: Settings) -> bool:
    if ANY in settings.origins or origin in settings.origins:
        return True
    try:
        place = urlsplit(origin)
        site, name = place.netloc, place.hostname
    except ValueError:
        return False
    return bool(site) and (_without_usual_port(site) == _without_usual_port(host) or name in settings.hosts)


def _without_usual_port(host: str) -> str:
    return host.removesuffix(":443").removesuffix(":80")


def _shown(text: str) -> str:
    """What someone sent, as it can be shown."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:100]) or "nothing"
