"""The front page of a club: asks for its PIN, then lists all tables, as of the registry half a second ago."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Blueprint, Flask, Response, request

from hub.features.club.views import club_view
from hub.server.access.keys import club_key, is_club_key
from hub.server.access.request_filter import ConnectionPlaces, Neighbours, RequestFilter
from hub.server.http.answers import as_json, bearer, refused
from hub.server.http.pages import front_page
from hub.server.limits import Limits, PairedAddresses, Tries
from hub.server.reasons import ServerReason
from hub.store.folder import Secrets
from hub.store.registry import Standing
from hub.table.wire.refusals import TableReason

Stood = Callable[[], Standing]


def front(
    standing: Stood,
    secrets: Secrets,
    folder: Path,
    limits: Limits,
    paired: PairedAddresses,
    neighbours: Neighbours,
    others: Sequence[Blueprint] = (),
) -> RequestFilter:
    """The WSGI application; `others` are additional routes."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = limits.message_bytes
    for routes in (lists(standing, secrets, limits, paired), *others, front_page(folder)):
        app.register_blueprint(routes)
    return RequestFilter(app.wsgi_app, ConnectionPlaces(limits, paired), neighbours)


def lists(standing: Stood, secrets: Secrets, limits: Limits, paired: PairedAddresses) -> Blueprint:
    """The routes `/api/club/pair`, which takes the PIN as `Authorization: Bearer`, and `/api/club/tables`."""
    routes = Blueprint("club", __name__)
    tries = Tries(limits)

    @routes.get("/api/club/pair")
    def pair() -> Response:
        address = request.remote_addr or ""
        if tries.begin(address):
            return refused(ServerReason.TOO_MANY_TRIES, 429)
        given = "".join(bearer().split()).encode()
        if not hmac.compare_digest(given, secrets.banker_pin.encode()):
            return refused(ServerReason.WRONG_PIN, 403)
        tries.succeeded(address)
        paired.add(address)
        return as_json({"key": club_key(secrets.server_secret, secrets.banker_pin)})

    @routes.get("/api/club/tables")
    def tables() -> Response:
        if not is_club_key(secrets.server_secret, secrets.banker_pin, bearer()):
            return refused(TableReason.NOT_ALLOWED, 403)
        return as_json(club_view(standing()))

    return routes
