"""Where every part of the side node sits on its printed circuit, in steps of the router's grid.

The microcontroller's USB looks out to the left, the pixels' to the right; seven readers stand along the upper edge,
seven along the lower one, each with its own resistors and capacitor beside it; the switch is in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.circuit.netlist import Netlist, in_order

GRID_MM = 0.635
WIDTH_MM, HEIGHT_MM = 100.0, 100.0
COLUMN, COLUMNS = 21, 7
FIRST_COLUMN, TOP_ROW, BOTTOM_ROW = 8, 5, 124
BESIDE, BESIDE_PITCH = 7, 6
HOLES_MM = ((4.5, 28.5), (95.5, 26.3), (4.5, 71.5), (88.7, 73.0))

# reference: column and row of its origin on the grid, and degrees against the clock
PLACES: dict[str, tuple[float, float, float]] = {
    "U1": (4, 93, 90),
    "U2": (20, 55, 90),
    "U3": (48, 102, 270),
    "U4": (114, 42, 0),
    "U5": (85, 42, 0),
    "J1": (152, 104, 90),
    "J2": (104, 100, 0),
    "J3": (146, 56, 0),
    "J4": (60, 42, 0),
    "J5": (68, 42, 0),
    "F1": (96, 112, 0),
    "D1": (124, 98, 0),
    "C1": (60, 110, 0),
    "C2": (124, 108, 0),
    "C3": (54, 59, 0),
    "C4": (56, 101, 0),
    "C19": (114, 71, 0),
    "C20": (90, 97, 0),
    "R1": (136, 103, 0),
    "R2": (136, 107, 0),
    "R3": (73, 50, 0),
    "R4": (73, 54, 0),
    "R5": (73, 58, 0),
    "R48": (114, 77, 0),
    "R60": (73, 42, 0),
    "R61": (73, 46, 0),
    **{f"R{49 + row}": (133, 52 + 4 * row, 0) for row in range(11)},
}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the origin of a part is, in millimetres from the upper left corner, and how far it is turned."""

    x_mm: float
    y_mm: float
    degrees: float


# where the references of small parts are printed, in millimetres from their origins; the others know it themselves
LABELS_MM: dict[str, tuple[float, float]] = {
    **{f"R{49 + row}": (-2.0 if row < 5 else -2.2, 0.0) for row in range(11)},
    **dict.fromkeys(("R3", "R4", "R5", "R60", "R61"), (5.0, 0.0)),
    "R1": (1.27, -1.75),
    "R2": (1.27, 1.75),
    "C2": (0.0, 2.2),
    "D1": (-2.2, 0.0),
    "J1": (-4.6, -4.5),
    "R48": (1.27, 1.9),
    "C3": (-2.0, 0.0),
    "C4": (-2.0, 0.0),
    "C19": (1.27, 1.9),
    "C20": (1.27, 1.9),
}
BESIDE_LABEL_MM = (1.27, 1.85)
# words that help whoever holds the board: text, middle, height and turn
WORDS = (
    ("Bankhalter side node", 67.0, 57.6, 1.4, 0.0),
    ("CERN-OHL-P-2.0", 76.5, 59.8, 1.0, 0.0),
    ("hub", 4.0, 50.1, 1.4, 90.0),
    ("pixels 5 V", 91.2, 67.2, 1.0, 90.0),
)


class NoPlace(Exception):
    """Parts of the circuit have no place on the board; the text names them."""


def spots(netlist: Netlist) -> dict[str, Spot]:
    """The place of every part; raises NoPlace."""
    places = dict(PLACES)
    for order, connector in enumerate(netlist.references("reader")):
        places |= reader_places(netlist, connector, order)
    if missing := netlist.parts.keys() - places.keys():
        raise NoPlace(f"There is no place on the board for {', '.join(in_order(missing))}.")
    return {reference: Spot(x * GRID_MM, y * GRID_MM, turn) for reference, (x, y, turn) in places.items()}


def reader_places(netlist: Netlist, connector: str, order: int) -> dict[str, tuple[float, float, float]]:
    """A connector with its three resistors and its capacitor."""
    x = FIRST_COLUMN + order % COLUMNS * COLUMN
    y = TOP_ROW if order < COLUMNS else BOTTOM_ROW
    net = netlist.net_of()
    beside = [partner(netlist, net[connector, number]) for number in ("2", "3", "7")]
    beside.append([each for each in netlist.references("capacitor") if netlist.parts[each].value == "10 µF"][order])
    stack = {reference: (x + BESIDE, y + 2 + BESIDE_PITCH * row, 0.0) for row, reference in enumerate(beside)}
    return {connector: (x, y, 0.0), **stack}


def reader_words(netlist: Netlist) -> tuple[tuple[str, float, float, float, float], ...]:
    """The number of its space at the far end of each connector."""
    found = []
    for connector in netlist.references("reader"):
        spot = spots(netlist)[connector]
        words = netlist.parts[connector].value.removeprefix("reader ").removesuffix(" reader")
        found.append((words, spot.x_mm, spot.y_mm + 20.2, 1.0, 0.0))
    return tuple(found)


def partner(netlist: Netlist, net: str) -> str:
    """The one resistor on a net of a reader."""
    (found,) = [reference for reference, _ in netlist.nets[net] if netlist.parts[reference].kind == "resistor"]
    return found
