"""Teaching the board map: a piece is put on one space after another, and the reader that sees it is that space's."""

from __future__ import annotations

from hub.table.board.board_map import BoardMap, guessed
from hub.table.changes.commits import change_map
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal


def learn(state: TableState, node: str, reader: int) -> Refusal | None:
    """The reader a piece was just put on is the space that is being learnt."""
    assert state.learning is not None
    refused = change_map(state, state.board_map.learnt(node, reader, state.learning))
    if refused is None:
        learn_next(state)
    return refused


def learn_next(state: TableState) -> None:
    """Go on to the next space, or stop after the last."""
    spaces = state.track_length()
    if state.learning is not None:
        state.learning = state.learning + 1 if state.learning + 1 < spaces else None


def guess_map(state: TableState) -> None:
    """Map a complete board that nobody has mapped, or one that was mapped for another track.

    What was another track's is forgotten where the board is too short: no reader is a space that it does not lie under.
    """
    spaces, board_map = state.track_length(), state.board_map
    others = {size for rules in state.editions.values() for size in rules.needs.sizes} - {spaces}
    elsewhere = any(board_map.complete(other) for other in others)
    if board_map.spaces and not elsewhere:
        return
    guess = guessed(state.board.nodes(), spaces)
    if guess is not None or elsewhere:
        change_map(state, guess or BoardMap())
