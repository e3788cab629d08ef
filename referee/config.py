"""The settings of one server as a value, read once from a given environment and passed on. Does not read os.environ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class BadSetting(ValueError):
    """An environment variable with a value that it cannot have; the message names both."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside. The defaults suit one process on a home network."""

    database: str = "sqlite:///referee.db"
    admin_token: str | None = None
    rate_limit: bool = True
    max_body: int = 65_536
    streams: int = 200
    heartbeat: float = 5.0
    patience: float = 10.0
    secret: str | None = None
    proxies: int = 0
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 256
    hosts: tuple[str, ...] = ()

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in the variables `REFEREE_...`; raises BadSetting.

        `REFEREE_SECRET` signs stream tickets: processes that share the load must share it; without it each process
        draws its own. `REFEREE_PROXIES` is the number of trusted proxies in front, whose `X-Forwarded-For` gives the
        caller's address. `REFEREE_HOSTS` are the names under which browsers reach it, `*` for any."""
        prefix = "REFEREE_"
        given = {
            name[len(prefix) :].lower(): value for name, value in environ.items() if name.startswith(prefix) and value
        }
        return cls(
            database=given.get("database", cls().database),
            admin_token=given.get("admin_token"),
            rate_limit=_switch(given, "rate_limit"),
            max_body=_number(given, "max_body", 1_024),
            streams=_number(given, "streams", 0),
            secret=given.get("secret"),
            proxies=_number(given, "proxies", 0),
            host=given.get("host", cls().host),
            port=_number(given, "port", 0),
            threads=_number(given, "threads", 1),
            hosts=tuple(given.get("hosts", "").replace(",", " ").split()),
        )


def _switch(given: Mapping[str, str], name: str) -> bool:
    text = given.get(name, "on")
    if text not in ("on", "off"):
        raise BadSetting(f"REFEREE_{name.upper()}={text!r}: on or off is wanted")
    return text == "on"


def _number(given: Mapping[str, str], name: str, lowest: int) -> int:
    default: int = getattr(Settings(), name)
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit()) or int(text) < lowest:
        raise BadSetting(f"REFEREE_{name.upper()}={text!r}: a whole number from {lowest} is wanted")
    return int(text)
