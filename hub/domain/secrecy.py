"""Who may know a fact. Secrecy is a property of facts: views, feed, exports and records ask here.

Most facts are public. A sealed bid may be known only to its bidder until the reveal, a maximum in an open auction only
to its seat for ever, an offer of shares and its price only to the two seats concerned (haustein-14, H33, H36).
`hub.table.game.shown` decides whether a move is shown at all.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from hub.domain.auctions import (
    BidAbstained,
    BidHidden,
    BidPlaced,
    BidSealed,
    BidsRevealed,
    BidTakenBack,
    MaximumHidden,
    MaximumTakenBack,
    SealedAuctionOpened,
    SealedAuctionVoided,
    SetMaximum,
    TakeBackMaximum,
)
from hub.domain.commands import Command, PlaceBid
from hub.domain.facts import Fact
from hub.domain.history import Move
from hub.domain.ids import Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import ShareOfferClosed, SharesOffered

PRIVATE_PURPOSES = frozenset({"share_trade", "trade_protection"})
"""Payments whose amount only the two seats concerned may know, and those from which it could be worked out."""

ENDS_OF_BIDDING = (BidsRevealed, SealedAuctionVoided)
"""What makes bids public, or drops them unseen."""


class Circle(Struct, frozen=True):
    """The seats that may know a fact, and whether the banker may, who helps them at the table."""

    seats: tuple[Seat, ...]
    banker: bool


def circle_of(fact: Fact) -> Circle | None:
    """Who may know a fact; None if everybody may."""
    match fact:
        case BidHidden(seat=seat) | MaximumHidden(seat=seat) | MaximumTakenBack(seat=seat):
            return Circle((seat,), banker=False)
        case SharesOffered(offer=offer):
            return Circle((offer.seat, offer.to), banker=True)
        case ShareOfferClosed(seat=seat, to=to):
            return Circle((seat, to), banker=True)
        case MoneyMoved(purpose=purpose, payer=payer, payee=payee) if purpose in PRIVATE_PURPOSES:
            return Circle(tuple([seat_of(one) for one in (payer, payee) if one >= 0]), banker=True)
    return None


def shown_moves(moves: Sequence[Move]) -> Sequence[Move]:
    """The moves that may leave the hub: all, or those before the first bid of a round that has not been revealed.

    Whatever came after that bid depends on it, so it is withheld, too.
    """
    hidden_since: int | None = None
    for index, move in enumerate(moves):
        for fact in move.facts:
            if isinstance(fact, BidHidden) and hidden_since is None:
                hidden_since = index
            elif isinstance(fact, BidsRevealed | SealedAuctionVoided):
                hidden_since = None
    return moves if hidden_since is None else moves[:hidden_since]


def without_unseen_bids(moves: Sequence[Move]) -> Sequence[Move]:
    """The moves whose commands may be shown: without bids that were taken back or voided, which no fact reveals."""
    lying: dict[Seat, int] = {}
    left_out: set[int] = set()
    for index, move in enumerate(moves):
        for fact in move.facts:
            match fact:
                case BidSealed(seat=seat) | BidAbstained(seat=seat):
                    lying[seat] = index
                case BidTakenBack(seat=seat):
                    left_out |= {lying.pop(seat), index}
                case BidsRevealed():
                    lying.clear()
                case SealedAuctionVoided():
                    left_out |= set(lying.values())
                    lying.clear()
    return [move for index, move in enumerate(moves) if index not in left_out] if left_out else moves


def without_maxima(moves: Sequence[Move]) -> Sequence[Move]:
    """The moves as everybody may know them: each bid made for a maximum appears as one that its seat made itself.

    They lead to the same game. Nothing shows that there was a maximum, which outlasts even the auction: after an undo
    people may bid again.
    """
    if not any(isinstance(fact, MaximumHidden) for move in moves for fact in move.facts):
        return moves
    return [one for move in moves for one in _bids_made(move)]


def _bids_made(move: Move) -> Iterator[Move]:
    facts = tuple([fact for fact in move.facts if not isinstance(fact, MaximumHidden | MaximumTakenBack)])
    bids = [PlaceBid(fact.seat, fact.amount) for fact in facts if isinstance(fact, BidPlaced)]
    if isinstance(move.command, SetMaximum | TakeBackMaximum) and not bids:
        return
    commands: list[Command] = [*bids] or [move.command]
    yield from (Move(command, ()) for command in commands[:-1])
    yield Move(commands[-1], facts)


def moves_to_take_back(moves: Sequence[Move], count: int) -> int:
    """How many moves an undo of `count` takes back: past the end of a bidding it goes back to before the first bid.

    Otherwise people would bid again knowing what the others bid; and bids that were dropped would lie there again for
    whoever has joined their seat since.
    """
    if count <= 0:
        return count
    ended = {fact.auction for move in moves[-count:] for fact in move.facts if isinstance(fact, ENDS_OF_BIDDING)}
    for index, move in enumerate(moves[:-count]):
        if any(isinstance(fact, BidSealed) and fact.auction in ended for fact in move.facts):
            return len(moves) - index
    return count


def bidders_since(moves: Iterable[Move]) -> frozenset[Seat]:
    """The seats that have bid in secret in the running round, also if they took it back: an undo may bring it back.

    `moves` are given newest first.
    """
    found: set[Seat] = set()
    for move in moves:
        found |= {fact.seat for fact in move.facts if isinstance(fact, BidHidden)}
        if any(isinstance(fact, SealedAuctionOpened | BidsRevealed) for fact in move.facts):
            break
    return frozenset(found)
