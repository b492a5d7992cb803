"""The state of one game: the fold of its facts. Each fact defines how it changes the state (`hub.domain.facts`).

State is mutable, and only folding changes it; slices are lists of ints, because that is the engine's hot path.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hub.domain.auctions import OpenBids, SealedBids
from hub.domain.decks import Decks, Tickets
from hub.domain.deeds import Deeds, Supply
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space, seat_of
from hub.domain.ledger import Credit, Ledger, RentRequests
from hub.domain.offers import Offers
from hub.domain.pieces import FREE, Custody, Pieces, Remote
from hub.domain.shares import Shares
from hub.domain.tasks import Agenda
from hub.domain.turns import Turns


@dataclass(slots=True)
class State:
    """Everything the rules know of a running game, in slices. Initially there are no seats."""

    ledger: Ledger = field(default_factory=Ledger)
    credit: Credit = field(default_factory=Credit)
    pieces: Pieces = field(default_factory=Pieces)
    turns: Turns = field(default_factory=Turns)
    custody: Custody = field(default_factory=Custody)
    deeds: Deeds = field(default_factory=Deeds)
    remote: Remote = field(default_factory=Remote)
    supply: Supply = field(default_factory=Supply)
    decks: Decks = field(default_factory=Decks)
    tickets: Tickets = field(default_factory=Tickets)
    rent_requests: RentRequests = field(default_factory=RentRequests)
    offers: Offers = field(default_factory=Offers)
    agenda: Agenda = field(default_factory=Agenda)
    bids: SealedBids = field(default_factory=SealedBids)
    open_bids: OpenBids = field(default_factory=OpenBids)
    shares: Shares = field(default_factory=Shares)


class GameStarted(Fact):
    """The set-up: how many seats and spaces, the order of each deck, the stock of buildings, where the pieces start."""

    seats: int
    spaces: int
    decks: dict[str, tuple[int, ...]]
    stock: dict[str, int]
    space: Space = 0

    def fold(self, state: State) -> None:
        seats, spaces = self.seats, self.spaces
        state.ledger.balances = [0] * (seats + 2)
        state.credit.owed = [0] * seats
        state.pieces.spaces = [self.space] * seats
        state.pieces.arrived = [0] * seats
        state.turns.out = [False] * seats
        state.turns.skips = [0] * seats
        state.custody.missed = [FREE] * seats
        state.deeds.owner = [NOBODY] * spaces
        state.deeds.mortgaged = [False] * spaces
        state.deeds.stage = [0] * spaces
        state.deeds.paid = [()] * spaces
        state.deeds.hands = [()] * (seats + 1)
        state.supply.stock = dict(self.stock)
        state.decks.piles = {deck: list(order) for deck, order in self.decks.items()}
        state.decks.held = {deck: {} for deck in self.decks}
        state.decks.drawn = dict.fromkeys(self.decks, 0)


def fold(facts: Iterable[Fact], state: State | None = None) -> State:
    """The state after these facts, from `state` or from the beginning."""
    state = state or State()
    for fact in facts:
        fact.fold(state)
    return state


def seats_with_side_questions(state: State) -> Sequence[Seat]:
    """The seats that have one to answer, offers first. Called after every command, so having none comes first."""
    offers, requests, shares = state.offers.open, state.rent_requests.open, state.shares
    if not (offers or requests or shares.offers or shares.owed):
        return ()
    seats = [offer.to for offer in offers.values()]
    seats += [seat_of(due.payee) for due in requests]
    seats += [offer.to for offer in shares.offers.values()]
    return [*seats, *shares.owed]
