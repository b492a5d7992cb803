"""One TLS connection that one thread reads while others write: a WebSocket needs that, OpenSSL forbids it.

The library forbids two threads inside one connection, and a blocking read would lock the writers out. So calls
enter one at a time and never block inside; a caller that has to wait does so outside, at the socket.
"""

import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class SharedTlsSocket(ssl.SSLSocket):
    """A TLS socket that several threads may use. Time-outs in seconds; None waits forever."""

    _lock: threading.Lock
    _patience_s: float | None

    def begin_sharing(self, patience_s: float | None) -> None:
        """From now on several threads use it."""
        super().settimeout(0)
        self._lock, self._patience_s = threading.Lock(), patience_s

    def settimeout(self, value: float | None) -> None:
        if hasattr(self, "_lock"):
            self._patience_s = value
        else:
            super().settimeout(value)

    def read(self, len: int = 1024, buffer: Any = None) -> Any:  # noqa: A002 -- the name is the library's
        return self._patiently(lambda: super(SharedTlsSocket, self).read(len, buffer))

    def send(self, data: Any, flags: int = 0) -> int:
        return self._patiently(lambda: super(SharedTlsSocket, self).send(data, flags))

    def shutdown(self, how: int) -> None:
        """End the connection while another thread reads it; the library would discard the reader's state first."""
        socket.socket.shutdown(self, how)

    def _patiently(self, call: Callable[[], T]) -> T:
        if not hasattr(self, "_lock"):
            return call()
        deadline = None if self._patience_s is None else time.monotonic() + self._patience_s
        while True:
            try:
                with self._lock:
                    return call()
            except ssl.SSLWantReadError:
                wanted = selectors.EVENT_READ
            except ssl.SSLWantWriteError:
                wanted = selectors.EVENT_WRITE
            except ValueError as closed:
                raise OSError("the connection was closed meanwhile") from closed
            self._wait(wanted, deadline)

    def _wait(self, for_what: int, deadline: float | None) -> None:
        left_s = None if deadline is None else max(0.0, deadline - time.monotonic())
        with selectors.DefaultSelector() as selector:
            try:
                selector.register(self, for_what)
            except ValueError as closed:
                raise OSError("the connection was closed meanwhile") from closed
            if not selector.select(left_s):
                raise TimeoutError("the other side keeps us waiting")


def secured(wire: socket.socket, context: ssl.SSLContext, patience_s: float) -> ssl.SSLSocket:
    """Shake hands on a connection that was just accepted. Raises OSError if the other side does not, or not in time."""
    wire.settimeout(patience_s)
    context.sslsocket_class = SharedTlsSocket
    secure = context.wrap_socket(wire, server_side=True)
    assert isinstance(secure, SharedTlsSocket)
    secure.begin_sharing(patience_s)
    return secure
