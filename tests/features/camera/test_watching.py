"""What is reported of films; expectations come from where the people in them put their pieces."""

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.films import Film, Shot, evening, judged
from helpers.mishaps import MISHAPS
from helpers.photographs import middle, space_at

pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from hub.features.camera import watching
from hub.features.camera.plan import printed

SMALL = (640, 480)


def film(seed: int = 0, size: tuple[int, int] = SMALL, mark_mm: int = 20, tilt: float | None = 20) -> Film:
    """A film with large marks, seen a little from the side."""
    return Film(seed, size, mark_mm, tilt=tilt)


def said(watcher: watching.Watcher, shots: list[Shot]) -> dict[int, int | None]:
    """The newest report of each piece."""
    return {report.mark: report.space for shot in shots for report in watcher.see(shot.picture, shot.at_ms).reports}


@pytest.mark.parametrize(("seed", "tilt"), [(100, 15.0), pytest.param(103, 30.0, marks=pytest.mark.all)])
def test_pieces_are_reported_soon_and_where_they_stand(seed, tilt):
    """A hand takes pieces elsewhere: each is reported in time, none where it is not."""
    made = film(seed, (1280, 720), 16, tilt)
    found = judged(watching.Watcher(printed(40)), evening(made, 2))
    assert found.wrong == []
    assert found.in_time == found.arrivals == 2


@pytest.mark.all
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("mark_mm", [16, 20])
@pytest.mark.parametrize("size", [SMALL, (1280, 720), (1920, 1080), (3840, 2160)], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_no_report_of_very_many_pictures_is_wrong(seed, size, mark_mm):
    """Evenings with any lens, light, board and tilt up to 55 degrees; what is too small for reading says so."""
    found = judged(watching.Watcher(printed(40)), evening(Film(1000 + seed, size, mark_mm), 2 if size[0] > 2000 else 5))
    assert found.wrong == []
    assert found.in_time >= found.arrivals - 1 or found.helpless > found.pictures / 2


def test_a_piece_in_a_hand_waits_and_one_on_a_line_is_nowhere():
    """While fingers stay at a piece, and on the line between two spaces, it is not reported."""
    made, watcher = film(1), watching.Watcher(printed(40))
    mark = made.marks[0]
    first = said(watcher, [*made.wait(1.6)])
    assert first[mark] == made.truth()[mark]
    (x, y), (next_x, next_y) = middle(3, 40), middle(4, 40)
    shots = [*made.move(mark, ((x + next_x) / 2, (y + next_y) / 2))]
    assert said(watcher, shots).get(mark) is None
    assert said(watcher, [*made.wait(2)]) in ({}, {mark: None})
    assert said(watcher, [*made.move(mark, middle(12, 40))]).get(mark) is None
    assert said(watcher, [*made.wait(1.6)])[mark] == made.truth()[mark]


@pytest.mark.parametrize("mishap", [*MISHAPS.values()], ids=[*MISHAPS])
def test_what_happens_besides_moves_is_no_wrong_report(mishap):
    """A cat, a cup, a piece upon another, one that fell over, one on a line: then all stand where they stood."""
    made, watcher = film(11, tilt=35), watching.Watcher(printed(40))
    found = judged(watcher, evening(made, 1, [mishap]))
    assert found.wrong == []
    assert found.in_time == found.arrivals == 1


def test_a_piece_upon_another_is_not_taken_for_one_that_stands_farther_away():
    """Twice as high as it is known to be, near a line, it looks as if it stood in the next space."""
    made = film(4, (1280, 720), 16, 42)
    upper, lower = made.marks[:2]
    watcher = watching.Watcher(printed(40), dict.fromkeys((upper, lower), (10, 18)))
    made.height |= {upper: 14.0, lower: 14.0}
    made.pieces.clear()

    def seems(spot, height: float, off=(0, 0)) -> int | None:
        """The space in which what is twice as high would seem to stand if it were so high."""
        return space_at(*spot + (spot - made.at[:2]) * (28 - height) / (made.at[2] - 28) + np.array(off), 40)

    steps = range(-22, 23, 2)
    spots = [middle(space, 40) + np.array((x, y)) for space in range(40) for x in steps for y in steps]
    at = next(
        spot
        for spot in sorted(spots, key=lambda spot: math.dist(spot, made.at[:2]))
        for elsewhere in [{seems(spot, 10), *(seems(spot, 18, off) for off in ((4, 0), (-4, 0), (0, 4), (0, -4)))}]
        if len(elsewhere) == 1 and not elsewhere & {None, space_at(*spot, 40)}
    )
    made.put(lower, at)
    made.put(upper, middle((space_at(*at, 40) + 20) % 40, 40))
    said(watcher, [*made.wait(1.6)])
    made.pieces[upper] = replace(made.pieces.pop(lower), mark=upper, height=28.0)
    assert said(watcher, [*made.wait(2)]).get(upper) is None


def test_two_pieces_beside_each_other_hide_nothing():
    """In one space, so near that a piece upon another would lie as near to it, both are reported."""
    made, watcher = film(1, tilt=0), watching.Watcher(printed(40))
    one, other = made.marks[:2]
    (x, y), apart = middle(5, 40), made.mark_mm * 1.25 / 2
    made.height |= {one: 10.0, other: 10.0}
    made.pieces.clear()
    made.put(one, (x, y - apart))
    made.put(other, (x, y + apart))
    made.pieces = {mark: replace(piece, turn=0.0) for mark, piece in made.pieces.items()}
    assert said(watcher, [*made.wait(2)]) == {one: 5, other: 5}


def test_a_fast_camera_waits_as_long_as_a_slow_one():
    """Sixty pictures a second are known by heart before a piece has rested, and it is reported all the same."""
    made, watcher = film(1, tilt=0), watching.Watcher(printed(40))
    picture = next(iter(made.wait(0.2))).picture
    found = [(at, report) for at in range(0, 1500, 16) for report in watcher.see(picture, at).reports]
    spaces = {report.mark: report.space for _, report in found}
    assert len(spaces) >= 6
    assert spaces.items() <= made.truth().items()
    assert min(at for at, _ in found) >= 700


def test_what_is_covered_keeps_its_place_for_a_moment_and_then_is_not_seen():
    """A cup on a piece: it is not somewhere else, and after a while it is nowhere; away again, it is back."""
    made, watcher = film(2, tilt=0), watching.Watcher(printed(40))
    mark = made.marks[0]
    space = said(watcher, [*made.wait(1.6)])[mark]
    piece = made.pieces.pop(mark)
    assert said(watcher, [*made.wait(2)]) == {}
    assert said(watcher, [*made.wait(4)]) == {mark: None}
    made.pieces[mark] = piece
    assert said(watcher, [*made.wait(1.6)]) == {mark: space}


def test_a_camera_that_is_moved_is_noticed_and_followed():
    """Pushed, it says so; two seconds later it knows again where the board is, and no piece has moved."""
    made, watcher = film(3), watching.Watcher(printed(40))
    said(watcher, [*made.wait(1.6)])
    pushed = [*made.push(40), *made.wait(2)]
    sights = [watcher.see(shot.picture, shot.at_ms) for shot in pushed]
    assert "moved" in {problem for sight in sights for problem in sight.reading.problems}
    assert [report for sight in sights for report in sight.reports] == []
    assert len(sights[-1].spaces) == 40
    mark = made.marks[1]
    place = made.free_place(22, mark)
    moved = [*made.move(mark, place), *made.wait(1.4)]
    assert said(watcher, moved)[mark] == made.truth()[mark]


def test_a_picture_in_which_nothing_changes_is_not_read_again(monkeypatch):
    """After a moment only a small copy is compared."""
    made, watcher = film(7, tilt=0), watching.Watcher(printed(40))
    said(watcher, [*made.wait(3)])
    monkeypatch.setattr(watching, "marks_in", None)
    sights = [watcher.see(shot.picture, shot.at_ms) for shot in made.wait(2)]
    assert {piece.mark for piece in sights[-1].reading.pieces} == {*made.marks}


def test_where_the_table_knows_a_piece_to_stand_its_height_is_learnt():
    """Seen from the side, a high piece near a line might be in two spaces; told once, it is known."""
    made, watcher = film(5, tilt=50), watching.Watcher(printed(40))
    truth = made.truth()
    said(watcher, [*made.wait(1.6)])
    for mark, space in truth.items():
        watcher.learn(mark, space)
    said(watcher, [*made.wait(1.6)])
    assert watcher.heights
    for mark, (low, high) in watcher.heights.items():
        assert low - 1 <= made.height[mark] <= high + 1


@pytest.mark.parametrize("beside", [-1, 1])
def test_where_the_table_is_wrong_about_a_piece_nothing_is_learnt(beside):
    """It takes the piece to be in the next space, where a piece of some other height might stand."""
    made, watcher = film(5, tilt=50), watching.Watcher(printed(40))
    reported = said(watcher, [*made.wait(1.6)])
    assert reported
    for mark, space in reported.items():
        watcher.learn(mark, (space + beside) % 40)
    said(watcher, [*made.wait(1.6)])
    assert watcher.heights == {}


def test_the_board_is_drawn_where_it_is():
    """Outline and spaces for the page, in pixels: the middle of each space's corners is where a piece in it stands."""
    made, watcher = film(6, tilt=0), watching.Watcher(printed(40))
    sight = watcher.see(made.picture(), 0)
    assert (len(sight.outline), len(sight.spaces), sight.size) == (4, 40, SMALL)
    assert {piece.mark for piece in sight.reading.pieces} == {*made.marks}
    for piece in sight.reading.pieces:
        space = made.truth()[piece.mark]
        across, down = (sum(point[axis] for point in sight.spaces[space]) / 4 for axis in (0, 1))
        assert abs(piece.at[0] - across) + abs(piece.at[1] - down) < 40
