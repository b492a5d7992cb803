"""All sheets in one PDF, each on pages of its own, with a bar that shows whether the printer scaled them.

What has two sides comes first, so that its fronts are on the odd pages and its backs on the even ones.
"""

from collections.abc import Callable, Mapping, Sequence

from hub.features.printing.banker import banker_sheet
from hub.features.printing.cards import cards_sheet
from hub.features.printing.colours import SOFT
from hub.features.printing.edition import Printed
from hub.features.printing.labels import labels_sheet, marks_sheet
from hub.features.printing.named import TWO_SIDED
from hub.features.printing.paper import BOLD, Box, Paper
from hub.features.printing.ring import ring_sheet
from hub.features.printing.rules_sheet import rules_sheet
from hub.features.printing.spaces import spaces_sheet

ONE_SIDED: Mapping[str, Callable[[Paper, Printed], None]] = {
    "spaces": spaces_sheet,
    "rules": rules_sheet,
    "labels": labels_sheet,
    "banker": banker_sheet,
    "ring": ring_sheet,
    "marks": marks_sheet,
}

MARGIN_MM, BAR_MM = 10.0, 100.0
TITLE_MM, TITLE_WIDE_MM, RULER_MM = 5.5, 84.0, 12.5


class _Headed(Paper):
    """Paper with the same head on each page: what it is, how it is printed, and the bar."""

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed.name)
        self._printed, self._title, self._sides, self._blank = printed, "", "", True

    def begin(self, sheets: Sequence[str]) -> None:
        """Sheets that share their pages begin on a new one."""
        named = self._printed.listed([self._printed.text(f"print.sheet.{sheet}") for sheet in sheets])
        self._title = f"{self._printed.name} · {named}"
        self._sides = "print.two_sided" if sheets[0] in TWO_SIDED else "print.one_sided"
        if self._blank:
            self._blank = False
            self._head()
        else:
            self.next_page()

    def next_page(self) -> None:
        super().next_page()
        self._head()

    def _head(self) -> None:
        said = self._printed.text
        self.fitted(Box(MARGIN_MM, TITLE_MM, TITLE_WIDE_MM, 5), self._title, 10, font=BOLD, align="left")
        self.text(MARGIN_MM, RULER_MM + 1, said(self._sides), 7, colour=SOFT)
        self.text(200.0, RULER_MM - 2, said("print.ruler", mm=int(BAR_MM)), 7, colour=SOFT, align="right")
        start = 200.0 - BAR_MM
        self.line(start, RULER_MM, start + BAR_MM, RULER_MM)
        for end in (start, start + BAR_MM):
            self.line(end, RULER_MM - 1, end, RULER_MM + 1)


def booklet(printed: Printed, sheets: Sequence[str]) -> bytes:
    """The sheets with these names as PDF, cards first, the others in this order. Raises KeyError if there is none."""
    paper = _Headed(printed)
    cards = [sheet for sheet in sheets if sheet in TWO_SIDED]
    if cards:
        paper.begin(cards)
        cards_sheet(paper, printed, cards)
    for sheet in sheets:
        if sheet not in TWO_SIDED:
            draw = ONE_SIDED[sheet]
            paper.begin([sheet])
            draw(paper, printed)
    return paper.finished()
