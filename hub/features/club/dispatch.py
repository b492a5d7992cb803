"""Dispatches requests to the front page, to a table of this process, or to the process that has the table."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

import msgspec

from hub.diagnostics.logs import TABLE
from hub.features.club.views import TableLocation, path_of
from hub.server.access.request_filter import Application, Environ, RequestFilter
from hub.server.access.security_headers import with_security_headers
from hub.server.limits import AddressPlaces, Limits
from hub.store.registry import Standing

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
