"""The printed track: every space in its true size, to be glued on the plates."""

from __future__ import annotations

from collections.abc import Iterator

from hub.printing.colours import SOFT
from hub.printing.edition import Printed
from hub.printing.paper import BOLD, HEIGHT_MM, WIDTH_MM, Box, Paper
from hub.rules.track import SIDES
from hub.table.wire.printed_views import SpaceView

WIDE_MM, CORNER_MM, DEEP_MM = 47.0, 72.0, 72.0
"""A space along its side, a corner, and from the edge of the board inwards."""

RECESS_MM, WINDOW_MM, WINDOW_FROM_EDGE_MM = 28.0, 5.4, 9.0
"""Where the piece stands and where the light shines through; both are cut out, or left dark and bright."""

BAND_MM, NAME_MM, FOOT_MM = 9.0, 11.0, 6.0
MARGIN_MM, GAP_MM, TOP_MM = 10.0, 0.6, 24.0


def spaces_sheet(paper: Paper, printed: Printed) -> None:
    """All spaces in the order of the track, as many to a page as it holds."""
    places = _places(printed)
    for number, (space, box) in enumerate(places):
        if number and box.y == TOP_MM and box.x == MARGIN_MM:
            paper.next_page()
        _space(paper, printed, space, box)


def _places(printed: Printed) -> Iterator[tuple[SpaceView, Box]]:
    """Where each space is printed; a place in the top left corner begins a page."""
    per_side = len(printed.view.spaces) // SIDES
    x, y = MARGIN_MM, TOP_MM
    for space in printed.view.spaces:
        width = CORNER_MM if space.space % per_side == 0 else WIDE_MM
        if x + width > WIDTH_MM - MARGIN_MM:
            x, y = MARGIN_MM, y + DEEP_MM + GAP_MM
        if y + DEEP_MM > HEIGHT_MM - MARGIN_MM:
            x, y = MARGIN_MM, TOP_MM
        yield space, Box(x, y, width, DEEP_MM)
        x += width + GAP_MM


def _space(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """The band of its group inside, name, the piece's place, the figure, and the light at the outer edge."""
    paper.rectangle(box)
    if space.group:
        paper.rectangle(Box(box.x, box.y, box.width, BAND_MM), fill=printed.colour(space.group), line=None)
    middle = box.x + box.width / 2
    below = BAND_MM if space.group else BAND_MM / 2
    paper.fitted(Box(box.x + 1.5, box.y + below, box.width - 3, NAME_MM), space.name, 10, font=BOLD)
    paper.circle(middle, box.y + DEEP_MM / 2, RECESS_MM / 2)
    edge = box.y + DEEP_MM - WINDOW_FROM_EDGE_MM
    paper.rectangle(Box(middle - WINDOW_MM / 2, edge - WINDOW_MM / 2, WINDOW_MM, WINDOW_MM))
    paper.text(box.x + 1.5, box.y + DEEP_MM - 1.8, str(space.space), 6, colour=SOFT)
    _foot(paper, printed, space, Box(box.x + 3, edge - WINDOW_MM / 2 - FOOT_MM, box.width - 6, FOOT_MM))


def _foot(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """A price or an amount; and what the space is, where its name does not say so in the language of the sheet."""
    figure = space.price or space.amount
    kind = printed.text(f"kind.{space.kind}")
    printed_there = bool(space.price) or kind.lower() in space.name.lower()
    words = [*([] if printed_there else [kind]), *([printed.amount(figure)] if figure else [])]
    if printed_there:
        paper.fitted(box, "".join(words), 9)
    else:
        paper.fitted(box, " · ".join(words), 8, colour=SOFT)
