"""For a light ring: a plan of board and strip, the place for the reader in the middle, labels for the buttons."""

from typing import Final, get_args

from hub.features.printing.colours import PAPER, SEATS, SOFT
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, WIDTH_MM, Box, Paper
from hub.features.printing.spaces import PLAIN_GROUND
from hub.pictures.board import DEEP_MM, edge_of, place_of
from hub.rules.needs import SIDES
from hub.table.interfaces.board import ButtonId

LEFT_MM, PLAN_TOP_MM, PLAN_MM = 10.0, 36.0, 190.0
STRIP_COLOUR, STRIP_MM, LIGHT_EVERY_MM = SEATS["yellow"], 1.6, 1000 / 60
MODULE_MM: Final = (60.0, 40.0)
MAT_MM: Final = (84.0, 76.0)
LABEL_MM: Final = (34.0, 20.0)
LABEL_GAP_MM = 5.0


def ring_sheet(paper: Paper, printed: Printed) -> None:
    per_side = len(printed.view.spaces) // SIDES
    edge = edge_of(per_side)
    strip = SIDES * (edge - 2 * DEEP_MM)
    width = WIDTH_MM - 2 * LEFT_MM
    paper.fitted(Box(LEFT_MM, 18, width, 5), printed.text("print.ring.plan", edge=round(edge / 10)), 10, align="left")
    lights = printed.text("print.ring.lights", strip=round(strip / 10))
    paper.fitted(Box(LEFT_MM, 23, width, 10), lights, 10, align="left")
    _plan(paper, printed, edge)
    _mat(paper, printed)
    _labels(paper, printed)


def _plan(paper: Paper, printed: Printed, edge: float) -> None:
    scale = PLAN_MM / edge
    left = (WIDTH_MM - PLAN_MM) / 2
    per_side = len(printed.view.spaces) // SIDES
    for space in printed.view.spaces:
        real = place_of(space.space, per_side)
        box = Box(left + real.x * scale, PLAN_TOP_MM + real.y * scale, real.width * scale, real.height * scale)
        paper.rectangle(box, fill=printed.colour(space.group) if space.group else PAPER)
        number = Box(box.x + box.width / 2 - 3, box.y + box.height / 2 - 2.2, 6, 4.4)
        paper.rectangle(number, fill=PAPER, line=None)
        paper.fitted(number, str(space.space), 8, font=BOLD)
    inset = DEEP_MM * scale
    inner = Box(left + inset, PLAN_TOP_MM + inset, PLAN_MM - 2 * inset, PLAN_MM - 2 * inset)
    paper.rectangle(inner, fill=PLAIN_GROUND, line=None)
    _strip(paper, inner, scale)
    name = printed.text("print.ring.strip")
    paper.text(inner.x + inner.width / 2, inner.y + inner.height - 5, name, 10, colour=SOFT, align="middle")


def _strip(paper: Paper, inner: Box, scale: float) -> None:
    """One light after the other round the inner edge, as close as those of a usual strip."""
    step = LIGHT_EVERY_MM * scale
    lights = round(4 * inner.width / step)
    for light in range(lights):
        side, along = divmod(light * 4 * inner.width / lights, inner.width)
        rest, width = inner.width - along, inner.width
        x, y = ((along, 0.0), (width, along), (rest, width), (0.0, rest))[int(side)]
        paper.circle(inner.x + x, inner.y + y, STRIP_MM / 2, fill=STRIP_COLOUR)


def _mat(paper: Paper, printed: Printed) -> None:
    """A sheet of paper reads through; the outline is that of the module under it."""
    wide, high = MAT_MM
    mat = Box((WIDTH_MM - wide) / 2, PLAN_TOP_MM + (PLAN_MM - high) / 2, wide, high)
    paper.rectangle(mat, fill=PAPER)
    across, down = MODULE_MM
    module = Box(mat.x + (mat.width - across) / 2, mat.y + 15, across, down)
    paper.fitted(Box(mat.x + 2, mat.y + 2, mat.width - 4, 11), printed.text("print.ring.tap"), 16, font=BOLD)
    paper.rectangle(module)
    paper.circle(module.x + across / 2, module.y + down / 2, 14)
    reader = printed.text("print.ring.reader")
    paper.fitted(Box(module.x + 1, module.y + down - 6, across - 2, 5), reader, 7, colour=SOFT)
    paper.fitted(Box(mat.x + 2, module.y + down + 2, mat.width - 4, 16), printed.text("print.ring.taps"), 10)


def _labels(paper: Paper, printed: Printed) -> None:
    width, height = LABEL_MM
    buttons: tuple[str, ...] = get_args(ButtonId)
    left = (WIDTH_MM - len(buttons) * (width + LABEL_GAP_MM) + LABEL_GAP_MM) / 2
    top = PLAN_TOP_MM + PLAN_MM + 16
    shown = printed.text("print.ring.buttons")
    paper.fitted(Box(LEFT_MM, top - 10, WIDTH_MM - 2 * LEFT_MM, 6), shown, 9, colour=SOFT)
    for number, button in enumerate(buttons):
        box = Box(left + number * (width + LABEL_GAP_MM), top, width, height)
        paper.rectangle(box, fill=PLAIN_GROUND)
        paper.fitted(box.inner(2), printed.text(f"device.button.{button}"), 14, font=BOLD)
