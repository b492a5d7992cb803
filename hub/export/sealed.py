"""Two sheets on auctions with sealed bids: one row for each auction, and one for each bid once it is revealed.

A bid stands here only as the reveal tells it to everybody, with the nonce that opens its commitment, so that whoever
reads the sheet can check it: the commitment is the sha256 of nonce, amount, seat, auction and round, joined by colons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hub.domain.bidding import BidsRevealed, SealedAuctionClosed, SealedAuctionOpened, SealedAuctionVoided
from hub.domain.commands import SealBid
from hub.domain.ids import NOBODY
from hub.export.auctions import AUCTION, LOT, Outcome, lot_name
from hub.export.sheets import TIME, TURN, Cell, Column, Sheet, fixed, local_time
from hub.export.story import Story, Told
from hub.export.words import Teller
from hub.rules.ports import Rules

SALES = fixed(
    AUCTION,
    TURN,
    TIME,
    LOT,
    Column("seller"),
    Column("minimum", "money"),
    Column("rounds", "count"),
    Column("winner"),
    Column("price", "money"),
    Column("drawn"),
    Column("outcome"),
)
OFFERS = fixed(
    AUCTION,
    Column("round", "count"),
    TURN,
    TIME,
    LOT,
    Column("seat_number", "count"),
    Column("bidder"),
    Column("bid", "money"),
    Column("nonce"),
    Column("commitment"),
)


@dataclass
class SealedSale:
    """One auction with its reveals, as far as it went."""

    opened: Told
    fact: SealedAuctionOpened
    reveals: list[tuple[Told, BidsRevealed]] = field(default_factory=list)
    closed: SealedAuctionClosed | None = None
    outcome: Outcome = "running"


def has_sealed_bids(rules: Rules) -> bool:
    """Whether these rules know sealed bids."""
    return SealBid in rules.actions


def sealed_sales(story: Story) -> list[SealedSale]:
    """All auctions with sealed bids in the order they were opened."""
    found: dict[int, SealedSale] = {}
    for told in story.facts:
        match told.fact:
            case SealedAuctionOpened() as fact:
                found[fact.auction] = SealedSale(told, fact)
            case BidsRevealed() as fact:
                found[fact.auction].reveals.append((told, fact))
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
        winner, price = (tell.account(closed.seat), closed.amount) if closed is not None and sold else ("", None)
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
        for told, reveal in sale.reveals:
            when = (reveal.auction, reveal.round, told.turn, local_time(told.at_ms), lot)
            bids = zip(reveal.seats, reveal.amounts, reveal.nonces, reveal.commitments, strict=True)
            for seat, amount, nonce, commitment in bids:
                yield *when, seat, tell.account(seat), amount, nonce, commitment


SEALED_AUCTIONS = Sheet("sealed_auctions", SALES, sale_rows, has_sealed_bids)
SEALED_BIDS = Sheet("sealed_bids", OFFERS, bid_rows, has_sealed_bids)
