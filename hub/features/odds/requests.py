"""What pages ask and see of the odds: whether they are shown, advice for a seat, and the fields of the view."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from hub.domain.ids import Seat
from hub.domain.tasks import asked
from hub.features.odds.advising import AdviceAsked, AdviceDesk, shown_advice
from hub.features.odds.contract import AdviceView, LengthView, OutlookView
from hub.features.odds.lengths import shown_length
from hub.features.odds.settings import ODDS, advised, may_ask
from hub.features.odds.watching import shown_outlook
from hub.table.changes import pausing
from hub.table.lobby import refuse_seat
from hub.table.requests.base import BANKER, OWN_SEAT, Action, Sender
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal

OddsReason = StrEnum("OddsReason", "OUTLOOK_OFF OUTLOOK_DECLINED ADVICE_OFF")
"""Why there is no advice."""


class SetOutlook(Action):
    """Switch the outlook on or off; at any time."""

    who = (BANKER,)
    on: bool

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """If it is switched on after the game is over, its players did without to its end."""
        odds = ODDS.at(table)
        if self.on and not odds.on:
            over = table.live is not None and table.playing is None
            odds = replace(odds, declined=table.lobby.game if over else None)
        return ODDS.change(table, replace(odds, on=self.on), sender.origin)


class SetAdvice(Action):
    """Let the phones of a seat ask for advice, or no longer; at any time while the outlook is on."""

    who = (BANKER,)
    seat: int
    on: bool

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Only if the outlook is on, and was on in the game at the table."""
        odds, lobby = ODDS.at(table), table.lobby
        if refused := refuse_seat(lobby, self.seat):
            return refused
        if self.on and not odds.on:
            return refusal(OddsReason.OUTLOOK_OFF)
        if self.on and lobby.game is not None and odds.declined == lobby.game:
            return refusal(OddsReason.OUTLOOK_DECLINED)
        person = {lobby.seats[self.seat].person}
        return ODDS.change(
            table, replace(odds, advised=odds.advised | person if self.on else odds.advised - person), sender.origin
        )


class AskAdvice(Action):
    """Ask for advice on the open question (`prompt` is its id), or on an `offer` of trade made to this seat.

    Only this seat may ask, not even the banker; the answer comes with a view of this seat.
    """

    who = (OWN_SEAT,)
    seat: int
    prompt: str
    offer: int = 0

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """Note what is asked, in memory, unless it is answered already; the seat must be asked that question now."""
        live, phone = table.live, Audience("seat", self.seat)
        if live is None:
            return refusal(TableReason.NO_GAME)
        if not may_ask(table, self.seat):
            return refusal(OddsReason.ADVICE_OFF)
        if pausing.holds(table):
            return refusal(TableReason.FROZEN if pausing.is_frozen(table) else TableReason.PUT_BACK)
        task, offer = live.game.state.agenda.task, live.game.state.offers.open.get(self.offer)
        asks_me = task is not None and self.seat in asked(task)
        mine = offer is not None and offer.to == self.seat if self.offer else asks_me
        if not mine or self.prompt != live.question_for(phone):
            return refusal(TableReason.STALE)
        requests, wanted = AdviceDesk.newest.at(table), AdviceAsked(self.seat, live.moment_for(phone), self.offer)
        before = requests.get(self.seat)
        if before is None or replace(before, found=None) != wanted:
            AdviceDesk.newest.put(table, {**requests, self.seat: wanted})
        table.show_only(phone.__eq__)
        return None


REQUESTS = (SetOutlook, SetAdvice, AskAdvice)


def _but_phones(shown: Callable[[TableState], Any]) -> Callable[[TableState, Audience], Any]:
    """Players' phones are shown nothing of it."""
    return lambda table, to: None if to.role == "seat" else shown(table)


FIELDS = (
    ("outlook", ViewField(OutlookView | None, None, _but_phones(shown_outlook))),
    ("length", ViewField(LengthView | None, None, _but_phones(shown_length))),
    ("advice", ViewField(AdviceView | None, None, lambda table, to: shown_advice(table, to.seat))),
    ("advised", ViewField(tuple[Seat, ...], (), lambda table, _to: advised(table))),
)
"""`outlook` is None unless people want to know, `length` unless a game could begin now, `advice` unless a phone's seat
is one of the `advised`, which may ask for it.
"""
