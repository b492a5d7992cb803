"""SKiDL, tamed: parts made from our own table of kinds, with references and tags that never move.

Runs only in the process that `drawn_up` starts.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from skidl import KICAD6, NETLIST, POWER, SKIDL, Circuit, Net, Part, Pin
from skidl.logger import erc_logger, rt_logger

from hardware.parts import Catalogue, Kind

DIRECTIONS = {
    "in": Pin.types.INPUT,
    "out": Pin.types.OUTPUT,
    "io": Pin.types.BIDIR,
    "tri": Pin.types.TRISTATE,
    "pas": Pin.types.PASSIVE,
    "pwr-in": Pin.types.PWRIN,
    "pwr-out": Pin.types.PWROUT,
}


class Bench:
    """A circuit under construction; signals are fetched by name, parts are placed by kind."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.circuit = Circuit()
        self.circuit.no_files = True
        self._said_at_import = complaints_so_far()  # of KiCad's libraries, which we do not use
        self._catalogue = catalogue
        self._nets: dict[str, Any] = {}
        self._placed: Counter[str] = Counter()

    def net(self, name: str) -> Any:
        """The net of that name, made when first asked for."""
        if name not in self._nets:
            self._nets[name] = Net(name, circuit=self.circuit)
        return self._nets[name]

    def powered(self, name: str) -> Any:
        """A net that is fed through something the check cannot see through, such as a fuse."""
        net = self.net(name)
        net.drive = POWER
        return net

    def place(self, kind_name: str, value: str = "", number: int | None = None) -> Any:
        """A new part with the next free reference of its kind, or with the number given."""
        kind = self._catalogue.kinds[kind_name]
        if number is None:
            self._placed[kind.prefix] += 1
            number = self._placed[kind.prefix]
        return self._part(kind_name, kind, value or kind.title, f"{kind.prefix}{number}")

    def _part(self, name: str, kind: Kind, value: str, reference: str) -> Any:
        return Part(
            name=name,
            tool=SKIDL,
            dest=NETLIST,
            circuit=self.circuit,
            ref=reference,
            ref_prefix=kind.prefix,
            tag=reference,  # without a tag of ours every run gives the part another identity
            value=value,
            footprint=kind.footprint,
            description=kind.buy,
            pins=[Pin(num=each.number, name=each.name, func=DIRECTIONS[each.direction]) for each in kind.contacts],
        )

    def wire(self, part: Any, **nets: str) -> None:
        """Connect contacts by the names of nets; `nc` leaves one open on purpose."""
        for contact, name in nets.items():
            pins = [pin for pin in part.pins if pin.name == contact]
            assert pins, f"{part.ref} has no contact {contact}"
            for pin in pins:
                pin.connect(self.circuit.NC if name == "nc" else self.net(name))

    def between(self, kind_name: str, value: str, first: str, second: str) -> Any:
        """A part with two contacts between two nets."""
        part = self.place(kind_name, value)
        part[1] += self.net(first)
        part[2] += self.net(second)
        return part

    def complaints(self) -> int:
        """Run SKiDL's electrical rule check; returns how many errors and warnings there were, said on stderr.

        The warnings count too: SKiDL merges two nets by mistake with no more than one.
        """
        while_building = complaints_so_far() - self._said_at_import
        self.circuit.ERC()
        return while_building + int(erc_logger.error.count + erc_logger.warning.count)

    def kicad_netlist(self) -> str:
        """The netlist that KiCad reads."""
        text = self.circuit.generate_netlist(tool=KICAD6, track_src=False, do_backup=False)
        return str(text)


def complaints_so_far() -> int:
    """How many errors and warnings SKiDL has said outside its rule check."""
    return int(
        sum(said.count for said in (rt_logger.error, rt_logger.warning, rt_logger.bare_error, rt_logger.bare_warning))
    )
