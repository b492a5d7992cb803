"""Why a button costs what it costs, told when somebody taps "why?" beside it (`web/src/parts/Whys.svelte`)."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from hub.domain.commands import SeatCommand
from hub.rules.reasons import Rejected
from hub.server.access import Access
from hub.server.asking import UNSTORED, asking, refused
from hub.server.limits import Bucket, Limits
from hub.server.ports import TablePort
from hub.server.reasons import ServerReason
from hub.table.refusals import TableReason
from hub.table.whys import payments_of


def explaining(table: TablePort, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/why?command=`: the command as a page would send it, for those to whom it is offered."""
    routes = Blueprint("explaining", __name__)
    bucket = Bucket(limits.tellings_per_minute / 60, limits.tellings_per_minute)

    @routes.get("/api/why")
    def why() -> Response:
        if not bucket.take():
            return refused(ServerReason.TOO_FAST, 429)
        try:
            command: SeatCommand = msgspec.json.decode(request.args.get("command", ""), type=SeatCommand)
        except (msgspec.DecodeError, RecursionError):
            return refused(TableReason.BAD_REQUEST, 400)
        played = table.played()
        if played is None:
            return refused(TableReason.NO_GAME, 404)
        told = payments_of(played, command, asking(access))
        if told is None:
            return refused(TableReason.NOT_ALLOWED, 403)
        if isinstance(told, Rejected):
            return refused(told.reason.value, 409)
        return Response(msgspec.json.encode(told), mimetype="application/json", headers=UNSTORED)

    return routes
