"""One connection over which requests come one after the other, as `hub.server.transport.wsgi` has them answered.

Werkzeug closes a connection after each answer. A page has two hundred small parts, each of which would then cost one
more round trip (RFC 9112, 9.3). The request line is never logged: the address of a QR code carries a join code.
"""

from __future__ import annotations

import contextlib
import logging
import re
import selectors
import socket
import ssl
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from io import BufferedReader
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast
from urllib.parse import quote

from werkzeug.exceptions import InternalServerError
from werkzeug.serving import WSGIRequestHandler
from werkzeug.wsgi import LimitedStream

from hub.server.access.request_filter import Environ, host_of, refuse
from hub.server.access.security_headers import ALONE, with_security_headers

if TYPE_CHECKING:
    from hub.server.transport.wsgi import BoundedServer

UPGRADED, POLLS, GOES_ON = "bankhalter.upgraded", "bankhalter.polls", "bankhalter.goes_on"
"""Names in a request's environment: functions to call when it has become a WebSocket, when it waits for news, and
before each piece of an answer that is sent in pieces.
"""
IN_PLAIN = "/trust"
"""What is also answered over plain http: how a device comes to trust the certificate (`hub.features.trust`)."""
DRAINED_MAXIMUM = 16_777_216
LINGERING_S = 1.0
HAS_PORT = re.compile(r"(?:\]|[^:\]]):[0-9]+$")

log = logging.getLogger(__name__)

Application: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]
Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]
WITHOUT_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})


class QuietHandler(WSGIRequestHandler):
    """The requests of one connection. Answers that the library makes by itself get the same headers as all others."""

    server: BoundedServer
    protocol_version = "HTTP/1.1"
    timeout = 10  # for each read; all of them together have the server's deadline
    disable_nagle_algorithm = True  # or the second of two small messages waits 40 ms for the answer to the first
    default_request_version = "HTTP/1.1"  # answers of 0.9 have no headers
    _named: frozenset[str] = frozenset()
    _answered = 0

    def version_string(self) -> str:
        """Does not reveal what runs here."""
        return "Bankhalter"

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- the name is the library's
        """Requests are not logged at all."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Not even their addresses are looked at, of which some cannot be taken apart."""

    def handle_one_request(self) -> None:
        """Wait for the next request, of which the first is due at once, and answer it."""
        if self._answered and not self._asked_again():
            self.close_connection = True
            return
        super().handle_one_request()
        self._answered += 1

    def make_environ(self) -> Environ:
        """Adds functions that report that this is now a WebSocket, a waiting poll, or an answer sent in pieces."""
        environ: Environ = {
            **super().make_environ(),
            "REMOTE_ADDR": self.client_address[0],
            UPGRADED: partial(self.server.release, self.connection),
            POLLS: partial(self.server.lend, self.connection),
            GOES_ON: partial(self.server.prolong, self.connection),
        }
        length = environ.get("CONTENT_LENGTH", "0")
        if "HTTP_TRANSFER_ENCODING" not in environ and length.isascii() and length.isdecimal():
            environ["wsgi.input"] = LimitedStream(cast(BinaryIO, self.rfile), int(length))
        return environ

    def run_wsgi(self) -> None:
        """Answer. Without a body the request is complete now; a body is read, but within the same deadline."""
        if not {"content-length", "transfer-encoding"} & {name.lower() for name in self.headers}:
            self.server.prolong(self.connection)
        try:
            self.environ = self.make_environ()
        except ValueError:  # an address that cannot be taken apart, such as //[::1
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        if self.headers.get("Expect", "").lower().strip(" \t") == "100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        answer = Answer(self, self.environ)
        try:
            answer.give(self.server.app if self._is_safe() or _is_open(self.environ) else to_https)
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception:
            log.exception("a request failed")
            self.close_connection = True
            if not answer.begun:
                with contextlib.suppress(OSError):
                    answer.give(InternalServerError())

    def may_go_on(self, environ: Environ) -> bool:
        """Whether another request may follow this one: its body was read, and it was not one of too many."""
        follows = _was_read(environ) and self._is_safe() and self._answered + 1 < self.server.requests_per_line
        return follows and not self.close_connection

    def drain(self, environ: Environ) -> None:
        """Read what nobody wanted of a body: a client that is still sending it would not see the answer.

        It sees that nothing follows the answer, and ends the connection (RFC 9112, 9.6).
        """
        if _was_read(environ):
            return
        with selectors.DefaultSelector() as selector, contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            selector.register(self.connection, selectors.EVENT_READ)
            size = 0
            while size < DRAINED_MAXIMUM and selector.select(LINGERING_S):
                data = self.rfile.read1(65_536)
                size += len(data)
                if not data:
                    return

    def send_header(self, keyword: str, value: str) -> None:
        self._named |= {keyword.lower()}
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        for name, value in ALONE:
            if name.lower() not in self._named:
                super().send_header(name, value)
        self._named = frozenset()
        super().end_headers()

    def _is_safe(self) -> bool:
        return self.server.ssl_context is None or isinstance(self.connection, ssl.SSLSocket)

    def _asked_again(self) -> bool:
        """Wait for another request, without a place, and then for a place."""
        if not self.server.rest(self.connection, self.client_address[0]):
            return False
        self.connection.settimeout(self.server.rest_s)
        try:
            more = cast(BufferedReader, self.rfile).peek(1)
        except OSError:
            more = b""
        self.connection.settimeout(self.timeout)
        return self.server.resume(self.connection, self.client_address[0]) if more else False


def _is_open(environ: Environ) -> bool:
    return f"{environ['PATH_INFO']}/".startswith(f"{IN_PLAIN}/")


def _was_read(environ: Environ) -> bool:
    body = environ["wsgi.input"]
    return isinstance(body, LimitedStream) and body.is_exhausted


def to_https(environ: Environ, start_response: Any) -> Iterable[bytes]:
    """A WSGI application for who typed `http://` where only https is spoken: the same address with the right scheme."""
    start_response = with_security_headers(start_response, None)
    if host_of(environ) is None:
        return refuse(400, start_response)
    host, query = environ["HTTP_HOST"], environ["QUERY_STRING"]
    at = host if HAS_PORT.search(host) else f"{host.rstrip(':')}:{environ['SERVER_PORT']}"
    path = quote(environ["PATH_INFO"].encode("latin-1"), safe="/~!$&'()*+,;=:@") + (f"?{query}" if query else "")
    headers = [("Location", f"https://{at}{path}"), ("Content-Length", "0"), ("Cache-Control", "no-store")]
    start_response("307 Temporary Redirect", headers)
    return []


class Answer:
    """What a WSGI application answers. `begun` once something of it was sent."""

    def __init__(self, handler: QuietHandler, environ: dict[str, Any]) -> None:
        self.begun = False
        self._handler, self._environ = handler, environ
        self._status, self._headers = "", list[tuple[str, str]]()
        self._empty, self._chunked = False, False
        self._left: int | None = None

    def give(self, app: Application) -> None:
        """Have the application answer, and send it. Raises what it raises, and OSError if the client has gone."""
        parts = app(self._environ, self._start)
        try:
            for part in parts:
                if part:
                    self._write(part)
            self._end()
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], raised: Raised | None = None) -> Callable[..., None]:
        if raised is not None and self.begun:
            raise raised[1].with_traceback(raised[2])
        self._status, self._headers = status, headers
        return self._write

    def _write(self, data: bytes) -> None:
        """Send a part, the first one together with the head: two small packets would be one round trip more."""
        head = b"" if self.begun else self._head()
        self.begun = True
        if self._left is not None:
            self._left -= len(data)
        if self._empty:
            data = b""
        elif self._chunked and data:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        self._handler.wfile.write(head + data)

    def _end(self) -> None:
        if not self.begun:
            self._write(b"")
        if self._chunked:
            self._handler.wfile.write(b"0\r\n\r\n")
        if self._left and not self._empty:  # the client would take what follows for the rest
            self._handler.close_connection = True
        if self._handler.close_connection:
            self._handler.drain(self._environ)

    def _head(self) -> bytes:
        given = {name.lower(): value for name, value in self._headers}
        code = int(self._status.split(maxsplit=1)[0])
        self._empty = self._environ["REQUEST_METHOD"] == "HEAD" or code < HTTPStatus.OK or code in WITHOUT_BODY
        if "content-length" in given:
            self._left = int(given["content-length"])
        goes_on = self._handler.may_go_on(self._environ)
        added = [("Server", self._handler.version_string()), ("Date", self._handler.date_time_string()), *ALONE]
        if self._left is None and not self._empty:
            if self._handler.request_version == "HTTP/1.1":
                self._chunked = True
                added.append(("Transfer-Encoding", "chunked"))
            else:
                goes_on = False
        self._handler.close_connection = not goes_on
        added.append(("Connection", "keep-alive" if goes_on else "close"))
        headers = (*self._headers, *(one for one in added if one[0].lower() not in given))
        lines = (f"HTTP/1.1 {self._status}", *(f"{name}: {value}" for name, value in headers), "", "")
        return "\r\n".join(lines).encode("latin-1")
