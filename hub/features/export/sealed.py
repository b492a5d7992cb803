"""Two sheets on auctions with sealed bids: one row for each auction, and one for each bid once it is revealed.

A bid is listed only as the reveal showed it to everybody, with the nonce that opens its commitment, so that whoever
reads the sheet can check it: the commitment is the sha256 of nonce, amount, seat, auction and round, joined by colons.
"""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.commands import SealBid
from hub.domain.ids import NOBODY, seat_of
from hub.features.export.auctions import AUCTION, LOT, lot_name
from hub.features.export.sheets import TIME, TURN, Sheet, figure, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import Story, sealed_sales
from hub.spreadsheet import Cell, local_time

SALES = fixed(
    AUCTION, TURN, TIME, LOT, "seller", money("minimum"), figure("rounds"), "winner", money("price"), "drawn", "outcome"
)
OFFERS = fixed(
    AUCTION, figure("round"), TURN, TIME, LOT, figure("seat_number"), "bidder", money("bid"), "nonce", "commitment"
)


def sale_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
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


def bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for sale in sealed_sales(story):
        lot = lot_name(sale.fact.lot, tell)
        for shown, reveal in sale.reveals:
            when = (reveal.auction, reveal.round, shown.turn, local_time(shown.at_ms), lot)
            bids = zip(reveal.seats, reveal.amounts, reveal.nonces, reveal.commitments, strict=True)
            for seat, amount, nonce, commitment in bids:
                yield *when, seat, tell.account(seat), amount, nonce, commitment


SEALED_AUCTIONS = Sheet("sealed_auctions", SALES, sale_rows, SealBid)
SEALED_BIDS = Sheet("sealed_bids", OFFERS, bid_rows, SealBid)
