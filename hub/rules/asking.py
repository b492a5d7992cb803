"""Checks shared by many rules, and answers to tasks, so that no slot looks for the open task itself.

Is this the right time, is it this seat's turn, is there enough money.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from hub.domain import tasks
from hub.domain.commands import SeatCommand
from hub.domain.ids import NOBODY, Seat, Space, seat_of
from hub.rules.game import Chance, Choice, Game, Handler, Reason, Rejected, Role, nothing_asked, nothing_free

C = TypeVar("C", bound=SeatCommand)
T = TypeVar("T", bound=tasks.Task)

FREE_MOMENTS = frozenset(
    {
        tasks.ThrowPending,
        tasks.BuyPending,
        tasks.BuildPending,
        tasks.DebtPending,
        tasks.MortgageChoicePending,
        tasks.CatchUpPending,
        tasks.DrawPending,
        tasks.BusPending,
        tasks.GiftPending,
        tasks.TicketPending,
        tasks.SpacePending,
    }
)
"""The tasks during which people may also trade and redeem: no throw, move or auction is under way (K12)."""

SECOND_MOVES = frozenset({"mogul", "bus"})
"""The second move that a symbol of the speed die brings; before it there is a free moment (D11)."""


def open_of(game: Game, kind: type[T] | tuple[type[T], ...], seat: Seat) -> T | Rejected:
    """The open task, if it is of this kind, or of one of these, and asks this seat."""
    task = game.state.agenda.task
    return task if isinstance(task, kind) and task.seat in (seat, NOBODY) else refuse_answer(game, kind)


def refuse_answer(game: Game, kind: type[T] | tuple[type[T], ...]) -> Rejected:
    """Why a seat cannot answer a task of this kind, or of one of these: it is not open, or asks somebody else."""
    task = game.state.agenda.task
    if isinstance(task, kind):
        return Rejected(Reason.NOT_ASKED, {"seat": seat_of(task.seat)})
    return Rejected(closed(game) or Reason.NOT_NOW)


def closed(game: Game) -> Reason | None:
    """The reason if nothing can be done at all: no game, or it is over."""
    turns = game.state.turns
    if not turns.out:
        return Reason.NOT_STARTED
    return Reason.GAME_OVER if turns.winner != NOBODY else None


def absent(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that is not or no longer in the game, before the first turn, and after the end."""
    out = game.state.turns.out
    if not out or game.state.turns.winner != NOBODY:
        return Rejected(Reason.GAME_OVER if out else Reason.NOT_STARTED)
    if not 0 <= seat < len(out):
        return Rejected(Reason.NO_SUCH_SEAT)
    if out[seat]:
        return Rejected(Reason.SEAT_OUT)
    return Rejected(Reason.NOT_NOW) if type(game.state.agenda.task) is tasks.OpeningThrowPending else None


def not_your_turn(game: Game, seat: Seat) -> Rejected | None:
    """Refuse what a seat may only do in its own turn."""
    on_turn = game.state.turns.seat
    return None if seat == on_turn else Rejected(Reason.NOT_YOUR_TURN, {"seat": on_turn})


def is_free_moment(game: Game) -> bool:
    """Whether this is a free moment: a decision is open, and no throw, move or auction is under way (K12)."""
    task = game.state.agenda.task
    return type(task) in FREE_MOMENTS or (type(task) is tasks.AdvancePending and task.by in SECOND_MOVES)


def no_free_moment(game: Game) -> Rejected | None:
    """Refuse what needs a free moment."""
    return None if is_free_moment(game) else Rejected(closed(game) or Reason.NOT_NOW)


def no_free_moment_for(game: Game, seat: Seat) -> Rejected | None:
    """Refuse an absent seat, and what needs a free moment. The common case, in which all is well, comes first."""
    task = game.state.agenda.task
    if task is not None and task.seat == seat and type(task) in FREE_MOMENTS:
        return None
    return absent(game, seat) or no_free_moment(game)


def between_turns(game: Game) -> bool:
    """Whether a turn is over and the first throw of the next one has not been made."""
    return type(game.state.agenda.task) is tasks.ThrowPending and not game.state.turns.faces


def no_time_to_build(game: Game, seat: Seat) -> Rejected | None:
    """Refuse to build in the middle of another's turn; the seat on turn may build at any decision of its own.

    Between turns everybody may build, including the seat whose turn has just ended, until the next throw (K5, P14,
    D11).
    """
    if rejected := no_free_moment_for(game, seat):
        return rejected
    task = game.state.agenda.task
    if game.state.turns.seat != seat:
        return None if between_turns(game) else Rejected(Reason.NOT_YOUR_TURN)
    return None if task is not None and task.seat == seat else Rejected(Reason.NOT_NOW)


def no_business(game: Game) -> Rejected | None:
    """Refuse to sell and mortgage between the throws of one move, although these need no free moment (P1)."""
    return Rejected(Reason.NOT_NOW) if type(game.state.agenda.task) is tasks.ThrowAgainPending else None


def not_owner(game: Game, seat: Seat, deed: Space) -> Rejected | None:
    """Refuse a space that is no deed, and another's deed."""
    if deed not in game.rules.track.deeds:
        return Rejected(Reason.NO_SUCH_DEED)
    return None if game.state.deeds.owner[deed] == seat else Rejected(Reason.NOT_OWNER)


def short_of(game: Game, seat: Seat, amount: int) -> Rejected | None:
    """Refuse a seat that has less than `amount`."""
    missing = amount - game.state.ledger.balances[seat]
    return Rejected(Reason.NOT_ENOUGH_MONEY, {"missing": missing}) if missing > 0 else None


def cannot_pay(game: Game, seat: Seat, amount: int, purpose: str) -> Rejected | None:
    """Refuse a debtor, and a seat that has less than this payment of its own and the levy on it (H3)."""
    if owes(game, seat):
        return Rejected(Reason.OWES_MONEY)
    levy = game.rules.levies.get(purpose)
    missing = amount + (levy.on_payer(game, seat, amount) if levy else 0) - game.state.ledger.balances[seat]
    return Rejected(Reason.NOT_ENOUGH_MONEY, {"missing": missing}) if missing > 0 else None


def owes(game: Game, seat: Seat) -> bool:
    waiting, debt = game.state.agenda.tasks, tasks.DebtPending
    return debt in map(type, waiting) and seat in [task.seat for task in waiting if type(task) is debt]


def answer_to(
    task: type[T] | tuple[type[T], ...],
    command: type[C],
    perform: Callable[[Game, C, T], None],
    refuse: Callable[[Game, C, T], Rejected | None] | None = None,
    answers: Callable[[Game, T, Seat], Iterable[Choice]] | None = None,
    *,
    role: Role = "extra",
    free: Callable[[Game, Seat], Iterable[Choice]] = nothing_free,
    chance: Callable[[Game, C, Chance], C] | None = None,
) -> Handler[C]:
    """The handler of a command that answers a task of this kind, or of one of these.

    Amid anything else, and by a seat that is not asked, the command is refused before `refuse` sees it. Carrying it
    out closes the task before `perform` begins. Without `answers` there is one choice: the command, in this `role`.
    """

    def judge(game: Game, given: C) -> Rejected | None:
        asking = game.state.agenda.task
        if isinstance(asking, task) and ((seat := asking.seat) == given.seat or seat == NOBODY):
            return None if refuse is None else refuse(game, given, asking)
        return refuse_answer(game, task)

    def listed(game: Game, asking: tasks.Task, seat: Seat) -> Iterable[Choice]:
        if not isinstance(asking, task):
            return ()
        return (Choice(command(seat), role),) if answers is None else answers(game, asking, seat)

    offered = nothing_asked if answers is nothing_asked else listed
    return Handler(command, judge, perform, offered, free, chance, closes=True)
