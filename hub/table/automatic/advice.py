"""Requests for advice and their answers; `hub.features.odds.advising` computes them."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.ids import Seat
from hub.domain.state import State
from hub.rules.slots import Rules
from hub.table.changes import pausing
from hub.table.lobby import may_ask
from hub.table.state import AdviceAsked, TableState
from hub.table.views.advice import asked_now
from hub.table.wire.audience import Audience
from hub.table.wire.odds_views import AdviceView
from hub.table.writer_lock import WriterLock


class WantedAdvice(Struct, frozen=True):
    """What a seat asked, with the rules and a copy of the state, from which others' secrets are yet to be removed."""

    seat: Seat
    asked: AdviceAsked
    rules: Rules
    state: State


class AdviceDesk:
    """Holds the questions of seats until they are answered. Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def is_open(self) -> bool:
        """Whether any seat may ask in the running game. Needs no lock."""
        return any(may_ask(self._state.lobby, seat) for seat in range(len(self._state.lobby.seats)))

    def wanted(self) -> WantedAdvice | None:
        """The next question to answer, None if there is none."""
        with self._lock:
            live = self._state.live
            for seat, asked in self._state.advice_asked.items():
                if live is not None and asked.found is None and self.is_wanted(seat, asked):
                    copied: State = pickle.loads(pickle.dumps(live.game.state))  # noqa: S301 our own bytes
                    return WantedAdvice(seat, asked, live.game.rules, copied)
            return None

    def is_wanted(self, seat: Seat, asked: AdviceAsked) -> bool:
        """Whether this is the seat's latest question, it may still ask, and the position is the same. Needs no lock."""
        return asked_now(self._state, seat) is asked and not pausing.is_frozen(self._state)

    def answer(self, seat: Seat, asked: AdviceAsked, found: AdviceView | None) -> None:
        """Show the answer to that seat, unless it comes too late; if it is None, the seat may ask again."""
        with self._lock:
            state = self._state
            if self.is_wanted(seat, asked):
                others = {other: one for other, one in state.advice_asked.items() if other != seat}
                state.advice_asked = others if found is None else {**others, seat: replace(asked, found=found)}
                state.show_only(Audience("seat", seat))
                self._publish()
