"""All sheets in one PDF, each on pages of its own, with a bar that shows whether the printer scaled them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hub.printing.banker import banker_sheet
from hub.printing.colours import SOFT
from hub.printing.decks import decks_sheet
from hub.printing.deeds import deeds_sheet
from hub.printing.edition import Printed
from hub.printing.labels import labels_sheet
from hub.printing.paper import BOLD, Paper
from hub.printing.ring import ring_sheet
from hub.printing.spaces import spaces_sheet

SHEETS: Mapping[str, Callable[[Paper, Printed], None]] = {
    "spaces": spaces_sheet,
    "deeds": deeds_sheet,
    "decks": decks_sheet,
    "labels": labels_sheet,
    "banker": banker_sheet,
    "ring": ring_sheet,
}
"""What can be printed, by name; the headings are `print.sheet.<name>` in the locales."""

MARGIN_MM, BAR_MM = 10.0, 100.0
TITLE_MM, RULER_MM = 11.0, 18.0


class _Headed(Paper):
    """Paper with the same head on each page: what it is, and the bar."""

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed.name)
        self._printed, self._title, self._blank = printed, "", True

    def begin(self, sheet: str) -> None:
        """A sheet begins on a new page."""
        self._title = f"{self._printed.name} · {self._printed.text(f'print.sheet.{sheet}')}"
        if self._blank:
            self._blank = False
            self._head()
        else:
            self.next_page()

    def next_page(self) -> None:
        super().next_page()
        self._head()

    def _head(self) -> None:
        self.text(MARGIN_MM, TITLE_MM, self._title, 12, font=BOLD)
        self.text(MARGIN_MM, RULER_MM, self._printed.text("print.ruler", mm=int(BAR_MM)), 7, colour=SOFT)
        start = 200.0 - BAR_MM
        self.line(start, RULER_MM, start + BAR_MM, RULER_MM)
        for end in (start, start + BAR_MM):
            self.line(end, RULER_MM - 1, end, RULER_MM + 1)


def booklet(printed: Printed, sheets: Sequence[str]) -> bytes:
    """The sheets with these names, in this order, as PDF. Raises KeyError for an unknown name."""
    paper = _Headed(printed)
    for sheet in sheets:
        draw = SHEETS[sheet]
        paper.begin(sheet)
        draw(paper, printed)
    return paper.finished()
