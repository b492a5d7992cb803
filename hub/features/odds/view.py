"""The fields of the view that the odds add, and who is shown them."""

from collections.abc import Callable
from typing import Any

from hub.domain.ids import Seat
from hub.features.odds.advising import shown_advice
from hub.features.odds.contract import AdviceView, LengthView, OutlookView
from hub.features.odds.lengths import shown_length
from hub.features.odds.settings import advised
from hub.features.odds.watching import shown_outlook
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience


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
