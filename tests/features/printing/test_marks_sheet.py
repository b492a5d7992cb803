"""The marks for a camera, read off the page by another program than that which drew them."""

import numpy as np
import pypdfium2
import pytest

from hub import cli
from hub.features.printing.colours import SEATS

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

SCALE = 4
PIXELS_PER_MM = SCALE * 72 / 25.4
SIZES = {
    **dict.fromkeys(range(4), 36),
    **{4 + 8 * row + piece: (12, 16, 20)[row] for row in range(3) for piece in range(8)},
}
"""How large each mark is (mm): the corners first, then the eight pieces in three sizes."""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page as a viewer shows it, in red, green and blue."""
    file = tmp_path_factory.mktemp("marks") / "marks.pdf"
    assert cli.main(["print", "classic", "--marks", "--language", "en", "--out", str(file)]) == 0
    document = pypdfium2.PdfDocument(file)
    assert len(document) == 1
    return np.asarray(document[0].render(scale=SCALE).to_pil().convert("RGB"))


@pytest.fixture(scope="module")
def marks(page):
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    assert len(numbers) == len({*numbers.ravel().tolist()})
    return {int(number): at[0] for number, at in zip(numbers.ravel(), corners, strict=True)}


def test_each_mark_is_there_once_in_its_size(marks):
    """Twenty-eight marks, none turned, each as large as the camera takes it to be."""
    assert marks.keys() == SIZES.keys()
    for number, corners in marks.items():
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        assert across / PIXELS_PER_MM == pytest.approx([SIZES[number], 0], abs=0.2)
        assert down / PIXELS_PER_MM == pytest.approx([0, SIZES[number]], abs=0.2)


def test_round_each_mark_is_white_and_then_the_colour_of_its_piece(page, marks):
    """Without a white border a camera finds no mark; the colour is that of the seat."""
    for number, corners in marks.items():
        left, top = corners.min(axis=0)
        side = SIZES[number] * PIXELS_PER_MM
        assert tuple(page[round(top + side / 2), round(left - side / 16)]) == (255, 255, 255)
        if number >= 4:
            shown = page[round(top + side * 0.25), round(left - side * 0.22)]
            wanted = [*SEATS.values()][(number - 4) % 8]
            assert "#" + "".join(f"{part:02x}" for part in shown) == wanted
