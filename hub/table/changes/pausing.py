"""Pauses: no money moves while the game is frozen for the evening, or while pieces have to be put back (0017).

The table checks here before it plays a command, and notes here whatever moved a piece on the board but not in the
rules, or the other way round. The pause is stored as a document, so that it survives a restart. The caller holds the
lock.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import structs

from hub.domain.commands import Advance, Command, HubCommand, SeatCommand
from hub.domain.ids import Seat, Space
from hub.domain.state import State
from hub.table.board.pieces import drift, moving
from hub.table.board.pieces import missing as missing_pieces
from hub.table.interfaces.board import TagEvent
from hub.table.interfaces.storage import Asked, damaged, read_document
from hub.table.state import Pause, TableState, change
from hub.table.wire.audience import Refusal, TableReason, refusal
from hub.table.wire.contract import Misplaced, PauseView

DOCUMENT = "pause"
BANKER = "banker"


def load(state: TableState) -> None:
    state.pause = read_document(state.store.document, DOCUMENT, Pause) or Pause()
    seats = range(len(state.lobby.seats))
    if state.pause.game == state.lobby.game and not all(seat in seats for seat in state.pause.astray):
        raise damaged(DOCUMENT, "it names a seat that is not there")


def pause_of(state: TableState) -> Pause:
    """The pause of the running game; a stored one of another game does not count."""
    game = state.lobby.game or ""
    return state.pause if state.live is not None and state.pause.game == game else Pause(game)


def is_frozen(state: TableState) -> bool:
    return pause_of(state).frozen


def holds(state: TableState) -> bool:
    """Whether a pause keeps money from moving now."""
    return is_frozen(state) or bool(missing(state))


def missing(state: TableState) -> tuple[Misplaced, ...]:
    """The pieces that have to be put back before the game goes on."""
    live, pause = state.live, pause_of(state)
    if live is None:
        return ()
    if not pause.frozen:
        return tuple(_astray(state, live.game.state, pause.astray))
    nodes = {node.node for node in state.board.nodes()}
    return tuple(missing_pieces(live.game.state, state.lobby, state.board_map, state.presence, nodes))


def view(state: TableState) -> PauseView | None:
    """The pause as everybody sees it, None if there is none."""
    if not holds(state):
        return None
    return PauseView("frozen" if is_frozen(state) else "put_back", missing(state))


def refuse(state: TableState, command: Command, actor: str) -> Refusal | None:
    """Why a command has to wait, None if it need not. Corrections are allowed, but not while the game is frozen."""
    if is_frozen(state):
        return refusal(TableReason.FROZEN)
    if not isinstance(command, SeatCommand | HubCommand):
        return None
    wrong = state.wrong
    if wrong is not None and isinstance(command, Advance) and command.seat == wrong.seat and actor != BANKER:
        return _put_back(wrong)
    return next((_put_back(piece) for piece in missing(state)), None)


def freeze(state: TableState, asked: Asked | None) -> Refusal | None:
    return change(state, asked, pause=structs.replace(pause_of(state), frozen=True, astray=()))


def go_on(state: TableState, asked: Asked | None, *, anyway: bool) -> Refusal | None:
    """End the pause once every piece is seen where it belongs, or (`anyway`) because the banker says so."""
    absent = missing(state)
    if absent and not anyway:
        return refusal(TableReason.PIECES_MISSING, count=len(absent))
    return change(state, asked, pause=structs.replace(pause_of(state), frozen=False, astray=()))


def places(game: State) -> list[Space | None]:
    """Where each piece belongs, by seat; None for one that is on its way and for seats that are out of the game."""
    free = moving(game)
    return [None if seat == free or game.turns.out[seat] else space for seat, space in enumerate(game.pieces.spaces)]


def documents(state: TableState, before: Sequence[Space | None], after: State) -> dict[str, bytes]:
    """The pause to store with an entry, such as an undo, that moves pieces from `before` to `after`.

    Pieces that no reader has ever seen are not waited for: they may have no tag, or no reader that could see it.
    """
    pause = pause_of(state)
    moved = (seat for seat, space in enumerate(places(after)) if space not in {None, before[seat]})
    seen = {seat for seat in moved if state.presence.seen(state.lobby.seats[seat].tag)}
    astray = tuple(piece.seat for piece in _astray(state, after, sorted(seen | set(pause.astray))))
    return {} if astray == pause.astray else {DOCUMENT: msgspec.json.encode(structs.replace(pause, astray=astray))}


def reload(state: TableState, documents: Mapping[str, bytes]) -> None:
    """Apply the pause that was stored with an entry."""
    if DOCUMENT in documents:
        state.pause = msgspec.json.decode(documents[DOCUMENT], type=Pause)


def look(state: TableState) -> None:
    """Check the pieces again: one that is back is no longer astray."""
    live, pause = state.live, pause_of(state)
    if live is None or pause.frozen:
        return
    astray = tuple(piece.seat for piece in _astray(state, live.game.state, sorted(pause.astray)))
    if astray != pause.astray:
        change(state, pause=structs.replace(pause, astray=astray))


def let_go(state: TableState) -> TagEvent | None:
    """The arrival that was held back, once the pause is over and if the piece is still there; else None."""
    event = state.held_back
    if event is None or holds(state):
        return None
    state.held_back = None
    return event if state.presence.place(event.uid) == (event.node, event.reader) else None


def _astray(state: TableState, game: State, seats: Sequence[Seat]) -> Iterator[Misplaced]:
    return drift(game, state.lobby, state.board_map, state.presence, seats)


def _put_back(piece: Misplaced) -> Refusal:
    return refusal(TableReason.PUT_BACK, seat=piece.seat, space=piece.space)
