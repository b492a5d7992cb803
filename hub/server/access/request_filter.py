"""Stands before Flask and Socket.IO: only our own names and addresses, only our own pages, only so many at once.

A foreign web page may point its name at this computer (DNS rebinding) and would then count as the same origin; the name
in the Host header gives it away. Wrapped around the application by `hub.server.app`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from hub.server.access.addresses import LOCAL_NAMES, is_loopback, own_addresses, own_names, plain
from hub.server.access.security_headers import with_security_headers
from hub.server.limits import Places

Environ: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environ, Any], Iterable[bytes]]

HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::[0-9]{1,5})?")
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")
REFUSALS = {
    421: ("421 Misdirected Request", b"This table does not answer under that name.\n"),
    403: ("403 Forbidden", b"Only the table's own pages may speak to it.\n"),
    503: ("503 Service Unavailable", b"Too many are connected.\n"),
}


def host_of(environ: Environ) -> str | None:
    """The name or address in the Host header without its port, or None if there is no proper one."""
    match = HOST.fullmatch(environ.get("HTTP_HOST", "").lower())
    return (match["six"] or match["name"].removesuffix(".")) if match else None


def is_local(environ: Environ) -> bool:
    """Whether a browser on this very computer asks, by one of its local names and through nobody else."""
    direct = not any(header in environ for header in FORWARDED)
    return direct and is_loopback(environ.get("REMOTE_ADDR", "")) and host_of(environ) in LOCAL_NAMES


class RequestFilter:
    """A WSGI application around another one."""

    def __init__(self, application: Application, places: Places) -> None:
        self._application, self._places = application, places
        self._names = LOCAL_NAMES | own_names() | set(own_addresses())

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        ours = self._is_ours(environ)
        start_response = with_security_headers(start_response, environ["HTTP_HOST"] if ours else None)
        if not ours:
            return _refuse(421, start_response)
        if not _is_same_origin(environ):
            return _refuse(403, start_response)
        # On a LAN compression only costs time, and a small compressed message can unpack to a huge one.
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        if environ.get("HTTP_UPGRADE", "").lower() != "websocket":
            return self._application(environ, start_response)
        return self._connect(environ, start_response)

    def _connect(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """A WebSocket: the call lasts as long as the connection."""
        with self._places.take(environ.get("REMOTE_ADDR", ""), is_local(environ)) as fits:
            if not fits:
                return _refuse(503, start_response)
            if (wire := environ.get("werkzeug.socket")) is not None:
                wire.settimeout(None)  # the time-out was for the request; Engine.IO has its own pings
            return self._application(environ, start_response)

    def _is_ours(self, environ: Environ) -> bool:
        host = host_of(environ)
        if host is None:
            return False
        # The address the client really connected to is ours, also when the router gave us a new one since the start.
        wire = environ.get("werkzeug.socket")
        return host in self._names or (wire is not None and host == plain(str(wire.getsockname()[0])))


def _is_same_origin(environ: Environ) -> bool:
    """Browsers name the origin of every WebSocket and of every request that could change something."""
    origin = environ.get("HTTP_ORIGIN")
    own = f"{environ['wsgi.url_scheme']}://{environ['HTTP_HOST']}"
    return origin is None or origin.lower() == own.lower()


def _refuse(code: int, start_response: Any) -> list[bytes]:
    status, body = REFUSALS[code]
    start_response(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
