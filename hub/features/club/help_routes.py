"""A table of a club wants help, or no longer: `/api/help`, for its banker and its players.

The pages ask for it in `web/src/features/club/HelpWanted.svelte`; the club's wall and front page show it.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from hub.features.club.help_wanted import HelpWanted
from hub.features.club.views import HelpView
from hub.server.access.keys import VIEWER, Access
from hub.server.http.answers import NoId, Throttled, as_json, asked_id, audience_of_request, refused
from hub.server.limits import Limits
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import TableReason


class Wanted(msgspec.Struct, frozen=True):
    """What a page sends."""

    wanted: bool


def help_wanted(port: HelpWanted, access: Access, limits: Limits) -> Blueprint:
    """The route; viewers can neither ask whether help is wanted nor call for it."""
    routes = Blueprint("help_wanted", __name__)
    throttled = Throttled(limits.edits_per_minute, "whether help is wanted could not be said")

    @routes.route("/api/help", methods=["GET", "POST"])
    def asked() -> Response:
        audience = audience_of_request(access)
        if audience == VIEWER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return throttled.answer(lambda: _answer(port, audience))

    return routes


def _answer(port: HelpWanted, audience: Audience) -> Response:
    if request.method == "POST":
        try:
            wanted = msgspec.json.decode(request.get_data(), type=Wanted).wanted
            ack = port.want(wanted, audience, asked_id())
        except (msgspec.DecodeError, UnicodeDecodeError, NoId):
            return refused(TableReason.BAD_REQUEST, 400)
        if not ack.ok:
            return refused(ack.reason or "", 503 if ack.reason == TableReason.NOT_STORED else 409)
    return as_json(HelpView(port.since_ms))
