"""Which addresses may be contacted: public ones, and what the settings allow besides.

The check is made on the socket address itself, at the moment of connecting: after DNS, for every
redirect hop, and for literals in any spelling. A name that resolves differently a second time has
no window. It does not see through an egress proxy.
"""

import socket
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import Any

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

SCHEMES = frozenset({"http", "https"})

_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052, 2.1
_GLOBAL_UNICAST = IPv6Network("2000::/3")  # the only block that IANA allocates from
# Special-purpose blocks that older versions of `ipaddress` take for global.
_SPECIAL = (IPv4Network("192.88.99.0/24"), IPv6Network("3fff::/20"))

_refused: ContextVar[list[Address] | None] = ContextVar("refused addresses", default=None)


class ForbiddenAddressError(OSError):
    """An address that is neither public nor allowed; nothing was sent to it."""


def allowed(address: Address, networks: Iterable[Network]) -> bool:
    """Whether `address` is global unicast (IANA special-purpose registries) or in `networks`.

    An IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo) is judged by that
    address: the packet ends there.
    """
    known = tuple(networks)
    if _within(address, known):
        return True
    if isinstance(address, IPv6Address):
        inner = _embedded(address)
        if inner is not None:
            return allowed(inner, known)
        if address not in _GLOBAL_UNICAST:
            return False
    public = address.is_global and not address.is_multicast and not address.is_reserved
    return public and not _within(address, _SPECIAL)


def _within(address: Address, networks: Iterable[Network]) -> bool:
    return any(address.version == net.version and address in net for net in networks)


def _embedded(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def guarded_sockets(networks: Iterable[Network]) -> Callable[[tuple[Any, ...]], socket.socket]:
    """A socket factory for `aiohttp.TCPConnector` that refuses forbidden addresses.

    It is given the very address that is about to be connected, and raises ForbiddenAddressError
    before a socket exists. What it refused is also added to the list of `watch_refusals`.
    """
    known = tuple(networks)

    def make(info: tuple[Any, ...]) -> socket.socket:
        family, kind, protocol, _, sockaddr = info
        address = ip_address(str(sockaddr[0]).partition("%")[0])
        if not allowed(address, known):
            seen = _refused.get()
            if seen is not None:
                seen.append(address)
            raise ForbiddenAddressError(f"{address} is no public address")
        return socket.socket(family=family, type=kind, proto=protocol)

    return make


def watch_refusals() -> list[Address]:
    """A fresh list that collects what is refused in this task and in tasks started from it.

    aiohttp folds several failed addresses into one OSError; the list still knows which were ours.
    """
    seen: list[Address] = []
    _refused.set(seen)
    return seen
