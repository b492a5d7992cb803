"""A serial port for a hub on another computer: `bankhalter share-port` at the board, `socket://` at the hub.

One hub has it at a time, as with a cable: the port is open while a hub is connected, and closed when it leaves, which
the node notices like a pulled cable. Bytes are forwarded as they come; the link (`link.py`) handles frames, checksums
and whatever gets lost when a connection breaks.
"""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Callable, Container
from typing import Final

from hub.board.stream import ADVICE, READ_MAX, PortError, Stream, open_stream

SILENT_S: Final = 5.0
"""A hub with a link sends something every second; one that is silent for this many seconds gives way to another."""

ALIVE: Final = (("TCP_KEEPIDLE", 3), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 5_000))
"""So a computer that lost power or its network is noticed within seconds, where the operating system supports it."""

LOOK_S: Final = 0.2
TICK_S: Final = 0.05
SEND_S: Final = 2.0
WAITING_MAX: Final = 64


class SharedPort:
    """Lends `port` to one hub after another. `say` is called with a sentence for each event.

    Only hubs at `allowed` addresses may have it, or any hub without such a list.
    """

    def __init__(
        self, port: str, listening: socket.socket, allowed: Container[str] | None, say: Callable[[str], None]
    ) -> None:
        self._port, self._listening, self._allowed, self._say = port, listening, allowed, say
        self._stopped = threading.Event()
        self._guest: _Guest | None = None

    def serve(self) -> None:
        """Wait for hubs until `stop`."""
        self._listening.settimeout(LOOK_S)
        with contextlib.ExitStack() as closing:
            closing.callback(self._end_guest)
            while not self._stopped.is_set():
                try:
                    wire, peer = self._listening.accept()
                except (TimeoutError, ConnectionError):  # nobody came, or left before being let in
                    continue
                self._come(wire, str(peer[0]))

    def stop(self) -> None:
        self._stopped.set()

    def _come(self, wire: socket.socket, address: str) -> None:
        if self._allowed is not None and address not in self._allowed:
            self._say(f"{address} is turned away: only named computers may have the port (--allow).")
            wire.close()
        elif self._guest is not None and self._guest.is_there():
            self._say(f"{address} is turned away: {self._guest.address} has the port.")
            wire.close()
        else:
            self._end_guest()
            self._guest = _Guest(self._port, wire, address, self._say)
            self._guest.start()

    def _end_guest(self) -> None:
        guest, self._guest = self._guest, None
        if guest is not None:
            guest.end()


class _Guest:
    """The hub that has the port."""

    def __init__(self, port: str, wire: socket.socket, address: str, say: Callable[[str], None]) -> None:
        self._port, self._wire, self.address, self._say = port, wire, address, say
        self._heard_s = time.monotonic()
        self._coming: queue.Queue[bytes] = queue.Queue(WAITING_MAX)
        self._gone = threading.Event()
        self._thread = threading.Thread(target=self._run, name="shared port", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def is_there(self) -> bool:
        """Whether the hub is connected and has sent something lately."""
        return self._thread.is_alive() and time.monotonic() - self._heard_s < SILENT_S

    def end(self) -> None:
        self._gone.set()
        with contextlib.suppress(OSError):  # it has ended already
            self._wire.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def _run(self) -> None:
        with self._wire:
            with contextlib.suppress(OSError):  # the hub has gone already, which its silence says
                _keep_alive(self._wire)
            try:
                stream = open_stream(self._port)
            except PortError as error:
                self._say(f"{self._port} {ADVICE[error.why]}.")
                return
            self._say(f"{self.address} has {self._port}.")
            listener = threading.Thread(target=self._listen, args=(stream,), name="hub of the port", daemon=True)
            listener.start()
            try:
                why = self._pass_on(stream)
            finally:
                self._gone.set()
                with contextlib.suppress(OSError):
                    self._wire.shutdown(socket.SHUT_RDWR)
                listener.join()
                stream.close()
            self._say(why)

    def _pass_on(self, stream: Stream) -> str:
        """Forward in both directions on this thread, as a stream requires; returns why it ended."""
        try:
            while not self._gone.is_set():
                data = stream.read(TICK_S)
                if data:
                    self._wire.sendall(data)
                while not self._coming.empty():
                    stream.write(self._coming.get())
        except PortError as error:
            return f"{self._port} {ADVICE[error.why]}."
        except OSError:  # the hub has gone, or no longer reads
            pass
        return f"{self.address} has gone."

    def _listen(self, stream: Stream) -> None:
        with contextlib.suppress(OSError):
            while not self._gone.is_set():
                try:
                    data = self._wire.recv(READ_MAX)
                except TimeoutError:
                    continue
                if not data:
                    break
                self._heard_s = time.monotonic()
                with contextlib.suppress(queue.Full):  # the node no longer reads; the link sends it again
                    self._coming.put_nowait(data)
                stream.wake()
        self._gone.set()
        stream.wake()


def _keep_alive(wire: socket.socket) -> None:
    wire.settimeout(SEND_S)
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in ALIVE:
        option = getattr(socket, name, None)
        if option is not None:
            wire.setsockopt(socket.IPPROTO_TCP, option, value)
