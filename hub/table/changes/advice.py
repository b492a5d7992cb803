"""Requests for advice by seats; `hub.features.odds.advising` answers them. None of this is stored."""

from __future__ import annotations

from hub.domain.tasks import asked
from hub.table.changes import pausing
from hub.table.lobby import may_ask
from hub.table.state import AdviceAsked, TableState
from hub.table.wire.advice_requests import AskAdvice
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Refusal, TableReason, refusal


def ask(state: TableState, action: AskAdvice) -> Refusal | None:
    """Note a request for advice, unless it is answered already; refused if the seat is not asked that question now."""
    live, seat, phone = state.live, action.seat, Audience("seat", action.seat)
    if live is None:
        return refusal(TableReason.NO_GAME)
    if not may_ask(state.lobby, seat):
        return refusal(TableReason.ADVICE_OFF)
    if pausing.holds(state):
        return refusal(TableReason.FROZEN if pausing.is_frozen(state) else TableReason.PUT_BACK)
    task, offer = live.game.state.agenda.task, live.game.state.offers.open.get(action.offer)
    mine = offer is not None and offer.to == seat if action.offer else task is not None and seat in asked(task)
    if not mine or action.prompt != live.question_for(phone):
        return refusal(TableReason.STALE)
    wanted, before = AdviceAsked(live.moment_for(phone), action.offer), state.advice_asked.get(seat)
    if before is None or (before.moment, before.offer) != (wanted.moment, wanted.offer):
        state.advice_asked = {**state.advice_asked, seat: wanted}
    state.show_only(phone)
    return None
