"""Pages and sockets of one table, wherever they are served: a table alone has a port, a club one for many."""

import logging
import time
from collections.abc import Sequence
from pathlib import Path

from flask import Blueprint, Flask
from flask_socketio import SocketIO

from hub.server.access.keys import Access
from hub.server.access.request_filter import ALONE, ConnectionPlaces, Neighbours, RequestFilter
from hub.server.access.shown_address import ShownAddress
from hub.server.http.api import api, of_the_game
from hub.server.http.pages import SCREENS, pages_at
from hub.server.limits import Limits, PairedAddresses
from hub.server.sockets.handlers import Sockets
from hub.server.sockets.seating import Seating
from hub.server.transport.borrowed import MatchedRule, PolledLine, SocketLine, WirePacket, harden
from hub.server.transport.polling import Polling
from hub.table.requests import REQUESTS
from hub.table.requests.base import Action
from hub.table.table import Table

GOODBYE_S = 0.5
POLL_S = 0.02

MISTAKE_OF_A_CLIENT = " (further occurrences of this error will be logged with level INFO)"
PING_INTERVAL_S, PING_TIMEOUT_S = 3, 3  # checked at the next ping, so a silent phone is dropped after nine seconds


class Site:
    """Answers from `start` on: `app` is a WSGI application, which counts devices of good repute in `paired`.

    `screens` are what addresses of `pages` begin with, `requests` what browsers may send, `routes` those of features.
    With `polls`, which is for https, browsers whose WebSocket is refused may poll (0051).
    """

    def __init__(
        self,
        table: Table,
        access: Access,
        shown_address: ShownAddress,
        version: str,
        *,
        pages: Path,
        screens: Sequence[str] = SCREENS,
        polls: bool = False,
        requests: Sequence[type[Action]] = REQUESTS,
        limits: Limits | None = None,
        neighbours: Neighbours = ALONE,
        routes: Sequence[Blueprint] = (),
    ) -> None:
        limits = limits or Limits()
        self.address, self._access = shown_address, access
        self.paired = PairedAddresses()
        self.app = app = Flask(__name__, static_folder=None)
        app.url_rule_class = MatchedRule
        app.config["MAX_CONTENT_LENGTH"] = limits.message_bytes
        own = (*api(table, limits, version, lambda: shown_address.urls), *of_the_game(table, access, limits))
        for group in (*own, *routes, pages_at(screens, pages)):
            app.register_blueprint(group)
        socketio = _socketio(app, limits, polls=polls)
        server = socketio.server  # type: ignore[attr-defined]
        harden(server, limits)
        inside, places = app.wsgi_app, ConnectionPlaces(limits, self.paired)
        if polls:
            inside = Polling(inside, limits, places, PolledLine(server))
        app.wsgi_app = RequestFilter(inside, places, neighbours)  # type: ignore[method-assign]
        self._line = SocketLine(server)
        self._seating = Seating(table, access, self._line, self.paired, shown_address, limits, version)
        shown_address.changed = self._seating.show_doors
        self._sockets = Sockets(self._seating, limits, requests)
        self._sockets.register(socketio)

    @property
    def watching(self) -> int:
        return len(self._seating.connections.all())

    def load(self) -> None:
        """Resume keys, codes and the chosen address as they were stored. Raises StoreError."""
        self._access.load()
        self.address.load()

    def start(self) -> None:
        """Be ready for browsers; the table is running by now. Raises StoreError."""
        self.load()
        self._seating.publisher.start()
        self._seating.show_doors()

    def stop(self) -> None:
        """Say goodbye to everybody, wait a moment for them, end all threads. The table must still run."""
        self._seating.devices.stop()
        self._seating.publisher.stop()
        for end in (self._line.say_goodbye, self._line.cut):  # connections that do not answer are cut off
            end()
            deadline = time.monotonic() + GOODBYE_S
            while self._seating.connections.all() and time.monotonic() < deadline:
                time.sleep(POLL_S)


def _socketio(app: Flask, limits: Limits, *, polls: bool) -> SocketIO:
    return SocketIO(  # type: ignore[call-arg]  # the stubs lack arguments that are passed on to the server
        app,
        async_mode="threading",
        async_handlers=False,  # the default reorders a client's events
        transports=["websocket", "polling"] if polls else ["websocket"],
        allow_upgrades=False,
        serializer=WirePacket,
        ping_interval=PING_INTERVAL_S,
        ping_timeout=PING_TIMEOUT_S,
        max_http_buffer_size=limits.message_bytes,
        manage_session=False,
        logger=_quiet("socketio"),
        engineio_logger=_quiet("engineio"),
    )


def _quiet(name: str) -> logging.Logger:
    """A logger for a library that shows only errors: below that, libraries log what clients send, PINs included."""
    logger = logging.getLogger(f"{__name__}.{name}")
    logger.setLevel(logging.ERROR)
    logger.addFilter(_is_ours)
    return logger


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether an error is a mistake of the hub: of those that clients make Engine.IO would log the first of a kind."""
    return not record.getMessage().endswith(MISTAKE_OF_A_CLIENT)
