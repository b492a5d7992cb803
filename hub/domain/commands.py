"""Commands: what somebody at the table wants. The same structs come from browsers, boards, bots and recorded games.

A command says who (`seat`) wants what; the engine refuses it with a reason or turns it into facts. Random parts (dice,
a shuffled deck) are fields that the table fills in first, so a stored game replays without a random number generator.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.facts import Named
from hub.domain.ids import Seat, Space

DiceSource: TypeAlias = Literal["hub", "typed"]
"""Where faces come from: the hub, or real dice typed in."""


class Command(Named, tag_field="command"):
    """What somebody wants: commands of seats, the start of a game, the banker's corrections, what the hub says."""


class SeatCommand(Command):
    """A command of a seat."""

    seat: Seat


class HubCommand(Command):
    """A command that the hub gives by itself in due time; no browser, board or bot can send it.

    It is stored like any other command, so a stored game replays without a clock.
    """


class Bundle(Struct, frozen=True):
    """What one side of a trade gives: money (in the edition's unit), deeds by space, release cards by deck."""

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
    """Throw the dice; with empty `faces` the hub throws."""

    faces: tuple[int, ...] = ()
    source: DiceSource = "hub"


class Advance(SeatCommand):
    """The piece stands on the space it had to go to."""


class Draw(SeatCommand):
    """Take a card: the top one of its pile or, if the deck has no pile, `card`, which chance filled in."""

    card: int = 0


class Buy(SeatCommand):
    """Buy the deed on which the seat's piece stands, at the printed price."""


class Decline(SeatCommand):
    """Decline the deed on which the seat's piece stands; it may then be auctioned."""


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
    """Mortgage one of the seat's deeds at the bank."""

    deed: Space


class Redeem(SeatCommand):
    """Redeem one of the seat's mortgaged deeds."""

    deed: Space


class KeepMortgage(SeatCommand):
    """Keep a mortgage that came with a deed, paying only the interest now."""

    deed: Space


class Build(SeatCommand):
    """Build one stage on one of the seat's streets."""

    deed: Space


class SellBuilding(SeatCommand):
    """Sell one stage of a street back to the bank."""

    deed: Space


class SellGroup(SeatCommand):
    """Sell all buildings of a group at once, to pay a debt."""

    group: str


class WantBuildings(SeatCommand):
    """Say how many of the scarce buildings the seat wants."""

    amount: int


class PlaceBuilding(SeatCommand):
    """Place a building that the seat got in a shortage."""

    deed: Space


class FinishPlacing(SeatCommand):
    """Place no more of the buildings that the seat could place."""


class OfferTrade(SeatCommand):
    """Offer `give` to the seat `to` in exchange for `take`; `answers` names the offer this one counters, if any."""

    to: Seat
    give: Bundle
    take: Bundle
    answers: int = 0


class AcceptTrade(SeatCommand):
    """Accept an open offer made to the seat."""

    offer: int


class DeclineTrade(SeatCommand):
    """Decline an open offer made to the seat."""

    offer: int


class WithdrawTrade(SeatCommand):
    """Withdraw an open offer that the seat has made."""

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
    """Keep a ticket that the seat has just got for later."""


class ChooseSpace(SeatCommand):
    """Choose one of the spaces on offer."""

    space: Space


class CatchUp(SeatCommand):
    """Redeem the deed that completed a built group, and build there."""


class AskRent(SeatCommand):
    """Ask for the rent of one of the seat's deeds, where rents have to be asked for."""

    deed: Space


class PayDebt(SeatCommand):
    """Pay a debt for which the money is there now."""


class DeclareBankruptcy(SeatCommand):
    """Go bankrupt: no more money can be raised."""


class LeaveGame(SeatCommand):
    """Go home for good: what one has goes to the bank, as after a bankruptcy to it."""


class SealBid(SeatCommand):
    """Make a sealed bid. `nonce` is the random part of the commitment, filled in by the table."""

    amount: int
    nonce: str = ""

    def __repr__(self) -> str:
        return f"SealBid(seat={self.seat}, amount=?, nonce=?)"


class AbstainBid(SeatCommand):
    """Bid 0 openly in a sealed auction; the banker does it for players who are absent."""


class AuctionDeed(SeatCommand):
    """Put one of the seat's deeds up for sealed bids of at least `amount` (0: any)."""

    deed: Space
    amount: int = 0


class BuyRemote(SeatCommand):
    """Buy a deed of a claimed group on which another piece stands."""

    deed: Space


class SellDeed(SeatCommand):
    """Sell one of the seat's deeds to the bank."""

    deed: Space


class StayInJail(SeatCommand):
    """Stay in jail for this turn instead of paying."""


class EndTurn(SeatCommand):
    """End the turn instead of throwing again after a double."""
