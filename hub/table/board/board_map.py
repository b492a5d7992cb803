"""The board map, which says which reader is which space: stored, and learnt once by putting a piece on each space.

Until it is learnt, it is guessed for a board whose four side nodes have at least one reader per space of their side:
from the sides that the nodes are configured for, or else in the order of node ids. The guess is stored, so that a node
that is missing later shifts nothing. On a board made for a longer track, each side uses its first readers and leaves
the others unused. Starter nodes have a tap reader and no spaces.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hub.domain.ids import Space
from hub.rules.needs import SIDES
from hub.table.interfaces.board import NodeStatus
from hub.table.wire.contract import TooShort


class BoardMap(Struct, frozen=True):
    """`spaces[node][reader]` is a space, or None for a reader that is not mapped."""

    spaces: dict[str, tuple[Space | None, ...]] = {}

    def space(self, node: str, reader: int) -> Space | None:
        """The space of a reader, None if it is not mapped."""
        readers = self.spaces.get(node, ())
        return readers[reader] if 0 <= reader < len(readers) else None

    def reader(self, space: Space) -> tuple[str, int] | None:
        """The node and index of the reader of a space, None if it has none."""
        for node, spaces in self.spaces.items():
            if space in spaces:
                return node, spaces.index(space)
        return None

    def complete(self, space_count: int) -> bool:
        """Whether exactly the spaces of a track of this length have a reader."""
        mapped = sorted(space for spaces in self.spaces.values() for space in spaces if space is not None)
        return mapped == list(range(space_count))

    def learnt(self, node: str, reader: int, space: Space) -> BoardMap:
        """The map with this reader, and no other, for this space."""
        cleared = {n: tuple(None if s == space else s for s in spaces) for n, spaces in self.spaces.items()}
        row = list(cleared.get(node, ()))
        row.extend([None] * (reader + 1 - len(row)))
        row[reader] = space
        return BoardMap({**cleared, node: tuple(row)})


def too_short(nodes: Iterable[NodeStatus], space_count: int) -> TooShort | None:
    """By how much a complete board is too short for this track; None if it is long enough or not complete."""
    readers = [_readers(node) for node in nodes if node.kind == "side" and node.readers]
    wanted = space_count // SIDES
    return TooShort(min(readers), wanted) if len(readers) == SIDES and min(readers) < wanted else None


def guessed(nodes: Iterable[NodeStatus], space_count: int) -> BoardMap | None:
    """The map of a complete board by its sides or node ids; None unless there are four sides that are long enough."""
    sides = sorted((node for node in nodes if node.kind == "side" and node.readers), key=lambda node: node.node)
    by_side = {node.settings.side: node for node in sides if node.settings is not None}
    if by_side.keys() == set(range(SIDES)):
        sides = [by_side[side] for side in range(SIDES)]
    length, rest = divmod(space_count, SIDES)
    if len(sides) != SIDES or rest or any(_readers(node) < length for node in sides):
        return None
    return BoardMap({node.node: tuple(range(side * length, (side + 1) * length)) for side, node in enumerate(sides)})


def _readers(node: NodeStatus) -> int:
    """How many spaces a side has readers for; the second reader in its corner does not count."""
    settings = node.settings
    return node.readers if settings is None or settings.second is None else min(node.readers, settings.second)
