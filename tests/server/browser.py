"""A browser's line to the hub, byte by byte: Engine.IO and Socket.IO as it should be, or as bad as a test wants."""

import contextlib
import json
import socket
import time
import uuid
from collections.abc import Callable
from typing import Any

import websocket
from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME

PATIENCE_S = 60.0
CLOSE = "1"


class Gone(Exception):
    """The hub closed the line."""


class Browser:
    """Connects to a server; `local` as the banker's page on the hub's own computer, else as one from the network.

    The banker's key is that of the server in `conftest.py` unless another `key` is given.

    `source` is the address it comes from, one of this computer; `path` is that of a table of a club.
    """

    def __init__(
        self,
        port: int,
        *,
        key: str | None = None,
        local: bool = False,
        source: str = "",
        path: str = "",
        **headers: str,
    ) -> None:
        self.host = f"{'localhost' if local else OWN_NAME}:{port}"
        self.events: list[tuple[str, list[Any]]] = []
        self.acks: dict[int, list[Any]] = {}
        self.pings, self._path, self._last = 0, path, "nothing"
        self._count = 0
        self._name = uuid.uuid4().hex  # an object may get the place in memory of one that has gone, and so its id
        key = banker_key() if local and key is None else key
        self._open(port, source, headers)
        self.send("40" + json.dumps({} if key is None else {"key": key}))

    def send(self, text: str) -> None:
        self.wire.send(text)

    def emit(self, event: str, *arguments: Any) -> int:
        """Send an event that wants an acknowledgement; returns its number."""
        self._count += 1
        self.send(f"42{self._count}{json.dumps([event, *arguments])}")
        return self._count

    def call(self, event: str, *arguments: Any) -> Any:
        number = self.emit(event, *arguments)
        return self.until(lambda: self.acks.get(number))[0]

    def ask(self, action: dict[str, Any], request: str | None = None) -> dict[str, Any]:
        return self.call("request", {"id": request or f"{self._name}-{self._count}", "action": action})

    def begin(self) -> None:
        """Anna and Ben sit down and begin a game."""
        for action in ({"do": "add_seat", "name": "Anna"}, {"do": "add_seat", "name": "Ben"}, {"do": "begin"}):
            assert self.ask(action)["ok"]

    def seen(self) -> dict[str, Any]:
        """The view as it is now."""
        self.events.clear()
        self.emit("refresh")
        return self.wait("view")

    def wait(self, event: str, fits: Callable[[Any], object] = lambda _: True) -> Any:
        """The next event of this name that fits; what came before it is forgotten."""

        def found() -> list[Any] | None:
            while self.events:
                name, arguments = self.events.pop(0)
                if name == event and fits(arguments[0]):
                    return arguments
            return None

        return self.until(found)[0]

    def until(self, done: Callable[[], list[Any] | None]) -> list[Any]:
        """Listen until something is there."""
        deadline = time.monotonic() + PATIENCE_S
        while (result := done()) is None:
            assert time.monotonic() < deadline, f"the hub did not answer in time; it said last: {self._last[-500:]}"
            self.listen()
        return result

    def listen(self, patience_s: float = PATIENCE_S) -> str:
        """Take one packet in; empty if none comes in time."""
        packet = self._received(patience_s)
        if packet == CLOSE:
            raise Gone
        if packet:
            self._last = packet
            self._take(packet)
        return packet

    def closed_by_hub(self) -> bool:
        try:
            while self.listen():
                continue
        except Gone:
            return True
        return False

    def close(self) -> None:
        """Leave without ceremony."""
        self.wire.shutdown()

    def _open(self, port: int, source: str, headers: dict[str, str]) -> None:
        """The line, before anything is said."""
        wire = socket.create_connection(("127.0.0.1", port), PATIENCE_S, source_address=(source, 0) if source else None)
        try:
            self.wire = self._greeted(wire, port, headers)
        except BaseException:
            wire.close()
            raise

    def _greeted(self, wire: socket.socket, port: int, headers: dict[str, str]) -> Any:
        return websocket.create_connection(
            f"ws://127.0.0.1:{port}{self._path}/socket.io/?EIO=4&transport=websocket",
            host=headers.pop("host", self.host),
            origin=headers.pop("origin", f"http://{self.host}"),
            header=[f"{name.replace('_', '-')}: {value}" for name, value in headers.items()],
            timeout=PATIENCE_S,
            socket=wire,
        )

    def _received(self, patience_s: float) -> str:
        """One packet; empty if none comes in time. Raises Gone."""
        self.wire.settimeout(patience_s)
        try:
            packet = self.wire.recv()
        except websocket.WebSocketTimeoutException:
            return ""
        except (websocket.WebSocketConnectionClosedException, OSError) as error:
            raise Gone from error
        if packet == "":
            raise Gone
        return packet

    def _take(self, packet: str) -> None:
        if packet == "2":
            self.pings += 1
            with contextlib.suppress(OSError):  # the hub may have gone meanwhile, which the next packet says
                self.send("3")
        elif packet.startswith("42"):
            name, *arguments = json.loads(packet[2:])
            self.events.append((name, arguments))
        elif packet.startswith("43"):
            number = packet[2 : packet.index("[")]
            self.acks[int(number)] = json.loads(packet[2 + len(number) :])
