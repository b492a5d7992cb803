"""Whether a table of a club wants help: stored with its games, so that it moves along with the table.

Its banker and its players say so at `/api/help` (`web/src/features/club/HelpWanted.svelte`); the club's wall and front
page show it.
"""

from collections.abc import Callable

import msgspec

from hub.features.club.views import HelpView
from hub.server.access.keys import VIEWER, Access
from hub.server.http.answers import HttpRefused, Routes, asked, asked_id, audience_of_request
from hub.server.limits import Limits
from hub.table.changes.commits import keep
from hub.table.interfaces.storage import now_ms, read_document
from hub.table.requests.base import BANKER, Action, Request, Sender
from hub.table.state import TableState
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Ack, Refusal, TableReason

DOCUMENT = "help_wanted"


class CallHelp(Action, frozen=True):
    """Call for help, or withdraw the call; no socket may send it."""

    who = (BANKER,)
    wanted: bool

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return keep(table, sender.origin)


class HelpWanted:
    """The call for help of one table. `changed` is called after each change. The constructor raises StoreError."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self._since_ms = self._stored()

    @property
    def since_ms(self) -> int:
        """Since when it wants help, 0 if it wants none."""
        return self._since_ms

    def want(self, wanted: bool, audience: Audience, request: str) -> Ack:
        """Call for help, or end the call; of repeated calls the time of the first one counts.

        The request becomes durable together with its effect, so that a late repetition does not call helpers again.
        """
        documents = {}
        if wanted != bool(self._since_ms):
            documents[DOCUMENT] = msgspec.json.encode(max(1, now_ms()) if wanted else 0)
        ack = self._table.request(audience, Request(request, CallHelp(wanted)), documents)
        if ack.ok and self._since_ms != (since_ms := self._stored()):
            self._since_ms = since_ms
            self._changed()
        return ack

    def _stored(self) -> int:
        return read_document(self._table.document, DOCUMENT, int) or 0


class Wanted(msgspec.Struct, frozen=True):
    """What a page sends."""

    wanted: bool


def help_wanted(port: HelpWanted, access: Access, limits: Limits) -> Routes:
    """The route; viewers can neither ask whether help is wanted nor call for it."""
    routes = Routes("help_wanted", limits.edits_per_minute, "whether help is wanted could not be said")

    @routes.get("/api/help")
    def shown() -> HelpView:
        _player()
        return HelpView(port.since_ms)

    @routes.post("/api/help")
    def said() -> HelpView:
        ack = port.want(asked(Wanted).wanted, _player(), asked_id())
        if not ack.ok:
            raise HttpRefused(ack.reason or "", 503 if ack.reason == TableReason.NOT_STORED else 409)
        return HelpView(port.since_ms)

    def _player() -> Audience:
        audience = audience_of_request(access)
        if audience == VIEWER:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        return audience

    return routes
