"""What pages ask for over HTTP (`hub.table.wire.over_http`): no socket can send it, as it is not among `REQUESTS`."""

from __future__ import annotations

from hub.rules.slots import Rules
from hub.table.changes import designs
from hub.table.changes.commits import keep
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal


class PutOnTable(Action, frozen=True):
    """Offer and choose an edition on a family's own tables, as the page asked in `wish`."""

    who = (BANKER,)
    wish: str
    rules: Rules

    def __repr__(self) -> str:
        return f"PutOnTable({self.wish!r})"  # the wish identifies it, and the rules would be long

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Offer them in the lobby."""
        return designs.put_on_table(table, self.rules, sender.asked)


class CallHelp(Action, frozen=True):
    """Call for help, or withdraw the call."""

    who = (BANKER,)
    wanted: bool

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Only its id is the table's; the club has the call."""
        return keep(table, sender.origin)
