"""For administrators of a club's processes: `/healthz`, and `/metrics` for Prometheus (extra `club`).

Like a table's health, both are open to anybody who reaches the process, so they contain only figures and names of
tables, and nothing about players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Blueprint, Response
from msgspec import Struct

from hub.server.http.answers import UNSTORED, as_json

SILENT_S = 3.0
"""As long as a lease: a process that has not reached the database for so long has lost its tables."""


class TableFigures(Struct, frozen=True):
    """A table of this process: browsers connected, and publications since it was opened here.

    Only publications that show onlookers something new count: even the number of private ones must not be revealed.
    """

    phase: str
    watching: int
    published: int


class ClubFigures(Struct, frozen=True):
    """A process at a moment. `listed` and `processes` are for the whole club; `silent_s`: since its last beat."""

    tables: Mapping[str, TableFigures]
    listed: int
    processes: int
    silent_s: float


def operations(figures: Callable[[], ClubFigures], version: str) -> Blueprint:
    routes = Blueprint("operations", __name__)

    @routes.get("/healthz")
    def healthz() -> Response:
        now = figures()
        well = now.silent_s < SILENT_S
        shown = {"tables": len(now.tables), "listed": now.listed, "processes": now.processes}
        return as_json({"status": "ok" if well else "failing", "version": version, **shown}, 200 if well else 503)

    @routes.get("/metrics")
    def metrics() -> Response:
        try:
            from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
        except ImportError:
            return as_json({"reason": "not_installed"}, 501)
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(_Figures(figures()))
        return Response(generate_latest(registry), mimetype=CONTENT_TYPE_LATEST, headers=UNSTORED)

    return routes


class _Figures:
    """A collector of the Prometheus client with the figures of one moment."""

    def __init__(self, now: ClubFigures) -> None:
        self._now = now

    def collect(self) -> Iterable[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        now = self._now
        yield GaugeMetricFamily("bankhalter_club_tables", "Tables of the whole club.", now.listed)
        yield GaugeMetricFamily("bankhalter_club_processes", "Processes that are there.", now.processes)
        yield GaugeMetricFamily("bankhalter_silent_seconds", "Since the list of tables was last read.", now.silent_s)
        phases = GaugeMetricFamily("bankhalter_tables", "Tables of this process.", labels=["phase"])
        for phase in ("lobby", "playing", "over"):
            phases.add_metric([phase], sum(table.phase == phase for table in now.tables.values()))
        yield phases
        browsers = GaugeMetricFamily("bankhalter_browsers", "Browsers at a table.", labels=["table"])
        published = CounterMetricFamily("bankhalter_publications", "What a table has shown all.", labels=["table"])
        for name, table in now.tables.items():
            browsers.add_metric([name], table.watching)
            published.add_metric([name], table.published)
        yield browsers
        yield published
