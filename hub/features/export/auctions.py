"""Four sheets on auctions: a row for each, and one for each bid, in open auctions and in those with sealed bids.

The number of the auction links them. A sealed bid is listed only as the reveal showed it to everybody, with the nonce
that opens its commitment, so that whoever reads the sheet can check it: the commitment is the sha256 of nonce, amount,
seat, auction and round, joined by colons.
"""

from collections.abc import Iterator

from hub.domain.commands import PlaceBid, SealBid
from hub.domain.ids import NOBODY, seat_of
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot
from hub.features.export.sheets import TIME, TURN, Sheet, figure, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import Story, sales, sealed_sales
from hub.spreadsheet import Cell, local_time

AUCTION, LOT = figure("auction"), "lot"
SALES = fixed(AUCTION, TURN, TIME, LOT, figure("bids"), "winner", money("price"), "outcome")
OFFERS = fixed(AUCTION, TURN, TIME, LOT, "bidder", money("bid"), "passed")

SEALED_SALES = fixed(
    AUCTION, TURN, TIME, LOT, "seller", money("minimum"), figure("rounds"), "winner", money("price"), "drawn", "outcome"
)

SEALED_OFFERS = fixed(
    AUCTION, figure("round"), TURN, TIME, LOT, figure("seat_number"), "bidder", money("bid"), "nonce", "commitment"
)


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


def sealed_sale_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for sale in sealed_sales(story):
        fact, closed = sale.fact, sale.closed
        sold = closed is not None and closed.seat != NOBODY
        winner, price = (
            (tell.account(seat_of(closed.seat)), closed.amount) if closed is not None and sold else ("", None)
        )
        yield (
            fact.auction,
            sale.opened.turn,
            local_time(sale.opened.at_ms),
            lot_name(fact.lot, tell),
            tell.account(fact.seller),
            fact.minimum,
            len(sale.reveals),
            winner,
            price,
            tell.words.text("export.yes") if closed is not None and closed.drawn else "",
            tell.words.text(f"export.outcome.{sale.outcome}"),
        )


def sealed_bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for sale in sealed_sales(story):
        lot = lot_name(sale.fact.lot, tell)
        for shown, reveal in sale.reveals:
            when = (reveal.auction, reveal.round, shown.turn, local_time(shown.at_ms), lot)
            bids = zip(reveal.seats, reveal.amounts, reveal.nonces, reveal.commitments, strict=True)
            for seat, amount, nonce, commitment in bids:
                yield *when, seat, tell.account(seat), amount, nonce, commitment


SEALED_AUCTIONS = Sheet("sealed_auctions", SEALED_SALES, sealed_sale_rows, SealBid)


SEALED_BIDS = Sheet("sealed_bids", SEALED_OFFERS, sealed_bid_rows, SealBid)
