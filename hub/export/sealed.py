"""Two sheets on auctions with sealed bids: one row for each auction, and one for each bid once it is revealed.

A bid is listed only as the reveal showed it to everybody, with the nonce that opens its commitment, so that whoever
reads the sheet can check it: the commitment is the sha256 of nonce, amount, seat, auction and round, joined by colons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hub.domain.bidding import BidsRevealed, SealedAuctionClosed, SealedAuctionOpened, SealedAuctionVoided
from hub.domain.commands import SealBid
from hub.domain.ids import NOBODY, seat_of
from hub.export.auctions import AUCTION, LOT, Outcome, lot_name
from hub.export.sheets import TIME, TURN, Cell, Sheet, figure, fixed, local_time, money
from hub.export.story import ShownFact, Story
from hub.export.words import Teller

SALES = fixed(
    AUCTION, TURN, TIME, LOT, "seller", money("minimum"), figure("rounds"), "winner", money("price"), "drawn", "outcome"
)
OFFERS = fixed(
    AUCTION, figure("round"), TURN, TIME, LOT, figure("seat_number"), "bidder", money("bid"), "nonce", "commitment"
)


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


def sale_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per auction."""
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
    """One per revealed bid."""
    for sale in sealed_sales(story):
        lot = lot_name(sale.fact.lot, tell)
        for shown, reveal in sale.reveals:
            when = (reveal.auction, reveal.round, shown.turn, local_time(shown.at_ms), lot)
            bids = zip(reveal.seats, reveal.amounts, reveal.nonces, reveal.commitments, strict=True)
            for seat, amount, nonce, commitment in bids:
                yield *when, seat, tell.account(seat), amount, nonce, commitment


SEALED_AUCTIONS = Sheet("sealed_auctions", SALES, sale_rows, SealBid)
SEALED_BIDS = Sheet("sealed_bids", OFFERS, bid_rows, SealBid)
