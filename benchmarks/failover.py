"""A PostgreSQL primary killed under load, and its synchronous standby promoted; run as `python -m benchmarks.failover [--short]`.

Both servers are started here, on Unix sockets. Clients play matches through one URL that names both (libpq goes to the
one that takes writes) and repeat each act with its key until it is acknowledged. Then every acknowledged act must be
there, none twice, every chain whole. Exit status 1 if not."""

from __future__ import annotations

import contextlib
import logging
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from benchmarks.append import receipt
from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report
from referee.events.log import Recorded, check_chain
from referee.stores import open_store
from referee.stores.contract import AlreadyDone, Store, StoreUnavailable
from tests.stores.postgres_server import Postgres

CLIENTS = 8
PATIENCE = 120.0


@contextlib.contextmanager
def pair() -> Iterator[tuple[Postgres, Postgres]]:
    """A primary that acknowledges nothing before its standby has it on disk, and that standby."""
    with tempfile.TemporaryDirectory(prefix="referee-pair-", dir=".") as name, contextlib.ExitStack() as stack:
        folder = Path(name).resolve()
        primary = Postgres(folder, "primary")
        primary.make()
        primary.start(synchronous_standby_names="*", wal_keep_size="64MB")
        stack.callback(_stop, primary)
        standby = Postgres(folder, "standby")
        source = f"host={folder} port={primary.port} user=postgres application_name=standby"
        # -X stream, -R: what it needs to follow. Until it does, nothing else on the primary is acknowledged.
        standby.run("pg_basebackup", "-D", str(standby.data), "-d", source, "-R", "-X", "stream", "-c", "fast", "-N")
        standby.start(synchronous_standby_names="")
        stack.callback(_stop, standby)
        with psycopg.connect(primary.url, autocommit=True) as connection:
            while connection.execute("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone() is None:
                time.sleep(0.05)
        yield primary, standby


def _stop(server: Postgres) -> None:
    with contextlib.suppress(Exception):  # it may be dead already, which is the point here
        server.stop("immediate")


def both(primary: Postgres, standby: Postgres) -> str:
    """The URL that leads to whichever of the two takes writes."""
    host = quote(str(primary.folder), safe="")
    return (
        f"postgresql://postgres@/postgres?host={host},{host}&port={primary.port},{standby.port}"
        "&target_session_attrs=read-write"
    )


class Client(threading.Thread):
    """Plays a match until stopped; each act is repeated with its key until it is acknowledged."""

    def __init__(self, store: Store, match: str, log: list[Recorded]) -> None:
        super().__init__()
        self.store, self.match, self.log = store, match, log
        self.acknowledged: list[Recorded] = []
        self.repeated = self.doubtful = 0
        self.longest = 0.0
        self.stopping = threading.Event()

    def run(self) -> None:
        """Play on."""
        for event in self.log:
            if self.stopping.is_set():
                return
            began = time.monotonic()
            while not self._acted(event):
                self.repeated += 1
                assert time.monotonic() - began < PATIENCE, "no server came back"
                time.sleep(0.05)
            self.longest = max(self.longest, time.monotonic() - began)
            self.acknowledged.append(event)

    def _acted(self, event: Recorded) -> bool:
        try:
            self.store.append(self.match, event.version - 1, [event], receipt=receipt(event))
        except AlreadyDone:
            self.doubtful += 1  # it was stored, and the answer was lost
        except StoreUnavailable:
            return False
        return True


def whole(store: Store, client: Client) -> bool:
    """Whether the log is the acknowledged acts, in order, each once, with an unbroken chain."""
    log = list(store.events(client.match))
    last = check_chain(log)
    return log == client.acknowledged and last is not None and client.acknowledged != []


def main() -> None:
    """Fail over under load and print what became of the acts."""
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # that a server is gone is expected here
    seconds = 2.0 if "--short" in sys.argv else 15.0
    log = recorded_log(12_000 if seconds > 5 else 5_000)
    with pair() as (primary, standby), contextlib.closing(open_store(both(primary, standby))) as store:
        clients = [Client(store, f"m{number}", log) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        time.sleep(seconds)
        before = sum(len(client.acknowledged) for client in clients)
        primary.stop("immediate")
        killed = time.monotonic()
        standby.run("pg_ctl", "-D", str(standby.data), "-w", "promote")
        promoted = time.monotonic() - killed
        time.sleep(seconds)
        for client in clients:
            client.stopping.set()
        for client in clients:
            client.join()
        kept = sum(whole(store, client) for client in clients)
    total = sum(len(client.acknowledged) for client in clients)
    print(f"     {before} acts acknowledged before, {total - before} after; promoted in {promoted:.1f} s")
    print(
        f"     {sum(client.repeated for client in clients)} repeated, longest wait {max(c.longest for c in clients):.1f} s,"
    )
    print(f"     {sum(client.doubtful for client in clients)} had been stored when their answer was lost")
    finish(
        report("matches with every acknowledged act, each once", kept, CLIENTS, at_most=False),
        report("acts after the failover", total - before, 1, at_most=False),
    )


if __name__ == "__main__":
    main()
