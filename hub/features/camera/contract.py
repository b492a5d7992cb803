"""What a camera sees: of one picture (`bankhalter camera read`), and over time (`watching`)."""

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.pictures.board import Place
from hub.table.wire.contract import Colour

Problem: TypeAlias = Literal[
    "unreadable",
    "too_dark",
    "glare",
    "no_board",
    "corner_hidden",
    "cut_off",
    "moved",
    "too_small",
    "crooked",
    "dice_small",
]
Doubt: TypeAlias = Literal["line", "off_board", "raised", "tilted", "twice"]
Point: TypeAlias = tuple[float, float]
"""A place in the picture, in pixels from its upper left corner."""


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
    at: Point | None = None


class SeenDie(Struct, frozen=True):
    """A die that lies in the picture: its upper face, and where."""

    face: int
    at: Point


class SeenBoard(Struct, frozen=True):
    """Which corners were found (0 is beside Start), each with its place in the picture in pixels."""

    corners: dict[int, Point]


class Reading(Struct, frozen=True):
    """What one picture shows."""

    picture: str
    pieces: tuple[SeenPiece, ...]
    board: SeenBoard
    problems: tuple[Problem, ...]
    dice: tuple[SeenDie, ...] = ()


class Stands(Struct, frozen=True, tag="stands"):
    """Reported: a piece has come to rest in a space or, with None, is no longer where it stood."""

    mark: int
    space: int | None


class Thrown(Struct, frozen=True, tag="thrown"):
    """Reported: dice have come to rest with these faces."""

    faces: tuple[int, ...]


Report: TypeAlias = Stands | Thrown


class CameraSight(Struct, frozen=True, kw_only=True):
    """What a camera sees now, and what is new.

    `size` is that of the picture. `outline` are the corners of the board in it, from Start's in the order of the track,
    `spaces` those of each space; both are empty while nobody knows where the board is. `closer` says how many times
    larger the marks have to be in the picture; 1 is large enough.
    """

    reading: Reading
    reports: tuple[Report, ...]
    size: tuple[int, int]
    outline: tuple[Point, ...]
    spaces: tuple[tuple[Point, ...], ...]
    closer: float


Corners: TypeAlias = tuple[Point, Point, Point, Point]


class BoardPlan(Struct, frozen=True):
    """The edge of a board, its spaces, and the four corners of each of its corner marks (mm)."""

    edge_mm: float
    spaces: tuple[Place, ...]
    marks: dict[int, Corners]


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    """A grid dragged over the picture of a board with other measures.

    `outline` are the outer corners of the board, from Start's in the order of the track, in shares of the picture's
    width and height. `corner` is how long a corner space is, `deep` how far spaces reach inwards, in shares of the
    board's edge; the other spaces of a side are equally wide.
    """

    outline: Corners
    corner: float
    deep: float
