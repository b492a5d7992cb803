"""Which light of a strip is at which space, durably; `hub.table.requests.strips` has what people say about it."""

from __future__ import annotations

from hub.table.board.strips import length_of
from hub.table.changes.commits import change
from hub.table.state import TableState


def spread(state: TableState) -> None:
    """Match the strip of a simulated board, whose lights are spread evenly by construction."""
    length = state.track_length()
    for node in state.board.nodes():
        lights = length_of(node)
        if node.simulated and node.kind == "starter" and lights > 1 and not state.strips.on(length, node.node):
            last = round((length - 1) * lights / length)
            first = state.strips.matched(length, node.node, 0, 0)
            change(state, strips=first.matched(length, node.node, length - 1, last))
