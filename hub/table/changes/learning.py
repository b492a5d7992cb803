"""Learning the board map: a piece is put on one space after another; the reader that sees it belongs to that space."""

from hub.table.board.board_map import BoardMap, guessed, length_of
from hub.table.state import TableState, change
from hub.table.wire.audience import Refusal


def learn(state: TableState, node: str, reader: int) -> Refusal | None:
    """Map the reader that has just seen a piece to the space that is being learnt."""
    assert state.learning is not None
    refused = change(state, board_map=state.board_map.learnt(node, reader, state.learning))
    if refused is None:
        learn_next(state)
    return refused


def learn_next(state: TableState) -> None:
    spaces = state.track_length()
    if state.learning is not None:
        state.learning = state.learning + 1 if state.learning + 1 < spaces else None


def guess_map(state: TableState) -> None:
    """Guess the map of a complete board that has none, or whose map was made for another track or another board.

    If the board is too short for this track, the other track's map is dropped, since its readers would be wrong.
    """
    spaces, board_map = state.track_length(), state.board_map
    others = {size for rules in state.editions.values() for size in rules.needs.sizes} - {spaces}
    elsewhere = any(board_map.complete(other) for other in others)
    nodes = state.board.nodes()
    if not elsewhere and any(node.node in board_map.spaces for node in nodes):
        return
    guess = guessed(nodes, spaces)
    if guess is not None or elsewhere:
        change(state, board_map=guess or BoardMap())


def spread(state: TableState) -> None:
    """Match the strip of a simulated board, whose lights are spread evenly by construction, unless it was forgotten."""
    length = state.track_length()
    known = state.strips.matches.get(length, {})
    for node in state.board.nodes():
        lights = length_of(node)
        if node.simulated and node.kind == "starter" and lights > 1 and node.node not in known:
            last = round((length - 1) * lights / length)
            first = state.strips.matched(length, node.node, 0, 0)
            change(state, strips=first.matched(length, node.node, length - 1, last))
