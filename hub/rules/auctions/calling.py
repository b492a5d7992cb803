"""What the hub says in an open auction: that a seat is out of money, and going once, going twice, sold.

Both are commands without a clock in them: the table says when (`hub.table.automatic.auctioneer`), here they are judged.
"""

from hub.domain.auctions import SOLD, CallLot, PassOver
from hub.domain.commands import HubCommand
from hub.domain.ids import Seat
from hub.domain.tasks import AuctionRunning, BuildingLot
from hub.rules.asking import closed, owes
from hub.rules.assets import raisable
from hub.rules.auctions.lots import purpose_of
from hub.rules.building.shortage import means
from hub.rules.game import Game
from hub.rules.payments import with_levy
from hub.rules.reasons import Reason, Rejected


def next_call(game: Game) -> HubCommand | None:
    """The hub's next command in the open auction: pass over a seat without money at once, or the next call in time."""
    task = game.state.agenda.task
    if not isinstance(task, AuctionRunning):
        return None
    short = next((seat for seat in task.bidders if seat != task.leader and is_short(game, seat, task)), None)
    if short is not None:
        return PassOver(short)
    called = game.state.open_bids.called
    return CallLot(SOLD if called >= SOLD - 1 else 2 if called else 1)


def refuse_call(game: Game, command: CallLot) -> Rejected | None:
    """The calls come in order, and none is left out."""
    if not isinstance(game.state.agenda.task, AuctionRunning):
        return Rejected(closed(game) or Reason.NOT_NOW)
    return None if command.call == game.state.open_bids.called + 1 else Rejected(Reason.NOT_NOW)


def refuse_passing_over(game: Game, command: PassOver) -> Rejected | None:
    """Refuse to pass over a leader, or a seat that can pay or still raise the money."""
    task = game.state.agenda.task
    if not isinstance(task, AuctionRunning):
        return Rejected(closed(game) or Reason.NOT_NOW)
    if command.seat not in task.bidders:
        return Rejected(Reason.NOT_ASKED)
    if command.seat == task.leader:
        return Rejected(Reason.ALREADY_LEADING)
    return None if is_short(game, command.seat, task) else Rejected(Reason.NOT_NOW)


def is_short(game: Game, seat: Seat, task: AuctionRunning) -> bool:
    """Whether a seat cannot make the next bid, even by mortgaging and selling to the bank all it has.

    A seat that can still raise the money is asked; for a building it must keep a place (K11). Debts have to be settled
    first.
    """
    if owes(game, seat):
        return False
    needed = with_levy(game, seat, task.minimum, purpose_of(task.lot))
    if isinstance(task.lot, BuildingLot):
        return means(game, seat, task.lot.building) < needed
    cash = game.state.ledger.balances[seat]
    return cash < needed and cash + raisable(game, seat) < needed
