"""Deed cards: the group, the price, what each rent is, and a code that opens the deed on a phone."""

from __future__ import annotations

from hub.printing.colours import SOFT, on
from hub.printing.edition import Printed
from hub.printing.grid import in_rows
from hub.printing.paper import BOLD, Box, Paper
from hub.table.wire.printed_views import SpaceView

WIDTH_MM, HEIGHT_MM = 63.0, 86.0
BORDER_MM, BAND_MM, QR_MM = 4.0, 17.0, 17.0
ROWS_MM = 38.0
ROW_MM_MAXIMUM = 5.5
POINTS_PER_MM = 1.75


def deeds_sheet(paper: Paper, printed: Printed) -> None:
    """A card for each deed, in track order."""
    deeds = [space for space in printed.view.spaces if space.price]
    for deed, box in in_rows(paper, deeds, WIDTH_MM, HEIGHT_MM):
        paper.rectangle(box)
        _deed(paper, printed, deed, box.inner(BORDER_MM))


def _deed(paper: Paper, printed: Printed, deed: SpaceView, box: Box) -> None:
    colour = printed.colour(deed.group)
    band = Box(box.x, box.y, box.width, BAND_MM)
    paper.rectangle(band, fill=colour, line=None)
    paper.fitted(Box(box.x + 2, box.y + 1, box.width - 4, 5), printed.group(deed), 7, colour=on(colour))
    paper.fitted(Box(box.x + 2, box.y + 5.5, box.width - 4, 10.5), deed.name, 13, font=BOLD, colour=on(colour))
    rows = [(printed.text("prompt.price"), printed.amount(deed.price)), *printed.rents(deed)]
    _rows(paper, rows, Box(box.x, box.y + BAND_MM + 1.5, box.width, ROWS_MM))
    address = printed.deed_address(deed)
    width = box.width - (QR_MM + 1 if address else 0)
    foot = Box(box.x, box.y + box.height - QR_MM, width, QR_MM)
    paper.fitted(foot, "\n".join(_small_print(printed, deed)), 7, colour=SOFT, align="left")
    if address is not None:
        paper.qr(Box(box.x + box.width - QR_MM, foot.y, QR_MM, QR_MM), address)


def _rows(paper: Paper, rows: list[tuple[str, str]], box: Box) -> None:
    """Names at the left, figures at the right; the price stands first and bold."""
    height = min(ROW_MM_MAXIMUM, box.height / len(rows))
    points = height * POINTS_PER_MM
    for number, (name, figure) in enumerate(rows):
        y = box.y + (number + 0.75) * height
        font = {"font": BOLD} if number == 0 else {}
        paper.text(box.x, y, name, points, **font)
        paper.text(box.x + box.width, y, figure, points, align="right", **font)
        paper.line(box.x, y + height * 0.22, box.x + box.width, y + height * 0.22)


def _small_print(printed: Printed, deed: SpaceView) -> list[str]:
    """What building costs, what the bank gives for the deed, what a remote buyer pays."""
    lines = []
    ladder = printed.view.ladders.get(deed.kind, ())
    if deed.house_price and len(ladder) > 1:
        building = printed.text(f"building.one.{next(iter(ladder[1]))}")
        sentence = printed.text("deeds.house", building=building, amount=deed.house_price)
        lines.append(sentence[:1].upper() + sentence[1:])
    lines.append(printed.text("deeds.mortgage", amount=deed.mortgage))
    if deed.kind == "station":
        lines.append(printed.text("print.stations"))
    commission = printed.rules.track.deeds[deed.space].commission
    if commission:
        lines.append(printed.text("print.commission", amount=commission))
    return lines
