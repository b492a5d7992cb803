"""Commands: what somebody at the table wants. The same structs come from browsers, boards, bots and recorded games.

A command says who (`seat`) and what; the engine refuses it with a reason or turns it into facts. Chance (dice, a
shuffled deck) is a field of it that the table fills in before: a stored game replays without any generator.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.bases import Named
from hub.domain.ids import Seat, Space

DiceSource: TypeAlias = Literal["hub", "typed"]
"""Who threw: the hub, or people with real dice whose faces somebody typed in."""


class Command(Named, tag_field="command"):
    """What somebody wants. Besides those of seats: the start of a game, the banker's corrections, what the hub says."""


class SeatCommand(Command):
    """What a seat wants."""

    seat: Seat


class HubCommand(Command):
    """What the hub says by itself when its time has come; no browser, board or bot can send it.

    It is stored like any other command, so a stored game replays without a clock.
    """


class Bundle(Struct, frozen=True):
    """What one side of a trade gives: money (edition's unit), deeds by space, release cards by deck."""

    money: int = 0
    deeds: tuple[Space, ...] = ()
    release_cards: tuple[str, ...] = ()


class StartGame(Command):
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


class Throw(SeatCommand):
    """Throw the dice. Empty `faces` ask the hub to throw."""

    faces: tuple[int, ...] = ()
    source: DiceSource = "hub"


class Advance(SeatCommand):
    """The piece stands on the space it had to go to."""


class Draw(SeatCommand):
    """Take a card: the top one of its pile, or the one that chance filled in (`card`) where the deck has no pile."""

    card: int = 0


class Buy(SeatCommand):
    """Buy the deed one stands on at the printed price."""


class Decline(SeatCommand):
    """Leave the deed one stands on to an auction."""


class PlaceBid(SeatCommand):
    """Bid in an ascending auction."""

    amount: int


class PassBid(SeatCommand):
    """Drop out of an ascending auction."""


class PayBail(SeatCommand):
    """Pay bail before throwing."""


class UseReleaseCard(SeatCommand):
    """Leave jail with a release card before throwing."""


class Mortgage(SeatCommand):
    """Mortgage a deed of one's own at the bank."""

    deed: Space


class Redeem(SeatCommand):
    """Redeem a mortgaged deed of one's own."""

    deed: Space


class KeepMortgage(SeatCommand):
    """Keep a mortgage that came with a deed, paying only the interest now."""

    deed: Space


class Build(SeatCommand):
    """Build one stage on a street of one's own."""

    deed: Space


class SellBuilding(SeatCommand):
    """Sell one stage of a street back to the bank."""

    deed: Space


class SellGroup(SeatCommand):
    """Sell all buildings of a group at once, to pay a debt."""

    group: str


class WantBuildings(SeatCommand):
    """Say how many of the scarce buildings one wants."""

    amount: int


class PlaceBuilding(SeatCommand):
    """Place a building that one got in a shortage."""

    deed: Space


class FinishPlacing(SeatCommand):
    """Place no more of the buildings one could place."""


class OfferTrade(SeatCommand):
    """Offer `give` to the seat `to` in exchange for `take`; `answers` names the offer this one counters, if any."""

    to: Seat
    give: Bundle
    take: Bundle
    answers: int = 0


class AcceptTrade(SeatCommand):
    """Accept an open offer made to one."""

    offer: int


class DeclineTrade(SeatCommand):
    """Decline an open offer made to one."""

    offer: int


class WithdrawTrade(SeatCommand):
    """Withdraw an open offer of one's own."""

    offer: int


class TakeTicket(SeatCommand):
    """Take the top ticket."""


class TakeMoney(SeatCommand):
    """Take the money of a gift."""


class GoToCards(SeatCommand):
    """Go on to the next card space."""


class UseTicket(SeatCommand):
    """Go to another space of the same side for a ticket."""

    space: Space


class KeepTicket(SeatCommand):
    """Keep a ticket that one just got for later."""


class ChooseSpace(SeatCommand):
    """Choose one of the spaces on offer."""

    space: Space


class CatchUp(SeatCommand):
    """Redeem the deed that completed a built group, and build there."""


class AskRent(SeatCommand):
    """Ask for the rent of one's own deed, where rents have to be asked for."""

    deed: Space


class PayDebt(SeatCommand):
    """Pay a debt now that the money is there."""


class DeclareBankruptcy(SeatCommand):
    """Give up: nothing more can be raised."""


class SealBid(SeatCommand):
    """Bid in secret. `nonce` is the chance of the commitment, filled in by the table."""

    amount: int
    nonce: str = ""

    def __repr__(self) -> str:
        return f"SealBid(seat={self.seat}, amount=?, nonce=?)"


class AbstainBid(SeatCommand):
    """Bid 0 in a sealed auction for everybody to see; the banker does it for whoever is absent."""


class AuctionDeed(SeatCommand):
    """Put a deed of one's own up for sealed bids of at least `amount` (0: any)."""

    deed: Space
    amount: int = 0
