"""What a process of a club answers before its tables: front page, wall, league, health and figures.

The front page asks for the PIN, then lists all tables, as of the registry half a second ago. For administrators there
are `/healthz`, and `/metrics` for Prometheus (extra `club`). Like the health of a table, both are open to anybody who
reaches the process, so they contain only figures and names of tables, and nothing about players.
"""

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, request

from hub.features.club.league import WEEKS_MAXIMUM, Result, league_of
from hub.features.club.tables import ClubFigures
from hub.features.club.views import LeagueView, club_view, wall_view
from hub.server.access.keys import club_key, is_club_key
from hub.server.access.request_filter import ConnectionPlaces, Neighbours, RequestFilter
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, as_json, bearer, refused
from hub.server.http.pages import front_page
from hub.server.limits import Limits, PairedAddresses, Tries
from hub.store.folder import Secrets
from hub.store.registry import Standing
from hub.table.interfaces.storage import now_ms
from hub.table.wire.refusals import TableReason

Stood = Callable[[], Standing]
WEEKS_USUAL = 12
SILENT_S = 3.0
"""As long as a lease: a process that has not reached the database for so long has lost its tables."""


def front(
    standing: Stood,
    secrets: Secrets,
    folder: Path,
    limits: Limits,
    paired: PairedAddresses,
    neighbours: Neighbours,
    others: Sequence[Blueprint] = (),
) -> RequestFilter:
    """The WSGI application; `others` are additional routes."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = limits.message_bytes
    for routes in (lists(standing, secrets, limits, paired), *others, front_page(folder)):
        app.register_blueprint(routes)
    return RequestFilter(app.wsgi_app, ConnectionPlaces(limits, paired), neighbours)


def lists(standing: Stood, secrets: Secrets, limits: Limits, paired: PairedAddresses) -> Blueprint:
    """`/api/club/pair`, which takes the PIN as `Authorization: Bearer`, `/api/club/tables`, `/api/club/wall`."""
    routes = Blueprint("club", __name__)
    tries = Tries(limits)

    @routes.get("/api/club/pair")
    def pair() -> Response:
        address = request.remote_addr or ""
        if tries.begin(address):
            return refused(TableReason.TOO_MANY_TRIES, 429)
        given = "".join(bearer().split()).encode()
        if not hmac.compare_digest(given, secrets.banker_pin.encode()):
            return refused(TableReason.WRONG_PIN, 403)
        tries.succeeded(address)
        paired.add(address)
        return as_json({"key": club_key(secrets.server_secret, secrets.banker_pin)})

    @routes.get("/api/club/tables")
    def tables() -> Response:
        if not is_club_key(secrets.server_secret, secrets.banker_pin, bearer()):
            return refused(TableReason.NOT_ALLOWED, 403)
        return as_json(club_view(standing()))

    @routes.get("/api/club/wall")
    def wall() -> Response:
        return as_json(wall_view(standing()))

    return routes


def league(results: Callable[[], Mapping[str, str]], limits: Limits) -> Routes:
    routes = Routes("league", limits.tellings_per_minute, "the league could not be made")

    @routes.get("/api/club/league")
    def shown() -> LeagueView:
        return league_of(results_in(results()), now_ms(), weeks_asked())

    return routes


def results_in(said: Mapping[str, str]) -> list[Result]:
    return [result for each in said.values() for result in msgspec.json.decode(each, type=list[Result])]


def weeks_asked() -> int:
    """The number of weeks that a request asks for. Raises HttpRefused."""
    asked = request.args.get("weeks", str(WEEKS_USUAL))
    weeks = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= len(str(WEEKS_MAXIMUM)) else 0
    if not 1 <= weeks <= WEEKS_MAXIMUM:
        raise HttpRefused(TableReason.BAD_REQUEST)
    return weeks


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
