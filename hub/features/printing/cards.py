"""Cards with two sides: title deeds, and the piles that are drawn from, tickets among them.

Nine to a page; the page behind it has their backs, mirrored, so that a printer that turns the paper at its long edge
puts each back behind its front. Fronts and backs lie at the same height and as far from either side of the paper.
The last page is filled with spare cards to write on.
"""

from collections.abc import Iterator, Sequence

from hub.features.printing.colours import HAIR
from hub.features.printing.decks import deck_cards, spare_card
from hub.features.printing.deeds import deed_card, spare_deed
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOTTOM_MM, TOP_MM, WIDTH_MM, Box, Paper, Sides

WIDE_MM, HIGH_MM = 63.0, 88.0
COLUMNS, ROWS = 3, 3
LEFT_MM = (WIDTH_MM - COLUMNS * WIDE_MM) / 2
ABOVE_MM = TOP_MM + (BOTTOM_MM - TOP_MM - ROWS * HIGH_MM) / 2
MARK_MM = 3.0
"""Cutting marks outside the cards."""


def cards_sheet(paper: Paper, printed: Printed, sheets: Sequence[str]) -> None:
    """The cards of these sheets (`deeds`, `decks`), fronts and backs page by page."""
    cards = list(_cards(paper, printed, sheets))
    spares = list(_spares(paper, printed, sheets))
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


def _cards(paper: Paper, printed: Printed, sheets: Sequence[str]) -> Iterator[Sides]:
    if "deeds" in sheets:
        yield from (deed_card(paper, printed, space) for space in printed.view.spaces if space.price)
    if "decks" in sheets:
        yield from deck_cards(paper, printed)


def _spares(paper: Paper, printed: Printed, sheets: Sequence[str]) -> Iterator[Sides]:
    if "decks" in sheets:
        yield from (spare_card(paper, printed, deck) for deck in printed.decks)
    else:
        yield spare_deed(paper, printed)


def _cutting_marks(paper: Paper) -> None:
    """Short lines in the margin, and hair lines between the cards."""
    right, below = LEFT_MM + COLUMNS * WIDE_MM, ABOVE_MM + ROWS * HIGH_MM
    for column in range(COLUMNS + 1):
        x = LEFT_MM + column * WIDE_MM
        paper.line(x, ABOVE_MM - MARK_MM, x, below + MARK_MM, HAIR)
    for row in range(ROWS + 1):
        y = ABOVE_MM + row * HIGH_MM
        paper.line(LEFT_MM - MARK_MM, y, right + MARK_MM, y, HAIR)
