"""Which reader and which light of a strip is which space.

Readers are learnt once by putting a piece on each space. Until then the map is guessed for a board whose four side
nodes have at least one reader per space of their side: from the sides that the nodes are configured for, or else in the
order of node ids. The guess is stored, so that a node that is missing later shifts nothing. On a board made for a
longer track, each side uses its first readers and leaves the others unused. Starter nodes have a tap reader and no
spaces.

An uncut strip runs round the board, so its lights do not align with spaces. People walk a light along it and say at
which space it is; between two such matches lights are interpolated. The strip may begin at any space, run either way,
and end before the last space or long after it. Matches are stored by length of track, as stickers are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from hub.domain.ids import Space
from hub.rules.needs import SIDES
from hub.table.interfaces.board import LIGHTS_MAX, NodeStatus
from hub.table.wire.contract import TooShort

PER_SPACE: Final = 3.4
"""Lights of a usual strip for each space of the plates (60 on a metre), as long as nothing else is known."""

Matches = Mapping[Space, int]
"""Light, from 0, of each space that was matched."""


class BoardMap(Struct, frozen=True):
    """`spaces[node][reader]` is a space, or None for a reader that is not mapped."""

    spaces: dict[str, tuple[Space | None, ...]] = {}

    def space(self, node: str, reader: int) -> Space | None:
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


class Strips(Struct, frozen=True):
    """`matches[length][node][space]` is a light of the node's strip, on a board with `length` spaces."""

    matches: dict[int, dict[str, dict[Space, int]]] = {}

    def on(self, length: int, node: str) -> Matches:
        """The matches of a node's strip on a board with `length` spaces: space to light."""
        return self.matches.get(length, {}).get(node, {})

    def matched(self, length: int, node: str, space: Space, light: int) -> Strips:
        return self._with(length, node, {**self.on(length, node), space: light})

    def without(self, length: int, node: str, space: Space | None) -> Strips:
        """A copy without the match of this space, or (None) without any match of this strip."""
        kept = {} if space is None else {at: light for at, light in self.on(length, node).items() if at != space}
        return self._with(length, node, kept)

    def is_sound(self) -> bool:
        """Whether every match has a possible light and an existing space."""
        return all(
            0 <= space < length and 0 <= light < LIGHTS_MAX
            for length, nodes in self.matches.items()
            for matches in nodes.values()
            for space, light in matches.items()
        )

    def _with(self, length: int, node: str, matches: dict[Space, int]) -> Strips:
        return Strips({**self.matches, length: {**self.matches.get(length, {}), node: matches}})


class Leg(Struct, frozen=True):
    """From one matched space to the next one, `spaces` further on, whose light has an index higher by `rise`."""

    space: Space
    light: int
    spaces: int
    rise: int

    def after(self, spaces: int) -> int:
        return self.light + round(self.rise * spaces / self.spaces)


def length_of(node: NodeStatus) -> int:
    """How many lights of a node's strip can be matched; 0 if its firmware cannot address them one by one."""
    return node.settings.lights if node.strip and node.settings is not None else 0


def lights_of(matches: Matches, length: int) -> dict[Space, int]:
    """The light of each space that has one: as matched, and interpolated between matches.

    From the end of the strip to its beginning light indices run the other way; nothing is interpolated there.
    """
    legs = _legs(matches, length)
    way = _way(legs)
    between = {
        (leg.space + step) % length: leg.after(step)
        for leg in legs
        if leg.rise * way > 0
        for step in range(1, leg.spaces)
    }
    return {**between, **matches}


def guess(matches: Matches, space: Space, length: int, lights: int) -> int:
    """The light expected at a space, extrapolated from the matches before it; the strip has `lights` lights."""
    known = lights_of(matches, length).get(space)
    if known is not None:
        return known
    if not matches:
        return 0
    legs = _legs(matches, length)
    way = _way(legs) or 1
    last = min(legs, key=lambda leg: (space - leg.space) % length)
    before = next((leg for leg in legs if (leg.space + leg.spaces) % length == last.space and leg.rise * way > 0), None)
    pitch = before.rise / before.spaces if before is not None else way * PER_SPACE
    light = last.light + round(pitch * ((space - last.space) % length))
    return min(max(light, 0), lights - 1)


def _legs(matches: Matches, length: int) -> list[Leg]:
    """All legs in the order of the track, the one across Start last."""
    spaces = sorted(matches)
    return [
        Leg(space, matches[space], (onward - space) % length or length, matches[onward] - matches[space])
        for space, onward in zip(spaces, [*spaces[1:], *spaces[:1]], strict=True)
    ]


def _way(legs: list[Leg]) -> int:
    """Whether lights rise (1) or fall (-1) with the spaces: by majority of legs, in a tie by the first; else 0."""
    signs = [(leg.rise > 0) - (leg.rise < 0) for leg in legs]
    said = sum(signs) or next(iter(signs), 0)
    return (said > 0) - (said < 0)
