"""The calls of an open auction, as everybody sees them."""

from __future__ import annotations

from hub.domain.auctions import CallLot
from hub.table.state import TableState
from hub.table.wire.contract import GoingView


def going_view(state: TableState, now_s: float) -> GoingView | None:
    """The count at this time of the monotonic clock, None if the hub does not call."""
    count = state.count
    if count is None or not isinstance(count.command, CallLot):
        return None
    return GoingView(count.command.call - 1, round(1_000 * max(0.0, count.due_s - now_s)))
