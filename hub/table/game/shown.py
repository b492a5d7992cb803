"""A log as an audience is shown it: private dealings of others leave no trace in it (haustein-14, H36).

Moves of which an audience may know nothing are left out, and so are undos and redos of such moves only; the rest is
numbered without gaps. So a share offer that came to nothing changes no numbers or counts for anybody else. The banker,
who helps everybody, is shown everything but the maximums of open auctions.

The rules number all share offers of a game; a seat counts only those that concern it, so that it learns of no others.
Here these numbers are converted to those of an audience and back. The banker sees the numbers of the rules.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from hub.domain.history import Effective, Entry, Move, Redone, Undone
from hub.domain.ids import Seat
from hub.domain.shares import AcceptShares, DeclineShares, Shares, WithdrawShares
from hub.domain.tasks import AgendaSet
from hub.table.wire.audience import Audience

EVERYBODY = Audience("viewer")
"""Who is shown only what all may know."""

ANSWERS = (AcceptShares, DeclineShares, WithdrawShares)
AnyCommand = TypeVar("AnyCommand")


class ShownLog:
    """The log of an audience, built entry by entry.

    `redo` counts the moves that could be redone; `undone` has how many shown moves each undo takes
    back and the first of them, by entry.
    """

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self._left_out = array("q")
        self._turned = 0
        self.undone: dict[int, tuple[int, int]] = {}
        self.redo = 0

    def note(self, seq: int, entry: Entry, turned: Sequence[int]) -> Entry | None:
        """Add an entry; returns it as shown, None if left out. `turned`: the moves that an undo or redo affects."""
        if isinstance(entry, Move):
            shown: Entry | None = entry if self._may_know(entry) else None
            self.redo = self.redo if shown is None else 0
        else:
            shown = self._turn(entry, self.count(turned))
        if shown is None:
            self._left_out.append(seq)
        elif isinstance(shown, Undone):
            self.undone[seq] = shown.moves, self.number(next(filter(self.shows, turned)))
        self._turned = self._turned if shown is None or isinstance(shown, Move) else self.number(seq)
        return shown

    def shows(self, seq: int) -> bool:
        place = bisect_left(self._left_out, seq)
        return place == len(self._left_out) or self._left_out[place] != seq

    def number(self, seq: int) -> int:
        """The audience's number of an entry; for one that is left out, that of the next one shown."""
        return seq - bisect_left(self._left_out, seq)

    def entry(self, number: int) -> int:
        for left_out in self._left_out:
            if left_out > number:
                break
            number += 1
        return number

    def question(self, asked_by: int) -> int:
        """The id of the question that an entry asked: its own number, or that of an entry that led back to it."""
        return max(self.number(asked_by), self._turned)

    def count(self, moves: Sequence[int]) -> int:
        return sum(map(self.shows, moves)) if self._left_out else len(moves)

    def _may_know(self, move: Move) -> bool:
        """Whether this audience may know anything of a move. A private move asks nobody else anything either."""
        known = [self.audience.may_know(fact) for fact in move.facts if not isinstance(fact, AgendaSet)]
        return any(known) or not known

    def _turn(self, entry: Undone | Redone, moves: int) -> Entry | None:
        if moves == 0:
            return None
        self.redo += 1 if isinstance(entry, Undone) else -1
        return Undone(moves) if isinstance(entry, Undone) else entry


def turned_by(result: Effective, entry: Entry) -> Sequence[int]:
    """The moves that an undo is about to take back, or a redo is about to restore."""
    match entry:
        case Undone(moves=count):
            return result.moves[-count:]
        case Redone():
            return result.redo[-1] if result.redo else ()
    return ()


def shown_number(shares: Shares, audience: Audience, offer: int) -> int:
    """The number by which an audience knows an offer that concerns it."""
    return sum(concerns(audience, pair) for pair in shares.made[:offer])


def as_shown(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """A command with the audience's numbers; differs only for answers to share offers."""
    if not isinstance(command, ANSWERS):
        return command
    return msgspec.structs.replace(command, offer=shown_number(shares, audience, command.offer))


def as_meant(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """The reverse: a command of this audience with the numbers of the rules."""
    if not isinstance(command, ANSWERS):
        return command
    concerned = [0, *(number for number, pair in enumerate(shares.made, 1) if concerns(audience, pair))]
    known = command.offer if 0 < command.offer < len(concerned) else 0
    return msgspec.structs.replace(command, offer=concerned[known])


def concerns(audience: Audience, pair: tuple[Seat, Seat]) -> bool:
    """Whether an offer between these two concerns an audience."""
    return audience.role == "banker" or (audience.role == "seat" and audience.seat in pair)
