"""What a light ring has besides a starter, on a table: Pico, breadboard with the buffer, the beginning of the strip."""

from __future__ import annotations

from collections.abc import Sequence

from hardware import ring
from hardware.pins import PICO_PINS
from hardware.sheet.pen import FAINT, INK, Pen, Style
from hardware.sheet.starter_sheet import INKS, Place

WIDTH, HEIGHT = 1180, 730
HOLE = 21  # from hole to hole
BOARD_LEFT, BOARD_TOP = 250, 150
FIRST_X = BOARD_LEFT + 44
PLUS_Y, MINUS_Y = BOARD_TOP + 24, BOARD_TOP + 24 + HOLE
ROWS_Y = {
    **{row: MINUS_Y + 40 + at * HOLE for at, row in enumerate("jihgf")},
    **{row: MINUS_Y + 40 + (at + 6) * HOLE for at, row in enumerate("edcba")},
}
LOWER_PLUS_Y = ROWS_Y["a"] + 40
LOWER_Y = LOWER_PLUS_Y + HOLE
RAILS = {ring.PLUS: PLUS_Y, ring.MINUS: MINUS_Y, ring.LOWER: LOWER_Y}
RED, BLACK, GREEN = INKS["red"], INKS["black"], INKS["green"]
PICO_LEFT, PICO_TOP, PICO_WIDTH, PITCH = 1010, 120, 130, 27
STRIP_LEFT, STRIP_TOP, STRIP_WIDTH = 60, 176, 44
CONTACTS = ("5V", "DIN", "GND")
CAPACITOR_COLUMN, JOINED_COLUMN, FROM_PICO_COLUMN = 4, 28, 30


def draw(rows: Sequence[ring.Wire]) -> str:
    """The picture as SVG."""
    pen = Pen(WIDTH, HEIGHT)
    pen.text(30, 48, "Light ring: what it has besides the starter", Style(24, bold=True))
    warning = "Unplug USB before you plug wires. The 5 V of pin 40 go to the upper red row and nowhere else."
    pen.text(30, 74, warning, Style(14, "#c62828"))
    breadboard(pen)
    strip(pen)
    pico(pen, {int(each.start_contact) for each in rows if each.start == "Pico"})
    buffer(pen)
    for each in rows:
        wire(pen, each)
    resistor(pen)
    capacitor(pen)
    notes(pen)
    return pen.drawing()


def at(hole: str) -> Place:
    """Where a hole is, such as `e12`."""
    return FIRST_X + (int(hole[1:]) - 1) * HOLE, ROWS_Y[hole[0]]


def on_row(row: str, column: int) -> Place:
    """A hole of a row of one colour."""
    return FIRST_X + (column - 1) * HOLE, RAILS[row]


def breadboard(pen: Pen) -> None:
    """All its holes, numbers of columns and names of rows, and the lines of its coloured rows."""
    across = ring.COLUMNS * HOLE + 66
    pen.box((BOARD_LEFT, BOARD_TOP), (across, LOWER_Y - BOARD_TOP + 28), "#fafafa", FAINT, 8)
    for y, colour in ((PLUS_Y, RED), (MINUS_Y, "#1e88e5"), (LOWER_PLUS_Y, RED), (LOWER_Y, "#1e88e5")):
        pen.line([(FIRST_X - 12, y - 9), (FIRST_X + ring.COLUMNS * HOLE - 8, y - 9)], colour, 1.6)
        for column in range(ring.COLUMNS):
            dot(pen, (FIRST_X + column * HOLE, y))
    for row, y in ROWS_Y.items():
        for x in (FIRST_X - 26, FIRST_X + ring.COLUMNS * HOLE + 4):
            pen.text(x, y + 4, row, Style(12, "#607d8b", "middle"))
        for column in range(ring.COLUMNS):
            dot(pen, (FIRST_X + column * HOLE, y))
    for column in (1, *range(5, ring.COLUMNS + 1, 5)):
        for y in (ROWS_Y["j"] - 12, ROWS_Y["a"] + 20):
            pen.text(FIRST_X + (column - 1) * HOLE, y, f"{column}", Style(10, "#607d8b", "middle"))
    pen.text(FIRST_X, BOARD_TOP + LOWER_Y - BOARD_TOP + 46, "breadboard", Style(14, INK, bold=True))


def dot(pen: Pen, place: Place) -> None:
    """A hole."""
    pen.box((place[0] - 2.5, place[1] - 2.5), (5, 5), "#b0bec5", "#90a4ae", 1)


def buffer(pen: Pen) -> None:
    """The chip across the gap, its notch to the left, with the numbers of its legs."""
    left, top = at(f"{ring.LEGS_ABOVE}{ring.FIRST_COLUMN}")
    across, down = (ring.LEGS // 2 - 1) * HOLE, 2 * HOLE
    pen.box((left - 9, top + 7), (across + 18, down - 14), "#37474f", INK, 2)
    pen.box((left - 9, top + down / 2 - 5), (7, 10), "#fafafa", INK, 4)
    pen.text(left + across / 2, top + down / 2 + 4, ring.BUFFER, Style(11, "#ffffff", "middle", bold=True))
    for leg in range(1, ring.LEGS + 1):
        row = ring.LEGS_BELOW if leg <= ring.LEGS // 2 else ring.LEGS_ABOVE
        x, y = at(f"{row}{ring.column(leg)}")
        pen.box((x - 4, y - 4), (8, 8), "#cfd8dc", "#546e7a", 1)
        pen.text(x, y + 3, f"{leg}", Style(7.5, INK, "middle", bold=True))


def strip(pen: Pen) -> None:
    """Its beginning with three contacts, and its first lights; it goes on round the board."""
    lights, down = 6, 62
    pen.box((STRIP_LEFT, STRIP_TOP), (STRIP_WIDTH, lights * down + 60), "#eceff1", "#90a4ae", 2)
    for light in range(lights):
        top = STRIP_TOP + 66 + light * down
        pen.box((STRIP_LEFT + 7, top), (30, 30), "#ffffff", "#607d8b", 3)
        pen.box((STRIP_LEFT + 14, top + 7), (16, 16), "#fff59d" if light else "#ffd54f", "#90a4ae", 8)
        pen.text(STRIP_LEFT + STRIP_WIDTH / 2, top + 46, "▼", Style(10, "#607d8b", "middle"))
    for name in CONTACTS:
        x, y = contact_place(name)
        pen.box((x - 5, y - 5), (10, 10), "#ffd54f", "#5d4037", 2)
        pen.text(x - 9, y + 4, name, Style(10, INK, "end", bold=True))
    pen.text(STRIP_LEFT - 30, STRIP_TOP - 28, "beginning of the strip", Style(14, INK, bold=True))
    pen.text(STRIP_LEFT - 30, STRIP_TOP - 11, "arrows lead away from it", Style(12, "#607d8b"))
    pen.text(STRIP_LEFT - 30, STRIP_TOP + lights * down + 82, "… and so on, uncut,", Style(12, "#607d8b"))
    pen.text(STRIP_LEFT - 30, STRIP_TOP + lights * down + 98, "all round the board", Style(12, "#607d8b"))


def contact_place(name: str) -> Place:
    """Where a contact of the strip is."""
    return STRIP_LEFT + STRIP_WIDTH, STRIP_TOP + 14 + 17 * CONTACTS.index(name)


def pico(pen: Pen, used: set[int]) -> None:
    """The half of the Pico that has these pins, on its back as in the picture of the starter."""
    pen.box((PICO_LEFT, PICO_TOP), (PICO_WIDTH, 20 * PITCH + 40), "#2e7d32", "#1b5e20", 8)
    pen.box((PICO_LEFT + PICO_WIDTH - 40, PICO_TOP - 14), (52, 40), "#cfd8dc", "#78909c", 3)
    pen.text(PICO_LEFT + PICO_WIDTH - 14, PICO_TOP + 10, "USB", Style(12, INK, "middle", bold=True))
    for line, words in enumerate(("Pico H,", "pins up")):
        pen.text(PICO_LEFT + 95, PICO_TOP + 300 + 20 * line, words, Style(13, "#ffffff", "middle", bold=True))
    for pin in range(21, 41):
        x, y = pin_place(pin)
        bold = pin in used
        pen.box((x - 6, y - 6), (12, 12), "#ffd54f" if bold else "#9e9d24", "#5d4037", 2)
        pen.text(x + 11, y + 4, f"{pin}", Style(11, "#ffffff" if bold else "#a5d6a7", bold=bold))
        pen.text(x + 32, y + 4, PICO_PINS[pin - 1], Style(10.5, "#ffffff" if bold else "#a5d6a7"))


def pin_place(pin: int) -> Place:
    """Where the end of a pin is."""
    return PICO_LEFT, PICO_TOP + 30 + (40 - pin) * PITCH


def colour(each: ring.Wire) -> str:
    """Red is 5 V, black is ground, green are data."""
    ends = {each.start, each.goal}
    return RED if ring.PLUS in ends else BLACK if ends & {ring.MINUS, ring.LOWER} else GREEN


def wire(pen: Pen, each: ring.Wire) -> None:
    """One wire; legs of resistor and capacitor are drawn with them."""
    if each.goal in (ring.RESISTOR, ring.CAPACITOR):
        return
    points = path(each)
    pen.line(points, "#ffffff", 6)
    pen.line(points, colour(each), 3.2)
    for x, y in (points[0], points[-1]):
        pen.box((x - 3.5, y - 3.5), (7, 7), colour(each), INK, 3)


def path(each: ring.Wire) -> list[Place]:
    """Straight lines between both ends of a wire."""
    if each.goal == ring.STRIP:
        goal = contact_place(each.goal_contact)
        start = at(each.goal_hole) if each.goal_hole else on_row(each.start, 1)
        lane = BOARD_LEFT - 30 - 26 * CONTACTS.index(each.goal_contact)
        return [start, (lane, start[1]), (lane, goal[1]), goal]
    if each.start == "Pico":
        start = pin_place(int(each.start_contact))
        goal = at(each.goal_hole) if each.goal_hole else on_row(each.goal, FROM_PICO_COLUMN)
        between = ROWS_Y["a"] + 27 if each.goal_hole else goal[1]
        before = start[0] - 34 - (18 if each.goal_hole else 0)
        down = [(goal[0], between)] if each.goal_hole else []
        return [start, (before, start[1]), (before, between), *down, goal]
    if each.goal == ring.BUFFER:
        goal = at(each.goal_hole)
        return [(goal[0], RAILS[each.start]), goal]
    return [on_row(each.start, JOINED_COLUMN), on_row(each.goal, JOINED_COLUMN)]


def resistor(pen: Pen) -> None:
    """From the buffer's output to the column of the strip's data."""
    (start, y), (goal, _) = at(ring.hole(ring.OUTPUT)), at(f"d{ring.RESISTOR_COLUMN}")
    pen.line([(start, y), (goal, y)], "#546e7a", 2.2)
    pen.box((goal + 2 * HOLE, y - 7), (start - goal - 4 * HOLE, 14), "#ffcc80", "#8d6e63", 6)
    for stripe, ink in enumerate((INKS["orange"], INKS["orange"], INKS["brown"])):
        pen.box((goal + 2 * HOLE + 8 + 9 * stripe, y - 6), (4, 12), ink, ink, 0)
    pen.text(goal - 4, y - 12, "330 ohms", Style(11, INK, "start", bold=True))


def capacitor(pen: Pen) -> None:
    """Beside the rows that it stands between, its stripe at the blue one."""
    x, plus = on_row(ring.PLUS, CAPACITOR_COLUMN)
    minus = RAILS[ring.MINUS]
    pen.line([(x, plus), (x + 14, plus - 34)], "#546e7a", 2.2)
    pen.line([(x, minus), (x + 34, plus - 30)], "#546e7a", 2.2)
    pen.box((x + 2, plus - 70), (44, 42), "#3949ab", "#1a237e", 4)
    pen.box((x + 34, plus - 70), (10, 42), "#cfd8dc", "#1a237e", 2)
    pen.text(x + 39, plus - 45, "−", Style(14, INK, "middle", bold=True))
    pen.text(x + 52, plus - 46, "100 µF: the stripe is minus, and goes to the blue row", Style(11, INK, bold=True))


def notes(pen: Pen) -> None:
    """What the colours mean, and what holes are connected."""
    lines = (
        (RED, "5 V"),
        (BLACK, "ground"),
        (GREEN, "data"),
    )
    top = HEIGHT - 44
    for number, (ink, words) in enumerate(lines):
        x = FIRST_X + 130 * number
        pen.line([(x, top), (x + 34, top)], ink, 4)
        pen.text(x + 42, top + 4, words, Style(13))
    held = "The five holes of a column above or below the gap are one; so are all holes of a coloured row."
    pen.text(FIRST_X, top + 28, held, Style(13, "#607d8b"))
