"""The bill of materials of the side node: every part of its netlist in a row, with references and estimated prices."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.circuit.netlist import Netlist, in_order
from hardware.parts import Catalogue, Kind

HEADER = (
    "quantity",
    "part",
    "value",
    "references",
    "footprint",
    "each_in_tens_eur",
    "each_single_eur",
    "sum_single_eur",
)


@dataclass(frozen=True, slots=True)
class Row:
    """All parts of one kind and value."""

    kind: Kind
    value: str
    references: tuple[str, ...]

    @property
    def price_in_tens_eur(self) -> float:
        """What the row costs, bought in tens."""
        return self.kind.price_in_tens_eur * len(self.references)

    @property
    def price_single_eur(self) -> float:
        """What the row costs, bought singly."""
        return self.kind.price_single_eur * len(self.references)


def bill(netlist: Netlist, catalogue: Catalogue) -> list[Row]:
    """The rows in the order of their first references; readers are one row, though each has a title of its own."""
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for reference, part in netlist.parts.items():
        value = catalogue.kinds[part.kind].title if part.kind == "reader" else part.value
        groups[part.kind, value].append(reference)
    rows = [Row(catalogue.kinds[kind], value, tuple(in_order(found))) for (kind, value), found in groups.items()]
    order = {reference: place for place, reference in enumerate(in_order(netlist.parts))}
    return sorted(rows, key=lambda row: order[row.references[0]])


def as_csv(rows: Sequence[Row], prices_estimated: str) -> str:
    """The bill as a table for a spreadsheet; its last two lines are the sum and the month of the estimate."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for row in rows:
        kind, count = row.kind, len(row.references)
        prices = (kind.price_in_tens_eur, kind.price_single_eur, row.price_single_eur)
        writer.writerow(
            [
                count,
                kind.buy,
                row.value,
                " ".join(row.references),
                kind.footprint,
                *(f"{price:.2f}" for price in prices),
            ]
        )
    sums = (f"{total(rows)[0]:.2f} in tens", f"{total(rows)[1]:.2f} singly")
    writer.writerow(["", "sum", *sums, "", "", "", ""])
    writer.writerow(["", f"all prices are estimates of {prices_estimated}, without postage", *[""] * 6])
    return text.getvalue()


def as_order(rows: Sequence[Row]) -> str:
    """The bill as a factory that assembles wants it; `side-positions.csv` says where each part goes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("Comment", "Designator", "Footprint", "Quantity", "Buy"))
    for row in rows:
        writer.writerow((row.value, ",".join(row.references), row.kind.footprint, len(row.references), row.kind.buy))
    return text.getvalue()


def total(rows: Sequence[Row]) -> tuple[float, float]:
    """What all of it costs in euros, bought in tens and bought singly."""
    return sum(row.price_in_tens_eur for row in rows), sum(row.price_single_eur for row in rows)
