"""A game leaves the table, and is resumed: who sat there with which piece is stored with it."""

import logging

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hub.domain.ids import Holder, Seat
from hub.table.changes import learning, pausing
from hub.table.changes.playing import open_game
from hub.table.game.live import LiveGame
from hub.table.interfaces.storage import Asked, GameRecord, Store, StoreError, damaged, read_document
from hub.table.lobby import Lobby, seated
from hub.table.state import Pause, TableState, change
from hub.table.views.view import phase, view, view_context
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal

log = logging.getLogger(__name__)


class LeftGame(Struct, frozen=True):
    """How a game on a board (`Rules.board`) stood after its last move, at `at_ms` (wall clock), and who sat there.

    `resting`: it was to go on another day. `turn` counts the turns of the table, as `Turns.number`. `moved`: that was
    at another computer, so nobody here has a key for their seats.
    """

    lobby: Lobby
    board: str
    at_ms: int
    turn: int
    winner: Holder
    balances: tuple[int, ...]
    out: tuple[Seat, ...]
    resting: bool = False
    moved: bool = False


def document_of(game: str) -> str:
    """The name of the document with what a game left."""
    return f"left:{game}"


def left_by(game: str, store: Store) -> LeftGame | None:
    """What a game left; None if it is damaged, if an older version did not note it, or if it never left the table."""
    try:
        return read_document(store.document, document_of(game), LeftGame)
    except StoreError as error:  # the game itself is not
        log.warning("%s", error)
        return None


def how_it_stands(lobby: Lobby, live: LiveGame, *, resting: bool = False) -> LeftGame:
    """What a game would leave as it is now."""
    turns, balances = live.game.state.turns, tuple(live.game.state.ledger.balances[: len(lobby.seats)])
    out = tuple(seat for seat, gone in enumerate(turns.out) if gone)
    board, at_ms = live.game.rules.board, live.moments_ms[-1]
    return LeftGame(lobby, board, at_ms, turns.number, turns.winner, balances, out, resting)


def documents(state: TableState) -> dict[str, bytes]:
    """What is stored when the running game leaves the table."""
    live = state.live
    if live is None:
        return {}
    left = how_it_stands(state.lobby, live, resting=pausing.is_frozen(state))
    return {document_of(live.record.id): msgspec.json.encode(left)}


def resume_left(state: TableState, record: GameRecord, asked: Asked | None) -> Refusal | None:
    """Put a stored game back on the empty table, with those who sat there; it rests until the pieces are set up."""
    if state.live is not None:
        return refusal(TableReason.GAME_RUNNING)
    if record.edition not in state.editions:
        return refusal(TableReason.NO_SUCH_EDITION)
    before = state.lobby
    try:
        left = left_by(record.id, state.store)
        live = open_game(state, record, state.store.entries(record.id))
        state.lobby = lobby = _lobby(before, record, left, live.game.rules.agreed)
        view(view_context(state, None), Audience("banker"))  # what cannot be shown must not come onto the table
    except Exception:
        log.exception("game %s cannot be resumed", record.id)
        state.live, state.lobby = None, before
        return refusal(TableReason.GAME_DAMAGED)
    learning.guess_map(state)
    learning.spread(state)
    # Noted as resting, since a game that goes on was no mistake.
    kept = how_it_stands(lobby, live, resting=True)
    noted = {document_of(record.id): msgspec.json.encode(kept)}
    refused = change(state, asked, noted, lobby=lobby, pause=Pause(record.id, frozen=phase(live) == "playing"))
    if refused is not None:
        state.live, state.lobby = None, before
    return refused


def _lobby(before: Lobby, record: GameRecord, left: LeftGame | None, agreed: tuple[str, ...]) -> Lobby:
    """The lobby for a game that comes back; what packages are trusted and who may come in is the table's business.

    Raises StoreError.
    """
    lobby = seated(record.edition, record.names) if left is None else left.lobby
    if left is None or left.moved:  # no phone has a key for their seats
        strangers = (replace(seat, person=before.people + place) for place, seat in enumerate(lobby.seats, 1))
        lobby = replace(lobby, seats=tuple(strangers), people=before.people + len(lobby.seats))
    if len(lobby.seats) != len(record.names):
        raise damaged(document_of(record.id), f"it has {len(lobby.seats)} seats, its game {len(record.names)}")
    return replace(
        lobby,
        game=record.id,
        edition=record.edition,
        house_rules=agreed,
        people=max(before.people, lobby.people),
        enrolling=None,
        trusted=before.trusted,
        open_door=before.open_door,
        design=before.design,
    )
