"""When the game stands still although a question is open: the evening has ended, or pieces have to be put back (0017).

A table asks here before it plays, notes here what moved the wood or the rules alone, and keeps the pause as a document,
so that a restart comes back into it. The table's writer owns it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from hub.domain.commands import Advance, Command, SeatCommand
from hub.domain.ids import Seat, Space
from hub.domain.state import State
from hub.table.board.drift import drift, missing, moving
from hub.table.ports.board import TagEvent
from hub.table.ports.documents import damaged, read_document
from hub.table.ports.storage import Batch
from hub.table.wire.contract import Misplaced, PauseView
from hub.table.wire.refusals import Refusal, TableReason, refusal

if TYPE_CHECKING:
    from hub.table.table import Table

DOCUMENT = "pause"
BANKER = "banker"


class Pause(Struct, frozen=True):
    """`frozen`: the evening of `game` has ended. `astray` are the seats whose pieces have to be put back first."""

    game: str = ""
    frozen: bool = False
    astray: tuple[Seat, ...] = ()


class Pausing:
    """Says whether the game stands still, and why."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept = Pause()
        self._waiting: TagEvent | None = None

    def load(self) -> None:
        """Come back into the pause that was kept. Raises StoreError."""
        self._kept = read_document(self._table.store.document, DOCUMENT, Pause) or Pause()
        seats = range(len(self._table.lobby.seats))
        if self._kept.game == self._table.lobby.game and not all(seat in seats for seat in self._kept.astray):
            raise damaged(DOCUMENT, "it names a seat that is not there")

    @property
    def pause(self) -> Pause:
        """The pause of the running game; that of another game counts no longer."""
        game = self._table.lobby.game or ""
        return self._kept if self._table.live is not None and self._kept.game == game else Pause(game)

    @property
    def frozen(self) -> bool:
        """Whether the evening has ended."""
        return self.pause.frozen

    @property
    def holds(self) -> bool:
        """Whether no money may move now."""
        return self.frozen or bool(self.missing())

    def missing(self) -> tuple[Misplaced, ...]:
        """The pieces that have to be put somewhere before the game goes on."""
        table, pause = self._table, self.pause
        if table.live is None:
            return ()
        if not pause.frozen:
            return tuple(self._astray(table.live.game.state, pause.astray))
        nodes = {node.node for node in table.board.nodes()}
        return tuple(missing(table.live.game.state, table.lobby, table.board_map, table.presence, nodes))

    def view(self) -> PauseView | None:
        """What everybody sees of it."""
        if not self.holds:
            return None
        return PauseView("frozen" if self.frozen else "put_back", self.missing())

    def refuse(self, command: Command, actor: str) -> Refusal | None:
        """Why a command has to wait. A correction may end a pause, but never changes a frozen game."""
        if self.frozen:
            return refusal(TableReason.FROZEN)
        if not isinstance(command, SeatCommand):
            return None
        wrong = self._table.wrong
        if wrong is not None and isinstance(command, Advance) and command.seat == wrong.seat and actor != BANKER:
            return _put_back(wrong)
        return next((_put_back(piece) for piece in self.missing()), None)

    def freeze(self) -> Refusal | None:
        """The evening ends here."""
        return self._keep(structs.replace(self.pause, frozen=True, astray=()))

    def go_on(self, *, anyway: bool) -> Refusal | None:
        """Play again: when every piece is seen where it belongs, or because the banker says so."""
        absent = self.missing()
        if absent and not anyway:
            return refusal(TableReason.PIECES_MISSING, count=len(absent))
        return self._keep(structs.replace(self.pause, frozen=False, astray=()))

    def places(self, state: State) -> list[Space | None]:
        """Where each piece belongs; None for the piece that is on its way and for those that are out."""
        free = moving(state)
        return [
            None if seat == free or state.turns.out[seat] else space for seat, space in enumerate(state.pieces.spaces)
        ]

    def documents(self, before: Sequence[Space | None], after: State) -> dict[str, bytes]:
        """The pause to keep with an entry that leads to `after` while pieces belonged `before`: with an undo, say.

        Pieces that no reader has ever seen are not asked for: there may be no tag, or no reader to see it.
        """
        table, pause = self._table, self.pause
        moved = (seat for seat, space in enumerate(self.places(after)) if space not in {None, before[seat]})
        seen = {seat for seat in moved if table.presence.seen(table.lobby.seats[seat].tag)}
        astray = tuple(piece.seat for piece in self._astray(after, sorted(seen | set(pause.astray))))
        return {} if astray == pause.astray else _documents(structs.replace(pause, astray=astray))

    def reload(self, documents: Mapping[str, bytes]) -> None:
        """What was kept together with an entry counts from now on."""
        if DOCUMENT in documents:
            self._kept = msgspec.json.decode(documents[DOCUMENT], type=Pause)

    def look(self) -> None:
        """Look at the pieces again: one that is back is astray no longer."""
        live, pause = self._table.live, self.pause
        if live is None or pause.frozen:
            return
        astray = tuple(piece.seat for piece in self._astray(live.game.state, sorted(pause.astray)))
        if astray != pause.astray:
            self._keep(structs.replace(pause, astray=astray))

    def hold_back(self, event: TagEvent) -> None:
        """A piece arrived where it had to go while others were astray: it counts once they are back."""
        self._waiting = event

    def let_go(self) -> TagEvent | None:
        """The arrival that was held back, as soon as nothing holds it and if the piece still lies there."""
        event = self._waiting
        if event is None or self.holds:
            return None
        self._waiting = None
        return event if self._table.presence.place(event.uid) == (event.node, event.reader) else None

    def _astray(self, state: State, seats: Sequence[Seat]) -> Iterator[Misplaced]:
        return drift(state, self._table.lobby, self._table.board_map, self._table.presence, seats)

    def _keep(self, pause: Pause) -> Refusal | None:
        documents = _documents(pause)
        refused = self._table.commit(Batch(documents=documents))
        if refused is None:
            self._kept = pause
        return refused


def _documents(pause: Pause) -> dict[str, bytes]:
    return {DOCUMENT: msgspec.json.encode(pause)}


def _put_back(piece: Misplaced) -> Refusal:
    return refusal(TableReason.PUT_BACK, seat=piece.seat, space=piece.space)
