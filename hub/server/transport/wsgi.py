"""Werkzeug's threaded server as this hub runs it: bounded threads, time-outs, no log of requests.

The request line is never logged: the address of a QR code carries a join code.
"""

from __future__ import annotations

import logging
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Container
from functools import partial
from typing import Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from hub.server.access.addresses import is_loopback
from hub.server.access.security_headers import ALONE
from hub.server.limits import Limits, Places
from hub.server.transport.outgoing import cut
from hub.server.transport.tls import secured

HERE = 4  # the hub's own computer may have this many times as many: a forwarder there may serve a whole household
UPGRADED, POLLS, GOES_ON = "bankhalter.upgraded", "bankhalter.polls", "bankhalter.goes_on"
"""Names in a request's environment: functions to call when it has become a WebSocket, when it waits for news, and
before each piece of an answer that is sent in pieces.
"""

log = logging.getLogger(__name__)


class QuietHandler(WSGIRequestHandler):
    """One request. Answers that the library makes by itself get the same headers as all others."""

    server: BoundedServer
    timeout = 10  # for each read; all of them together have the server's deadline
    disable_nagle_algorithm = True  # or the second of two small messages waits 40 ms for the answer to the first
    default_request_version = "HTTP/1.1"  # answers of 0.9 have no headers
    _named: frozenset[str] = frozenset()

    def version_string(self) -> str:
        """Does not reveal what runs here."""
        return "Bankhalter"

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- the name is the library's
        """Requests are not logged at all."""

    def make_environ(self) -> dict[str, Any]:
        """Adds functions that report that this is now a WebSocket, a waiting poll, or an answer sent in pieces."""
        released, lent = partial(self.server.release, self.connection), partial(self.server.lend, self.connection)
        goes_on = partial(self.server.prolong, self.connection)
        return {**super().make_environ(), UPGRADED: released, POLLS: lent, GOES_ON: goes_on}

    def run_wsgi(self) -> None:
        """Answer. Without a body the request is complete now; a body is read, but within the same deadline."""
        if not {"content-length", "transfer-encoding"} & {name.lower() for name in self.headers}:
            self.server.prolong(self.connection)
        super().run_wsgi()

    def send_header(self, keyword: str, value: str) -> None:
        """Note which headers there are."""
        self._named |= {keyword.lower()}
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Add those that are missing."""
        for name, value in ALONE:
            if name.lower() not in self._named:
                super().send_header(name, value)
        self._named = frozenset()
        super().end_headers()


class BoundedServer(ThreadedWSGIServer):
    """Each address may have a few requests at once, all together some more; a request beyond that is closed unread.

    A request has a deadline, and so has its answer, however slowly either is sent. WebSockets and waiting polls are
    counted elsewhere. On the hub's own computer, where a forwarder may serve everybody, a slow request gives way.
    """

    def __init__(
        self,
        app: Any,
        listening: socket.socket,
        limits: Limits,
        paired: Container[str],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        host, port = listening.getsockname()[:2]
        super().__init__(host, port, app, QuietHandler, fd=listening.fileno())
        # Not passed to the library: it would shake hands while accepting, so one silent client would hold up everybody.
        self.ssl_context = tls
        self._limits, self._paired = limits, paired
        self._places = Places(limits.requests, limits.requests_per_address)
        self._here = Places(HERE * limits.requests, HERE * limits.requests)
        self._due: dict[socket.socket, tuple[str | None, float]] = {}
        self._unread: dict[socket.socket, None] = {}
        self._giving_way = threading.Lock()
        self._at_end: dict[socket.socket, Callable[[], None]] = {}

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer on a thread of its own, if there is a place left."""
        address = client_address[0]
        kept = 0 if address in self._paired else self._limits.requests_kept_for_paired
        places, here = self._places_for(address), is_loopback(address)
        while not places.enter(address, 0 if here else kept):
            if not here or not self._give_way():
                self.shutdown_request(request)
                return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # the system allows no more threads
            places.leave(address)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection to its end."""
        wire = self._greet(request)
        if wire is None:
            self._places_for(client_address[0]).leave(client_address[0])
            return
        self._due[wire] = client_address[0], time.monotonic() + self._limits.request_s
        self._unread[wire] = None
        try:
            super().process_request_thread(wire, client_address)
        finally:
            self.release(wire)

    def prolong(self, wire: socket.socket) -> None:
        """The request is complete; from now on the deadline is that of the answer."""
        with self._giving_way:
            self._unread.pop(wire, None)
            address, _ = self._due.get(wire, (None, 0))
            self._due[wire] = address, time.monotonic() + self._limits.answer_s

    def lend(self, wire: socket.socket, at_end: Callable[[], None]) -> None:
        """This request waits for news: its place is free, but it keeps a deadline, after which `at_end` is called."""
        self._at_end[wire] = at_end
        self._leave(wire)
        self._due[wire] = None, time.monotonic() + self._limits.answer_s

    def release(self, wire: socket.socket) -> None:
        """This is no longer a request: its place is free, and it has no deadline."""
        self._leave(wire)
        at_end = self._at_end.pop(wire, None)
        if at_end is not None:
            at_end()

    def service_actions(self) -> None:
        """Called by the library many times a second: cut off late connections."""
        now = time.monotonic()
        for wire, (_, due) in list(self._due.items()):
            if now > due:
                cut(wire)

    def _give_way(self) -> bool:
        """Cut off the oldest incomplete request from the hub's own computer; returns whether its place is free now."""
        unread = list(self._unread)
        late = next((wire for wire in unread if is_loopback(self._due.get(wire, (None, 0))[0] or "")), None)
        if late is not None:
            self._leave(late)
            cut(late)
        return late is not None

    def _leave(self, wire: socket.socket) -> None:
        with self._giving_way:
            self._unread.pop(wire, None)
            address, _ = self._due.pop(wire, (None, 0))
        if address is not None:
            self._places_for(address).leave(address)

    def _places_for(self, address: str) -> Places:
        """The hub's own computer has places of its own."""
        return self._here if is_loopback(address) else self._places

    def _greet(self, request: Any) -> Any:
        """The connection as the request is read from it; None if a client does not speak TLS."""
        if not isinstance(self.ssl_context, ssl.SSLContext):
            return request
        try:
            return secured(request, self.ssl_context, QuietHandler.timeout)
        except OSError:
            self.shutdown_request(request)
            return None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A broken connection is normal; anything else is our bug."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            log.error("a connection failed", exc_info=error)

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- the name is the library's
        """Only errors, which are tracebacks of ours."""
        if type == "error":
            log.error(message, *args)
