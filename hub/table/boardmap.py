"""Which reader is which space: a stored map, learnt once by putting a piece where the page says.

A board whose side nodes have exactly one reader per space is mapped in the order of node ids until somebody learns
it otherwise; that guess is stored, so a node that is missing later shifts nothing. Starter nodes have a tap reader
and no space.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hub.domain.ids import Space
from hub.table.ports import NodeStatus


class BoardMap(Struct, frozen=True):
    """`spaces[node][reader]` is a space, or None for a reader that is not mapped."""

    spaces: dict[str, tuple[Space | None, ...]] = {}

    def space(self, node: str, reader: int) -> Space | None:
        """The space of a reader."""
        readers = self.spaces.get(node, ())
        return readers[reader] if 0 <= reader < len(readers) else None

    def reader(self, space: Space) -> tuple[str, int] | None:
        """The reader of a space."""
        for node, spaces in self.spaces.items():
            if space in spaces:
                return node, spaces.index(space)
        return None

    def learnt(self, node: str, reader: int, space: Space) -> BoardMap:
        """The map with this reader on this space, and on no other."""
        cleared = {n: tuple(None if s == space else s for s in spaces) for n, spaces in self.spaces.items()}
        row = list(cleared.get(node, ()))
        row.extend([None] * (reader + 1 - len(row)))
        row[reader] = space
        return BoardMap({**cleared, node: tuple(row)})


def guessed(nodes: Iterable[NodeStatus], space_count: int) -> BoardMap | None:
    """The map of a complete board in the order of node ids, or None if the readers do not cover the track exactly."""
    sides = sorted((node for node in nodes if node.kind == "side" and node.readers), key=lambda node: node.node)
    if sum(node.readers for node in sides) != space_count:
        return None
    spaces: dict[str, tuple[Space | None, ...]] = {}
    first = 0
    for node in sides:
        spaces[node.node] = tuple(range(first, first + node.readers))
        first += node.readers
    return BoardMap(spaces)
