"""What each size of board costs: the things of `shopping.toml` times their estimated prices."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHOPPING = Path(__file__).parent / "shopping.toml"


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to buy: its price for one, bought in tens and singly, and how many each size takes.

    `order`: what to ask a shop for. `joints`: how many each of them takes to solder.
    """

    name: str
    price_in_tens_eur: float
    price_single_eur: float
    count: Mapping[str, float]
    order: str = ""
    joints: int = 0


@dataclass(frozen=True, slots=True)
class Shopping:
    """Everything to buy, for every size by its key."""

    sizes: Mapping[str, str]
    items: tuple[Item, ...]
    prices_estimated: str

    def cost_eur(self, size: str) -> tuple[float, float]:
        """What a size costs, bought in tens and singly."""
        return (
            sum(item.price_in_tens_eur * item.count[size] for item in self.items),
            sum(item.price_single_eur * item.count[size] for item in self.items),
        )

    def joints(self, size: str) -> int:
        """What a size takes to solder beside its printed circuits."""
        return sum(round(item.joints * item.count[size]) for item in self.items)


def read(bill_eur: tuple[float, float], path: Path = SHOPPING) -> Shopping:
    """The things to buy; `bill_eur` is what the parts of one side node cost. Raises KeyError for what is missing."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    sizes = dict(table["sizes"])
    return Shopping(sizes, tuple(read_item(row, bill_eur) for row in table["items"]), table["prices_estimated"])


def read_item(row: Mapping[str, Any], bill_eur: tuple[float, float]) -> Item:
    """One thing from its table."""
    in_tens, single = bill_eur if row["prices_eur"] == "bill" else row["prices_eur"]
    return Item(row["name"], in_tens, single, dict(row["count"]), row.get("order", ""), row.get("joints", 0))


def as_csv(shopping: Shopping) -> str:
    """The things, what to ask a shop for, and the costs of all sizes, for a spreadsheet; the last line says of when."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("thing", "each_in_tens_eur", "each_single_eur", *shopping.sizes.values(), "ask for"))
    for item in shopping.items:
        prices = (f"{item.price_in_tens_eur:.2f}", f"{item.price_single_eur:.2f}")
        counts = (f"{item.count[size]:g}" if item.count[size] else "" for size in shopping.sizes)
        writer.writerow((item.name, *prices, *counts, item.order))
    for place, name in enumerate(("sum in tens, EUR", "sum singly, EUR")):
        writer.writerow((name, "", "", *(f"{shopping.cost_eur(size)[place]:.0f}" for size in shopping.sizes), ""))
    joints = (shopping.joints(size) for size in shopping.sizes)
    writer.writerow(("joints to solder, those of the printed circuits aside", "", "", *joints, ""))
    writer.writerow((f"without postage; prices are estimates of {shopping.prices_estimated}",))
    return text.getvalue()
