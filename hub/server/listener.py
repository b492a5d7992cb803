"""A listening port for a WSGI application: bound on construction, served from `start` on."""

import errno
import os
import socket
import ssl
import threading
from collections.abc import Container
from typing import Any

from hub.server.limits import Limits
from hub.server.transport.wsgi import BoundedServer

POLL_S = 0.02
BACKLOG = 256
ANY_ADDRESS = "::"
"""Every address of this computer, IPv6 and IPv4: a network may have only one of them."""


class AddressUnavailable(Exception):
    """The address cannot be bound; the message is one sentence for the terminal."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one. Raises AddressUnavailable."""
    if host == ANY_ADDRESS and not socket.has_dualstack_ipv6():  # the system was told to do without IPv6
        host = "0.0.0.0"  # noqa: S104 for all devices in the house; permissions depend on keys
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in host:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != ANY_ADDRESS)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        raise AddressUnavailable(_why(host, port, error)) from error
    return listening


class Listener:
    """Binds its port on construction, which raises AddressUnavailable. With `tls` it serves only https."""

    def __init__(self, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        self._listening = listen(host, port)
        self.port: int = self._listening.getsockname()[1]
        self.scheme = "http" if tls is None else "https"
        self._wsgi: BoundedServer | None = None
        self._thread: threading.Thread | None = None

    def secure(self, tls: ssl.SSLContext) -> None:
        """From now on new connections get another certificate."""
        self._tls = tls
        if self._wsgi is not None:
            self._wsgi.ssl_context = tls

    def serve(self, app: Any, limits: Limits, paired: Container[str]) -> None:
        """Set the WSGI application to serve from `start` on."""
        self._wsgi = BoundedServer(app, self._listening, limits, paired, self._tls)
        self._listening.close()  # the server has a copy

    def start(self) -> None:
        assert self._wsgi is not None, "an application answers"
        self._thread = threading.Thread(target=self._wsgi.serve_forever, args=(POLL_S,), name="http", daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """Stop accepting connections; returns whether it was serving. A second call does nothing."""
        begun, self._thread = self._thread, None
        if self._wsgi is None:
            self._listening.close()
        elif begun is None:
            self._wsgi.server_close()
        else:
            self._wsgi.shutdown()
            begun.join()
        return begun is not None


def _why(host: str, port: int, error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return f"Port {port} is used by another program: stop it, or choose another port with --http-port."
    if code == errno.EACCES:
        return f"Port {port} may not be used by this user: choose one above 1023 with --http-port."
    return f"This computer cannot listen at {host}, port {port} ({error})."
