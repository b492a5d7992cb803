"""Two sheets on auctions: one row for each, and one for each bid. The number of the auction links them.

Only facts of open auctions are read. A mechanism whose bids are secret for a while has its own facts, and a sheet
that shows them when everybody knows them.
"""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.commands import PlaceBid
from hub.domain.ids import seat_of
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot
from hub.features.export.sheets import TIME, TURN, Sheet, figure, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import Story, sales
from hub.spreadsheet import Cell, local_time

AUCTION, LOT = figure("auction"), "lot"
SALES = fixed(AUCTION, TURN, TIME, LOT, figure("bids"), "winner", money("price"), "outcome")
OFFERS = fixed(AUCTION, TURN, TIME, LOT, "bidder", money("bid"), "passed")


def auction_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for number, sale in enumerate(sales(story), 1):
        count = sum(amount is not None for _, _, amount in sale.bids)
        sold = sale.outcome == "sold"
        winner, price = (tell.account(seat_of(sale.winner)), sale.price) if sold else ("", None)
        outcome = tell.words.text(f"export.outcome.{sale.outcome}")
        opened = sale.opened
        yield number, opened.turn, local_time(opened.at_ms), lot_name(sale.lot, tell), count, winner, price, outcome


def bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for number, sale in enumerate(sales(story), 1):
        lot = lot_name(sale.lot, tell)
        for shown, seat, amount in sale.bids:
            passed = tell.words.text("export.yes") if amount is None else ""
            yield number, shown.turn, local_time(shown.at_ms), lot, tell.account(seat), amount, passed


def lot_name(lot: Lot, tell: Teller) -> str:
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
