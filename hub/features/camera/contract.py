"""What a camera sees: of one picture (`bankhalter camera read`), over time (`watching`), and what pages are shown."""

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


Wanted = Literal["phone", "device", "drawn"]


class PieceInView(Struct, frozen=True):
    """A piece in the picture: whose it would be by its colour, where, and its space if it is sure."""

    piece: Colour
    at: Point
    space: int | None


class SightView(Struct, frozen=True, kw_only=True):
    """What was seen in the newest picture, in its pixels: see `CameraSight`."""

    size: tuple[int, int]
    outline: tuple[Point, ...]
    spaces: tuple[tuple[Point, ...], ...]
    pieces: tuple[PieceInView, ...]
    dice: tuple[SeenDie, ...]
    problems: tuple[Problem, ...]
    closer: float


class CameraView(Struct, frozen=True, kw_only=True):
    """The camera, for the banker. `source`: where pictures come from. `eye` is what the phone that is the camera shows.

    `sight` is None while no picture has come; `own`: the board has other measures than the printed
    one. `dice`: it reads them, too.
    """

    on: bool
    source: Wanted
    eye: str | None
    sight: SightView | None
    own: bool
    dice: bool


class WatchingView(Struct, frozen=True):
    """A camera is on; `dice` are those that it has read, which count in a moment."""

    dice: tuple[int, ...]


class DrawnDie(Struct, frozen=True):
    """A die that is only drawn: its upper face, where it lies (mm from the board's middle), and its turn (degrees)."""

    face: int
    x: float
    y: float
    turn: float


class Look(Struct, frozen=True, kw_only=True):
    """To the eyes: look at this picture, or at the newest of their own (None). `spaces` is the length of the track.

    A board of other measures has a `plan`, or a `grid` that was laid over its picture and makes one. `known` are the
    spaces of marks that the table knows by itself, `drawn` those of pieces that are only drawn, as are `drawn_dice`. So
    many `dice` are awaited; with 0 they are only looked for, with None not even that. With `show` the picture is sent
    along with what is seen.
    """

    spaces: int
    at_ms: int
    frame: bytes | None = None
    plan: BoardPlan | None = None
    grid: Grid | None = None
    known: dict[int, int] = {}
    drawn: dict[int, int] = {}
    drawn_dice: tuple[DrawnDie, ...] = ()
    dice: int | None = None
    show: bool = False


class Looked(Struct, frozen=True):
    """From the eyes: None if there was no picture, or it was none. `plan` is what the grid makes."""

    sight: CameraSight | None
    plan: BoardPlan | None = None
    picture: bytes = b""


def shown(sight: CameraSight) -> SightView:
    reading = sight.reading
    return SightView(
        size=sight.size,
        outline=sight.outline,
        spaces=sight.spaces,
        pieces=tuple(PieceInView(seen.piece, seen.at, seen.space) for seen in reading.pieces if seen.at is not None),
        dice=reading.dice,
        problems=reading.problems,
        closer=sight.closer,
    )


CROSSING = (CameraView, SightView, SeenDie, WatchingView)
