"""Which reader is which space: a stored map, learnt once by putting a piece where the page says.

A board whose four side nodes have at least a reader per space of their side is mapped by the sides they were set to, or
else in the order of node ids, until somebody learns it otherwise; that guess is stored, so a node that is missing later
shifts nothing. Readers to spare are those of a board for a longer track: the track begins at the first reader of each
side. Starter nodes have a tap reader and no space.
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
        """The space of a reader."""
        readers = self.spaces.get(node, ())
        return readers[reader] if 0 <= reader < len(readers) else None

    def reader(self, space: Space) -> tuple[str, int] | None:
        """The reader of a space."""
        for node, spaces in self.spaces.items():
            if space in spaces:
                return node, spaces.index(space)
        return None

    def complete(self, space_count: int) -> bool:
        """Whether there is a reader for every space of a track of this length, and for no space beyond it."""
        mapped = sorted(space for spaces in self.spaces.values() for space in spaces if space is not None)
        return mapped == list(range(space_count))

    def learnt(self, node: str, reader: int, space: Space) -> BoardMap:
        """The map with this reader on this space, and on no other."""
        cleared = {n: tuple(None if s == space else s for s in spaces) for n, spaces in self.spaces.items()}
        row = list(cleared.get(node, ()))
        row.extend([None] * (reader + 1 - len(row)))
        row[reader] = space
        return BoardMap({**cleared, node: tuple(row)})


def too_short(nodes: Iterable[NodeStatus], space_count: int) -> TooShort | None:
    """What a whole board lacks for a track of this length; None if it is long enough, or not whole."""
    readers = [_readers(node) for node in nodes if node.kind == "side" and node.readers]
    wanted = space_count // SIDES
    return TooShort(min(readers), wanted) if len(readers) == SIDES and min(readers) < wanted else None


def guessed(nodes: Iterable[NodeStatus], space_count: int) -> BoardMap | None:
    """The map of a complete board by its sides or node ids, or None if there are not four sides long enough."""
    sides = sorted((node for node in nodes if node.kind == "side" and node.readers), key=lambda node: node.node)
    by_side = {node.settings.side: node for node in sides if node.settings is not None}
    if by_side.keys() == set(range(SIDES)):
        sides = [by_side[side] for side in range(SIDES)]
    length, rest = divmod(space_count, SIDES)
    if len(sides) != SIDES or rest or any(_readers(node) < length for node in sides):
        return None
    return BoardMap({node.node: tuple(range(side * length, (side + 1) * length)) for side, node in enumerate(sides)})


def _readers(node: NodeStatus) -> int:
    """How many spaces a side has a reader for; a second one in its corner is none."""
    settings = node.settings
    return node.readers if settings is None or settings.second is None else min(node.readers, settings.second)
