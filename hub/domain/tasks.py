"""Tasks: what the table waits for. The open tasks are part of the state, so a prompt survives a crash and an undo.

A task says who has to answer and holds the figures of the question: `seat` if that is one, else it is `NOBODY`. The
last task of the agenda is the open one; those before it wait until it is settled.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import NOBODY, Account, Seat, Space, snake
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import MovedBy


class OpeningThrowPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """Everybody throws for the first turn: `seats` still have to, `thrown` holds (seat, sum) of those who have."""

    seat: ClassVar[Seat] = NOBODY
    seats: tuple[Seat, ...]
    thrown: tuple[tuple[Seat, int], ...] = ()


class ThrowPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat has to throw its dice (or first leave jail in some other way)."""

    seat: Seat


class ThrowAgainPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat threw a double and throws again before its piece moves: the throws add up to one move."""

    seat: Seat


class AdvancePending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A piece has to be put on `space`.

    `salary` is due on the way; `rent_factor` and `rent_throw_factor` are set by cards. `rent_factor` multiplies the
    rent there. If `rent_throw_factor` is not 0, the rent of a utility is a fresh throw times it.
    """

    seat: Seat
    space: Space
    by: MovedBy
    salary: int = 0
    rent_factor: int = 1
    rent_throw_factor: int = 0


class DrawPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat has to take the top card of a deck."""

    seat: Seat
    deck: str


class BuyPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat decides whether to buy the deed it stands on."""

    seat: Seat
    deed: Space
    price: int


class DeedLot(Struct, frozen=True, tag=snake, tag_field="lot"):
    """A deed that is auctioned."""

    deed: Space


class BuildingLot(Struct, frozen=True, tag=snake, tag_field="lot"):
    """One scarce building of a kind that is auctioned."""

    building: str


class SharesLot(Struct, frozen=True, tag=snake, tag_field="lot"):
    """`count` shares of an issuer that are auctioned together."""

    issuer: Seat
    count: int


class EstateLot(Struct, frozen=True, tag=snake, tag_field="lot"):
    """All deeds of a bankrupt seat, sold together; whoever gets them takes over the mortgages on `mortgaged`."""

    deeds: tuple[Space, ...]
    mortgaged: tuple[Space, ...] = ()


Lot: TypeAlias = DeedLot | BuildingLot | EstateLot | SharesLot


class AuctionRunning(Struct, frozen=True, tag=snake, tag_field="task"):
    """An ascending auction, in which `bidders` are still in.

    `high` was bid by `leader`, or nobody has bid yet; the next bid is `minimum` or more, and a multiple of `step`.
    """

    seat: ClassVar[Seat] = NOBODY
    lot: Lot
    bidders: tuple[Seat, ...]
    minimum: int = 1
    high: int = 0
    leader: Seat = NOBODY
    step: int = 1


class SealedAuctionRunning(Struct, frozen=True, tag=snake, tag_field="task"):
    """A sealed auction: `waiting` have still to bid, `commitments` binds those who have ("" for who abstained).

    Bids are 0 or at least `minimum` and go to `seller`. `round` counts from 1; every further one is among those who
    tied. `mechanism` says who pays; `fine` is what the seller pays if nobody bids in the first round.
    """

    seat: ClassVar[Seat] = NOBODY
    auction: int
    lot: Lot
    seller: Account
    mechanism: Literal["all_pay", "first_price"]
    bidders: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    commitments: tuple[tuple[Seat, str], ...] = ()
    minimum: int = 0
    round: int = 1
    fine: int = 0


class InterestPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """`buyer` asks the bank for shares at `price` in all: `waiting` have still to say whether they want them too."""

    seat: ClassVar[Seat] = NOBODY
    buyer: Seat
    issuer: Seat
    count: int
    price: int
    waiting: tuple[Seat, ...]
    interested: tuple[Seat, ...] = ()


class RentThrowPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A card led to somebody's utility: the dice are thrown anew and `factor` times their sum is the rent."""

    seat: Seat
    deed: Space
    factor: int


class DebtPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat owes more than it has: `due` is the payment that waits."""

    seat: Seat
    due: MoneyMoved


class MortgageChoicePending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A mortgaged deed came to a seat: redeem it now, or keep the mortgage for `interest`.

    It was `bought`, or came with an estate.
    """

    seat: Seat
    deed: Space
    redemption: int
    interest: int
    bought: bool = True


class ShortagePending(Struct, frozen=True, tag=snake, tag_field="task"):
    """More people could build than the bank has buildings of a kind: `seats` still have to say how many they want.

    `wants` holds (seat, count) of those who have said it. Whoever is first began by building on `deed`.
    """

    seat: ClassVar[Seat] = NOBODY
    building: str
    stock: int
    seats: tuple[Seat, ...]
    wants: tuple[tuple[Seat, int], ...] = ()
    deed: Space = NOBODY


class ShortageOpen(Struct, frozen=True, tag=snake, tag_field="task"):
    """Scarce buildings are being dealt out; nobody is asked, the rules go on when what lies above is settled."""

    seat: ClassVar[Seat] = NOBODY
    building: str
    wants: tuple[tuple[Seat, int], ...]


class PlacingPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat places up to `count` buildings of a kind; `paid` ones must be placed, `amount` was bid for each."""

    seat: Seat
    building: str
    count: int
    paid: bool = False
    amount: int = 0


class BuildPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat stands on its own plot and may build in the group, as much as it likes."""

    seat: Seat
    group: str


class SecondMoveOpen(Struct, frozen=True, tag=snake, tag_field="task"):
    """The speed die showed a symbol: when the first move is settled, a second one follows. Nobody is asked."""

    seat: Seat
    face: Literal["mogul", "bus"]


class BusPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat takes a ticket or goes on to the next card space."""

    seat: Seat


class GiftPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat takes `amount` or a ticket."""

    seat: Seat
    amount: int


class TicketPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat got a ticket and may use it at once, to one of `spaces`."""

    seat: Seat
    spaces: tuple[Space, ...]


class SpacePending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat chooses one of `spaces`: where to go after a triple (its own: stay), or which deed is auctioned."""

    seat: Seat
    spaces: tuple[Space, ...]
    purpose: Literal["triple", "auction"]


class CatchUpPending(Struct, frozen=True, tag=snake, tag_field="task"):
    """A seat got the last deed of a group it has built in: the deed has to be redeemed and built on.

    `cost` is what that takes now; it changes when the deed is redeemed meanwhile.
    """

    seat: Seat
    deed: Space
    cost: int


Task: TypeAlias = (
    OpeningThrowPending
    | ThrowPending
    | ThrowAgainPending
    | AdvancePending
    | DrawPending
    | BuyPending
    | BuildPending
    | AuctionRunning
    | RentThrowPending
    | DebtPending
    | MortgageChoicePending
    | ShortagePending
    | ShortageOpen
    | PlacingPending
    | SecondMoveOpen
    | BusPending
    | GiftPending
    | TicketPending
    | SpacePending
    | CatchUpPending
    | SealedAuctionRunning
    | InterestPending
)


def asked(task: Task) -> tuple[Seat, ...]:
    """The seats that may answer a task. Most tasks ask one `seat`; asked for every command, so that comes first."""
    if task.seat != NOBODY:
        return (task.seat,)
    if isinstance(task, SealedAuctionRunning | InterestPending):
        return task.waiting
    if isinstance(task, AuctionRunning):
        return tuple([seat for seat in task.bidders if seat != task.leader])
    return task.seats[:1] if isinstance(task, OpeningThrowPending | ShortagePending) else ()
