"""The running game in memory: its log, the moves in force, and the state they fold to.

Owned by the table's writer: only the holder of the lock may use it.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.auctions import (
    SOLD,
    AuctionOpened,
    BidHidden,
    CallLot,
    MaximumHidden,
    bids_lying,
    own_maximum,
)
from hub.domain.commands import Build, Command, HubCommand, SellBuilding
from hub.domain.history import Effective, Move, Redone, Undone, apply_entry
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import ENDS_OF_BIDDING, bidders_since, moves_to_take_back, shown_moves
from hub.domain.state import State
from hub.domain.tasks import AuctionRunning, InterestPending, SealedAuctionRunning, Task
from hub.domain.turns import TurnBegan
from hub.rules.game import Game, Rejected
from hub.rules.slots import Rules
from hub.table.game.feed import Feed
from hub.table.game.log import Log
from hub.table.game.shown import EVERYBODY, ShownLog, turned_by
from hub.table.interfaces.storage import GameRecord, StoredEntry
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine

Moment: TypeAlias = tuple[str, int]
"""A game and how many entries its log has: each of them makes another position."""


def same_question(before: Task | None, after: Task | None) -> bool:
    """Whether both are the same question: bids and answers change the task of an auction, but not the question."""
    if isinstance(before, SealedAuctionRunning) and isinstance(after, SealedAuctionRunning):
        return (before.auction, before.round) == (after.auction, after.round)
    if isinstance(before, InterestPending) and isinstance(after, InterestPending):
        return (before.buyer, before.issuer, before.count) == (after.buyer, after.issuer, after.count)
    if isinstance(before, AuctionRunning) and isinstance(after, AuctionRunning):
        return before.lot == after.lot
    return before == after


class Played(Struct, frozen=True):
    """A game with its whole log and the rules it is played by."""

    record: GameRecord
    entries: Sequence[StoredEntry]
    rules: Rules

    def shown_to(self, audience: Audience) -> Played:
        """A copy whose log holds what an audience is shown."""
        return replace(self, entries=entries_shown(self.entries, audience))


def entries_shown(entries: Iterable[StoredEntry], audience: Audience) -> tuple[StoredEntry, ...]:
    """The entries that an audience is shown, numbered as it counts them."""
    log, result = ShownLog(audience), Effective([], [])
    found: list[StoredEntry] = []
    for stored in entries:
        shown = log.note(stored.seq, stored.entry, turned_by(result, stored.entry))
        apply_entry(result, stored.seq, stored.entry)
        if shown is not None:
            found.append(replace(stored, seq=len(found), entry=shown))
    return tuple(found)


BANKER = Audience("banker")


MARKED = 64
"""How many moves are folded again at most to undo one."""


class Mark(Struct, frozen=True):
    """The state after the first `count` moves in force; pickled, because states are changed in place."""

    count: int
    asked: Task | None
    named: int
    packed: bytes

    def state(self) -> State:
        """A fresh copy of the state, for folding further entries."""
        if not self.packed:
            return State()
        return pickle.loads(self.packed)  # type: ignore[no-any-return] # noqa: S301 -- packed by this process


BEGINNING = Mark(0, None, 0, b"")


class LiveGame:
    """`game.state` is always the fold of the moves in force; `moments_ms` has the time of each entry."""

    def __init__(self, rules: Rules, record: GameRecord, entries: Iterable[StoredEntry]) -> None:
        self.record = record
        self.entries = Log()
        self.effective = Effective([], [])
        self._marks: list[Mark] = []
        self._feed = Feed(rules.rows, self.entries)
        self._in_force: set[int] = set()
        self._undos: set[int] = set()
        self._reveals: set[int] = set()
        self._played: Played | None = None
        self._logs = {EVERYBODY: ShownLog(EVERYBODY)}
        self.moments_ms = array("q")
        for stored in entries:
            self._keep(stored)
        self.game = Game(rules)
        self.refold()

    @property
    def question(self) -> str:
        """The id of the open question: the number of the entry that asked it, or that led back to it."""
        return self.question_for(BANKER)

    def question_for(self, audience: Audience) -> str:
        """The same, in the numbering of an audience."""
        return str(self.log_for(audience).question(self._named))

    def log_for(self, audience: Audience) -> ShownLog:
        if audience not in self._logs:
            log, result = ShownLog(audience), Effective([], [])
            for stored in self.entries:
                log.note(stored.seq, stored.entry, turned_by(result, stored.entry))
                apply_entry(result, stored.seq, stored.entry)
            self._logs[audience] = log
        return self._logs[audience]

    @property
    def moment(self) -> Moment:
        """The id of the present position as everybody sees it; what others do in private does not change it."""
        return self.moment_for(EVERYBODY)

    def moment_for(self, audience: Audience) -> Moment:
        """The same, as one audience sees it."""
        return self.record.id, self.log_for(audience).number(len(self.entries))

    def played(self) -> Played:
        if self._played is None:
            self._played = Played(self.record, self.entries.as_it_is(), self.game.rules)
        return self._played

    def decide(self, command: Command) -> Rejected | Move:
        """Decide a command. If a move is returned, the state has changed already: `note` or `refold` must follow."""
        decided = self.game.decide(command)
        return decided if isinstance(decided, Rejected) else Move(command, decided)

    def note(self, stored: StoredEntry) -> None:
        """Append an entry, which is durable, to the log."""
        self._keep(stored)
        if isinstance(stored.entry, Move):
            count = len(self.effective.moves)
            self._marks = [mark for mark in self._marks if mark.count < count]
            self._name_question(stored.seq)
            self._mark(count)
        else:
            self.refold()

    def refold(self) -> None:
        """Discard the state and fold the moves in force again, from the last mark that still applies."""
        moves = self.effective.moves
        mark = self._last_mark(moves)
        self.game.restart(mark.state())
        self._asked, self._named = mark.asked, mark.named
        for count in range(mark.count, len(moves)):
            for fact in self._move(moves[count]).facts:
                fact.fold(self.game.state)
            self._name_question(moves[count])
            self._mark(count + 1)

    def state_after(self, entry: Undone | Redone) -> State:
        """The state that an undo or a redo would lead to."""
        wanted = Effective(list(self.effective.moves), list(self.effective.redo))
        apply_entry(wanted, len(self.entries), entry)
        mark = self._last_mark(wanted.moves)
        state = mark.state()
        for index in wanted.moves[mark.count :]:
            for fact in self._move(index).facts:
                fact.fold(state)
        return state

    def feed(self, audience: Audience) -> tuple[FeedLine, ...]:
        """The newest lines that this audience may know, including moves taken back."""
        return self._feed.newest(self._in_force, self._undos, self.log_for(audience))

    def bids_lying(self) -> frozenset[Seat] | None:
        """The seats whose bids lie face down, or would after an undo or a redo; None if there are none."""
        lying = bids_lying(self.game.state)
        if lying is not None:
            lying |= bidders_since(self._move(index) for index in reversed(self.effective.moves))
        for moves in self._to_redo():
            if len(shown_moves(moves)) < len(moves):
                bidders = {fact.seat for move in moves for fact in move.facts if isinstance(fact, BidHidden)}
                lying = (lying or frozenset()) | bidders
        return lying

    def maxima_may_lie(self) -> bool:
        """Whether an open auction is running, or would be after a redo: whether anybody named a maximum is secret."""
        return any(isinstance(task, AuctionRunning) for task in self.game.state.agenda.tasks) or any(
            isinstance(fact, AuctionOpened) for moves in self._to_redo() for move in moves for fact in move.facts
        )

    def own_maximum(self, seat: Seat, joined_ms: int) -> int | None:
        """A seat's maximum, for that seat alone; after an undo no longer, if a phone has joined since it was named.

        Otherwise whoever joins after an auction, without anybody's yes, would read it once the auction is undone.
        """
        amount = own_maximum(self.game.state, seat)
        for index in reversed(self.effective.moves) if amount is not None else ():
            if any(isinstance(fact, MaximumHidden) and fact.seat == seat for fact in self._move(index).facts):
                later = range(index + 1, len(self.entries)) if self.entries[index].at_ms < joined_ms else ()
                return None if any(isinstance(self.entries[one].entry, Undone) for one in later) else amount
        return amount

    def _to_redo(self) -> Iterator[list[Move]]:
        """The moves of each step that can be redone."""
        for group in self.effective.redo:
            yield [move for index in group if isinstance(move := self.entries[index].entry, Move)]

    def undoable(self) -> int:
        """How many moves can be taken back; the start of the game cannot."""
        return max(0, len(self.effective.moves) - 1)

    def undoable_for(self, audience: Audience) -> int:
        """The same, counting only moves that an audience is shown."""
        return max(0, self.log_for(audience).count(self.effective.moves) - 1)

    def paid_just_now(self, command: Command) -> int:
        """What the building cost that a command sells, if it went up in the last move; 0 otherwise."""
        last = self._move(self.effective.moves[-1])
        if not isinstance(command, SellBuilding) or last.command != Build(command.seat, command.deed):
            return 0
        paid = [fact.amount for fact in last.facts if isinstance(fact, MoneyMoved) and fact.payer == command.seat]
        return sum(paid)

    def moves_since(self, number: int) -> int:
        """How many moves in force can be taken back from entry `number` on, in the banker's numbering."""
        seq = self.log_for(BANKER).entry(number)
        return min(sum(index >= seq for index in self.effective.moves), self.undoable())

    def moves_this_turn(self) -> int:
        for count, index in enumerate(reversed(self.effective.moves)):
            if any(isinstance(fact, TurnBegan) for fact in self._move(index).facts):
                return count
        return 0

    def reach(self, moves: int) -> int:
        """How many moves an undo of `moves` moves takes back in fact.

        An undo past a reveal, or past the end of an auction that was voided, goes back to before the first bid, and
        moves made by the hub go with the move that caused them.
        """
        in_force, moves = self.effective.moves, self._with_cause(moves)
        if moves <= 0 or self._reveals.isdisjoint(in_force[len(in_force) - moves :]):
            return moves
        return moves_to_take_back([self._move(index) for index in in_force], moves)

    def _with_cause(self, moves: int) -> int:
        """`moves`, or more if the earliest of them was made by the hub or is not shown to the banker.

        If only the hub's move were undone, the hub would make it again; so a call goes with the bid that it is about.
        A sale called by the hub is undone back to the beginning of the count, so that the bid still stands.
        """
        in_force, shown = self.effective.moves, self.log_for(BANKER)
        sold = False
        while 0 < moves < self.undoable():
            first = in_force[len(in_force) - moves]
            command = self._move(first).command
            if isinstance(command, CallLot) and command.call == SOLD:
                sold = True
            elif shown.shows(first) and not isinstance(command, HubCommand):
                break
            before = self._move(in_force[len(in_force) - moves - 1]).command
            if sold and not isinstance(before, CallLot):
                break
            moves += 1
        return moves

    def _move(self, index: int) -> Move:
        move = self.entries[index].entry
        assert isinstance(move, Move)
        return move

    def _mark(self, count: int) -> None:
        """Keep the state after `count` moves now and then, so that refolding need not start from the beginning."""
        if count % MARKED == 0 and all(mark.count < count for mark in self._marks):
            state = pickle.dumps(self.game.state)
            self._marks.append(Mark(count, self._asked, self._named, state))

    def _last_mark(self, moves: Sequence[int]) -> Mark:
        """The last mark within these moves; later marks are kept, because a redo may need them."""
        return next((mark for mark in reversed(self._marks) if mark.count <= len(moves)), BEGINNING)

    def _keep(self, stored: StoredEntry) -> None:
        self.entries.append(stored)
        self.moments_ms.append(stored.at_ms)
        self._played = None
        for log in self._logs.values():
            log.note(stored.seq, stored.entry, turned_by(self.effective, stored.entry))
        apply_entry(self.effective, stored.seq, stored.entry)
        if isinstance(stored.entry, Move):
            self._in_force.add(stored.seq)
            if any(isinstance(fact, ENDS_OF_BIDDING) for fact in stored.entry.facts):
                self._reveals.add(stored.seq)
        else:
            self._in_force = set(self.effective.moves)
            self._undos.add(stored.seq)

    def _name_question(self, seq: int) -> None:
        task = self.game.state.agenda.task
        if not same_question(self._asked, task):
            self._named = seq
        self._asked = task
