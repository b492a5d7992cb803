"""The answer to one request, written so that another may follow on the same connection (RFC 9112, 6 and 9.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from hub.server.access.security_headers import ALONE

if TYPE_CHECKING:
    from hub.server.transport.handler import QuietHandler

Application: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]
Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]
WITHOUT_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})


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
        """WSGI's `start_response`."""
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
