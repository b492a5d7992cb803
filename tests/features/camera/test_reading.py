"""What is read from photographs of boards; expectations come from how the scenes were made."""

import math
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from helpers import photographs
from helpers.camera_scenes import Scene, from_above, scene
from helpers.photographs import Stance, Stood, Weather, edge_mm, middle, space_at

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from hub.features.camera.finding import each_once  # noqa: E402
from hub.features.camera.fitting import FoundMark  # noqa: E402
from hub.features.camera.reading import grey_of, reading_of  # noqa: E402

RED = 12
"""The red piece's mark of 16 mm."""


@pytest.fixture(autouse=True)
def no_dice(monkeypatch):
    """Looking for dice takes most of the time."""
    monkeypatch.setattr("hub.features.camera.reading.DiceReader.read", lambda *_: ())


def still(*pieces: Stood, size: tuple[int, int] = (1280, 720), weather: Weather | None = None) -> Scene:
    """These pieces seen from above in good light."""
    lens, stance = from_above(size=size)
    return Scene(40, lens, stance, weather or Weather(), pieces, {})


def standing(mark: int, space: int, height: float = 10, *, off: tuple[float, float] = (0, 0)) -> Stood:
    """A piece in a space, beside its middle if wished (mm)."""
    x, y = middle(space, 40)
    return Stood(mark, 16, x + off[0], y + off[1], height, mark)


def seen(one: Scene, seed: int = 0) -> Counter[str]:
    """How many pieces of a scene are right, not seen and wrong."""
    read = {piece.mark: piece.space for piece in reading_of(one.jpeg(seed), one.spaces, "").pieces}
    found = Counter("right" if read.get(mark) == space else "unseen" for mark, space in one.truth.items())
    wrong = [mark for mark, space in read.items() if space not in (None, one.truth.get(mark))]
    return found + Counter(wrong=len(wrong))


@pytest.mark.parametrize(("size", "mark_mm", "seeds"), [((1280, 720), 20, (0, 1)), ((1920, 1080), 16, (2,))])
def test_pieces_are_seen_where_they_stand_or_not_at_all(size, mark_mm, seeds):
    """In scenes that nobody chose most pieces are right, and none is wrong."""
    found = sum((seen(scene(seed, size, mark_mm), seed) for seed in seeds), Counter())
    assert found["wrong"] == 0
    assert found["right"] >= 0.6 * found.total(), found


def test_a_high_piece_in_an_unsharp_picture_is_not_in_the_next_space():
    """Blur made small marks look smaller, so lower, and the piece of 25 mm stood in the space behind its own."""
    one = scene(1034, (1920, 1080), 20, 52)
    assert seen(one, 34)["wrong"] == 0
    assert seen(replace(one, weather=replace(one.weather, blur=2.0)), 34)["wrong"] == 0


@pytest.mark.all
@pytest.mark.parametrize("mark_mm", [12, 16, 20])
@pytest.mark.parametrize(
    ("spaces", "size"), [(40, (640, 480)), (40, (1280, 720)), (40, (1920, 1080)), (52, (1920, 1080))]
)
def test_none_of_very_many_is_wrong(spaces, size, mark_mm):
    """Fifty scenes of each kind, tilted, distorted, smeared, dark and glaring."""
    wrong = {}
    for seed in range(50):
        found = seen(scene(1000 + seed, size, mark_mm, spaces), seed)
        if found["wrong"]:
            wrong[seed] = found
    assert wrong == {}


@pytest.mark.all
@pytest.mark.parametrize("part", range(4))
def test_pieces_put_down_anywhere_are_never_somewhere_else(part):
    """Wherever on the track they stand, over lines and corners as well, none is in a space where its middle is not."""
    edge, right = edge_mm(40), 0
    for seed in range(2000 + 40 * part, 2040 + 40 * part):
        chosen, random = scene(seed, (1920, 1080) if seed % 2 else (1280, 720), 20), Random(seed)
        pieces = []
        for piece in chosen.pieces:
            along, across = random.uniform(0, edge), random.uniform(2, 70)
            places = ((along, across), (along, edge - across), (across, along), (edge - across, along))
            x, y = random.choice(places)
            if all(math.hypot(x - other.x, y - other.y) > 38 for other in pieces):
                pieces.append(replace(piece, x=x, y=y))
        truth = {piece.mark: space_at(piece.x, piece.y, 40) for piece in pieces}
        read = reading_of(replace(chosen, pieces=tuple(pieces)).jpeg(seed), 40, "").pieces
        placed = {piece.mark: piece.space for piece in read if piece.space is not None}
        assert placed.items() <= truth.items(), seed
        right += len(placed)
    assert right > 40


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.all) for first in (1, 2, 3, 4))])
def test_every_space_is_told_apart(first):
    """Round the whole board, from above, each piece is seen in its space."""
    stand = {RED + number: first + 5 * number for number in range(8)}
    read = reading_of(still(*(standing(mark, space) for mark, space in stand.items())).jpeg(first), 40, "", (7, 13))
    assert {piece.mark: piece.space for piece in read.pieces}.items() <= stand.items()
    assert len(read.pieces) >= 7
    assert read.problems == ()


def test_a_piece_on_a_line_is_not_seen():
    """Between two spaces nobody can say in which it stands; nor between a space and the middle of the board."""
    along, inwards = standing(RED, 3, off=(23.5, 0)), standing(RED + 1, 17, off=(36, 0))
    read = reading_of(still(along, inwards).jpeg(), 40, "")
    assert [(piece.mark, piece.space, piece.confidence, piece.doubt) for piece in read.pieces] == [
        (RED, None, 0, "line"),
        (RED + 1, None, 0, "line"),
    ]


def test_a_piece_in_a_hand_or_in_the_middle_is_nowhere():
    """A mark held high above a space is too large for one that stands there; the middle has no spaces."""
    middle_of_board = Stood(RED + 1, 16, edge_mm(40) / 2, edge_mm(40) / 2, 10, 0)
    read = reading_of(still(standing(RED, 7, height=140), middle_of_board).jpeg(), 40, "")
    assert [(piece.space, piece.doubt) for piece in read.pieces] == [(None, "raised"), (None, "off_board")]


def test_the_same_mark_twice_is_not_seen():
    """Two discs of one piece cannot both be it."""
    read = reading_of(still(standing(RED, 5), standing(RED, 25), standing(RED + 1, 8)).jpeg(), 40, "")
    assert [(piece.mark, piece.space, piece.doubt) for piece in read.pieces] == [
        (RED, None, "twice"),
        (RED + 1, 8, None),
    ]


def test_where_two_looks_say_different_marks_there_is_none():
    """Neither is more likely to be right than the other; what both say is there."""
    there = np.array([(0, 0), (14, 0), (14, 14), (0, 14)]) + 300.0
    said = [FoundMark(RED, there, 1), FoundMark(RED + 1, there + 1, 1), *[FoundMark(RED + 2, there + 90, 1)] * 2]
    found, twice = each_once(grey_of(still().jpeg()), said)
    assert (found.keys(), twice) == ({RED + 2}, set())


def test_a_height_that_is_known_tells_more():
    """From the side a mark whose height nobody knows may be in two spaces; known, it is in one."""
    lens, stance = from_above(size=(1280, 720))
    leaning = Stance(stance.above * 0.9, 0, stance.above * 0.85)
    pieces = tuple(standing(RED + number, 1 + number, 25) for number in range(8))
    jpeg = Scene(40, lens, leaning, Weather(), pieces, {}).jpeg()
    unknown, known = (reading_of(jpeg, 40, "", height) for height in (None, (22.0, 28.0)))
    right = {RED + number: 1 + number for number in range(8)}
    assert {piece.mark: piece.space for piece in known.pieces if piece.space is not None}.items() <= right.items()
    assert sum(piece.space is not None for piece in known.pieces) > sum(
        piece.space is not None for piece in unknown.pieces
    )


def test_problems_are_named():
    """Too dark, too small, a hidden corner, another board, no board, no picture: each has its word."""
    piece = standing(RED, 5)
    light = still(piece)
    cut = Scene(40, *from_above(slack=0.9), Weather(), (piece,), {})
    dark, small = still(piece, weather=Weather(light=0.12, noise=1)), still(piece, size=(640, 360))
    stance = light.stance
    aside = replace(light, stance=replace(stance, aim=(420, 0)))
    nothing = replace(light, stance=replace(stance, aim=(3000, 0)))
    asked = {
        "light": light,
        "too_dark": dark,
        "too_small": small,
        "corner_hidden": aside,
        "no_board": nothing,
        "cut_off": cut,
    }
    named = {name: set(reading_of(one.jpeg(), 40, "").problems) for name, one in asked.items()}
    assert named.pop("light") == set()
    assert all(name in problems for name, problems in named.items()), named
    assert reading_of(light.jpeg(), 52, "").problems == ("crooked",)
    assert reading_of(b"no picture", 40, "").problems == ("unreadable",)
    assert reading_of(b"", 40, "").problems == ("unreadable",)


@pytest.mark.parametrize("scale", [0.95, 0.97, 1.06])
def test_corners_printed_at_another_scale_are_said_and_put_no_piece_elsewhere(monkeypatch, scale):
    """What makes them look nearer makes pieces seem higher or lower than they are, and so elsewhere."""
    monkeypatch.setattr(photographs, "MARK_MM", photographs.MARK_MM * scale)
    for seed in (1, 2, 3):
        one = scene(seed, (1280, 720), 20)
        board = photographs.board_picture(40, seed % 3)
        picture = photographs.photograph(one.lens, one.stance, board, list(one.pieces), Weather(), seed)
        found = reading_of(picture, 40, "")
        assert "crooked" in found.problems
        assert {piece.space for piece in found.pieces} == {None}


def test_without_all_corners_no_piece_has_a_place():
    """A piece whose mark is seen is named, but stands nowhere."""
    one = still(standing(RED, 15))
    aside = replace(one, stance=replace(one.stance, aim=(-420, 0)))
    assert [(piece.mark, piece.space) for piece in reading_of(aside.jpeg(), 40, "").pieces] == [(RED, None)]
