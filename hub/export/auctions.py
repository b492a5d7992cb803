"""Two sheets on auctions: one row for each, and one for each bid. They are tied by the number of the auction.

Only facts of open auctions are read. A mechanism whose bids are secret for a while brings facts and a sheet of its own,
which tells them when everybody knows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.commands import PlaceBid
from hub.domain.ids import NOBODY
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot
from hub.export.sheets import TIME, TURN, Cell, Column, Sheet, fixed, local_time
from hub.export.story import Story, Told
from hub.export.words import Teller
from hub.rules.ports import Rules

Outcome = Literal["running", "sold", "unsold", "dropped"]
AUCTION, LOT = Column("auction", "count"), Column("lot")
SALES = fixed(
    AUCTION, TURN, TIME, LOT, Column("bids", "count"), Column("winner"), Column("price", "money"), Column("outcome")
)
OFFERS = fixed(AUCTION, TURN, TIME, LOT, Column("bidder"), Column("bid", "money"), Column("passed"))


@dataclass
class Sale:
    """One auction: `bids` are (when, who, how much), None for somebody who dropped out."""

    opened: Told
    lot: Lot
    bids: list[tuple[Told, int, int | None]] = field(default_factory=list)
    outcome: Outcome = "running"
    winner: int = NOBODY
    price: int = 0


def sales(story: Story) -> list[Sale]:
    """All auctions in the order they were opened. One that is opened anew after a correction drops the first."""
    found: list[Sale] = []
    running: list[tuple[Lot, Sale]] = []
    for told in story.facts:
        fact = told.fact
        if not isinstance(fact, AuctionOpened | BidPlaced | BidPassed | AuctionClosed):
            continue
        here = next((sale for lot, sale in running if lot == fact.lot), None)
        if isinstance(fact, AuctionOpened):
            if here is not None:
                here.outcome = "dropped"
            running = [(lot, sale) for lot, sale in running if lot != fact.lot]
            found.append(Sale(told, fact.lot))
            running.append((fact.lot, found[-1]))
            continue
        assert here is not None, "bids are made in an open auction"
        _add(here, told, fact)
        if isinstance(fact, AuctionClosed):
            running = [(lot, sale) for lot, sale in running if sale is not here]
    return found


def _add(sale: Sale, told: Told, fact: BidPlaced | BidPassed | AuctionClosed) -> None:
    match fact:
        case BidPlaced(seat=seat, amount=amount):
            sale.bids.append((told, seat, amount))
        case BidPassed(seat=seat):
            sale.bids.append((told, seat, None))
        case AuctionClosed(seat=seat, amount=amount):
            sale.winner, sale.price = seat, amount
            sale.outcome = "unsold" if seat == NOBODY else "sold"


def auction_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per auction."""
    for number, sale in enumerate(sales(story), 1):
        count = sum(amount is not None for _, _, amount in sale.bids)
        sold = sale.outcome == "sold"
        winner, price = (tell.account(sale.winner), sale.price) if sold else ("", None)
        outcome = tell.words.text(f"export.outcome.{sale.outcome}")
        opened = sale.opened
        yield number, opened.turn, local_time(opened.at_ms), lot_name(sale.lot, tell), count, winner, price, outcome


def bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per bid, and one for everybody who dropped out."""
    for number, sale in enumerate(sales(story), 1):
        lot = lot_name(sale.lot, tell)
        for told, seat, amount in sale.bids:
            passed = tell.words.text("export.yes") if amount is None else ""
            yield number, told.turn, local_time(told.at_ms), lot, tell.account(seat), amount, passed


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


def has_open_bids(rules: Rules) -> bool:
    """Whether these rules know auctions in which everybody hears the bids."""
    return PlaceBid in rules.actions


AUCTIONS = Sheet("auctions", SALES, auction_rows, has_open_bids)
BIDS = Sheet("bids", OFFERS, bid_rows, has_open_bids)
