"""Werkzeug's threaded server as this hub runs it: bounded threads, time-outs, connections that wait for more.

A router that masks a whole household makes all its phones one address. Requests that exceed its share wait; they take
no thread, and only so many of an address may.
"""

import logging
import math
import socket
import ssl
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Container
from functools import partial
from typing import Any, NamedTuple

from werkzeug.serving import ThreadedWSGIServer

from hub.server.access.addresses import is_loopback, plain
from hub.server.access.request_filter import cut
from hub.server.limits import AddressPlaces, Limits
from hub.server.transport.handler import QuietHandler
from hub.server.transport.tls import secured

HERE = 4  # the hub's own computer may have this many times as many: a forwarder there may serve a whole household
HANDSHAKE = b"\x16"
"""The first byte of whoever speaks TLS (RFC 8446, 5.1); that of HTTP is a letter."""

log = logging.getLogger(__name__)


class BoundedServer(ThreadedWSGIServer):
    """Each address may have a few requests at once, all together some more; further ones wait for their turn.

    A request has a deadline, and so has its answer, however slowly either is sent. Between two requests a connection
    takes no place, and gives way where many rest. WebSockets and waiting polls are counted elsewhere. On the hub's own
    computer, where a forwarder may serve everybody, a slow request gives way.
    """

    def __init__(
        self,
        app: Any,
        listening: socket.socket,
        limits: Limits,
        paired: Container[str],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.rest_s, self.requests_per_line = limits.rest_s, limits.requests_per_line
        self._limits, self._paired = limits, paired
        self._turns = RequestTurns(limits)
        self._here = AddressPlaces(HERE * limits.requests, HERE * limits.requests)
        self._due: dict[socket.socket, tuple[str | None, float]] = {}
        self._unread: dict[socket.socket, None] = {}
        self._resting: dict[socket.socket, str] = {}
        self._giving_way = threading.Lock()
        self._at_end: dict[socket.socket, Callable[[], None]] = {}
        self._closed = False
        host, port = listening.getsockname()[:2]
        super().__init__(host, port, app, QuietHandler, fd=listening.fileno())
        self._closed = False  # the library has just closed what it does not use
        # Not passed to the library: it would shake hands while accepting, so one silent client would hold up everybody.
        self.ssl_context = tls

    def get_request(self) -> tuple[Any, Any]:
        """A new connection; its address is that by which everybody else knows it."""
        request, (address, *rest) = super().get_request()
        return request, (plain(address), *rest)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer on a thread of its own, as soon as there is a place."""
        begin, drop = partial(self._begin, request, client_address), partial(self.shutdown_request, request)
        self._ask(client_address[0], begin, drop)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        wire = self._greet(request)
        if wire is None:
            self._give_back(client_address[0])
            return
        self._expect(wire, client_address[0])
        try:
            super().process_request_thread(wire, client_address)
        finally:
            self._resting.pop(wire, None)
            self.release(wire)

    def rest(self, wire: socket.socket, address: str) -> bool:
        """An answer was sent, and there may be another request: until then the connection only rests, if it may."""
        self.release(wire)
        with self._giving_way:
            if self._closed:
                return False
            self._resting[wire] = address
            if len(self._resting) > self._limits.resting:
                [(most, _)] = Counter(self._resting.values()).most_common(1)
                oldest = next(one for one, at in self._resting.items() if at == most)
                del self._resting[oldest]
                cut(oldest)
        return True

    def resume(self, wire: socket.socket, address: str) -> bool:
        """Another request begins; returns whether it has a place, for which it may have had to wait."""
        self._resting.pop(wire, None)
        turn, dropped = threading.Event(), threading.Event()

        def drop() -> None:
            dropped.set()
            turn.set()

        self._ask(address, turn.set, drop)
        turn.wait()
        if not dropped.is_set():
            self._expect(wire, address)
        return not dropped.is_set()

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
        self._turns.drop_due(now)

    def server_close(self) -> None:
        """Stop listening, and end the connections that only rest."""
        with self._giving_way:
            self._closed = True
            resting = list(self._resting)
        for wire in resting:
            cut(wire)
        self._turns.drop_due(math.inf)
        super().server_close()

    def _ask(self, address: str, go: Callable[[], None], drop: Callable[[], None]) -> None:
        """Have a request begin as soon as it may, or be dropped."""
        if is_loopback(address):
            while not self._here.enter(address, 0):
                if not self._give_way():
                    drop()
                    return
            go()
        else:
            self._turns.ask(address, lambda: self._kept_from(address), go, drop)

    def _begin(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # the system allows no more threads
            self._give_back(client_address[0])
            self.shutdown_request(request)

    def _expect(self, wire: socket.socket, address: str) -> None:
        self._due[wire] = address, time.monotonic() + self._limits.request_s
        self._unread[wire] = None

    def _kept_from(self, address: str) -> int:
        return 0 if address in self._paired else self._limits.requests_kept_for_paired

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
            self._give_back(address)

    def _give_back(self, address: str) -> None:
        """Give a place back; the hub's own computer has places of its own."""
        if is_loopback(address):
            self._here.leave(address)
        else:
            self._turns.leave(address)

    def _greet(self, request: Any) -> Any:
        """The connection as the request is read from it; None if there is none, or a handshake fails."""
        if not isinstance(self.ssl_context, ssl.SSLContext):
            return request
        try:
            request.settimeout(QuietHandler.timeout)
            first = request.recv(1, socket.MSG_PEEK)
            if first not in {HANDSHAKE, b""}:
                return request  # somebody typed http://
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


class WaitingRequest(NamedTuple):
    """A request that waits for its turn. `kept` places are for others; `go` has it answered, `drop` is the end."""

    address: str
    kept: Callable[[], int]
    go: Callable[[], None]
    drop: Callable[[], None]
    due: float


class RequestTurns:
    """Thread-safe."""

    def __init__(self, limits: Limits) -> None:
        self._places = AddressPlaces(limits.requests, limits.requests_per_address)
        self._room = AddressPlaces(limits.waiting, limits.waiting_per_address)
        self._patience_s = limits.request_s
        self._queue: list[WaitingRequest] = []
        self._lock = threading.Lock()

    def ask(self, address: str, kept: Callable[[], int], go: Callable[[], None], drop: Callable[[], None]) -> None:
        """Take a place for a request, now or when there is one; `drop` it if it waits too long or too many do."""
        with self._lock:
            act = go
            if not self._places.enter(address, kept()):
                waiting = WaitingRequest(address, kept, go, drop, time.monotonic() + self._patience_s)
                if self._room.enter(address, 0):
                    self._queue.append(waiting)
                    return
                act = drop
        act()

    def leave(self, address: str) -> None:
        """Give a place back, to whoever has waited longest of those who may have it."""
        with self._lock:
            self._places.leave(address)
            following = next((one for one in self._queue if self._places.enter(one.address, one.kept())), None)
            if following is None:
                return
            self._forget(following)
        following.go()

    def drop_due(self, now: float) -> None:
        """Drop who has waited too long by now, a monotonic time."""
        with self._lock:
            late = [one for one in self._queue if one.due < now]
            for one in late:
                self._forget(one)
        for one in late:
            one.drop()

    def _forget(self, one: WaitingRequest) -> None:
        self._queue.remove(one)
        self._room.leave(one.address)
