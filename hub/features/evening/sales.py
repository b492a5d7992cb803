"""All auctions of an evening, open and sealed ones, with what was printed on what was sold."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.ids import NOBODY
from hub.domain.tasks import DeedLot, EstateLot, Lot
from hub.features.evening.contract import SaleView
from hub.records.sales import sales, sealed_sales
from hub.records.story import Story


def shown_sales(story: Story) -> tuple[SaleView, ...]:
    """In the order in which they were opened."""
    found = [*_open(story), *_sealed(story)]
    return tuple(view for _, view in sorted(found, key=lambda one: one[0]))


def _open(story: Story) -> Iterator[tuple[int, SaleView]]:
    for sale in sales(story):
        view = SaleView(
            lot=sale.lot,
            sealed=False,
            turn=sale.opened.turn,
            outcome=sale.outcome,
            winner=sale.winner,
            price=sale.price,
            printed=printed_price(story, sale.lot),
            bids=sum(amount is not None for _, _, amount in sale.bids),
        )
        yield sale.opened.move, view


def _sealed(story: Story) -> Iterator[tuple[int, SaleView]]:
    for sale in sealed_sales(story):
        closed = sale.closed
        view = SaleView(
            lot=sale.fact.lot,
            sealed=True,
            turn=sale.opened.turn,
            outcome=sale.outcome,
            winner=closed.seat if closed else NOBODY,
            price=closed.amount if closed else 0,
            printed=printed_price(story, sale.fact.lot),
            bids=sum(amount > 0 for _, reveal in sale.reveals for amount in reveal.amounts),
        )
        yield sale.opened.move, view


def printed_price(story: Story, lot: Lot) -> int:
    """The printed prices of the deeds in a lot, 0 if there are none."""
    deeds = (lot.deed,) if isinstance(lot, DeedLot) else lot.deeds if isinstance(lot, EstateLot) else ()
    return sum(story.rules.track.deeds[deed].price for deed in deeds)
