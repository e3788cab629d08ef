"""What is counted for Prometheus: requests, acts, refusals, streams, the store's failures and log. One registry per application."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The counters of one application in this process. Their labels come from the code, never from a request."""

    def __init__(self, wal_bytes: Callable[[], int]) -> None:
        """`wal_bytes` is called whenever the metrics are read."""
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered", "route", "method", "status")
        self.seconds = Histogram("referee_request_seconds", "Time to answer", registry=self.registry, buckets=SECONDS)
        self.acts = self._counter("acts", "Acts recorded by their first event", "type")
        self.refusals = self._counter("refusals", "Requests refused by code", "code")
        self.store_errors = self._counter("store_errors", "Requests that the store could not serve")
        wal = Gauge("referee_wal_bytes", "Size of the database's write-ahead log", registry=self.registry)
        wal.set_function(wal_bytes)
        self.streams = Gauge("referee_open_streams", "Live streams open now", registry=self.registry)
        self._swept = self._gauge("sweep_finished_seconds", "When all logs were last checked, 0 if not yet")
        self._changed = self._gauge("changed_logs", "Logs that were not as sealed when last checked")

    def swept(self, seconds: float, changed: int) -> None:
        """Records that all logs have been checked: when, and how many were broken."""
        self._swept.set(seconds)
        self._changed.set(changed)

    def _gauge(self, name: str, description: str) -> Gauge:
        return Gauge(f"referee_{name}", description, registry=self.registry)

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        return Counter(f"referee_{name}", description, labels, registry=self.registry)

    def text(self) -> bytes:
        """All counters in Prometheus' text format."""
        return generate_latest(self.registry)
