"""What the rebuild sheet has besides the view, for setting up the wooden board again on another evening.

Fetched when somebody prints it. It holds only what everybody at the table may know, and nothing that only the hub
knows, such as the next card.
"""

from msgspec import Struct

from hub.domain.ids import Account, Seat, seat_of
from hub.domain.tasks import AnyTask
from hub.table.game.live import LiveGame


class RentOpen(Struct, frozen=True):
    """A rent that `payee` can still ask `payer` for, in the edition's unit of money."""

    payer: Seat
    payee: Account
    amount: int


class RebuildView(Struct, frozen=True):
    """`edition` is the board; `tasks` has the kinds of open tasks, the open question first."""

    edition: str
    tasks: tuple[AnyTask, ...]
    rents: tuple[RentOpen, ...]


def rebuild_view(live: LiveGame) -> RebuildView:
    state, dues = live.game.state, live.game.state.rent_requests.open
    rents = tuple(RentOpen(seat_of(due.payer), seat_of(due.payee), due.amount) for due in dues)
    return RebuildView(live.game.rules.board, tuple(reversed(state.agenda.tasks)), rents)
