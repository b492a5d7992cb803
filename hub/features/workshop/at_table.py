"""What the workshop does at a table: designs are made on its page, and put on it. At tables of a club there is none."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

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


def put_on_table(request: Callable[[Audience, Request], Ack], rules: Rules, wish: Wish | None = None) -> Refusal | None:
    """Have the lobby offer and choose an edition on a family's own tables, by a `request` of the table.

    On return that is durable, together with the wish. May be called from any thread.
    """
    banker = Audience("banker")
    wish = wish or Wish(secrets.token_hex(ID_BYTES), banker.actor, "")
    ack = request(banker, Request(wish.id, PutOnTable(wish.digest, rules)))
    return None if ack.ok else Refusal(ack.reason or "", ack.details)


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    trials = Trials(opened.pace.turn_s)
    opened.afterwards.callback(trials.stop)
    desk = Workshop(setting.folder, complete(EDITIONS), partial(put_on_table, opened.table.request), trials)
    return AtTable(routes=[workshop(desk, opened.access, setting.limits)])
