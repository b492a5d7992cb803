"""What leaves a contact on the sheet: supplies, pulls and series parts, up to the label of the net behind them."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.circuit.netlist import Netlist

SUPPLIES = ("GND", "3V3", "5V", "5V_IN")
INLINE = ("resistor",)


@dataclass(frozen=True, slots=True)
class Pull:
    """A resistor from the net to a supply."""

    reference: str
    value: str
    supply: str


@dataclass(frozen=True, slots=True)
class Wire:
    """What is drawn from a contact outwards: its pulls, the part in series with it if any, and the label at its end."""

    label: str
    pulls: tuple[Pull, ...] = ()
    series: tuple[str, str] | None = None


class Wires:
    """Walks the netlist; every two-legged part is handed out once, at the contact that asks first."""

    def __init__(self, netlist: Netlist) -> None:
        self._netlist = netlist
        self._net_of = netlist.net_of()
        self.drawn: set[str] = set()

    def leaving(self, reference: str, number: str) -> Wire | None:
        """What leaves a contact; None if it is open."""
        self.drawn.add(reference)
        net = self._net_of.get((reference, number))
        if net is None or net in SUPPLIES:
            return Wire(net) if net else None
        ends = [end for end in self._netlist.nets[net] if end != (reference, number)]
        two_legged = [end for end in ends if self._netlist.parts[end[0]].kind in INLINE and end[0] not in self.drawn]
        pulls = tuple(self._pull(*end) for end in two_legged if self._far(end) in SUPPLIES)
        series = [end for end in two_legged if self._far(end) not in SUPPLIES]
        self.drawn.update(pull.reference for pull in pulls)
        if len(series) != 1 or any(self._netlist.parts[end[0]].kind not in INLINE for end in ends):
            return Wire(net, pulls)
        (end,) = series
        self.drawn.add(end[0])
        return Wire(self._far(end), pulls, (end[0], self._netlist.parts[end[0]].value.split(" ")[0]))

    def ends(self, reference: str) -> tuple[str, str]:
        """The two nets of a part that stands by itself."""
        self.drawn.add(reference)
        return self._net_of[reference, "1"], self._net_of[reference, "2"]

    def _far(self, end: tuple[str, str]) -> str:
        return self._netlist.other_end(*end)

    def _pull(self, reference: str, number: str) -> Pull:
        return Pull(reference, self._netlist.parts[reference].value, self._far((reference, number)))
