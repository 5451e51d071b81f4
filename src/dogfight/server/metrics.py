"""Counters for Prometheus, served on a port of their own.

No label ever names a person, a table or a secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)


class _Views(Collector):
    """How many views were sent.

    There are several for every action, and counters of the library take longer.
    """

    def __init__(self) -> None:
        self.sent = 0

    def collect(self) -> Iterator[CounterMetricFamily]:
        """What is asked for over HTTP."""
        yield CounterMetricFamily(
            "dogfight_views_sent", "Views sent to seats and watchers", self.sent
        )


COMMANDS = Counter("dogfight_commands_total", "Commands by what came of them", ["outcome"])
COMMAND_SECONDS = Histogram(
    "dogfight_command_seconds", "From receipt to acknowledgement", buckets=_QUICK
)
REQUESTS = Counter(
    "dogfight_requests_total", "Requests answered, by the first digit of the status", ["status"]
)
REQUEST_SECONDS = Histogram(
    "dogfight_request_seconds", "From a request to the head of its answer", buckets=_QUICK
)
COMMITS = Counter("dogfight_commits_total", "Durable transactions")
COMMIT_SECONDS = Histogram(
    "dogfight_commit_seconds", "Time of one durable transaction", buckets=_QUICK
)
STORAGE_ERRORS = Counter("dogfight_storage_errors_total", "Writes that failed")
SOCKETS = Gauge("dogfight_sockets", "Open WebSockets")
TABLES = Gauge("dogfight_tables_loaded", "Tables in memory")
VIEWS = _Views()
REGISTRY.register(VIEWS)
BOT_SECONDS = Histogram("dogfight_bot_seconds", "Thinking time of bots", buckets=_QUICK)
BOT_FAILURES = Counter(
    "dogfight_bot_failures_total", "Bots that hung, crashed or answered nonsense", ["how"]
)
CONNECTIONS_DROPPED = Counter(
    "dogfight_connections_dropped_total", "Connections cut, by reason", ["reason"]
)
WRITE_CONFLICTS = Counter(
    "dogfight_write_conflicts_total",
    "Changes that were decided anew because another node was first",
)
TABLE_SYNCS = Counter(
    "dogfight_table_syncs_total",
    "Tables that other nodes had changed, by how that was noticed",
    ["trigger"],
)
TABLE_TAKEOVERS = Counter(
    "dogfight_table_takeovers_total",
    "Tables whose clock and bots were taken over from a node that is gone",
)
BUS_UP = Gauge("dogfight_bus_up", "1 while the bus answers")
DRAINING = Gauge(
    "dogfight_draining", "1 while this server hands its sockets over to others before it ends"
)
NOTICES = Counter(
    "dogfight_notices_total",
    "Notices to people who are away, by what came of them",
    ["way", "outcome"],
)
LOOP_LAG = Gauge("dogfight_loop_lag_seconds", "How late the event loop runs its timers")


def serve(port: int, host: str) -> None:
    """Offer the counters over HTTP."""
    start_http_server(port, host)
