"""Title deeds: the group, the price, what each rent is, and a code that opens the deed on a phone.

The back, which lies upwards while a deed is mortgaged, says what the bank gives for it.
"""

from functools import partial

from hub.features.printing.colours import GROUPS, HAIR, PAPER, SOFT, on, pale
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, Box, Paper, Sides
from hub.rules.rent import StreetRent
from hub.table.views.printed import SpaceView

BORDER_MM, ROUND_MM, BAND_MM, QR_MM, FOOT_MM = 3.5, 3.0, 19.0, 17.0, 17.5
ROW_MM_MAXIMUM = 6.2
POINTS_PER_MM = 1.75
SIGN_MM, DISC_MM = 11.0, 34.0
SPARE = GROUPS["utility"]
SPARE_ROWS = 7


def deed_card(paper: Paper, printed: Printed, deed: SpaceView) -> Sides:
    return partial(_front, paper, printed, deed), partial(_back, paper, printed, deed)


def spare_deed(paper: Paper, printed: Printed) -> Sides:
    """Both sides of a deed to write on."""
    return partial(_spare, paper), partial(_spare_back, paper)


def _front(paper: Paper, printed: Printed, deed: SpaceView, box: Box) -> None:
    colour = printed.colour(deed.group)
    inner = _frame(paper, colour, box)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(Box(inner.x, inner.y, inner.width, BAND_MM), fill=colour, line=None)
    side = 0.0
    if deed.kind != "street":
        side = SIGN_MM + 3
        paper.circle(inner.x + 2.5 + SIGN_MM / 2, inner.y + BAND_MM / 2, SIGN_MM / 2 + 0.8, fill=PAPER, line=None)
        sign = Box(inner.x + 2.5, inner.y + (BAND_MM - SIGN_MM) / 2, SIGN_MM, SIGN_MM).inner(1.4)
        paper.picture(sign, printed.icon(deed.kind))
    head = Box(inner.x + 2.5 + side, inner.y + 1.5, inner.width - 5 - side, BAND_MM - 3)
    paper.fitted(Box(head.x, head.y, head.width, 4.5), printed.group(deed), 7.5, colour=on(colour))
    paper.fitted(Box(head.x, head.y + 4.5, head.width, head.height - 4.5), deed.name, 14, font=BOLD, colour=on(colour))
    rows = [(printed.text("prompt.price"), printed.amount(deed.price)), *printed.rents(deed)]
    below = inner.y + BAND_MM + 2
    foot = inner.y + inner.height - FOOT_MM - 2
    _rows(paper, rows, Box(inner.x + 3, below, inner.width - 6, foot - below - 1), colour)
    _foot(paper, printed, deed, Box(inner.x + 3, foot, inner.width - 5, FOOT_MM))


def _back(paper: Paper, printed: Printed, deed: SpaceView, box: Box) -> None:
    """Its sign or a family's picture, the name, and what the bank gives for it."""
    colour = printed.colour(deed.group)
    inner = _frame(paper, colour, box)
    paper.rectangle(inner.inner(2.2), line=colour, width=0.4, radius=ROUND_MM - 1)
    disc = Box(inner.x, inner.y + 9, inner.width, DISC_MM)
    paper.circle(inner.x + inner.width / 2, disc.y + DISC_MM / 2, DISC_MM / 2, fill=colour, line=None)
    paper.circle(inner.x + inner.width / 2, disc.y + DISC_MM / 2, DISC_MM / 2 - 1.6, fill=PAPER, line=None)
    paper.picture(disc.middle(DISC_MM * 0.6, DISC_MM * 0.6), printed.picture(deed) or printed.icon(deed.kind))
    name = Box(inner.x + 5, disc.y + DISC_MM + 3, inner.width - 10, 17)
    paper.fitted(name, deed.name, 15, font=BOLD)
    said = Box(inner.x + 5, inner.y + inner.height - 15, inner.width - 10, 8)
    paper.fitted(said, printed.text("deeds.mortgage", amount=deed.mortgage), 12, colour=SOFT)


def _frame(paper: Paper, colour: str, box: Box) -> Box:
    """The card itself, which leaves a white border: printers and scissors are not exact."""
    inner = box.inner(BORDER_MM)
    paper.rectangle(inner, fill=pale(colour, 0.08), line=colour, width=0.6, radius=ROUND_MM)
    return inner


def _spare(paper: Paper, box: Box) -> None:
    inner = _frame(paper, SPARE, box)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(Box(inner.x, inner.y, inner.width, BAND_MM), fill=PAPER, line=SPARE)
    for row in range(SPARE_ROWS):
        y = inner.y + BAND_MM + (row + 1) * (inner.height - BAND_MM) / (SPARE_ROWS + 1)
        paper.line(inner.x + 4, y, inner.x + inner.width - 4, y, HAIR)


def _spare_back(paper: Paper, box: Box) -> None:
    paper.rectangle(_frame(paper, SPARE, box).inner(2.2), line=SPARE, width=0.4, radius=ROUND_MM - 1)


def _rows(paper: Paper, rows: list[tuple[str, str]], box: Box, colour: str) -> None:
    """Names at the left, figures at the right, every other row on a tint; the price stands first and bold."""
    height = min(ROW_MM_MAXIMUM, box.height / len(rows))
    points = min(10.0, height * POINTS_PER_MM)
    for number, (name, figure) in enumerate(rows):
        row = Box(box.x, box.y + number * height, box.width, height)
        if number % 2 == 0:
            paper.rectangle(row, fill=pale(colour, 0.2), line=None, radius=min(1.0, height / 3))
        font = {"font": BOLD} if number == 0 else {}
        base = row.y + height / 2 + points * 0.125
        paper.text(row.x + 1.2, base, name, points, **font)
        paper.text(row.x + row.width - 1.2, base, figure, points, align="right", **font)


def _foot(paper: Paper, printed: Printed, deed: SpaceView, box: Box) -> None:
    address = printed.deed_address(deed)
    width = box.width - (QR_MM + 1 if address else 1)
    said = "\n".join(_small_print(printed, deed))
    paper.fitted(Box(box.x, box.y, width, box.height), said, 8, colour=SOFT, align="left")
    if address is not None:
        paper.qr(Box(box.x + box.width - QR_MM, box.y, QR_MM, QR_MM), address)


def _small_print(printed: Printed, deed: SpaceView) -> list[str]:
    """What building costs, what the bank gives for the deed, what a remote buyer pays."""
    lines = []
    ladder = printed.view.ladders.get(deed.kind, ())
    if deed.house_price and len(ladder) > 1:
        building = printed.text(f"building.one.{next(iter(ladder[1]))}")
        sentence = printed.text("deeds.house", building=building, amount=deed.house_price)
        lines.append(sentence[:1].upper() + sentence[1:])
    rent = printed.rules.rents[deed.kind]
    if isinstance(rent, StreetRent) and rent.factors:
        lines.append(printed.text("print.group", amount=deed.rents[0] * rent.factors[0]))
    lines.append(printed.text("deeds.mortgage", amount=deed.mortgage))
    if deed.kind == "station":
        lines.append(printed.text("print.stations"))
    commission = printed.rules.track.deeds[deed.space].commission
    if commission:
        lines.append(printed.text("print.commission", amount=commission))
    return lines
