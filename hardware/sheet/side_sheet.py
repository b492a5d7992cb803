"""Where everything of the side node stands on its sheet."""

from __future__ import annotations

from hardware.circuit.netlist import Netlist, in_order
from hardware.parts import Catalogue
from hardware.sheet.pen import Pen, Style
from hardware.sheet.symbols import Block, standing_part
from hardware.sheet.wires import Wires

WIDTH, HEIGHT = 2050, 1245
FRAMES = (
    ((20, 64), (505, 480), "Microcontroller, on the hub's USB", "#f5f9ff"),
    ((540, 64), (440, 480), "Waking: never more than one reader", "#fff7ef"),
    ((995, 64), (620, 480), "Console, display, debug text", "#f4fbf5"),
    ((1630, 64), (400, 480), "Answers: only of the reader that is awake", "#f1f9fb"),
    ((20, 560), (2010, 366), "Readers: ribbons go straight through to the modules", "#f7f9fc"),
    ((20, 942), (505, 240), "Pixels: 3.3 V to 5 V", "#fbf5fd"),
    ((540, 942), (440, 240), "5 V for the pixels only", "#fdf5f4"),
    ((995, 942), (1035, 240), "Capacitors", "#fafafa"),
)
LEGEND = (
    "✕ left open on purpose · box on a wire: part in series · pill: resistor to a supply · every part is drawn once"
)


class NotDrawn(Exception):
    """The sheet leaves out parts of the circuit; the text names them."""


def draw(netlist: Netlist, catalogue: Catalogue) -> str:
    """The sheet as SVG; raises NotDrawn if a part of the netlist has no place on it."""
    sheet = SideSheet(netlist, catalogue)
    sheet.frames()
    sheet.readers()
    sheet.blocks()
    sheet.standing()
    sheet.capacitors()
    if missing := netlist.parts.keys() - sheet.wires.drawn:
        raise NotDrawn(f"The sheet leaves out {', '.join(in_order(missing))}.")
    return sheet.pen.drawing()


class SideSheet:
    """The sheet while it is drawn. What is drawn first shows the resistors it shares with others."""

    def __init__(self, netlist: Netlist, catalogue: Catalogue) -> None:
        self.pen = Pen(WIDTH, HEIGHT)
        self.wires = Wires(netlist)
        self._netlist = netlist
        self._catalogue = catalogue
        self._block = Block(self.pen, self.wires)

    def frames(self) -> None:
        """The fields of the sheet, its title and its legend."""
        self.pen.text(24, 42, "Bankhalter side node", Style(24, bold=True))
        self.pen.text(
            320,
            42,
            "one Pico, up to 13 spaces and a second reader for their corner; drawn from its netlist",
            Style(13, "#607d8b"),
        )
        for corner, size, title, fill in FRAMES:
            self.pen.box(corner, size, fill, "#cfd8dc", 10)
            self.pen.text(corner[0] + 14, corner[1] + 21, title, Style(13, "#455a64", bold=True))
        self.pen.text(24, HEIGHT - 28, LEGEND, Style(11, "#607d8b"))
        licence = "CERN-OHL-P-2.0 · nothing of this has been measured on real parts yet"
        self.pen.text(WIDTH - 24, HEIGHT - 28, licence, Style(11, "#607d8b", "end"))

    def readers(self) -> None:
        """All connectors of readers, in two rows of seven."""
        for place, reference in enumerate(self._readers()):
            column, row = place % 7, place // 7
            self._draw(reference, (50 + column * 282, 624 + row * 164), 52, 15)

    def blocks(self) -> None:
        """Everything else with more than two contacts."""
        self._draw("J3", (1235, 124), 160, 22)
        self._draw("J4", (1140, 400), 62, 19)
        self._draw("J5", (1440, 400), 62, 19)
        self._draw("U2", (735, 124), 88, 19)
        self._draw("U3", (735, 356), 88, 19)
        self._draw("U5", (1805, 124), 90, 24)
        self._draw("U4", (120, 1010), 92, 19)
        self._draw("J2", (340, 1100), 62, 19)
        self._draw("J1", (566, 1010), 74, 19)
        self._draw("U1", (205, 124), 140, 20)

    def standing(self) -> None:
        """The protection of the pixels' supply."""
        for reference, (x, y) in {"F1": (855, 1030), "D1": (855, 1085), "C2": (855, 1140)}.items():
            self._stand(reference, x, y)

    def capacitors(self) -> None:
        """The capacitors across the supplies, in columns."""
        small = [*self._netlist.references("electrolytic"), *self._netlist.references("capacitor")]
        for place, reference in enumerate(each for each in small if each not in self.wires.drawn):
            self._stand(reference, 1085 + place % 6 * 165, 1000 + place // 6 * 46)

    def _readers(self) -> list[str]:
        """By their numbers; the first connector has the last one."""
        last, *others = self._netlist.references("reader")
        return [*others, last]

    def _draw(self, reference: str, corner: tuple[float, float], width: float, pitch: float) -> None:
        part = self._netlist.parts[reference]
        self._block.draw(reference, part.value, self._catalogue.kinds[part.kind], corner, width, pitch)

    def _stand(self, reference: str, x: float, y: float) -> None:
        standing_part(self.pen, x, y, reference, self._netlist.parts[reference].value, self.wires.ends(reference))
