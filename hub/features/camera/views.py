"""What the page `/camera` and the eyes exchange with the hub. Part of `hub.table.wire.contract`."""

from typing import Literal

from msgspec import Struct

from hub.features.camera.contract import BoardPlan, CameraSight, Grid, Point, Problem, SeenDie
from hub.table.wire.contract import Colour

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
