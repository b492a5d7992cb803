"""Side questions, besides the prompt: offers, rents that can be asked for, reports that are owed."""

from collections.abc import Sequence

from hub.domain.ids import Seat, seat_of
from hub.domain.state import State


def seats_with_side_questions(state: State) -> Sequence[Seat]:
    """The seats that have one to answer, offers first. Called after every command, so having none comes first."""
    offers, requests, shares = state.offers.open, state.rent_requests.open, state.shares
    if not (offers or requests or shares.offers or shares.owed):
        return ()
    seats = [offer.to for offer in offers.values()]
    seats += [seat_of(due.payee) for due in requests]
    seats += [offer.to for offer in shares.offers.values()]
    return [*seats, *shares.owed]
