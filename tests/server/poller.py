"""A browser whose WebSocket is refused: its line to the hub made of plain requests over TLS, as good or bad as any."""

import contextlib
import http.client
import queue
import ssl
import threading
from dataclasses import dataclass, field

import websocket
from helpers.confirmed import confirmed
from server.browser import CLOSE, PATIENCE_S, Browser, Gone

PAGE = {"X-Bankhalter": "polling"}
SEPARATOR = "\x1e"
OPENING = "EIO=4&transport=polling"
TRUSTED = confirmed()


@dataclass
class Asker:
    """Sends single requests to a port, under a name and from an address of this computer."""

    port: int
    host: str
    source: str = "127.0.0.1"
    headers: dict[str, str] = field(default_factory=lambda: dict(PAGE))

    def ask(self, method: str, query: str, body: str | bytes | None = None, **headers: str) -> tuple[int, str]:
        """The status and the body of the answer."""
        wire = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(self.source, 0), context=TRUSTED
        )
        named = {
            "Host": self.host,
            **self.headers,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        with contextlib.closing(wire):
            wire.request(method, f"/socket.io/?{query}", body.encode() if isinstance(body, str) else body, named)
            answer = wire.getresponse()
            return answer.status, answer.read().decode()

    def open(self) -> str:
        """A new connection; its id. Raises ConnectionRefusedError with the status."""
        status, packet = self.ask("GET", OPENING)
        if status != 200:
            raise ConnectionRefusedError(status)
        return packet.partition('"sid":"')[2].partition('"')[0]


def of(session: str) -> str:
    return f"{OPENING}&sid={session}"


def opened(guest: Asker) -> str:
    """A connection that has been greeted; its id."""
    session = guest.open()
    assert guest.ask("POST", of(session), "40{}")[0] == 200
    return session


def told(guest: Asker, session: str) -> str:
    status, payload = guest.ask("GET", of(session))
    assert status == 200
    return payload


def is_over(guest: Asker, session: str) -> bool:
    """Whether a connection is known no more: what is said to it is refused."""
    return guest.ask("POST", of(session), "3")[0] == 400


def secure_socket(port: int, query: str) -> websocket.WebSocket:
    """A WebSocket over TLS with this query, at the hub's own computer."""
    return websocket.create_connection(
        f"wss://127.0.0.1:{port}/socket.io/?{query}",
        host=f"localhost:{port}",
        origin=f"https://localhost:{port}",
        sslopt={"cert_reqs": ssl.CERT_NONE, "check_hostname": False},
        timeout=PATIENCE_S,
    )


class Poller(Browser):
    """As a `Browser`; one request at a time waits for news on a thread of its own, as pages do it."""

    def _open(self, port: int, source: str, headers: dict[str, str]) -> None:
        self._asker = Asker(port, headers.pop("host", self.host), source or "127.0.0.1")
        self._asker.headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        self.session = self._asker.open()
        self._came: queue.Queue[str | None] = queue.Queue()
        self._left = False
        threading.Thread(target=self._poll, daemon=True).start()

    def send(self, text: str) -> None:
        """Send raw packets. Raises ConnectionError if the hub does not take them."""
        status, _ = self._asker.ask("POST", of(self.session), text)
        if status != 200:
            raise ConnectionError(status)

    def close(self) -> None:
        """Leave without ceremony."""
        self._left = True

    def _poll(self) -> None:
        status = 200
        while status == 200 and not self._left:
            try:
                status, payload = self._asker.ask("GET", of(self.session))
            except (OSError, http.client.HTTPException):
                break
            if status == 200:
                self._arrived()
                for packet in payload.split(SEPARATOR):
                    self._came.put(packet)
        self._came.put(None)

    def _arrived(self) -> None:
        """An answer is there."""

    def _received(self, patience_s: float) -> str:
        try:
            packet = self._came.get(timeout=patience_s)
        except queue.Empty:
            return ""
        if packet is None:
            self._came.put(None)
            raise Gone
        if packet == CLOSE:
            self._left = True
        return packet
