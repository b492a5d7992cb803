"""What a picture of the board shows: where the corners are, and which piece stands in which space.

Never wrong: a mark has a place only if everything that could have made this picture (any height that a piece may have,
any camera that sees the corner marks so) puts it into the same space, clear of its lines.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias, get_args

import cv2
import numpy as np
from msgspec import structs

from hub.features.camera.contract import BoardPlan, Doubt, Problem, Reading, SeenBoard, SeenDie, SeenPiece
from hub.features.camera.dice import DiceReader
from hub.features.camera.finding import each_once, marks_in
from hub.features.camera.fitting import Floats, FoundMark, Grey, side_of
from hub.features.camera.lens import TALLEST_MM, LikelyCamera, SeenSquare, likely_camera
from hub.features.camera.plan import printed
from hub.features.camera.straight import Straight
from hub.pictures.board import CORNER_MARK_MM, CORNER_MARKS, PIECE_MARKS, SIZES_MM, Place
from hub.table.wire.contract import Colour

Heights: TypeAlias = tuple[float, float]

HEIGHTS_MM: Final[Heights] = (0.0, TALLEST_MM)
"""How high above the board the mark of a piece may be, if nobody knows."""
CLEAR_MM, SURE = 2.0, 3.0
"""How far from a line a mark must be: this, and so many standard deviations."""
SLANT: Final = 0.12
"""By how much its sides and diagonals may differ, beside what the pixels leave open."""
AT_EDGE_MM: Final = 15.0
"""So near the edge of the board nobody puts a piece."""
DARK: Final = 40
BLINDING, GLARE = 253, 0.03
"""How bright a lamp's reflection is, and the share of a picture that it may take."""
SMALL_PX: Final = 11.0
"""The side of a mark below which most are missed."""
USUAL_MM: Final = 16.0


def reading_of(content: bytes, spaces: int, picture: str, height: Heights | None = None) -> Reading:
    """What the picture in a file shows; `height` is that of all marks above the board, if it is known."""
    grey = grey_of(content)
    if grey is None:
        return Reading(picture, (), SeenBoard({}), ("unreadable",))
    heights = None if height is None else dict.fromkeys(PIECE_MARKS, height)
    return read(grey, printed(spaces), picture=picture, heights=heights)


def grey_of(content: bytes) -> Grey | None:
    """The brightness of a picture in a file, upright; None if it is none."""
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:  # nothing at all, or more pixels than any camera has
        return None
    return decoded if decoded is None else decoded.astype(np.uint8, copy=False)


def read(grey: Grey, plan: BoardPlan, *, picture: str = "", heights: Mapping[int, Heights] | None = None) -> Reading:
    """What a picture shows (rows of brightness, 0 to 255) of a board.

    `heights` are the least and greatest height (mm) of marks above the board, for those of which they are known.
    """
    found, twice = marks_in(grey)
    corners: dict[int, Floats] = {mark: found[mark] for mark in CORNER_MARKS if mark in found}
    complete = len(corners) == len(CORNER_MARKS)
    camera = likely_camera(corners, plan.marks, (grey.shape[1], grey.shape[0])) if complete else None
    dice, problems = tuple[SeenDie, ...](), tuple[Problem, ...]()
    if camera is not None and camera.fits:
        straight, also = Straight(camera, plan.edge_mm).marks_in(grey, corners, SIZES_MM)
        every = [FoundMark(mark, at, 1.0) for one in (found, straight) for mark, at in one.items()]
        found, both_times = each_once(grey, every)
        twice = twice | also | both_times
        reader = DiceReader(camera, plan.edge_mm)
        problems, dice = reader.problems, reader.read(grey, found)
    pieces = pieces_in(found, twice, camera, plan, heights or {})
    problems = (*problems_of(grey, found, camera, plan), *problems)
    return Reading(picture, pieces, board_in(found), problems, dice)


def board_in(found: Mapping[int, Floats]) -> SeenBoard:
    """The corners among the marks found."""
    return SeenBoard({mark: _point(found[mark]) for mark in CORNER_MARKS if mark in found})


def pieces_in(
    found: Mapping[int, Floats],
    twice: AbstractSet[int],
    camera: LikelyCamera | None,
    plan: BoardPlan,
    heights: Mapping[int, Heights],
) -> tuple[SeenPiece, ...]:
    """The pieces among the marks found; they have spaces only if a camera is known that fits."""
    pieces = []
    for mark in sorted(PIECE_MARKS.keys() & (found.keys() | twice)):
        if mark in twice:
            pieces.append(_piece(mark, doubt="twice"))
        elif camera is None or not camera.fits:
            pieces.append(structs.replace(_piece(mark), at=_point(found[mark])))
        else:
            placed = _placed(mark, found[mark], camera, plan.spaces, heights.get(mark, HEIGHTS_MM))
            pieces.append(structs.replace(placed, at=_point(found[mark])))
    return tuple(pieces)


def problems_of(
    grey: Grey, found: Mapping[int, Floats], camera: LikelyCamera | None, plan: BoardPlan
) -> tuple[Problem, ...]:
    """What keeps a picture from being read well."""
    problems: list[Problem] = []
    corners = found.keys() & CORNER_MARKS
    if float(grey[::4, ::4].mean()) < DARK:
        problems.append("too_dark")
    if float((grey[::4, ::4] >= BLINDING).mean()) > GLARE:
        problems.append("glare")
    if not corners:
        problems.append("no_board")
    elif len(corners) < len(CORNER_MARKS):
        problems.append("corner_hidden")
    elif camera is None or not camera.fits:
        problems.append("crooked")
    else:
        near, far = AT_EDGE_MM, plan.edge_mm - AT_EDGE_MM
        seen = camera.in_picture(np.array([(near, near), (near, far), (far, far), (far, near)]))
        if (seen < 0).any() or (seen > camera.size).any():
            problems.append("cut_off")
    if closer(found) > 1:
        problems.append("too_small")
    return tuple(problems)


def closer(found: Mapping[int, Floats]) -> float:
    """How many times larger the board should look, so that the smallest pieces are seen; 1 if it may stay so."""
    sides_px = [side_of(found[mark]) for mark in CORNER_MARKS if mark in found]
    smallest = min((PIECE_MARKS[mark].size_mm for mark in found if mark in PIECE_MARKS), default=USUAL_MM)
    return round(max(1.0, SMALL_PX * CORNER_MARK_MM / smallest / min(sides_px)), 2) if sides_px else 1.0


def _placed(mark: int, corners: Floats, seen_by: LikelyCamera, places: Sequence[Place], known: Heights) -> SeenPiece:
    """A piece with its space, or with the reason why it has none."""
    if _slant(seen_by.on_board(corners, 0.0)) > SLANT + 2 / side_of(corners):
        return _piece(mark, doubt="tilted")
    square = seen_by.square(corners, PIECE_MARKS[mark].size_mm, known)
    low, high = both(known, measured(square))
    nearest, farthest = _reach(square)
    if low > high or (nearest > farthest).any():
        return _piece(mark, doubt="raised")
    x, y = (nearest + farthest) / 2
    space = next((number for number, place in enumerate(places) if _inside(place, x, y) > 0), None)
    if space is None:
        near = any(_inside(place, *corner) > 0 for place in places for corner in (nearest, farthest))
        return _piece(mark, doubt="line" if near else "off_board")
    place = places[space]
    slack = min(_inside(place, *corner) for corner in (nearest - CLEAR_MM, farthest + CLEAR_MM))
    if slack <= 0:
        return _piece(mark, doubt="line")
    return _piece(mark, space, slack / (min(place.width, place.height) / 2))


def _reach(square: SeenSquare) -> tuple[Floats, Floats]:
    """The least and the greatest place (along both edges) of a mark that is so large, and so high as is known."""
    off = SURE * square.place_off
    least = np.min([at - SURE * spread for at, spread in square.ends], axis=0)
    most = np.max([at + SURE * spread for at, spread in square.ends], axis=0)
    return np.maximum(least, square.place - off), np.minimum(most, square.place + off)


def measured(square: SeenSquare) -> Heights:
    """The least and the greatest height of a mark by its size."""
    off = SURE * square.height_off
    return square.height - off, square.height + off


def both(one: Heights, other: Heights) -> Heights:
    """The heights that are possible after both; the first is above the second if none is."""
    return max(one[0], other[0]), min(one[1], other[1])


def heights_within(corners: Floats, camera: LikelyCamera, place: Place) -> Heights | None:
    """The least and the greatest height at which a mark is above this place; None if there is none."""
    middle = corners.mean(axis=0, keepdims=True)
    heights = np.arange(HEIGHTS_MM[0], HEIGHTS_MM[1] + 1)
    possible = [float(at) for at in heights if _inside(place, *camera.on_board(middle, float(at))[0]) > 0]
    return (possible[0], possible[-1]) if possible else None


def _inside(place: Place, x: float, y: float) -> float:
    """How far (mm) a point is from leaving a place; less than 0 outside."""
    return float(min(x - place.x, place.x + place.width - x, y - place.y, place.y + place.height - y))


def _piece(mark: int, space: int | None = None, confidence: float = 0.0, doubt: Doubt | None = None) -> SeenPiece:
    colour: Colour = get_args(Colour)[PIECE_MARKS[mark].piece]
    return SeenPiece(mark=mark, piece=colour, space=space, confidence=round(confidence, 2), doubt=doubt)


def _point(corners: Floats) -> tuple[float, float]:
    x, y = corners.mean(axis=0)
    return round(float(x), 1), round(float(y), 1)


def _slant(corners: Floats) -> float:
    """How far four corners are from a square, as a share of its side."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    diagonals = np.linalg.norm(corners[:2] - corners[2:], axis=1)
    return float(max(np.abs(sides / sides.mean() - 1).max(), abs(diagonals[0] / diagonals[1] - 1)))
