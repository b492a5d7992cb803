"""Filters requests before Flask and Socket.IO: checks Host and Origin, and limits the number of connections.

A foreign web page may point its domain at this computer (DNS rebinding) and would then count as the same origin; the
Host header gives it away. Wrapped around the application by `hub.server.site`.

A TCP forwarder on the hub's computer makes guests look like its own browser, for which places are reserved. A client
identifies itself only after it has got a place, by a key in its first packet. So a WebSocket that seems to be local
keeps its place without a key only until another one needs it (`Strangers`).
"""

import contextlib
import socket
import threading
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from hub.server.access.addresses import LOCAL_NAMES, host_in, is_address, is_loopback, is_own, plain, url_of
from hub.server.access.security_headers import with_security_headers
from hub.server.limits import AddressPlaces, Limits

Stay = dict[str, Any]
"""The environment of the request that a socket was."""
KNOWN = "bankhalter.known"
"""The name in it of what is to be called when it has shown a good key."""

Environ: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environ, Any], Iterable[bytes]]

PARTS = "/assets/"
"""For anything here that is opened as if it were a page: it may do nothing."""
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")
REFUSALS = {
    400: ("400 Bad Request", b"That is no request of ours.\n"),
    403: ("403 Forbidden", b"Only the table's own pages may speak to it.\n"),
    405: ("405 Method Not Allowed", b"That is no request of ours.\n"),
    413: ("413 Content Too Large", b"That is too long.\n"),
    421: ("421 Misdirected Request", b"This table does not answer under that name.\n"),
    429: ("429 Too Many Requests", b"That is too fast.\n"),
    503: ("503 Service Unavailable", b"Too many are connected.\n"),
}


class Neighbours(Struct, frozen=True):
    """`proxies` are addresses of trusted reverse proxies; `names` are further host names that lead here.

    `processes` are the addresses of a club's processes, which its pages may ask for a table that has moved. `probes`
    are requests, by host and path, that ask whether a Wi-Fi has a page to show first: they are led here.
    """

    proxies: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    processes: Callable[[], Sequence[str]] = tuple
    probes: frozenset[tuple[str, str]] = frozenset()


ALONE = Neighbours()
"""One table in a house."""


class Strangers:
    """At most `most` sockets; `leave` gives back the place of an address. Thread-safe."""

    def __init__(self, most: int, leave: Callable[[str], None]) -> None:
        self._most, self._leave = most, leave
        self._stays: dict[int, Stay] = {}
        self._sent_away: set[int] = set()
        self._lock = threading.Lock()

    def come(self, stay: Stay) -> None:
        """Add a socket, until it has shown a key or ended; the oldest one gives way if there are too many."""
        stay[KNOWN] = lambda: self._known(stay)
        with self._lock:
            self._stays[id(stay)] = stay
            many = len(self._stays) > self._most
        if many:
            self.give_way()

    def give_way(self) -> bool:
        """Cut the oldest socket off; returns whether there was one, whose place is then free."""
        with self._lock:
            if not self._stays:
                return False
            name, stay = next(iter(self._stays.items()))
            del self._stays[name]
            self._sent_away.add(name)
        self._leave(stay["REMOTE_ADDR"])
        if (wire := stay.get("werkzeug.socket")) is not None:
            cut(wire)
        return True

    def go(self, stay: Stay) -> None:
        """A socket has ended: give its place back, unless that was done when it was cut off."""
        with self._lock:
            self._stays.pop(id(stay), None)
            sent_away = id(stay) in self._sent_away
            self._sent_away.discard(id(stay))
        if not sent_away:
            self._leave(stay["REMOTE_ADDR"])

    def _known(self, stay: Stay) -> None:
        with self._lock:
            self._stays.pop(id(stay), None)


def cut(wire: socket.socket) -> None:
    """End a connection at once, whatever its threads wait for."""
    with contextlib.suppress(OSError):  # it has ended already
        wire.shutdown(socket.SHUT_RDWR)


def host_of(environ: Environ) -> str | None:
    """The name or address in the Host header without its port, or None if there is no valid one."""
    return host_in(environ.get("HTTP_HOST", ""))


def client_of(environ: Environ, proxies: frozenset[str]) -> str:
    """The client's address: that of the peer, or if it is a trusted proxy, the last one it names that is no proxy."""
    client = plain(environ.get("REMOTE_ADDR", ""))
    named = [plain(one.strip()) for one in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    while client in proxies and named and is_address(named[-1]):
        client = named.pop()
    return client


def is_local(environ: Environ) -> bool:
    """Whether the client seems to be a browser on the hub's own computer, using a local name and no proxy.

    Good enough for reserving a place, never for granting rights: a TCP forwarder here makes guests look local.
    """
    direct = not any(header in environ for header in FORWARDED)
    return direct and is_loopback(environ.get("REMOTE_ADDR", "")) and host_of(environ) in LOCAL_NAMES


def is_upgrade(environ: Environ) -> bool:
    return str(environ.get("HTTP_UPGRADE", "")).lower() == "websocket"


class ConnectionPlaces:
    """The limited places of long-lived connections, WebSocket or polling; `paired` are addresses of paired devices."""

    def __init__(self, limits: Limits, paired: Container[str]) -> None:
        self._limits, self._paired = limits, paired
        self._places = AddressPlaces(limits.connections, limits.connections_per_address)
        self._strangers = Strangers(limits.connections_per_address, self._places.leave)

    def enter(self, environ: Environ) -> bool:
        """Take a place if there is one for this client. Unidentified local connections give way (`Strangers`)."""
        local = is_local(environ)
        while not self._places.enter(environ["REMOTE_ADDR"], self._kept_from(environ), many=local):
            if not local or not self._strangers.give_way():
                return False
        return True

    def enter_socket(self, environ: Environ) -> bool:
        """The same for a WebSocket, which has not shown a key yet; `leave_socket` gives its place back."""
        entered = self.enter(environ)
        if entered and is_local(environ):
            self._strangers.come(environ)
        return entered

    def leave_socket(self, environ: Environ) -> None:
        self._strangers.go(environ)

    def leave(self, address: str) -> None:
        self._places.leave(address)

    def _kept_from(self, environ: Environ) -> int:
        if is_local(environ):
            return 0
        paired = environ["REMOTE_ADDR"] in self._paired
        return self._limits.connections_kept_for_localhost + (0 if paired else self._limits.connections_kept_for_paired)


class RequestFilter:
    """WSGI middleware that rejects requests or passes them on."""

    def __init__(self, application: Application, places: ConnectionPlaces, neighbours: Neighbours = ALONE) -> None:
        self._application, self._places, self._neighbours = application, places, neighbours

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = client_of(environ, self._neighbours.proxies)
        ours = self.is_ours(environ)
        page = ours and not environ["PATH_INFO"].startswith(PARTS)
        host, beside = (environ["HTTP_HOST"], self._neighbours.processes()) if page else (None, ())
        start_response = with_security_headers(start_response, host, beside)
        if not ours and (host_of(environ), environ["PATH_INFO"]) in self._neighbours.probes:
            return lead_here(environ, start_response)
        if not ours:
            return refuse(400 if host_of(environ) is None else 421, start_response)
        if not _is_same_origin(environ):
            return refuse(403, start_response)
        if not is_upgrade(environ):
            return self._application(environ, start_response)
        return self._connect(environ, start_response)

    def _connect(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Serve a WebSocket; the call lasts as long as the connection."""
        if not self._places.enter_socket(environ):
            return refuse(503, start_response)
        try:
            return self._application(environ, start_response)
        finally:
            self._places.leave_socket(environ)

    def is_ours(self, environ: Environ) -> bool:
        host = host_of(environ)
        if host is None:
            return False
        # What the client has connected to is ours, and so it is seldom necessary to look further.
        wire = environ.get("werkzeug.socket")
        at = plain(str(wire.getsockname()[0])) if wire is not None else None
        return host == at or host in self._neighbours.names or is_own(host)


def _is_same_origin(environ: Environ) -> bool:
    """Whether a request comes from our own pages, as far as its headers tell.

    Browsers send the Origin of every WebSocket and of every request that could change something. Other pages may not
    request costly answers or downloads either: Sec-Fetch-Site tells where the address is trustworthy (https or
    localhost), elsewhere and in old browsers some send a Referer. Our own pages send none.
    """
    own = f"{environ['wsgi.url_scheme']}://{environ['HTTP_HOST']}".lower()
    if environ.get("HTTP_ORIGIN", own).lower() != own:
        return False
    if not environ["PATH_INFO"].startswith("/api/"):
        return True
    if (site := environ.get("HTTP_SEC_FETCH_SITE")) is not None:
        return site in {"same-origin", "none"}  # "none": typed or bookmarked by a person
    referrer = environ.get("HTTP_REFERER", "").lower()
    return not referrer or f"{referrer}/".startswith(f"{own}/")


def lead_here(environ: Environ, start_response: Any) -> list[bytes]:
    """Lead a device that has asked for another host to the address at which it has reached this one."""
    own, port = environ["werkzeug.socket"].getsockname()[:2]
    start_response("302 Found", [("Location", f"{url_of(environ['wsgi.url_scheme'], plain(own), port)}/")])
    return []


def refuse(code: int, start_response: Any) -> list[bytes]:
    status, body = REFUSALS[code]
    start_response(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
