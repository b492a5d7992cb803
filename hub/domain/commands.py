"""Commands: what somebody at the table wants. The same structs come from browsers, boards, bots and recorded games.

A command says who (`seat`) and what; the engine refuses it with a reason or turns it into facts. Chance (dice, a
shuffled deck) is a field of it that the table fills in before: a stored game replays without any generator.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.bidding import TakeBackBid
from hub.domain.corrections import Correction
from hub.domain.dealing import BuyRemote, EndTurn, SellDeed, StayInJail
from hub.domain.ids import Seat, Space, snake
from hub.domain.share_dealing import (
    AcceptShares,
    BuyShares,
    DeclineShares,
    DemandReport,
    FileReport,
    OfferShares,
    SellShares,
    ShowInterest,
    WithdrawShares,
)

DiceSource: TypeAlias = Literal["hub", "typed"]
"""Who threw: the hub, or people with real dice whose faces were typed in."""


class Bundle(Struct, frozen=True):
    """What one side of a trade gives: money (edition's unit), deeds by space, release cards by deck."""

    money: int = 0
    deeds: tuple[Space, ...] = ()
    release_cards: tuple[str, ...] = ()


class StartGame(Struct, frozen=True, tag=snake, tag_field="command"):
    """Begin with `seats` players.

    `decks` holds the shuffled order of each deck by card number, `first` a seat by chance, `house_rules` those agreed
    on, `tickets` the shuffled order of the tickets, `tables` the digest of a family's own tables, if there are any.
    """

    seats: int
    decks: dict[str, tuple[int, ...]]
    first: Seat = 0
    house_rules: tuple[str, ...] = ()
    tickets: tuple[int, ...] = ()
    tables: str = ""


class Throw(Struct, frozen=True, tag=snake, tag_field="command"):
    """Throw the dice. Empty `faces` ask the hub to throw."""

    seat: Seat
    faces: tuple[int, ...] = ()
    source: DiceSource = "hub"


class Advance(Struct, frozen=True, tag=snake, tag_field="command"):
    """The piece stands on the space it had to go to."""

    seat: Seat


class Draw(Struct, frozen=True, tag=snake, tag_field="command"):
    """Take a card: the top one of its pile, or the one that chance filled in (`card`) where the deck has no pile."""

    seat: Seat
    card: int = 0


class Buy(Struct, frozen=True, tag=snake, tag_field="command"):
    """Buy the deed one stands on at the printed price."""

    seat: Seat


class Decline(Struct, frozen=True, tag=snake, tag_field="command"):
    """Leave the deed one stands on to an auction."""

    seat: Seat


class PlaceBid(Struct, frozen=True, tag=snake, tag_field="command"):
    """Bid in an ascending auction."""

    seat: Seat
    amount: int


class PassBid(Struct, frozen=True, tag=snake, tag_field="command"):
    """Drop out of an ascending auction."""

    seat: Seat


class PayBail(Struct, frozen=True, tag=snake, tag_field="command"):
    """Buy oneself out of jail before throwing."""

    seat: Seat


class UseReleaseCard(Struct, frozen=True, tag=snake, tag_field="command"):
    """Leave jail with a release card before throwing."""

    seat: Seat


class Mortgage(Struct, frozen=True, tag=snake, tag_field="command"):
    """Mortgage an own deed at the bank."""

    seat: Seat
    deed: Space


class Redeem(Struct, frozen=True, tag=snake, tag_field="command"):
    """Redeem an own mortgaged deed."""

    seat: Seat
    deed: Space


class KeepMortgage(Struct, frozen=True, tag=snake, tag_field="command"):
    """Keep a mortgage that came with a deed, paying only the interest now."""

    seat: Seat
    deed: Space


class Build(Struct, frozen=True, tag=snake, tag_field="command"):
    """Build one stage on an own street."""

    seat: Seat
    deed: Space


class SellBuilding(Struct, frozen=True, tag=snake, tag_field="command"):
    """Sell one stage of an own street back to the bank."""

    seat: Seat
    deed: Space


class SellGroup(Struct, frozen=True, tag=snake, tag_field="command"):
    """Sell all buildings of a group at once, to pay a debt."""

    seat: Seat
    group: str


class WantBuildings(Struct, frozen=True, tag=snake, tag_field="command"):
    """Say how many of the scarce buildings one wants."""

    seat: Seat
    amount: int


class PlaceBuilding(Struct, frozen=True, tag=snake, tag_field="command"):
    """Place a building that was got in a shortage."""

    seat: Seat
    deed: Space


class FinishPlacing(Struct, frozen=True, tag=snake, tag_field="command"):
    """Place no more of the buildings one could have."""

    seat: Seat


class OfferTrade(Struct, frozen=True, tag=snake, tag_field="command"):
    """Offer `give` to the seat `to` in exchange for `take`; `answers` names the offer this one counters, if any."""

    seat: Seat
    to: Seat
    give: Bundle
    take: Bundle
    answers: int = 0


class AcceptTrade(Struct, frozen=True, tag=snake, tag_field="command"):
    """Accept an open offer made to one."""

    seat: Seat
    offer: int


class DeclineTrade(Struct, frozen=True, tag=snake, tag_field="command"):
    """Decline an open offer made to one."""

    seat: Seat
    offer: int


class WithdrawTrade(Struct, frozen=True, tag=snake, tag_field="command"):
    """Withdraw an open offer of one's own."""

    seat: Seat
    offer: int


class TakeTicket(Struct, frozen=True, tag=snake, tag_field="command"):
    """Take the top ticket."""

    seat: Seat


class TakeMoney(Struct, frozen=True, tag=snake, tag_field="command"):
    """Take the money of a gift."""

    seat: Seat


class GoToCards(Struct, frozen=True, tag=snake, tag_field="command"):
    """Go on to the next card space."""

    seat: Seat


class UseTicket(Struct, frozen=True, tag=snake, tag_field="command"):
    """Go to another space of the same side for a ticket."""

    seat: Seat
    space: Space


class KeepTicket(Struct, frozen=True, tag=snake, tag_field="command"):
    """Keep a ticket that one just got for later."""

    seat: Seat


class ChooseSpace(Struct, frozen=True, tag=snake, tag_field="command"):
    """Choose one of the spaces on offer."""

    seat: Seat
    space: Space


class CatchUp(Struct, frozen=True, tag=snake, tag_field="command"):
    """Redeem the deed that completed a built group, and build there."""

    seat: Seat


class AskRent(Struct, frozen=True, tag=snake, tag_field="command"):
    """Ask for the rent of an own deed, where rents have to be asked for."""

    seat: Seat
    deed: Space


class PayDebt(Struct, frozen=True, tag=snake, tag_field="command"):
    """Pay a debt now that the money is there."""

    seat: Seat


class DeclareBankruptcy(Struct, frozen=True, tag=snake, tag_field="command"):
    """Give up: nothing more can be raised."""

    seat: Seat


class SealBid(Struct, frozen=True, tag=snake, tag_field="command"):
    """Bid in secret. `nonce` is the chance of the commitment, filled in by the table."""

    seat: Seat
    amount: int
    nonce: str = ""

    def __repr__(self) -> str:
        return f"SealBid(seat={self.seat}, amount=?, nonce=?)"


class AbstainBid(Struct, frozen=True, tag=snake, tag_field="command"):
    """Bid 0 in a sealed auction for everybody to see; the banker does it for who is absent."""

    seat: Seat


class AuctionDeed(Struct, frozen=True, tag=snake, tag_field="command"):
    """Put an own deed up for sealed bids of at least `amount` (0: any)."""

    seat: Seat
    deed: Space
    amount: int = 0


SeatCommand: TypeAlias = (
    Throw
    | Advance
    | Draw
    | Buy
    | Decline
    | BuyRemote
    | SellDeed
    | PlaceBid
    | PassBid
    | PayBail
    | StayInJail
    | EndTurn
    | UseReleaseCard
    | Mortgage
    | Redeem
    | KeepMortgage
    | Build
    | SellBuilding
    | SellGroup
    | WantBuildings
    | PlaceBuilding
    | FinishPlacing
    | OfferTrade
    | AcceptTrade
    | DeclineTrade
    | WithdrawTrade
    | TakeTicket
    | TakeMoney
    | GoToCards
    | UseTicket
    | KeepTicket
    | ChooseSpace
    | CatchUp
    | AskRent
    | PayDebt
    | DeclareBankruptcy
    | SealBid
    | AbstainBid
    | TakeBackBid
    | AuctionDeed
    | SellShares
    | BuyShares
    | ShowInterest
    | OfferShares
    | AcceptShares
    | DeclineShares
    | WithdrawShares
    | FileReport
    | DemandReport
)
Command: TypeAlias = StartGame | SeatCommand | Correction
