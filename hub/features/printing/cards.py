"""Cards with two sides: title deeds, and the piles that are drawn from, tickets among them.

Nine to a page; the page behind it has their backs, mirrored, so that a printer that turns the paper at its long edge
puts each back behind its front. Fronts and backs lie at the same height and as far from either side of the paper.
The last page is filled with spare cards to write on.

A deed has its group, the price, what each rent is, and a code that opens it on a phone; its back, which lies upwards
while it is mortgaged, says what the bank gives for it. The cards of the piles have words of our own, and a back for
each pile.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from hub.features.printing.colours import DECK, DECKS, GROUPS, HAIR, PAPER, SOFT, on, pale
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, BOTTOM_MM, TOP_MM, WIDTH_MM, Box, Paper, Sides
from hub.rules.rent import StreetRent
from hub.table.views.printed import SpaceView

BORDER_MM, ROUND_MM, BAND_MM, QR_MM, FOOT_MM = 3.5, 3.0, 19.0, 17.0, 17.5
ROW_MM_MAXIMUM = 6.2
POINTS_PER_MM = 1.75
SIGN_MM, DISC_MM = 11.0, 34.0
SPARE = GROUPS["utility"]
SPARE_ROWS = 7


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


HEAD_MM, NUMBER_MM, SIGN_DISC_MM = 12.0, 6.0, 30.0
STRIPE_MM = 5.0
LINES = 6
"""To write on, on a spare card."""


def deck_cards(paper: Paper, printed: Printed) -> Iterator[Sides]:
    """Both sides of each card that lies in a pile, then of the tickets."""
    for card in printed.view.cards:
        yield _card(paper, printed, card.deck, str(card.card), printed.card(card))
    for ticket, expires in printed.rules.track.tickets.items():
        text = printed.text(f"print.ticket.{'special' if expires else 'plain'}")
        yield _card(paper, printed, "tickets", str(ticket), text)


def _card(paper: Paper, printed: Printed, deck: str, number: str = "", text: str = "") -> Sides:
    return partial(_card_front, paper, printed, deck, number, text), partial(_card_back, paper, printed, deck)


def _card_front(paper: Paper, printed: Printed, deck: str, number: str, text: str, box: Box) -> None:
    """The pile's name on its colour, the text, its number in the table; lines to write on where there is no text."""
    colour, inner = _colour(deck), box.inner(BORDER_MM)
    head = Box(inner.x, inner.y, inner.width, HEAD_MM)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(inner, fill=pale(colour, 0.08), line=None)
        paper.rectangle(head, fill=colour, line=None)
    paper.rectangle(inner, line=colour, width=0.5, radius=ROUND_MM)
    paper.circle(head.x + 7.5, head.y + HEAD_MM / 2, 4.6, fill=PAPER, line=None)
    paper.picture(Box(head.x, head.y, 15, HEAD_MM).middle(6.6, 6.6), printed.icon(_kind(deck)))
    name = Box(head.x + 14, head.y, head.width - 16, HEAD_MM)
    paper.fitted(name, printed.deck(deck), 13, font=BOLD, colour=on(colour), align="left")
    body = Box(inner.x + 4, head.y + HEAD_MM + 2, inner.width - 8, inner.height - HEAD_MM - NUMBER_MM - 2)
    if text:
        paper.fitted(body, text, 14)
    for line in range(0 if text else LINES):
        y = body.y + (line + 1) * body.height / (LINES + 1)
        paper.line(body.x, y, body.x + body.width, y, HAIR)
    paper.text(inner.x + inner.width - 4, inner.y + inner.height - 3, number, 7, colour=SOFT, align="right")


def _card_back(paper: Paper, printed: Printed, deck: str, box: Box) -> None:
    """The pile's colour with stripes, its sign or a family's picture on a disc, and its name."""
    colour, inner = _colour(deck), box.inner(BORDER_MM)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(inner, fill=colour, line=None)
        across = inner.width + inner.height
        stripe = pale(colour, 0.88)
        for number in range(int(across / STRIPE_MM) + 1):
            x = inner.x - inner.height + number * STRIPE_MM
            paper.line(x, inner.y + inner.height, x + inner.height, inner.y, stripe, 0.6)
    paper.rectangle(inner, line=colour, width=0.5, radius=ROUND_MM)
    paper.rectangle(inner.inner(2.2), line=PAPER, width=0.5, radius=ROUND_MM - 1)
    middle = Box(inner.x, inner.y + 10, inner.width, SIGN_DISC_MM + 6)
    paper.circle(inner.x + inner.width / 2, middle.y + middle.height / 2, SIGN_DISC_MM / 2 + 2, fill=PAPER, line=None)
    side = SIGN_DISC_MM * 0.68
    paper.picture(middle.middle(side, side), printed.pictures.get(f"deck.{deck}", printed.icon(_kind(deck))))
    name = Box(inner.x + 5, middle.y + middle.height + 3, inner.width - 10, 18)
    paper.fitted(name, printed.deck(deck), 17, font=BOLD, colour=on(colour))


def _colour(deck: str) -> str:
    return DECKS.get(deck, DECK)


def _kind(deck: str) -> str:
    """The kind of space whose sign a pile has."""
    return "ticket" if deck == "tickets" else deck


WIDE_MM, HIGH_MM = 63.0, 88.0
COLUMNS, ROWS = 3, 3
LEFT_MM = (WIDTH_MM - COLUMNS * WIDE_MM) / 2
ABOVE_MM = TOP_MM + (BOTTOM_MM - TOP_MM - ROWS * HIGH_MM) / 2
MARK_MM = 3.0
"""Cutting marks outside the cards."""


def cards_sheet(paper: Paper, printed: Printed, sheets: Sequence[str]) -> None:
    """The cards of these sheets (`deeds`, `decks`), fronts and backs page by page."""
    deeds = [space for space in printed.view.spaces if space.price and "deeds" in sheets]
    cards: list[Sides] = [
        (partial(_front, paper, printed, deed), partial(_back, paper, printed, deed)) for deed in deeds
    ]
    spares: list[Sides] = [(partial(_spare, paper), partial(_spare_back, paper))]
    if "decks" in sheets:
        cards += deck_cards(paper, printed)
        spares = [_card(paper, printed, deck) for deck in printed.decks]
    cards += [spares[number % len(spares)] for number in range(-len(cards) % (COLUMNS * ROWS))]
    for first in range(0, len(cards), COLUMNS * ROWS):
        page = cards[first : first + COLUMNS * ROWS]
        if first:
            paper.next_page()
        _cutting_marks(paper)
        for (front, _), box in zip(page, places(), strict=True):
            front(box)
        paper.next_page()
        for (_, back), box in zip(page, places(mirrored=True), strict=True):
            back(box)


def places(*, mirrored: bool = False) -> Iterator[Box]:
    """Where the cards of a page lie, row by row; `mirrored` as one sees them from behind."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            across = COLUMNS - 1 - column if mirrored else column
            yield Box(LEFT_MM + across * WIDE_MM, ABOVE_MM + row * HIGH_MM, WIDE_MM, HIGH_MM)


def _cutting_marks(paper: Paper) -> None:
    """Short lines in the margin, and hair lines between the cards."""
    right, below = LEFT_MM + COLUMNS * WIDE_MM, ABOVE_MM + ROWS * HIGH_MM
    for column in range(COLUMNS + 1):
        x = LEFT_MM + column * WIDE_MM
        paper.line(x, ABOVE_MM - MARK_MM, x, below + MARK_MM, HAIR)
    for row in range(ROWS + 1):
        y = ABOVE_MM + row * HIGH_MM
        paper.line(LEFT_MM - MARK_MM, y, right + MARK_MM, y, HAIR)
