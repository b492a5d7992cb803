"""Werkzeug's threaded server as this hub runs it: bounded threads, bounded patience, silent about requests.

The request line is never logged: the address of a QR code carries a join code.
"""

from __future__ import annotations

import logging
import socket
import ssl
import sys
import threading
from typing import Any

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from hub.server.access.addresses import is_loopback
from hub.server.transport.tls import secured

log = logging.getLogger(__name__)


class QuietHandler(WSGIRequestHandler):
    """Gives up on a client that does not finish its request within the time-out."""

    timeout = 10
    disable_nagle_algorithm = True  # or the second of two small messages waits 40 ms for the answer to the first

    def version_string(self) -> str:
        """Nobody needs to know what runs here."""
        return "Bankhalter"

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- the name is the library's
        """Requests are not logged at all."""


class BoundedServer(ThreadedWSGIServer):
    """At most `threads` requests and connections of other computers at once; one more is closed unread."""

    def __init__(self, app: Flask, listening: socket.socket, threads: int, tls: ssl.SSLContext | None = None) -> None:
        host, port = listening.getsockname()[:2]
        super().__init__(host, port, app, QuietHandler, fd=listening.fileno())
        # Not handed on: the library would shake hands while it accepts, and one silent client would hold up everybody.
        self.ssl_context = tls
        self._room = threading.BoundedSemaphore(threads)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer on a thread of its own, if there is one left."""
        if not is_loopback(client_address[0]) and not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The whole life of a connection."""
        try:
            if (wire := self._greet(request)) is not None:
                super().process_request_thread(wire, client_address)
        finally:
            if not is_loopback(client_address[0]):
                self._room.release()

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
        """A broken connection is no news; anything else is our bug."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            log.error("a connection failed", exc_info=error)

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- the name is the library's
        """Only errors, which are tracebacks of ours."""
        if type == "error":
            log.error(message, *args)
