"""Who may call this server through a browser: only its own pages, and only under its own names."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from functools import lru_cache

from flask import request

from referee.game.refused import Refused

ANY = "*"
READING = frozenset(("GET", "HEAD", "OPTIONS"))
OWN_SITES = frozenset(("same-origin", "none"))  # `none`: the reader asked for it, not a page
# What home routers and mDNS append to a machine's name. None is in the public DNS, so nobody can register one.
HOME_DOMAINS = ("local", "lan", "home.arpa", "internal")
PORTS = {"http": "80", "https": "443"}
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")


def own_names(told: Iterable[str], listens_on: str = "", machine: str | None = None) -> frozenset[str]:
    """The names of this server in lower case: those configured, the address it listens on, and the machine's own."""
    first = (socket.gethostname() if machine is None else machine).lower().partition(".")[0]
    own = {first, *(f"{first}.{domain}" for domain in HOME_DOMAINS)} if first else set()
    return frozenset({"localhost", listens_on.lower(), *own, *(name.lower().rstrip(".") for name in told)} - {""})


def gate(names: frozenset[str]) -> Callable[[], None]:
    """The check before every request; raises Refused `unknown-host` or `cross-origin`.

    A request without `Host`, `Origin` and `Sec-Fetch-Site` passes: it does not come from a browser."""
    ours = lru_cache(1024)(lambda host: is_ours(host, names))

    def check() -> None:
        host = request.environ.get("HTTP_HOST")
        if host is not None and not ours(host):
            raise Refused("unknown-host", host=_printable(host))
        if request.method not in READING and not _from_own_page(host or ""):
            raise Refused("cross-origin")

    return check


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a `Host` may be this server: one of its names, or an address.

    A stranger can only make a *name* point here (DNS rebinding); a page under an address comes from that address."""
    parts = _HOST.fullmatch(host)
    if parts is None:
        return False
    name = parts[1].lower().rstrip(".")
    return ANY in names or name in names or name.endswith(".localhost") or _is_address(name.strip("[]"))


def _from_own_page(host: str) -> bool:
    """Whether only a page of our own can have sent this. Over plain http browsers leave `Sec-Fetch-Site` out."""
    site = request.environ.get("HTTP_SEC_FETCH_SITE")
    if site is not None:
        return site in OWN_SITES
    origin = request.environ.get("HTTP_ORIGIN")
    return origin is None or _is_at(origin, host)


@lru_cache(1024)
def _is_at(origin: str, host: str) -> bool:
    """Whether an origin is this host. `null`, which sandboxed pages and files send, never is."""
    scheme, _, place = origin.partition("://")
    theirs, ours = _HOST.fullmatch(place), _HOST.fullmatch(host)
    if theirs is None or ours is None or scheme not in PORTS:
        return False
    port = PORTS[scheme]  # the default port is the browser's: a proxy may terminate https for us
    return (theirs[1].lower(), theirs[2] or port) == (ours[1].lower(), ours[2] or port)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _printable(host: str) -> str:
    return re.sub(r"[^!-~]", "?", host[:80])
