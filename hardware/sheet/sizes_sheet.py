"""The four sizes side by side, to one scale: what stands on the table, from the sizes of the board."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import SIDES, Place, Sizes
from hardware.sheet.pen import FAINT, INK, Pen, Style

SCALE = 0.5  # pixels to a millimetre
WIDTH, HEIGHT, MIDDLE = 1600, 470, 200
STARTER_X, RING_X, SIDE_X, BOARD_X = 100, 360, 692, (1016, 1392)
WOOD, GREEN, BLUE, GREY = "#f3e3c3", "#2e7d32", "#1565c0", "#eceff1"
HUB_MM, PICO_MM, READER_MM, CONSOLE_MM, NODE_MM = (116, 76), (21, 51), (40, 60), (190, 84), 100
NODE_INWARD_MM, HUB_ABOVE_MM, CONSOLE_BELOW_MM = 120, -220, 175
BUTTONS, BUTTON_MM, BUTTON_PITCH_MM = 5, 24, 34
LIGHT_MM, LIGHT_EVERY_MM, LIGHT = 7, 1000 / 60, "#f9a825"


@dataclass(frozen=True, slots=True)
class Spot:
    """A middle on the picture, around which things are drawn in millimetres."""

    pen: Pen
    x: float
    y: float

    def at(self, place: Place) -> Place:
        """A place in pixels."""
        return self.x + SCALE * place[0], self.y + SCALE * place[1]

    def box(self, middle: Place, size: Place, fill: str, colour: str, radius_mm: float = 4) -> None:
        """A rectangle around a place."""
        corner = self.at((middle[0] - size[0] / 2, middle[1] - size[1] / 2))
        self.pen.box(corner, (SCALE * size[0], SCALE * size[1]), fill, colour, SCALE * radius_mm)

    def dot(self, middle: Place, diameter: float, fill: str, colour: str) -> None:
        """A circle around a place."""
        self.box(middle, (diameter, diameter), fill, colour, diameter / 2)

    def line(self, one: Place, other: Place, colour: str, width: float) -> None:
        """From place to place."""
        self.pen.line([self.at(one), self.at(other)], colour, width)

    def words(self, middle: Place, words: str, colour: str) -> None:
        """Small words around a place."""
        x, y = self.at(middle)
        self.pen.text(x, y + 3.5, words, Style(10, colour, "middle", bold=True))


def draw(sizes: Sizes) -> str:
    """The picture as SVG."""
    pen = Pen(WIDTH, HEIGHT)
    starter(Spot(pen, STARTER_X, MIDDLE))
    caption(pen, STARTER_X, "Starter", "one reader, five buttons")
    shortest, longest = min(sizes.tracks), max(sizes.tracks)
    ring(Spot(pen, RING_X, MIDDLE), sizes, shortest)
    caption(pen, RING_X, "Light ring", f"a starter in a ring of lights; {sizes.length_mm(shortest) / 10:.0f} cm square")
    one_side(Spot(pen, SIDE_X, MIDDLE), sizes, longest)
    caption(pen, SIDE_X, "One side", f"{longest // SIDES} spaces, {sizes.side_plate_mm(longest) / 10:.0f} cm")
    for spaces, x in zip(sizes.tracks, BOARD_X, strict=True):
        whole(Spot(pen, x, MIDDLE), sizes, spaces)
        caption(
            pen,
            x,
            f"Whole board, {spaces} spaces",
            f"four sides, one with buttons; {sizes.length_mm(spaces) / 10:.0f} cm square",
        )
    return pen.drawing()


def caption(pen: Pen, x: float, name: str, fact: str) -> None:
    """What a size is called, and what it is."""
    pen.text(x, HEIGHT - 48, name, Style(17, INK, "middle", bold=True))
    pen.text(x, HEIGHT - 25, fact, Style(13, "#607d8b", "middle"))


def starter(spot: Spot) -> None:
    """A Pico between reader and buttons, and the tablet or computer that it hangs on."""
    spot.line((0, HUB_ABOVE_MM), (0, 0), INK, 2)
    hub(spot, (0, HUB_ABOVE_MM))
    spot.line((0, 0), (55, -10), FAINT, 3)
    spot.box((0, 0), PICO_MM, GREEN, "#1b5e20")
    spot.box((65, -10), READER_MM, BLUE, "#0d47a1")
    spot.line((0, 0), (0, CONSOLE_BELOW_MM), FAINT, 3)
    console(spot, (0, CONSOLE_BELOW_MM))


def ring(spot: Spot, sizes: Sizes, spaces: int) -> None:
    """Printed spaces, the strip along their inner edge, and a starter with its reader in the middle."""
    for number in range(SIDES):
        track(spot, sizes, spaces, number)
    inner = sizes.length_mm(spaces) - 2 * sizes.space_depth_mm
    for light in range(round(SIDES * inner / LIGHT_EVERY_MM)):
        side_number, along = divmod(light * LIGHT_EVERY_MM, inner)
        x, y = inner / 2 - along, inner / 2
        for _ in range(int(side_number)):
            x, y = -y, x
        spot.dot((x, y), LIGHT_MM, LIGHT, LIGHT)
    spot.line((0, -inner / 4), (-60, 0), INK, 2)
    hub(spot, (0, -inner / 4))
    spot.line((-60, 0), (0, 0), FAINT, 3)
    spot.line((-60, 0), (-60, inner / 4), FAINT, 3)
    spot.box((-60, 0), PICO_MM, GREEN, "#1b5e20")
    spot.box((0, 0), READER_MM, BLUE, "#0d47a1")
    console(spot, (0, inner / 4))


def one_side(spot: Spot, sizes: Sizes, spaces: int) -> None:
    """A side with its console, on a cable of its own."""
    down = sizes.length_mm(spaces) / 2 - sizes.space_depth_mm
    lowered = Spot(spot.pen, *spot.at((sizes.space_depth_mm / -2, 60 - down)))
    spot.line((0, HUB_ABOVE_MM), (-sizes.space_depth_mm / 2, 0), INK, 2)
    hub(spot, (0, HUB_ABOVE_MM))
    console_mm = CONSOLE_BELOW_MM + 20
    lowered.line(node_place(sizes, spaces, 0), (sizes.space_depth_mm / 2, down - 60 + console_mm), FAINT, 3)
    side(lowered, sizes, spaces, 0)
    console(spot, (0, console_mm))


def whole(spot: Spot, sizes: Sizes, spaces: int) -> None:
    """Four sides around a hub."""
    for number in range(SIDES):
        spot.line((0, 0), node_place(sizes, spaces, number), INK, 2)
    for number in range(SIDES):
        side(spot, sizes, spaces, number)
    hub(spot, (0, 0))


def side(spot: Spot, sizes: Sizes, spaces: int, number: int) -> None:
    """The node of a side, a ribbon to each of its readers, and the spaces above them."""
    node = node_place(sizes, spaces, number)
    readers = [sizes.reader_place(number, index, spaces) for index in range(spaces // SIDES)]
    for reader in readers:
        spot.line(node, reader, FAINT, 1)
    spot.box(node, (NODE_MM, NODE_MM), GREEN, "#1b5e20")
    spot.words(node, "node", "#ffffff")
    track(spot, sizes, spaces, number)


def track(spot: Spot, sizes: Sizes, spaces: int, number: int) -> None:
    """The spaces of a side."""
    for index in range(spaces // SIDES):
        reader = sizes.reader_place(number, index, spaces)
        along = sizes.space_pitch_mm if index else sizes.corner_mm
        size = (along, sizes.space_depth_mm)
        spot.box(reader, size if number % 2 == 0 else size[::-1], WOOD, "#a1887f", 0)
        spot.dot(reader, sizes.recess_diameter_mm, "#ffffff", "#a1887f")


def node_place(sizes: Sizes, spaces: int, number: int) -> Place:
    """The node of a side lies inside of the middle of its side."""
    x, y = 0.0, sizes.length_mm(spaces) / 2 - sizes.space_depth_mm / 2 - NODE_INWARD_MM
    for _ in range(number):
        x, y = -y, x
    return x, y


def hub(spot: Spot, middle: Place) -> None:
    """The computer that all USB cables lead to."""
    spot.box(middle, HUB_MM, "#37474f", INK, 8)
    spot.words(middle, "computer", "#ffffff")


def console(spot: Spot, middle: Place) -> None:
    """Five buttons in a row."""
    spot.box(middle, CONSOLE_MM, GREY, "#90a4ae", 8)
    for button in range(BUTTONS):
        x = middle[0] + (button - (BUTTONS - 1) / 2) * BUTTON_PITCH_MM
        spot.dot((x, middle[1]), BUTTON_MM, "#ef5350" if button == BUTTONS - 1 else "#66bb6a", INK)
