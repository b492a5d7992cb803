"""Questions that many rules ask before they say yes: is it the time, is it this seat, is there enough money."""

from __future__ import annotations

from typing import TypeVar

from hub.domain.agenda import open_task
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import (
    BuyPending,
    DebtPending,
    MortgageChoicePending,
    OpeningThrowPending,
    PlacingPending,
    ShortageOpen,
    ShortagePending,
    Task,
    ThrowPending,
)
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected

T = TypeVar("T", bound=Task)

FREE_MOMENTS = frozenset({ThrowPending, BuyPending, DebtPending, MortgageChoicePending})
"""The decision windows in which people may also trade, build and redeem: never amid a throw or an auction (K12)."""

SHORTAGE = frozenset({ShortagePending, ShortageOpen, PlacingPending})
"""The tasks of a shortage, from the first question to the last building placed."""


def open_of(game: Game, kind: type[T], seat: Seat) -> T | Rejected:
    """The open task, if it is of this kind and asks this seat."""
    task = game.state.agenda.task
    if task is None or type(task) is not kind:
        return Rejected(closed(game) or Reason.NOT_NOW)
    return task if task.seat in (seat, NOBODY) else Rejected(Reason.NOT_ASKED, {"seat": task.seat})


def closed(game: Game) -> Reason | None:
    """Why nothing at all can be done, if so."""
    turns = game.state.turns
    if not turns.out:
        return Reason.NOT_STARTED
    return Reason.GAME_OVER if turns.winner != NOBODY else None


def absent(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that does not play (any more), before the first turn, and after the end."""
    out = game.state.turns.out
    if not out or game.state.turns.winner != NOBODY:
        return Rejected(Reason.GAME_OVER if out else Reason.NOT_STARTED)
    if not 0 <= seat < len(out):
        return Rejected(Reason.NO_SUCH_SEAT)
    if out[seat]:
        return Rejected(Reason.SEAT_OUT)
    return Rejected(Reason.NOT_NOW) if type(open_task(game.state)) is OpeningThrowPending else None


def not_on_turn(game: Game, seat: Seat) -> Rejected | None:
    """Refuse what a seat may only do in its own turn."""
    on_turn = game.state.turns.seat
    return None if seat == on_turn else Rejected(Reason.NOT_ON_TURN, {"seat": on_turn})


def free_moment(game: Game) -> Rejected | None:
    """Refuse what needs a pause in the game."""
    return None if type(game.state.agenda.task) in FREE_MOMENTS else Rejected(closed(game) or Reason.NOT_NOW)


def no_pause_for(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that is absent, and what needs a pause in the game; the usual case, that all is well, first."""
    turns = game.state.turns
    if type(game.state.agenda.task) in FREE_MOMENTS and turns.winner == NOBODY:
        out = turns.out
        if 0 <= seat < len(out) and not out[seat]:
            return None
    return absent(game, seat) or free_moment(game)


def no_shortage(game: Game) -> Rejected | None:
    """Refuse what would change who can place scarce buildings while they are being dealt out (classic-22)."""
    for task in game.state.agenda.tasks:
        if type(task) in SHORTAGE:
            return Rejected(Reason.BUILDINGS_CONTESTED)
    return None


def short_of(game: Game, seat: Seat, amount: int) -> Rejected | None:
    """Refuse who has less than `amount`."""
    missing = amount - game.state.ledger.balances[seat]
    return Rejected(Reason.NOT_ENOUGH_MONEY, {"missing": missing}) if missing > 0 else None


def owes(game: Game, seat: Seat) -> bool:
    """Whether a seat has a debt that waits."""
    return seat in [task.seat for task in game.state.agenda.tasks if type(task) is DebtPending]
