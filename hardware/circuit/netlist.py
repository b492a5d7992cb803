"""The netlist as plain records: what is placed and which contacts hang together. Drawings and tests read this."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Placed:
    """One part of the circuit."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Netlist:
    """Parts by reference, and per net its contacts as (reference, contact number)."""

    parts: Mapping[str, Placed]
    nets: Mapping[str, tuple[tuple[str, str], ...]]

    def net_of(self) -> dict[tuple[str, str], str]:
        """The net of each contact; contacts left open are not in it."""
        return {contact: name for name, contacts in self.nets.items() for contact in contacts}

    def references(self, kind: str) -> list[str]:
        """The references of all parts of a kind, in order."""
        return in_order(reference for reference, part in self.parts.items() if part.kind == kind)

    def other_end(self, reference: str, number: str) -> str:
        """The net at the far end of a part with two contacts."""
        return self.net_of()[reference, {"1": "2", "2": "1"}[number]]


def in_order(names: Iterable[str]) -> list[str]:
    """References and nets as people sort them: R2 before R10."""
    return sorted(names, key=lambda name: [(part.isdigit(), part.zfill(6)) for part in re.findall(r"\d+|\D+", name)])


def load(path: Path) -> Netlist:
    """A netlist from the file that `dump` wrote."""
    table = json.loads(path.read_text(encoding="utf-8"))
    parts = {reference: Placed(*row) for reference, row in table["parts"].items()}
    nets = {name: tuple((reference, number) for reference, number in row) for name, row in table["nets"].items()}
    return Netlist(parts, nets)


def dump(netlist: Netlist) -> str:
    """A netlist as text, one part or net a line, so that a change can be read in a diff."""
    parts = [
        f"{json.dumps(reference)}: {json.dumps([part.kind, part.value], ensure_ascii=False)}"
        for reference, part in ((each, netlist.parts[each]) for each in in_order(netlist.parts))
    ]
    nets = [f"{json.dumps(name)}: {json.dumps(netlist.nets[name])}" for name in in_order(netlist.nets)]
    return '{"parts": {\n' + ",\n".join(parts) + '\n},\n"nets": {\n' + ",\n".join(nets) + "\n}}\n"
