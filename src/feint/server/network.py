"""Who is on the other side of the network: as far as limits go, a network and not a single address.

Anyone with IPv6 has at least 2^64 addresses, so limits count a whole /64 there. With IPv4 it is one address, unless the
operator wants more of them to count as one.
"""

import ipaddress
from functools import lru_cache
from typing import Protocol

from starlette.types import Scope

LIMITS = "feint.limits"  # where requests and connections find the limits, in the state that the application gives them


class Prefixes(Protocol):
    """How many bits of an address make a network."""

    @property
    def ipv4_prefix(self) -> int:
        """Of one of 32 bits."""

    @property
    def ipv6_prefix(self) -> int:
        """Of one of 128 bits."""


def network_of(address: str, prefixes: Prefixes | None) -> str:
    """The network that an address counts for."""
    if prefixes is None:
        return address[:64]
    return _network(address[:64], prefixes.ipv4_prefix, prefixes.ipv6_prefix)


def client_address(scope: Scope) -> str:
    """Where a request or a connection comes from: the network, for which limits count."""
    client = scope.get("client")
    return network_of(client[0], scope.get("state", {}).get(LIMITS)) if client else ""


@lru_cache(maxsize=4096)
def _network(address: str, ipv4_prefix: int, ipv6_prefix: int) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a proxy may call it anything
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, ipv6_prefix), strict=False))
        found = found.ipv4_mapped
    return str(found) if ipv4_prefix == 32 else str(ipaddress.ip_network((found, ipv4_prefix), strict=False))
