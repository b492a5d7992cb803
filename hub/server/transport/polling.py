"""A connection made of plain requests, for browsers that refuse the WebSocket of a hub with its own certificate (0051).

The page opens it, then always keeps one request waiting for packets (a poll) and sends its own packets in others. This
runs between the request filter and the application. A polling connection is limited like a WebSocket: it takes one of
the places for connections, everything it sends is counted, and a client that exceeds a limit is dropped and may come
back. A waiting poll does not count as a request, or a few tablets would keep pages from loading; there is at most one
per connection, so there are no more threads than connections.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from hub.server.access.request_filter import Application, ConnectionPlaces, Environ, is_upgrade, refuse
from hub.server.limits import Bucket, Limits
from hub.server.transport.borrowed import PolledLine
from hub.server.transport.handler import POLLS
from hub.server.transport.packets import is_packet

PATH = "/socket.io"
PAGE = "HTTP_X_BANKHALTER"
"""The header by which our pages poll (`web/src/net/polling.ts`). No page of another origin can send it unasked."""
OPENS = "bankhalter.opens"
"""The name in a request's environment of the connection it opens."""
SEPARATOR = "\x1e"  # between packets
TURN_S = 1.0  # until the request before has ended; a page sends the next one when it has the answer
SECRET = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]


@dataclass(slots=True, eq=False)
class Polled:
    """One connection. Its id is valid from this `address` only, because it is sent in URLs."""

    address: str
    bucket: Bucket
    session: str = ""
    fetching: threading.Lock = field(default_factory=threading.Lock)
    speaking: threading.Lock = field(default_factory=threading.Lock)

    def takes(self, count: int) -> bool:
        """Count this many packets; returns whether that is within the limit."""
        return all(self.bucket.take() for _ in range(count))


class Polling:
    """WSGI middleware around the application that contains the library."""

    def __init__(self, application: Application, limits: Limits, places: ConnectionPlaces, line: PolledLine) -> None:
        self._application, self._limits, self._places, self._line = application, limits, places, line
        self._connections: dict[str, Polled] = {}
        line.follow(self._opened, self._ended)

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith(PATH):
            return self._application(environ, start_response)
        query = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
        if is_upgrade(environ):  # no connection changes from one to the other
            fits = query.get("transport") == ["websocket"] and "sid" not in query
            return self._application(environ, start_response) if fits else refuse(400, start_response)
        if environ.get(PAGE) != "polling":
            return refuse(403, start_response)
        if query.get("transport") != ["polling"] or "j" in query:
            return refuse(400, start_response)
        if "sid" not in query:
            return self._open(environ, start_response)
        known = self._connections.get(query["sid"][0])
        if known is None or known.address != environ["REMOTE_ADDR"]:
            return refuse(400, start_response)
        answer = self._answer(known, environ)
        if isinstance(answer, int):
            self._line.end(known.session)
            return refuse(answer, start_response)
        start_response("200 OK", [*SECRET, ("Content-Length", str(len(answer)))])
        return [answer]

    def _open(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Handle the first request of a connection, which keeps its place until `_ended`."""
        if environ["REQUEST_METHOD"] != "GET":
            return refuse(400, start_response)
        if not self._places.enter(environ):
            return refuse(503, start_response)
        opening = Polled(environ["REMOTE_ADDR"], Bucket(self._limits.flood_per_second, self._limits.flood_burst))
        environ[OPENS] = opening
        try:
            return self._application(environ, start_response)
        finally:
            if not opening.session:
                self._places.leave(opening.address)

    def _opened(self, session: str, environ: Environ) -> bool:
        opening = environ.get(OPENS)
        if opening is None:
            return False
        opening.session = session
        self._connections[session] = opening
        return True

    def _ended(self, session: str) -> None:
        gone = self._connections.pop(session, None)
        if gone is not None:
            self._places.leave(gone.address)

    def _answer(self, known: Polled, environ: Environ) -> bytes | int:
        """The body of the answer, or the status of an error that ends the connection."""
        if environ["REQUEST_METHOD"] == "GET":
            return self._news(known, environ)
        return self._heard(known, environ) if environ["REQUEST_METHOD"] == "POST" else 405

    def _news(self, known: Polled, environ: Environ) -> bytes | int:
        if not known.takes(1):
            return 429
        if not known.fetching.acquire(timeout=TURN_S):
            return 400
        environ[POLLS](known.fetching.release)  # when the answer has been read or abandoned
        packets = self._line.fetch(known.session)
        return 400 if packets is None else SEPARATOR.join(packets).encode()

    def _heard(self, known: Polled, environ: Environ) -> bytes | int:
        """Handle what a client sends; malformed packets are counted and skipped."""
        length = _length(environ)
        if length is None or length > self._limits.message_bytes:
            return 413
        body = environ["wsgi.input"].read(length)
        try:
            packets = body.decode().split(SEPARATOR)
        except UnicodeDecodeError:
            return 400
        if len(body) < length:  # it was cut off
            return 400
        if not known.takes(len(packets)):
            return 429
        if not known.speaking.acquire(timeout=TURN_S):
            return 400
        try:
            return b"ok" if self._line.hear(known.session, [one for one in packets if is_packet(one)]) else 400
        finally:
            known.speaking.release()


def _length(environ: Environ) -> int | None:
    """The Content-Length of the request, None if it is missing or invalid."""
    given = environ.get("CONTENT_LENGTH", "")
    counted = given.isascii() and given.isdigit() and len(given) < 10
    return int(given) if counted and "HTTP_TRANSFER_ENCODING" not in environ else None
