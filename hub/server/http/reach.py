"""How far an undo would go, for the banker (`web/src/parts/feed/History.svelte`)."""

from __future__ import annotations

from flask import Blueprint, Response, request
from msgspec import Struct

from hub.server.access.keys import BANKER, Access
from hub.server.http.identity import as_json, audience_of_request, refused
from hub.table.table import Table
from hub.table.wire.refusals import TableReason


class Reach(Struct, frozen=True):
    """How many moves an undo would take back."""

    moves: int


def reach(table: Table, access: Access) -> Blueprint:
    """The route `/api/reach?to=`."""
    routes = Blueprint("reach", __name__)

    @routes.get("/api/reach")
    def moves() -> Response:
        to = request.args.get("to", type=int)
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        if to is None:
            return refused(TableReason.BAD_REQUEST, 400)
        return as_json(Reach(table.reach(to)))

    return routes
