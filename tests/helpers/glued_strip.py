"""Strips as families glue them on: starting anywhere, in either direction, with any pitch."""

SPACE_MM, CORNER_MM = 47, 72
"""The plates (hardware/sizes.toml)."""


def middles(side: int) -> list[float]:
    """The middle of each space, in mm along the edge from that of Start; the board has `side` spaces per side."""
    step = [CORNER_MM / 2 + SPACE_MM / 2, *[SPACE_MM] * (side - 2), CORNER_MM / 2 + SPACE_MM / 2]
    steps = step * 4
    return [sum(steps[:space]) for space in range(4 * side)]


def glued(side: int, pitch_mm: float, offset_mm: float = 0.0, falling: bool = False) -> list[int]:
    """The light nearest to each space, on a strip with one light every `pitch_mm` that starts at `offset_mm`."""
    around = 4 * ((side - 1) * SPACE_MM + CORNER_MM)
    ways = [(middle - offset_mm) % around for middle in middles(side)]
    return [round((around - way if falling else way) / pitch_mm) for way in ways]
