"""Strips of lights as families glue them on: begun anywhere, either way round, with a pitch that fits nothing."""

from __future__ import annotations

SPACE_MM, CORNER_MM = 47, 72
"""The plates (hardware/sizes.toml)."""


def middles(side: int) -> list[float]:
    """Where on the way round a board with so many spaces a side the middle of each space is, in mm from Start's."""
    step = [CORNER_MM / 2 + SPACE_MM / 2, *[SPACE_MM] * (side - 2), CORNER_MM / 2 + SPACE_MM / 2]
    steps = step * 4
    return [sum(steps[:space]) for space in range(4 * side)]


def glued(side: int, pitch_mm: float, offset_mm: float = 0.0, falling: bool = False) -> list[int]:
    """The light nearest to each space on a strip with one light every `pitch_mm`, glued on from `offset_mm` on."""
    around = 4 * ((side - 1) * SPACE_MM + CORNER_MM)
    ways = [(middle - offset_mm) % around for middle in middles(side)]
    return [round((around - way if falling else way) / pitch_mm) for way in ways]
