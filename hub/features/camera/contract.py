"""What `bankhalter camera read` says of a picture."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.table.wire.contract import Colour

Problem: TypeAlias = Literal["unreadable", "too_dark", "no_board", "corner_hidden", "too_small", "crooked"]
Doubt: TypeAlias = Literal["line", "off_board", "raised", "tilted", "twice"]


class SeenPiece(Struct, frozen=True, kw_only=True):
    """A piece whose mark is in the picture; without a `space` it is not seen well enough to say where it stands.

    `confidence` is 0 without a space, else how far from any doubt it stands: 1 is the middle of its space. `doubt` says
    why there is no space.
    """

    mark: int
    piece: Colour
    space: int | None
    confidence: float
    doubt: Doubt | None = None


class SeenBoard(Struct, frozen=True):
    """Which corners were found (0 is beside Start), each with its place in the picture in pixels."""

    corners: dict[int, tuple[float, float]]


class Reading(Struct, frozen=True):
    """What one picture shows."""

    picture: str
    pieces: tuple[SeenPiece, ...]
    board: SeenBoard
    problems: tuple[Problem, ...]
