"""The kinds of parts of `parts.toml`: their pins for circuit and sheet, their footprints and what they cost about."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PARTS = Path(__file__).parent / "parts.toml"


@dataclass(frozen=True, slots=True)
class Contact:
    """One pin of a kind: what its footprint calls it, what its data sheet calls it, and which way signals go."""

    number: str
    name: str
    direction: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of part; prices in euros for one piece, bought in tens and bought singly."""

    prefix: str
    title: str
    buy: str
    footprint: str
    price_in_tens_eur: float
    price_single_eur: float
    left: tuple[Contact, ...]
    right: tuple[Contact, ...]

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """All pins, the left side of the sheet first."""
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All kinds by name, and the month in which their prices were estimated."""

    kinds: Mapping[str, Kind]
    prices_estimated: str


def read(path: Path = PARTS) -> Catalogue:
    """The kinds of the project; raises KeyError or ValueError for a table that lacks something."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    kinds = {name: read_kind(row) for name, row in table["kinds"].items()}
    return Catalogue(kinds, table["prices_estimated"])


def read_kind(row: Mapping[str, Any]) -> Kind:
    """One kind from its table."""
    in_tens, single = row["prices_eur"]
    return Kind(
        prefix=row["prefix"],
        title=row["title"],
        buy=row["buy"],
        footprint=row["footprint"],
        price_in_tens_eur=in_tens,
        price_single_eur=single,
        left=read_contacts(row["left"]),
        right=read_contacts(row["right"]),
    )


def read_contacts(rows: Sequence[str]) -> tuple[Contact, ...]:
    """Contacts from texts such as `3 GND pwr-in`."""
    return tuple(Contact(*row.split()) for row in rows)
