"""The application factory: Flask with pages and API, Socket.IO next to it, a filter before both. Called by `site`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from flask import Blueprint, Flask
from flask_socketio import SocketIO

from hub.server.access.keys import Access
from hub.server.access.neighbours import Neighbours
from hub.server.access.request_filter import ConnectionPlaces, RequestFilter
from hub.server.http.api import api
from hub.server.http.explanations import explanations
from hub.server.http.pages import pages
from hub.server.http.reach import reach
from hub.server.limits import Limits, PairedAddresses
from hub.server.transport.borrowed import MatchedRule, PolledLine, SocketLine, WirePacket, harden
from hub.server.transport.polling import Polling
from hub.table.table import Table

MISTAKE_OF_A_CLIENT = " (further occurrences of this error will be logged with level INFO)"
PING_INTERVAL_S, PING_TIMEOUT_S = 3, 3  # checked at the next ping, so a silent phone is dropped after nine seconds


def create_app(
    table: Table,
    access: Access,
    folder: Path,
    limits: Limits,
    paired: PairedAddresses,
    version: str,
    others: Sequence[Blueprint],
    neighbours: Neighbours,
    shown: Callable[[], Iterable[str]],
    *,
    polls: bool,
) -> tuple[Flask, SocketIO, SocketLine]:
    """A Flask application, Flask-SocketIO for registering handlers, and the line to the browsers.

    `others` are additional routes, `shown` gives the addresses that are shown for joining. With `polls` clients may
    use HTTP polling instead of a WebSocket.
    """
    app = Flask(__name__, static_folder=None)
    app.url_rule_class = MatchedRule
    app.config["MAX_CONTENT_LENGTH"] = limits.message_bytes
    app.register_blueprint(api(table, limits, version, shown))
    app.register_blueprint(reach(table, access))
    app.register_blueprint(explanations(table, access, limits))
    for routes in others:
        app.register_blueprint(routes)
    app.register_blueprint(pages(folder))
    socketio = SocketIO(  # type: ignore[call-arg]  # the stubs lack arguments that are passed on to the server
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
    server = socketio.server  # type: ignore[attr-defined]
    harden(server, limits)
    inside, places = app.wsgi_app, ConnectionPlaces(limits, paired)
    if polls:
        inside = Polling(inside, limits, places, PolledLine(server))
    app.wsgi_app = RequestFilter(inside, places, neighbours)  # type: ignore[method-assign]
    return app, socketio, SocketLine(server)


def _quiet(name: str) -> logging.Logger:
    """A logger for a library that shows only errors: below that, libraries log what clients send, PINs included."""
    logger = logging.getLogger(f"{__name__}.{name}")
    logger.setLevel(logging.ERROR)
    logger.addFilter(_is_ours)
    return logger


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether an error is a mistake of the hub: of those that clients make Engine.IO would log the first of a kind."""
    return not record.getMessage().endswith(MISTAKE_OF_A_CLIENT)
