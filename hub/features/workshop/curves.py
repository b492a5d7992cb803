"""What goes with a price: when one is changed, the edition's own curve proposes the rest of that deed.

The edition's deeds of the same kind lie on a curve, price against each other figure. Between two of them it is
straight, beyond the cheapest and the dearest it goes on in proportion. What is proposed is rounded as prices are.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hub.features.workshop.design import Cells
from hub.rules.slots import Rules
from hub.rules.track import Deed

CURVED = ("street",)
"""Kinds whose rents grow with the price; stations and works pay by how many one has."""

COARSE = 50
"""Figures are rounded to about a fiftieth of themselves."""


def proposed(base: Rules, cells: Cells, name: str) -> dict[str, str]:
    """Other cells of a deed whose price was changed, as far as they would say something else."""
    table, _, rest = name.partition("/")
    space, _, column = rest.partition("/")
    row = f"{table}/{space}"
    price, kind = cells.get(f"{row}/price", ""), cells.get(f"{row}/kind", "")
    if table != "track" or column != "price" or not price.isdecimal() or not int(price):
        return {}
    deeds = sorted((deed for deed in base.track.deeds.values() if deed.kind == kind), key=lambda deed: deed.price)
    if not deeds:
        return {}
    figures = _figures(kind, deeds)
    found = {f"{row}/{column}": str(_at(int(price), points)) for column, points in figures.items()}
    return {name: text for name, text in found.items() if cells.get(name, "") != text}


def _figures(kind: str, deeds: Sequence[Deed]) -> Mapping[str, list[tuple[int, int]]]:
    """Points of price and figure, by column."""
    figures = {"mortgage": [(deed.price, deed.mortgage) for deed in deeds]}
    if kind in CURVED:
        stages = min(len(deed.rents) for deed in deeds)
        figures |= {f"rent_{stage}": [(deed.price, deed.rents[stage]) for deed in deeds] for stage in range(stages)}
    return figures


def _at(price: int, points: list[tuple[int, int]]) -> int:
    """The figure at a price; at a price that the edition has it is the edition's own (of several the last)."""
    exact = dict(points)
    if price in exact:
        return exact[price]
    curve = sorted(exact.items())
    for (low, under), (high, over) in pairwise(curve):
        if low < price < high:
            return _rounded(under + (over - under) * (price - low) / (high - low))
    near, figure = curve[0] if price < curve[0][0] else curve[-1]
    return _rounded(figure * price / near)


def _rounded(figure: float) -> int:
    """Two digits that count, the second one by ones, twos or fives: 17, 46, 120, 850, 1250."""
    step = 1
    for wider in (2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000):
        if figure >= wider * COARSE // 2:
            step = wider
    return max(1, round(figure / step)) * step
