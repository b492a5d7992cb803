"""The advice that a seat asked for, as its phones are shown it."""

from __future__ import annotations

from hub.domain.ids import NOBODY, Seat
from hub.table.lobby import may_ask
from hub.table.state import AdviceAsked, TableState
from hub.table.wire.audience import Audience
from hub.table.wire.odds_views import AdviceView


def asked_now(state: TableState, seat: Seat) -> AdviceAsked | None:
    """The seat's request for advice in the present position; None if there is none, or it may not ask any more."""
    live, asked = state.live, state.advice_asked.get(seat)
    if live is None or asked is None or not may_ask(state.lobby, seat) or live.game.state.turns.winner != NOBODY:
        return None
    return asked if live.moment_for(Audience("seat", seat)) == asked.moment else None


def advice_view(state: TableState, seat: Seat | None) -> AdviceView | None:
    """The advice known for the present position; None if this seat may not ask."""
    live = state.live
    if live is None or seat is None or not may_ask(state.lobby, seat) or live.game.state.turns.winner != NOBODY:
        return None
    asked = asked_now(state, seat)
    if asked is None:
        return AdviceView()
    return asked.found or AdviceView("thinking", asked.offer)
