"""Why buttons cost what they cost, shown when somebody taps "Why?" next to them.

The page asks for it in `web/src/parts/explanations/Explanations.svelte`.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from hub.domain.commands import SeatCommand
from hub.domain.unions import AnySeatCommand
from hub.server.access.keys import Access
from hub.server.http.identity import as_json, audience_of_request, refused
from hub.server.http.throttled import Throttled
from hub.server.limits import Limits
from hub.table.game.live import Played
from hub.table.requests.playing import Play
from hub.table.table import Table
from hub.table.views.explanations import explain
from hub.table.wire.refusals import TableReason

COMMANDS_MAXIMUM = 100
"""More than there are amounts on any page: each deed of a track has at most two."""

DECODER = msgspec.json.Decoder(tuple[AnySeatCommand, ...])


def explanations(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/explanations?commands=`: commands as a page would send them, for those who may play them."""
    routes = Blueprint("explanations", __name__)
    throttled = Throttled(limits.tellings_per_minute, "amounts could not be explained")

    @routes.get("/api/explanations")
    def why() -> Response:
        audience = audience_of_request(access)
        if audience.role == "viewer":
            return refused(TableReason.NOT_ALLOWED, 403)
        commands = _commands(request.args.get("commands", ""))
        if not commands:
            return refused(TableReason.BAD_REQUEST, 400)
        if not all(Play(command).open_to(audience) for command in commands):
            return refused(TableReason.NOT_ALLOWED, 403)

        def explained(played: Played) -> Response:
            found = explain(played, commands, audience)
            return refused(TableReason.NOT_ALLOWED, 403) if found is None else as_json(found)

        return throttled.of_game(table, explained)

    return routes


def _commands(text: str) -> tuple[SeatCommand, ...]:
    """The commands asked about; none if they make no sense or are too many."""
    try:
        commands = DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return ()
    return commands if len(commands) <= COMMANDS_MAXIMUM else ()
