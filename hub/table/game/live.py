"""The running game in memory: its log, what of it is in force, and the state that follows.

Owned by the table's writer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hub.domain.agenda import open_task
from hub.domain.commands import Command
from hub.domain.history import Effective, Move, Redone, Undone, apply_entry
from hub.domain.secrecy import moves_to_take_back
from hub.domain.state import State, empty, evolve, fold
from hub.domain.tasks import AuctionRunning, InterestPending, SealedAuctionRunning, Task
from hub.domain.turns import TurnBegan
from hub.rules.game import Game
from hub.rules.ports import Rules
from hub.rules.reasons import Rejected
from hub.table.game.feed import Feed
from hub.table.ports.storage import GameRecord, StoredEntry
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine


def same_question(before: Task | None, after: Task | None) -> bool:
    """Whether people are still being asked the same thing: bids and answers change an auction, not the question."""
    if isinstance(before, SealedAuctionRunning) and isinstance(after, SealedAuctionRunning):
        return (before.auction, before.round) == (after.auction, after.round)
    if isinstance(before, InterestPending) and isinstance(after, InterestPending):
        return (before.buyer, before.issuer, before.count) == (after.buyer, after.issuer, after.count)
    if isinstance(before, AuctionRunning) and isinstance(after, AuctionRunning):
        return before.lot == after.lot
    return before == after


@dataclass(frozen=True)
class Played:
    """A game with its whole log and the rules it is played by."""

    record: GameRecord
    entries: Sequence[StoredEntry]
    rules: Rules


class LiveGame:
    """`game.state` is always the fold of the moves in force."""

    def __init__(self, rules: Rules, record: GameRecord, entries: Iterable[StoredEntry]) -> None:
        self.record = record
        self.entries: list[StoredEntry] = []
        self.effective = Effective([], [])
        self._feed = Feed(rules.rows)
        self._in_force: set[int] = set()
        self._undos: set[int] = set()
        for stored in entries:
            self._keep(stored)
        self.game = Game(rules)
        self.refold()

    @property
    def question(self) -> str:
        """The name of the open question: the entry that asked it, or the one that went back to it."""
        return str(self._named)

    def played(self) -> Played:
        """The game as far as it was played, for whoever takes it away."""
        return Played(self.record, tuple(self.entries), self.game.rules)

    def decide(self, command: Command) -> Rejected | Move:
        """Decide a command. The state has already changed when a move comes back: `note` or `refold` must follow."""
        decided = self.game.decide(command)
        return decided if isinstance(decided, Rejected) else Move(command, decided)  # type: ignore[arg-type]

    def note(self, stored: StoredEntry) -> None:
        """A durable entry becomes part of the log."""
        self._keep(stored)
        if isinstance(stored.entry, Move):
            self._name_question(stored.seq)
        else:
            self.refold()

    def refold(self) -> None:
        """Forget the state and fold the moves in force again."""
        self.game.restart(empty())
        self._asked: Task | None = None
        self._named = 0
        for index in self.effective.moves:
            move = self.entries[index].entry
            assert isinstance(move, Move)
            for fact in move.facts:
                evolve(self.game.state, fact)
            self._name_question(index)
        self._named = max((self._named, *self._undos))

    def state_after(self, entry: Undone | Redone) -> State:
        """The state that an undo or a redo would lead to."""
        wanted = Effective(list(self.effective.moves), list(self.effective.redo))
        apply_entry(wanted, len(self.entries), entry)
        moves = (self.entries[index].entry for index in wanted.moves)
        return fold(fact for move in moves if isinstance(move, Move) for fact in move.facts)

    def feed(self, audience: Audience) -> tuple[FeedLine, ...]:
        """What happened lately as far as this audience may know it, also what was taken back."""
        return self._feed.newest(self._in_force, self._undos, audience)

    def undoable(self) -> int:
        """How many moves can be taken back; the set-up cannot."""
        return max(0, len(self.effective.moves) - 1)

    def moves_since(self, seq: int) -> int:
        """How many moves in force from the entry `seq` on can be taken back."""
        return min(sum(index >= seq for index in self.effective.moves), self.undoable())

    def moves_this_turn(self) -> int:
        """How many moves were made since the running turn began."""
        for count, index in enumerate(reversed(self.effective.moves)):
            move = self.entries[index].entry
            assert isinstance(move, Move)
            if any(isinstance(fact, TurnBegan) for fact in move.facts):
                return count
        return 0

    def reach(self, moves: int) -> int:
        """How many moves an undo of so many takes back: past a reveal it goes back to before the first bid."""
        entries = (self.entries[index].entry for index in self.effective.moves)
        return moves_to_take_back([entry for entry in entries if isinstance(entry, Move)], moves)

    def _keep(self, stored: StoredEntry) -> None:
        self.entries.append(stored)
        apply_entry(self.effective, stored.seq, stored.entry)
        self._feed.note(stored)
        if isinstance(stored.entry, Move):
            self._in_force.add(stored.seq)
        else:
            self._in_force = set(self.effective.moves)
            self._undos.add(stored.seq)

    def _name_question(self, seq: int) -> None:
        task = open_task(self.game.state)
        if not same_question(self._asked, task):
            self._named = seq
        self._asked = task
