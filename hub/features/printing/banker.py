"""The banker's sheet: figures of the edition, and a table for balances by hand where there is no power."""

from collections.abc import Iterator

from hub.features.printing.colours import SOFT
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, BOTTOM_MM, TOP_MM, WIDTH_MM, Box, Paper

MARGIN_MM, QR_MM = 12.0, 30.0
ROW_MM, HEAD_MM = 8.0, 11.0


def banker_sheet(paper: Paper, printed: Printed) -> None:
    """Figures of the edition, then an empty table with a column for each player."""
    width = WIDTH_MM - 2 * MARGIN_MM
    figures = list(_figures(printed))
    for number, (name, figure) in enumerate(figures):
        y = TOP_MM + 5 + number * 6
        paper.text(MARGIN_MM, y, name, 10)
        paper.text(MARGIN_MM + 110, y, figure, 10, font=BOLD, align="right")
    top = TOP_MM + max(len(figures) * 6, QR_MM) + 8
    if printed.address is not None:
        x = WIDTH_MM - MARGIN_MM - QR_MM
        paper.qr(Box(x, TOP_MM, QR_MM, QR_MM), f"{printed.address}/play")
        paper.fitted(Box(x, TOP_MM + QR_MM, QR_MM, 5), printed.text("print.join"), 7, colour=SOFT)
    _table(paper, printed, Box(MARGIN_MM, top, width, BOTTOM_MM - top))


def _figures(printed: Printed) -> Iterator[tuple[str, str]]:
    """What every banker is asked: money to begin with, the salary, the buildings that the bank has."""
    rules = printed.rules
    last = len(rules.track.spaces) - 1
    if "money.name" in rules.track.own:
        yield printed.text("print.money"), rules.track.own["money.name"]
    yield printed.text("print.start_money"), printed.amount(rules.opening.money)
    yield printed.text("print.passing"), printed.amount(rules.salary.due(rules.track, last, 1))
    yield printed.text("print.landing"), printed.amount(rules.salary.due(rules.track, last, 0))
    for kind, count in rules.stock.items():
        name = printed.text(f"building.many.{kind}")
        yield printed.text("print.stock", buildings=name), str(count)


def _table(paper: Paper, printed: Printed, box: Box) -> None:
    """A column for what happened and one for each player; the first row is the start."""
    seats, money = printed.rules.seats[1], printed.amount(printed.rules.opening.money)
    first = box.width * 0.22
    column = (box.width - first) / seats
    rows = int((box.height - HEAD_MM) // ROW_MM)
    bottom = box.y + HEAD_MM + rows * ROW_MM
    paper.rectangle(Box(box.x, box.y, box.width, HEAD_MM + rows * ROW_MM))
    paper.text(box.x + 2, box.y + HEAD_MM - 2, printed.text("print.what"), 8, colour=SOFT)
    paper.text(box.x + 2, box.y + HEAD_MM + ROW_MM - 2.5, printed.text("print.start_money"), 8)
    for seat in range(seats):
        x = box.x + first + seat * column
        paper.line(x, box.y, x, bottom)
        paper.text(x + 1.5, box.y + 4, printed.text("print.player", number=seat + 1), 6, colour=SOFT)
        paper.text(x + column - 1.5, box.y + HEAD_MM + ROW_MM - 2.5, money, 8, align="right")
    for row in range(rows):
        y = box.y + HEAD_MM + row * ROW_MM
        paper.line(box.x, y, box.x + box.width, y)
