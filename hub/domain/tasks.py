"""Tasks: what the table waits for. The open tasks are part of the state, so a prompt survives a crash and an undo.

A task says who has to answer (`seat` if it is a single one, else `NOBODY`) and has the figures of the question. The
last task of the agenda is the open one; those before it wait until it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from hub.domain.facts import Fact, Named, State, any_of
from hub.domain.ids import NOBODY, Account, Holder, Seat, Space
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import MovedBy


class Task(Named, tag_field="task"):
    """What the table waits for."""

    if TYPE_CHECKING:

        @property
        def seat(self) -> Holder:
            """The seat that it asks; `NOBODY` if that is not a single one."""


class SeatTask(Task):
    """A task that one seat has to answer."""

    seat: Seat


class TableTask(Task):
    """A task of several seats, or of none."""

    seat: ClassVar[Holder] = NOBODY


class OpeningThrowPending(TableTask):
    """Everybody throws for the first turn: `seats` still have to, `thrown` has (seat, sum) of those that have."""

    seats: tuple[Seat, ...]
    thrown: tuple[tuple[Seat, int], ...] = ()


class ThrowPending(SeatTask):
    """A seat has to throw its dice (or first leave jail in some other way)."""


class ThrowAgainPending(SeatTask):
    """A seat threw a double and throws again before its piece moves: the throws add up to one move."""


class AdvancePending(SeatTask):
    """A piece has to be put on `space`.

    `salary` is due on the way; `rent_factor` and `rent_throw_factor` are set by cards. `rent_factor` multiplies the
    rent there. If `rent_throw_factor` is not 0, the rent of a utility is a fresh throw times it.
    """

    space: Space
    by: MovedBy
    salary: int = 0
    rent_factor: int = 1
    rent_throw_factor: int = 0


class DrawPending(SeatTask):
    """A seat has to take the top card of a deck."""

    deck: str


class BuyPending(SeatTask):
    """A seat decides whether to buy the deed it stands on."""

    deed: Space
    price: int


class DeedLot(Named, tag_field="lot"):
    """A deed that is auctioned."""

    deed: Space


class BuildingLot(Named, tag_field="lot"):
    """One scarce building of a kind that is auctioned."""

    building: str


class SharesLot(Named, tag_field="lot"):
    """`count` shares of an issuer that are auctioned together."""

    issuer: Seat
    count: int


class EstateLot(Named, tag_field="lot"):
    """All deeds of a bankrupt seat, sold together; the buyer takes over the mortgages on `mortgaged`."""

    deeds: tuple[Space, ...]
    mortgaged: tuple[Space, ...] = ()


Lot: TypeAlias = DeedLot | BuildingLot | EstateLot | SharesLot


class AuctionRunning(TableTask):
    """An ascending auction, in which `bidders` are still in.

    `high` was bid by `leader`, or nobody has bid yet; the next bid is `minimum` or more, and a multiple of `step`.
    """

    lot: Lot
    bidders: tuple[Seat, ...]
    minimum: int = 1
    high: int = 0
    leader: Holder = NOBODY
    step: int = 1


class SealedAuctionRunning(TableTask):
    """A sealed auction: `waiting` have yet to bid, `commitments` binds those who have ("" for abstentions).

    Bids are 0 or at least `minimum` and go to `seller`. `round` counts from 1; every further one is among those who
    tied. `mechanism` says who pays; `fine` is what the seller pays if nobody bids in the first round.
    """

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


class InterestPending(TableTask):
    """`buyer` asks the bank for shares at `price` in all: `waiting` have yet to say whether they want them too."""

    buyer: Seat
    issuer: Seat
    count: int
    price: int
    waiting: tuple[Seat, ...]
    interested: tuple[Seat, ...] = ()


class RentThrowPending(SeatTask):
    """A card led to somebody's utility: the dice are thrown again and `factor` times their sum is the rent."""

    deed: Space
    factor: int


class DebtPending(SeatTask):
    """A seat owes more than it has: `due` is the payment that waits."""

    due: MoneyMoved


class MortgageChoicePending(SeatTask):
    """A mortgaged deed was `bought` or inherited: redeem it now, or keep the mortgage for `interest`."""

    deed: Space
    redemption: int
    interest: int
    bought: bool = True


class ShortagePending(TableTask):
    """More people could build than the bank has buildings of a kind: `seats` still have to say how many they want.

    `wants` holds (seat, count) of those who have said it. Whoever is first began by building on `deed` (-1 in older
    games).
    """

    building: str
    stock: int
    seats: tuple[Seat, ...]
    wants: tuple[tuple[Seat, int], ...] = ()
    deed: Space = -1


class ShortageOpen(TableTask):
    """Scarce buildings are being dealt out; nobody is asked, the rules go on when what lies above is closed."""

    building: str
    wants: tuple[tuple[Seat, int], ...]


class PlacingPending(SeatTask):
    """A seat places up to `count` buildings of a kind; `paid` ones must be placed, `amount` was bid for each."""

    building: str
    count: int
    paid: bool = False
    amount: int = 0


class BuildPending(SeatTask):
    """A seat's piece stands on its own plot, and it may build in the group, as much as it likes."""

    group: str


class SecondMoveOpen(SeatTask):
    """The speed die showed a symbol: when the first move is over, a second one follows. Nobody is asked."""

    face: Literal["mogul", "bus"]


class BusPending(SeatTask):
    """A seat takes a ticket or goes on to the next card space."""


class GiftPending(SeatTask):
    """A seat takes `amount` or a ticket."""

    amount: int


class TicketPending(SeatTask):
    """A seat got a ticket and may use it at once, to one of `spaces`."""

    spaces: tuple[Space, ...]


class SpacePending(SeatTask):
    """A seat chooses one of `spaces`: where to go after a triple (its own: stay), or which deed is auctioned."""

    spaces: tuple[Space, ...]
    purpose: Literal["triple", "auction"]


class CatchUpPending(SeatTask):
    """A seat got the last deed of a group it has built in: redeeming it and building there costs `cost` just now."""

    deed: Space
    cost: int


if TYPE_CHECKING:
    AnyTask: TypeAlias = Task
else:
    AnyTask = any_of(Task, globals())

WAITING = (SealedAuctionRunning, InterestPending)
ONE_AFTER_ANOTHER = (OpeningThrowPending, ShortagePending)


def asked(task: Task) -> tuple[Seat, ...]:
    """The seats that may answer a task. Most tasks ask one `seat`; asked for every command, so that comes first."""
    if (seat := task.seat) != NOBODY:
        return (seat,)
    if isinstance(task, AuctionRunning):
        leader = task.leader
        return tuple([seat for seat in task.bidders if seat != leader])
    if isinstance(task, WAITING):
        return task.waiting
    return task.seats[:1] if isinstance(task, ONE_AFTER_ANOTHER) else ()


@dataclass(slots=True)
class Agenda:
    """`tasks`: the last one is open, the ones before it wait. `step`: the index in the turn plan that comes next.

    `task` repeats the open one, because it is read so often; None before the start and after the end.
    """

    tasks: tuple[Task, ...] = ()
    step: int = 0
    task: Task | None = None


class AgendaSet(Fact):
    """What the table waits for from now on; the last fact of every move."""

    tasks: tuple[AnyTask, ...]
    step: int

    def fold(self, state: State) -> None:
        agenda = state.agenda
        agenda.tasks = tasks = self.tasks
        agenda.step = self.step
        agenda.task = tasks[-1] if tasks else None
