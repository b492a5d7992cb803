"""The auctions of a story: open ones with their bids, sealed ones with their reveals.

Of sealed bids only what the reveal showed to everybody is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.bidding import BidsRevealed, SealedAuctionClosed, SealedAuctionOpened, SealedAuctionVoided
from hub.domain.ids import NOBODY, Holder
from hub.domain.tasks import Lot
from hub.records.story import ShownFact, Story

Outcome = Literal["running", "sold", "unsold", "dropped"]


@dataclass
class Sale:
    """One auction: `bids` are (when, who, how much), None for somebody who dropped out."""

    opened: ShownFact
    lot: Lot
    bids: list[tuple[ShownFact, int, int | None]] = field(default_factory=list)
    outcome: Outcome = "running"
    winner: Holder = NOBODY
    price: int = 0


def sales(story: Story) -> list[Sale]:
    """All auctions in the order they were opened. One that is opened again after a correction drops the first."""
    found: list[Sale] = []
    running: list[tuple[Lot, Sale]] = []
    for shown in story.facts:
        fact = shown.fact
        if not isinstance(fact, AuctionOpened | BidPlaced | BidPassed | AuctionClosed):
            continue
        here = next((sale for lot, sale in running if lot == fact.lot), None)
        if isinstance(fact, AuctionOpened):
            if here is not None:
                here.outcome = "dropped"
            running = [(lot, sale) for lot, sale in running if lot != fact.lot]
            found.append(Sale(shown, fact.lot))
            running.append((fact.lot, found[-1]))
            continue
        assert here is not None, "bids are made in an open auction"
        _add(here, shown, fact)
        if isinstance(fact, AuctionClosed):
            running = [(lot, sale) for lot, sale in running if sale is not here]
    return found


def _add(sale: Sale, shown: ShownFact, fact: BidPlaced | BidPassed | AuctionClosed) -> None:
    match fact:
        case BidPlaced(seat=seat, amount=amount):
            sale.bids.append((shown, seat, amount))
        case BidPassed(seat=seat):
            sale.bids.append((shown, seat, None))
        case AuctionClosed(seat=seat, amount=amount):
            sale.winner, sale.price = seat, amount
            sale.outcome = "unsold" if seat == NOBODY else "sold"


@dataclass
class SealedSale:
    """One auction with its reveals, as far as it went."""

    opened: ShownFact
    fact: SealedAuctionOpened
    reveals: list[tuple[ShownFact, BidsRevealed]] = field(default_factory=list)
    closed: SealedAuctionClosed | None = None
    outcome: Outcome = "running"


def sealed_sales(story: Story) -> list[SealedSale]:
    """All auctions with sealed bids in the order they were opened."""
    found: dict[int, SealedSale] = {}
    for shown in story.facts:
        match shown.fact:
            case SealedAuctionOpened() as fact:
                found[fact.auction] = SealedSale(shown, fact)
            case BidsRevealed() as fact:
                found[fact.auction].reveals.append((shown, fact))
            case SealedAuctionClosed() as fact:
                found[fact.auction].closed = fact
                found[fact.auction].outcome = "unsold" if fact.seat == NOBODY else "sold"
            case SealedAuctionVoided() as fact:
                found[fact.auction].outcome = "dropped"
    return list(found.values())
