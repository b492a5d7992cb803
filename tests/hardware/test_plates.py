"""The plates for the laser: as many spaces as the board has, in their places, and screws away from antennas."""

from math import hypot
from xml.etree import ElementTree as ET

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy")

from hardware import board, frame, plates
from hardware.models.antennas import COIL_MM

SVG = "{http://www.w3.org/2000/svg}"


def shapes(spaces: int, group: str, kind: str) -> list[dict[str, float]]:
    drawing = ET.fromstring(plates.side_plate(board.read(), spaces))
    (found,) = [each for each in drawing.iter(f"{SVG}g") if each.get("id") == group]
    return [{key: float(value) for key, value in shape.attrib.items()} for shape in found.iter(f"{SVG}{kind}")]


def test_a_plate_has_its_spaces_over_its_readers(spaces, sizes):
    """Each recess is as far from its neighbours as the readers are, the corner's at the right."""
    recesses = shapes(spaces, "engrave", "circle")
    assert len(recesses) == spaces // 4
    readers = [sizes.reader_place(0, index, spaces) for index in range(spaces // 4)]
    for recess, reader in zip(recesses, readers, strict=True):
        assert recess["cx"] - recesses[0]["cx"] == pytest.approx(reader[0] - readers[0][0])
    assert recesses[0]["cx"] > recesses[1]["cx"]


def test_four_plates_make_the_board(spaces, sizes):
    """A plate and the depth of the next one make an edge, and its window lies between recess and outer edge."""
    (outline,) = [each for each in shapes(spaces, "cut", "rect") if each["height"] == sizes.space_depth_mm]
    windows = [each for each in shapes(spaces, "cut", "rect") if each != outline]
    assert outline["width"] + sizes.space_depth_mm == sizes.length_mm(spaces)
    assert len(windows) == spaces // 4
    recess_ends_mm = sizes.space_depth_mm / 2 + sizes.recess_diameter_mm / 2
    assert all(recess_ends_mm < each["y"] < each["y"] + each["height"] < sizes.space_depth_mm for each in windows)


def test_screws_keep_away_from_antennas(spaces):
    """No screw is closer than 12 mm to the coil of a reader, and none is outside the plate."""
    recesses, screws = shapes(spaces, "engrave", "circle"), shapes(spaces, "cut", "circle")
    assert len(screws) >= 8
    for screw in screws:
        for recess in recesses:
            across, down = (max(abs(screw[axis] - recess[axis]) - COIL_MM / 2, 0) for axis in ("cx", "cy"))
            assert hypot(across, down) >= 12


def test_a_laser_of_400_mm_cuts_the_plate_in_two(spaces, sizes):
    """Each half fits its bed; the two are as long as the whole, and have its recesses where they were."""
    first, second = plates.halves(sizes, spaces)
    assert first.width_mm + second.width_mm == pytest.approx(sizes.side_plate_mm(spaces))
    found = []
    for part in (first, second):
        drawn = ET.fromstring(plates.side_plate(sizes, spaces, part))
        assert float((drawn.get("width") or "").removesuffix("mm")) <= 400
        groups = {group.get("id"): list(group) for group in drawn.iter(f"{SVG}g")}
        found += [float(each.get("cx") or 0) + part.left_mm for each in groups["engrave"]]
        screws = [each for each in groups["cut"] if each.tag == f"{SVG}circle"]
        assert all(0 < float(each.get("cx") or 0) < part.width_mm for each in screws)
        assert len(screws) >= 4
    assert found == pytest.approx([each["cx"] for each in shapes(spaces, "engrave", "circle")])


def test_the_plate_of_a_second_reader_has_one_recess_in_its_middle(sizes):
    """It is a square in its true size, as big as readers around it leave room for."""
    drawn = ET.fromstring(plates.second_plate(sizes))
    circles, rects = (
        [{k: float(v) for k, v in each.attrib.items()} for each in drawn.iter(f"{SVG}{kind}")]
        for kind in ("circle", "rect")
    )
    assert rects == [{"x": 0, "y": 0, "width": sizes.second_plate_mm, "height": sizes.second_plate_mm}]
    middle = sizes.second_plate_mm / 2
    assert circles == [{"cx": middle, "cy": middle, "r": sizes.recess_diameter_mm / 2}]


def test_the_second_reader_of_a_corner_touches_no_module(spaces, sizes):
    """Modules are 40 mm by 60 mm and look into the board: those of the ring end before its antenna begins."""
    (_, ring_mm), (_, second_mm) = sizes.reader_place(0, 0, spaces), sizes.second_place(0, spaces)
    assert second_mm + 20 <= ring_mm - 40


def test_the_module_of_a_corner_has_room(spaces, sizes):
    """It ends before the rails of the side before, towards whose last space it looks, and lies beside its own block."""
    rails_mm, shift_mm, middle_mm = 0.25 + 2.0, sizes.corner_shift_mm, sizes.corner_mm / 2
    corner, last = sizes.reader_place(1, 0, spaces), sizes.reader_place(0, spaces // 4 - 1, spaces)
    assert corner[1] == pytest.approx(last[1])
    assert abs(corner[0] - last[0]) + shift_mm >= 40 + 0.5 + rails_mm + 20
    assert middle_mm - shift_mm >= 20 + rails_mm
    assert middle_mm >= 20 + rails_mm + frame.BLOCK_MM


def test_a_plate_has_its_true_size():
    """One unit of the drawing is one millimetre."""
    drawing = ET.fromstring(plates.side_plate(board.read(), 40))
    _, _, width, height = (drawing.get("viewBox") or "").split()
    assert (drawing.get("width"), drawing.get("height")) == (f"{width}mm", f"{height}mm") == ("505mm", "82mm")


@pytest.mark.feature("printing")
def test_printed_spaces_fit_the_plates(sizes):
    """Paper spaces have the pitch, the corner, the recess and the window that the plates are cut with."""
    from hub.features.printing import labels, spaces

    assert (sizes.space_pitch_mm, sizes.corner_mm, sizes.space_depth_mm) == (
        spaces.WIDE_MM,
        spaces.CORNER_MM,
        spaces.DEEP_MM,
    )
    assert (sizes.recess_diameter_mm, sizes.window_mm) == (spaces.RECESS_MM, spaces.WINDOW_MM)
    assert sizes.window_from_edge_mm == spaces.WINDOW_FROM_EDGE_MM
    assert sizes.tag_diameter_mm == labels.DIAMETER_MM
