"""What a process of a club answers before its tables, and the way to a table, here or in another process.

The front page asks for the PIN, then lists all tables, as of the registry half a second ago. For administrators there
are `/healthz`, and `/metrics` for Prometheus (extra `club`). Like the health of a table, both are open to anybody who
reaches the process, so they contain only figures and names of tables, and nothing about players.
"""

import hmac
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Flask, Response, request

from hub.diagnostics.logs import TABLE
from hub.features.club.league import WEEKS_MAXIMUM, Result, league_of
from hub.features.club.tables import ClubFigures
from hub.features.club.views import LeagueView, TableLocation, club_view, path_of, wall_view
from hub.server.access.keys import club_key, is_club_key
from hub.server.access.request_filter import Application, ConnectionPlaces, Environ, Neighbours, RequestFilter
from hub.server.access.security_headers import with_security_headers
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, as_json, bearer, refused
from hub.server.http.pages import screen_in, with_files
from hub.server.limits import AddressPlaces, Limits, PairedAddresses, Tries
from hub.store.folder import Secrets
from hub.store.registry import Standing
from hub.table.interfaces.storage import now_ms
from hub.table.wire.audience import TableReason

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


def front_page(folder: Path) -> Blueprint:
    """The pages of a club beside those of its tables, and the files that all of them load."""
    routes = Blueprint("front", __name__)

    @routes.get("/")
    def first() -> Response:
        return Response(status=302, headers={"Location": "/club", "Cache-Control": "no-cache"})

    @routes.get("/<any(club, wall, league):screen>")
    def index(screen: str) -> Response:
        return screen_in(folder)

    with_files(routes, folder)
    return routes


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


OF_TABLE = re.compile(r"/t/(?P<name>[a-z0-9][a-z0-9_]{0,39})(?P<path>/.*)?", re.DOTALL)
WHERE, LINE = "/api/where", "/socket.io/"
OPENING = "Dieser Tisch wird gerade geöffnet.\nThis table is being opened.\n".encode()
NO_TABLE = b"Diesen Tisch gibt es hier nicht.\nThere is no such table here.\n"
BUSY = b"Zu viele fragen gerade.\nToo many are asking.\n"
PLAIN = "text/plain; charset=utf-8"


class Dispatcher:
    """A WSGI application. `tables` gives the application of a table that this process has."""

    def __init__(
        self,
        front: RequestFilter,
        tables: Callable[[str], Application | None],
        standing: Callable[[], Standing],
        limits: Limits,
    ) -> None:
        self._front, self._tables, self._standing, self._limits = front, tables, standing, limits
        self._places: dict[str, AddressPlaces] = {}

    def __call__(self, environ: Environ, start_response: object) -> Iterable[bytes]:
        found = OF_TABLE.fullmatch(environ["PATH_INFO"])
        TABLE.set(found["name"] if found else "")  # one thread answers what comes over a connection
        if found is None:
            return self._front(environ, start_response)
        name, path = found["name"], found["path"]
        if path == WHERE:
            return self._where(name, environ, start_response)
        table = self._tables(name)
        if table is None or path is None:
            return self._elsewhere(name, path, environ, start_response)
        environ["SCRIPT_NAME"], environ["PATH_INFO"] = path_of(name), path
        if path.startswith(LINE):  # counted by the table's own filter
            return table(environ, start_response)
        return self._in_turn(name, table, environ, start_response)

    def _in_turn(self, name: str, table: Application, environ: Environ, start_response: object) -> Iterable[bytes]:
        """Serve a request within the table's limit, so that one table cannot take all places of the process."""
        most = self._limits.requests_per_table
        places = self._places.setdefault(name, AddressPlaces(most, most))
        if not places.enter(name, 0):
            return _answer("503 Service Unavailable", BUSY, start_response, ("Retry-After", "1"))
        try:
            return table(environ, start_response)
        finally:
            places.leave(name)

    def _where(self, name: str, environ: Environ, start_response: object) -> Iterable[bytes]:
        """Answer where a table is, also for pages of other processes of the club that have lost theirs."""
        standing = self._standing()
        listed, origin = standing.table(name), environ.get("HTTP_ORIGIN", "").lower()
        if listed is None or not self._front.is_ours(environ):
            return _answer("404 Not Found", NO_TABLE, start_response)
        here = self._tables(name) is not None
        body = msgspec.json.encode(TableLocation(here, listed.url or None, standing.addresses))
        headers = [("Cache-Control", "no-store"), ("Vary", "Origin")]
        if origin in {address.lower() for address in standing.addresses}:
            headers.append(("Access-Control-Allow-Origin", environ["HTTP_ORIGIN"]))
        return _answer("200 OK", body, start_response, *headers, kind="application/json")

    def _elsewhere(self, name: str, path: str | None, environ: Environ, start_response: object) -> Iterable[bytes]:
        """Redirect a browser to the process that has the table, or have it try again."""
        listed = self._standing().table(name)
        if listed is None or not self._front.is_ours(environ):
            return _answer("404 Not Found", NO_TABLE, start_response)
        here = self._tables(name) is not None
        if not here and (not listed.url or listed.ours):
            return _answer("503 Service Unavailable", OPENING, start_response, ("Retry-After", "1"), ("Refresh", "1"))
        query = environ.get("QUERY_STRING", "")
        target = quote(f"{path_of(name)}{path or '/'}".encode("latin-1")) + (f"?{query}" if query else "")
        location = target if here else listed.url + target
        return _answer("307 Temporary Redirect", b"", start_response, ("Location", location))


def _answer(
    status: str, body: bytes, start_response: object, *headers: tuple[str, str], kind: str = PLAIN
) -> Iterable[bytes]:
    start = with_security_headers(start_response, None)  # type: ignore[arg-type]
    start(status, [("Content-Type", kind), ("Content-Length", str(len(body))), *headers])
    return [body]
