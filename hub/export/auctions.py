"""Two sheets on auctions: one row for each, and one for each bid. The number of the auction links them.

Only facts of open auctions are read. A mechanism whose bids are secret for a while has its own facts, and a sheet
that shows them when everybody knows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.commands import PlaceBid
from hub.domain.ids import NOBODY, Holder, seat_of
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot
from hub.export.sheets import TIME, TURN, Cell, Sheet, figure, fixed, local_time, money
from hub.export.story import ShownFact, Story
from hub.export.words import Teller

Outcome = Literal["running", "sold", "unsold", "dropped"]
AUCTION, LOT = figure("auction"), "lot"
SALES = fixed(AUCTION, TURN, TIME, LOT, figure("bids"), "winner", money("price"), "outcome")
OFFERS = fixed(AUCTION, TURN, TIME, LOT, "bidder", money("bid"), "passed")


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


def auction_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per auction."""
    for number, sale in enumerate(sales(story), 1):
        count = sum(amount is not None for _, _, amount in sale.bids)
        sold = sale.outcome == "sold"
        winner, price = (tell.account(seat_of(sale.winner)), sale.price) if sold else ("", None)
        outcome = tell.words.text(f"export.outcome.{sale.outcome}")
        opened = sale.opened
        yield number, opened.turn, local_time(opened.at_ms), lot_name(sale.lot, tell), count, winner, price, outcome


def bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per bid, and one for everybody who dropped out."""
    for number, sale in enumerate(sales(story), 1):
        lot = lot_name(sale.lot, tell)
        for shown, seat, amount in sale.bids:
            passed = tell.words.text("export.yes") if amount is None else ""
            yield number, shown.turn, local_time(shown.at_ms), lot, tell.account(seat), amount, passed


def lot_name(lot: Lot, tell: Teller) -> str:
    """What is sold."""
    match lot:
        case DeedLot(deed=deed):
            return tell.space(deed)
        case EstateLot(deeds=deeds):
            return ", ".join(map(tell.space, deeds))
        case BuildingLot(building=building):
            return tell.building(building)
        case SharesLot(issuer=issuer, count=count):
            return tell.words.text("export.lot.shares", count=count, issuer=tell.account(issuer))


AUCTIONS = Sheet("auctions", SALES, auction_rows, PlaceBid)
BIDS = Sheet("bids", OFFERS, bid_rows, PlaceBid)
