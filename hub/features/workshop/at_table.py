"""What the workshop does at a table: designs are made on its page, and put on it. At tables of a club there is none."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from hub.composition.table import AtTable, OpenTable
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.features.workshop.desk import Workshop
from hub.features.workshop.routes import workshop
from hub.features.workshop.trials import Trials
from hub.rules.slots import Rules
from hub.server.http.answers import Wish
from hub.table.changes import editions
from hub.table.requests.base import BANKER, Action, Request, Sender
from hub.table.state import TableState
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Ack, Refusal

ID_BYTES = 12


class PutOnTable(Action, frozen=True):
    """Offer and choose an edition on a family's own tables, as the page asked in `wish`; no socket may send it."""

    who = (BANKER,)
    wish: str
    rules: Rules

    def __repr__(self) -> str:
        return f"PutOnTable({self.wish!r})"  # the wish identifies it, and the rules would be long

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return editions.put_on_table(table, self.rules, sender.asked)


class DesignDesk:
    """Lets the lobby of a table offer a design; `request` is the table's. May be called from any thread."""

    def __init__(self, request: Callable[[Audience, Request], Ack]) -> None:
        self._request = request

    def put_on_table(self, rules: Rules, wish: Wish | None = None) -> Refusal | None:
        """Offer and choose an edition on a family's own tables; on return that is durable, together with the wish."""
        banker = Audience("banker")
        wish = wish or Wish(secrets.token_hex(ID_BYTES), banker.actor, "")
        ack = self._request(banker, Request(wish.id, PutOnTable(wish.digest, rules)))
        return None if ack.ok else Refusal(ack.reason or "", ack.details)


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    trials = Trials(opened.pace.turn_s)
    opened.afterwards.callback(trials.stop)
    desk = Workshop(setting.folder, complete(EDITIONS), DesignDesk(opened.table.request).put_on_table, trials)
    return AtTable(routes=[workshop(desk, opened.access, setting.limits)])
