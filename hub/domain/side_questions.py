"""Questions beside the prompt: offers, rents that can be asked for, reports that are owed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hub.domain.ids import Seat

if TYPE_CHECKING:
    from hub.domain.state import State


def seats_with_side_questions(state: State) -> Sequence[Seat]:
    """The seats that have one to answer, offers first; asked after every command, so that nobody at all comes first."""
    offers, claims, shares = state.offers.open, state.claims.open, state.shares
    if not (offers or claims or shares.offers or shares.owed):
        return ()
    seats = [offer.to for offer in offers.values()]
    seats += [due.payee for due in claims]
    seats += [offer.to for offer in shares.offers.values()]
    return [*seats, *shares.owed]
