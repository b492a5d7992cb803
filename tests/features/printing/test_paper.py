"""What is drawn on paper, measured on the drawn page."""

import pypdfium2
import pytest
import segno
import zxingcpp

from hub.features.printing.paper import Box, Paper

MODULES = 33
"""A code of version 4 has 4 * 4 + 17 modules a side (ISO/IEC 18004), what is drawn here has to need one."""

QUIET = 4
"""So many modules have to be white all around (ISO/IEC 18004, 5.3.8)."""

ADDRESS = "http://192.168.100.200:5080/play#code=K7QFH&space=39"


@pytest.mark.parametrize(("width", "height"), [(41, 41), (30, 60), (20.5, 20.5)])
def test_a_code_has_a_white_border_on_its_own_place(width: float, height: float) -> None:
    """However dark everything around is printed, four modules are white on each side, and a phone reads it."""
    assert segno.make(ADDRESS, micro=False, error="m").symbol_size(border=0) == (MODULES, MODULES)
    paper = Paper("one code")
    paper.rectangle(Box(0, 0, 210, 297), fill="#000000", line=None)
    paper.qr(Box(50, 50, width, height), ADDRESS)
    page = pypdfium2.PdfDocument(paper.finished())[0]
    scale = 8
    image = page.render(scale=scale).to_pil().convert("L")
    dots = scale * 72 / 25.4
    place = image.crop(tuple(round(edge * dots) for edge in (50, 50, 50 + width, 50 + height)))
    module = min(width, height) / (MODULES + 2 * QUIET) * dots
    dark = (
        place.point(lambda light: 255 if light < 128 else 0).crop((3, 3, place.width - 3, place.height - 3)).getbbox()
    )
    assert dark is not None
    left, top, right, bottom = (round((edge + 3) / module, 1) for edge in dark)
    assert min(left, top) >= QUIET - 0.3
    assert (right - left, bottom - top) == pytest.approx((MODULES, MODULES), abs=0.5)
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [ADDRESS]
