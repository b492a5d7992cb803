"""The printed track: every space in its true size, to be glued on the plates.

A page holds three rows of spaces and a strip of two that lie on their side; what is left of the last page becomes a
plate for the middle of the board.
"""

from collections.abc import Iterator

from hub.features.printing.colours import HAIR, INK, PAPER, SOFT, pale
from hub.features.printing.edition import Printed
from hub.features.printing.icons import ICONS
from hub.features.printing.paper import BOLD, BOTTOM_MM, TOP_MM, WIDTH_MM, Box, Paper
from hub.pictures.board import CORNER_MM, DEEP_MM, WIDE_MM
from hub.rules.needs import SIDES
from hub.table.views.printed import SpaceView

RECESS_MM, WINDOW_MM, WINDOW_FROM_EDGE_MM = 28.0, 5.4, 9.0
"""Where the piece stands and where the light shines through; both are cut out, or left dark and bright."""

BAND_MM, NAME_MM, FOOT_MM, GAP_MM = 10.0, 11.0, 6.0, 0.6
ICON_MM, ICON_ON_BAND_MM, PICTURE_MM = 11.0, 7.4, 23.0
PLAIN_GROUND = "#fbf8f0"
PLATE_MM = 45.0
"""A lower plate is not worth its paper."""

LEFT_MM = (WIDTH_MM - 2 * CORNER_MM - WIDE_MM - 2 * GAP_MM) / 2
RIGHT_MM = WIDTH_MM - LEFT_MM


def spaces_sheet(paper: Paper, printed: Printed) -> None:
    """Corners first, then the other spaces in the order of the track, as many to a page as it holds."""
    per_side = len(printed.view.spaces) // SIDES
    corners = [space for space in printed.view.spaces if space.space % per_side == 0]
    others = [space for space in printed.view.spaces if space.space % per_side]
    y = TOP_MM
    for number, (places, high) in enumerate(_rows(len(corners), len(others))):
        if number and y + high > BOTTOM_MM:
            paper.next_page()
            y = TOP_MM
        for place in places:
            box = Box(place.x, y, place.width, place.height)
            if place.width < place.height:
                _space(paper, printed, others.pop(0), box)
            elif place.height == CORNER_MM:
                _corner(paper, printed, corners.pop(0), box)
            else:
                with paper.turned(box) as upright:
                    _space(paper, printed, others.pop(0), upright)
        y += high + GAP_MM
    if BOTTOM_MM - y >= PLATE_MM:
        _plate(paper, printed, Box(LEFT_MM, y + 2, RIGHT_MM - LEFT_MM, BOTTOM_MM - y - 2))


def _rows(corners: int, others: int) -> Iterator[tuple[list[Box], float]]:
    """The places of each row, at height 0, and how high it is; spaces on their side fill what three rows leave free."""
    done = 0
    while corners or others:
        row: list[Box] = []
        turned = done % 4 == 3
        x = LEFT_MM
        while corners or others:
            size = (CORNER_MM, CORNER_MM) if corners and not turned else (WIDE_MM, DEEP_MM)
            if size == (CORNER_MM, CORNER_MM) and x + CORNER_MM > RIGHT_MM and others:
                size = (WIDE_MM, DEEP_MM)
            wide, high = size[::-1] if turned else size
            if x + wide > RIGHT_MM + 0.01:
                break
            row.append(Box(x, 0, wide, high))
            x += wide + GAP_MM
            if size == (CORNER_MM, CORNER_MM):
                corners -= 1
            else:
                others -= 1
        done += 1
        yield row, max(box.height for box in row)


def _space(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """The band of its group inside, or a sign; name, the piece's place, the figure, the light at the outer edge."""
    if space.group:
        colour = printed.colour(space.group)
        paper.rectangle(box, fill=pale(colour))
        paper.rectangle(Box(box.x, box.y, box.width, BAND_MM), fill=colour, line=None)
        if space.kind != "street":
            paper.circle(box.x + box.width / 2, box.y + BAND_MM / 2, BAND_MM / 2 - 0.6, fill=PAPER, line=None)
            sign = Box(box.x, box.y, box.width, BAND_MM).middle(ICON_ON_BAND_MM, ICON_ON_BAND_MM)
            paper.picture(sign, printed.icon(space.kind))
        top = box.y + BAND_MM + 0.4
    else:
        paper.rectangle(box, fill=PLAIN_GROUND)
        paper.picture(Box(box.x + (box.width - ICON_MM) / 2, box.y + 2, ICON_MM, ICON_MM), printed.icon(space.kind))
        top = box.y + 2.4 + ICON_MM
    name = Box(box.x + 1.5, top, box.width - 3, box.y + (DEEP_MM - RECESS_MM) / 2 - top - 0.4)
    paper.fitted(name, space.name, 10.5, font=BOLD)
    _places(paper, printed, space, box)


def _corner(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """A large sign with the name beside it."""
    paper.rectangle(box, fill=PLAIN_GROUND)
    paper.picture(Box(box.x + 3.5, box.y + 3.5, 17, 17), printed.icon(space.kind))
    paper.fitted(Box(box.x + 23, box.y + 3, box.width - 26, 18), space.name, 15, font=BOLD)
    _places(paper, printed, space, box)


def _places(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """What every space has below its name."""
    middle = box.x + box.width / 2
    paper.circle(middle, box.y + DEEP_MM / 2, RECESS_MM / 2, fill=PAPER)
    picture = printed.picture(space)
    if picture is not None:
        place = Box(middle - RECESS_MM / 2, box.y + (DEEP_MM - RECESS_MM) / 2, RECESS_MM, RECESS_MM)
        paper.picture(place.middle(PICTURE_MM * 0.8, PICTURE_MM * 0.8), picture)
    edge = box.y + DEEP_MM - WINDOW_FROM_EDGE_MM
    paper.rectangle(Box(middle - WINDOW_MM / 2, edge - WINDOW_MM / 2, WINDOW_MM, WINDOW_MM), fill=PAPER)
    paper.text(box.x + 1.5, box.y + DEEP_MM - 1.8, str(space.space), 6, colour=SOFT)
    _foot(paper, printed, space, Box(box.x + 3, edge - WINDOW_MM / 2 - FOOT_MM - 0.6, box.width - 6, FOOT_MM))


def _foot(paper: Paper, printed: Printed, space: SpaceView, box: Box) -> None:
    """A price or an amount; and what the space is, where its name does not say so in the language of the sheet."""
    figure = space.price or space.amount
    kind = printed.text(f"kind.{space.kind}")
    printed_there = bool(space.price) or kind.lower() in space.name.lower()
    words = [*([] if printed_there else [kind]), *([printed.amount(figure)] if figure else [])]
    if printed_there:
        paper.fitted(box, "".join(words), 11, font=BOLD)
    else:
        paper.fitted(box, " · ".join(words), 8, colour=SOFT)


def _plate(paper: Paper, printed: Printed, box: Box) -> None:
    """What lies in the middle of the board: its name between the colours of its groups."""
    paper.rectangle(box, fill=PLAIN_GROUND, line=INK, width=0.5, radius=4)
    groups = printed.rules.track.groups
    wide = (box.width - 16) / len(groups)
    for edge in (box.y + 5, box.y + box.height - 9):
        for number, group in enumerate(groups):
            band = Box(box.x + 8 + number * wide, edge, wide, 4)
            paper.rectangle(band, fill=printed.colour(group), line=HAIR)
    signs = ("start", "street", "station", "utility", "community", "chance", "tax", "jail", "free_parking")
    room = Box(box.x + 12, box.y + 12, box.width - 24, box.height - 24)
    size = min(16.0, room.height * 0.3)
    paper.fitted(Box(room.x, room.y, room.width, room.height - size - 2), printed.name, 96, font=BOLD)
    step = room.width / len(signs)
    for number, sign in enumerate(signs):
        place = Box(room.x + number * step, room.y + room.height - size, step, size)
        paper.picture(place, ICONS[sign])
