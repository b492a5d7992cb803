"""The server of one table: everything of this package put together, opened and closed. Made by `hub.wiring.play`."""

from __future__ import annotations

import errno
import logging
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from hub.diagnostics.redaction import Redaction
from hub.pages import pages_dir
from hub.server.access.keys import Access
from hub.server.access.shown_address import ShownAddress
from hub.server.app import create_app
from hub.server.http.firmware import NodeFile, firmware
from hub.server.http.helpfile import helpfile
from hub.server.http.laboratory import LabPages, laboratory
from hub.server.limits import Limits, PairedAddresses
from hub.server.ports import TablePort
from hub.server.sockets.connections import Connections
from hub.server.sockets.device_feed import DeviceFeed
from hub.server.sockets.handlers import Sockets
from hub.server.sockets.publisher import Publisher
from hub.server.transport.wsgi import BoundedServer

GOODBYE_S = 0.5
POLL_S = 0.02
BACKLOG = 128
log = logging.getLogger(__name__)


class AddressUnavailable(Exception):
    """The server cannot listen where it should; the text is one sentence for the terminal."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one. Raises AddressUnavailable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        raise AddressUnavailable(_why(host, port, error)) from error
    return listening


class Server:
    """Listens from its creation on, answers from `start` on.

    `secret` and `pin` come from the data folder, `noted` gives the end of the log for help files. With `tls` it speaks
    https and nothing else, and browsers whose WebSocket is refused there may poll (0051). `proxies` are addresses of
    reverse proxies that are believed for whom they ask. `node_file` makes what a bare Pico becomes a node with,
    `lab_page` has the reports of the laboratory.
    """

    def __init__(
        self,
        table: TablePort,
        host: str,
        port: int,
        secret: str,
        pin: str,
        version: str,
        *,
        pages: Path | None = None,
        limits: Limits | None = None,
        tls: ssl.SSLContext | None = None,
        noted: Callable[[], Sequence[str]] = tuple,
        proxies: frozenset[str] = frozenset(),
        node_file: NodeFile | None = None,
        lab_page: LabPages | None = None,
    ) -> None:
        limits = limits or Limits()
        folder = pages or pages_dir()
        self._listening = listen(host, port)
        self.port: int = self._listening.getsockname()[1]
        self._scheme = "http" if tls is None else "https"
        self._shown_address = ShownAddress(table, host, self.port, self._scheme)
        self._access = Access(table, secret, pin)
        redaction = Redaction(secret, pin)
        redaction.also(lambda: self.codes)
        routes = [helpfile(table, self._access, limits, version, redaction, noted)]
        if node_file is not None:
            routes.append(firmware(self._access, limits, node_file))
        if lab_page is not None:
            routes.append(laboratory(limits, lab_page))
        paired = PairedAddresses()
        app, socketio, self._line = create_app(
            table, self._access, folder, limits, paired, version, routes, proxies, polls=tls is not None
        )
        self._wsgi = BoundedServer(app, self._listening, limits, paired, tls)
        self._listening.close()  # the server has a copy
        self._connections = Connections()
        self._publisher = Publisher(table, self._connections, self._line)
        self._devices = DeviceFeed(table, self._connections, self._line)
        self._sockets = Sockets(
            table,
            self._access,
            self._connections,
            self._publisher,
            self._devices,
            limits,
            paired,
            version,
            self._shown_address,
        )
        self._sockets.register(socketio)
        self._thread = threading.Thread(target=self._wsgi.serve_forever, args=(POLL_S,), name="http", daemon=True)

    @property
    def local_url(self) -> str:
        """The address for a browser on this very computer."""
        return f"{self._scheme}://localhost:{self.port}"

    @property
    def way_in(self) -> str:
        """The same for the terminal: the first browser that opens it banks without the PIN."""
        return f"{self.local_url}/table#code={self._access.terminal_code}"

    @property
    def url(self) -> str:
        """The address that others are shown."""
        return self._shown_address.url

    @property
    def urls(self) -> tuple[str, ...]:
        """All addresses it may be reached at, the likeliest first."""
        return self._shown_address.urls

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        """Show this computer's names in the house as well, as far as these are known to lead here."""
        self._shown_address.names = names

    def tell_names(self) -> None:
        """What `also_at` gives has changed: tell whoever is shown it."""
        self._sockets.tell_doors()

    @property
    def codes(self) -> tuple[str, ...]:
        """The join codes that are good now, and what lets the terminal's browser bank; no log may hold them."""
        return (*self._access.codes().values(), self._access.terminal_code)

    def load(self) -> None:
        """Resume keys, codes and the chosen address as they were stored. Raises StoreError."""
        self._access.load()
        self._shown_address.load()

    def start(self) -> None:
        """Begin to answer; the table is running by now. Raises StoreError."""
        self.load()
        self._publisher.start()
        self._sockets.tell_doors()
        self._devices.start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye to everybody, wait a moment for them, end all threads. The table must still run."""
        if not self._thread.is_alive():
            self._wsgi.server_close()
            return
        self._wsgi.shutdown()
        self._thread.join()
        self._devices.stop()
        self._publisher.stop()
        for end in (self._line.say_goodbye, self._line.cut):  # whoever does not answer is cut off
            end()
            deadline = time.monotonic() + GOODBYE_S
            while self._connections.all() and time.monotonic() < deadline:
                time.sleep(POLL_S)


def _why(host: str, port: int, error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return f"Port {port} is used by another program: stop it, or choose another port with --http-port."
    if code == errno.EACCES:
        return f"Port {port} may not be used by this user: choose one above 1023 with --http-port."
    return f"This computer cannot listen at {host}, port {port} ({error})."
