"""Other figures and spaces that follow from one change: a track's size, and the rest of a deed whose price changed.

Of another size there are as many more or fewer between the corners, which stay where they belong. What there is most of
gives way first, and what a track can have more of is added: streets of small groups, and spaces of which there are
several anyway. Where there is no room for all groups whole ones go. Cards lead where they led, pictures stay with their
spaces, and stations and works have as many rents as there are of them. What is not right then, the checks say
(`hub.features.workshop.checks`).

The edition's deeds of the same kind lie on a curve, price against each other figure. Between two of them it is
straight, beyond the cheapest and the dearest it goes on in proportion. What is proposed is rounded as prices are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec import Struct

from hub.editions.reading import DEED_KINDS, EFFECTS, FIGURES, NAME_LENGTH_MAXIMUM
from hub.features.workshop.design import Cells
from hub.features.workshop.tables import TRACK, columns_of, spaces_of
from hub.rules.needs import SIDES, Needs
from hub.rules.slots import Rules
from hub.rules.track import Deed

COUNTED = ("station", "utility")
"""Kinds of deeds whose rents go by how many one has."""
GONE, SPECIAL, STREET, STATION, ONLY, WANTED, LAST = 0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0
"""The order in which spaces give way: groups for which there is no room, then some of several alike, later the only one
of its kind and spaces that cards lead to, and last those without which a group is too small."""
BESIDE = 4
"""The least number of spaces that are not streets, besides the corners."""


@dataclass(eq=False)
class _Space:
    """A space on its way: where it was (-1 for a new one), and what its cells say."""

    was: int
    cells: dict[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.cells["kind"]

    @property
    def group(self) -> str:
        return self.cells["group"]


def resized(base: Rules, cells: Cells, count: int) -> dict[str, str | None]:
    """What cells say on a track of `count` spaces, one of `base.needs.sizes`; None for those that are gone."""
    columns = columns_of(base, TRACK)[1:]
    spaces = [
        _Space(at, {column: cells.get(f"track/{at}/{column}", "") for column in columns})
        for at in range(spaces_of(cells))
    ]
    side = -(-len(spaces) // SIDES)
    corners, between = spaces[::side], [space for at, space in enumerate(spaces) if at % side]
    wanted = {effect.wants for deck in base.track.decks.values() for effect in deck.values()}
    spare = _Spare(base.needs, wanted, _without_room(base.needs, between, count))
    while len(corners) + len(between) > count:
        between.remove(spare.least(corners, between))
    while len(corners) + len(between) < count:
        _grow(base.needs, corners, between, count)
    each = count // SIDES - 1
    after = [one for at, corner in enumerate(corners) for one in (corner, *between[each * at : each * (at + 1)])]
    after += between[each * len(corners) :]
    fit_rents(columns, [space.cells for space in after])
    return _changes(cells, columns, after)


def fit_rents(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> None:
    """Give stations and works as many rents as there are deeds in their group; more go on as the last ones did."""
    rents = [column for column in columns if column.startswith("rent_")]
    there = Counter((row["kind"], row["group"]) for row in rows)
    for row in (row for row in rows if row["kind"] in COUNTED):
        count = there[row["kind"], row["group"]]
        for at, column in enumerate(rents):
            if at >= count:
                row[column] = ""
            elif not row[column] and at:
                row[column] = _next([row[before] for before in rents[:at]])


def _next(rents: Sequence[str]) -> str:
    """What comes after some rents: as much more as before. Nothing if one of them is no number."""
    if not all(rent.isdecimal() for rent in rents[-2:]):
        return ""
    *_, last = figures = [int(rent) for rent in rents[-2:]]
    return str(last + (last - figures[0] if len(figures) == 2 else last))


def _without_room(needs: Needs, between: Sequence[_Space], count: int) -> set[str]:
    """Groups that have to go so that the others keep streets enough: every second one, as long as that helps."""
    groups = list(dict.fromkeys(space.group for space in between if space.kind == "street"))
    most = max(needs.groups.least, (count - SIDES - BESIDE) // needs.streets.least)
    return {*[*groups[1::2], *groups[::2]][: max(0, len(groups) - most)]}


class _Spare(Struct, frozen=True):
    """What is missed least of all spaces; `wanted` are kinds that cards lead to, `gone` groups without room."""

    needs: Needs
    wanted: AbstractSet[str]
    gone: AbstractSet[str]

    def least(self, corners: Sequence[_Space], between: Sequence[_Space]) -> _Space:
        """Of equals the later one."""
        kinds, groups = _counted([*corners, *between])
        return min(reversed(between), key=lambda space: self._worth(kinds, groups, space))

    def _worth(self, kinds: Mapping[str, int], groups: Mapping[str, int], space: _Space) -> float:
        several = kinds[space.kind]
        if several <= self.needs.of_kind(space.kind).least:
            return 2 * LAST
        if space.kind == "street":
            if space.group in self.gone:
                return GONE
            return STREET - groups[space.group] / LAST if groups[space.group] > self.needs.streets.least else LAST
        if several == 1:
            return WANTED if space.kind in self.wanted else ONLY
        return (STATION if space.kind in COUNTED else SPECIAL) - several / (2 * LAST)


def _grow(needs: Needs, corners: Sequence[_Space], between: list[_Space], count: int) -> None:
    """One more space, like one that is there: by fours a street of a small group, or one of several others."""
    kinds, groups = _counted([*corners, *between])
    streets = [one for one in between if one.kind == "street" and groups[one.group] < needs.streets.most]
    others = [
        one for one in between if one.kind not in DEED_KINDS and 1 < kinds[one.kind] < needs.of_kind(one.kind).most
    ]
    lacking = count - len(corners) - len(between)
    choices = (streets, others) if -(-lacking // SIDES) % 2 else (others, streets)
    found = next(some for some in (*choices, between, corners) if some)
    like = min(found, key=lambda one: (groups[one.group] if one.group else 0, kinds[one.kind]))
    made = _Space(-1, dict(like.cells))
    if made.kind in DEED_KINDS:
        made.cells["name"] = _another(like.cells["name"], {one.cells["name"] for one in between})
    between.insert(between.index(like) + 1 if like in between else len(between), made)


def _another(name: str, taken: set[str]) -> str:
    number = 2
    while (named := f"{name[: NAME_LENGTH_MAXIMUM - 3]} {number}") in taken:
        number += 1
    return named


def _counted(spaces: Sequence[_Space]) -> tuple[Counter[str], Counter[str]]:
    return Counter(space.kind for space in spaces), Counter(space.group for space in spaces)


def _changes(cells: Cells, columns: Sequence[str], after: Sequence[_Space]) -> dict[str, str | None]:
    said: dict[str, str | None] = {}
    for at in range(max(spaces_of(cells), len(after))):
        for column in columns:
            said[f"track/{at}/{column}"] = after[at].cells[column] if at < len(after) else None
        picture = f"picture/space.{at}"
        said[picture] = cells.get(f"picture/space.{after[at].was}") if at < len(after) else None
    left = {space.group for space in after}
    gone = {cells.get(f"track/{at}/group", "") for at in range(spaces_of(cells))} - left
    said |= {f"own/{what}.{group}": None for group in gone for what in ("group", "colour")}
    now = {space.was: at for at, space in enumerate(after) if space.was >= 0}
    for name, text in _led_to(cells):
        if text.isdecimal():  # to where the space is now, or the nearest before it that is left
            said[name] = str(next((now[before] for before in range(int(text), -1, -1) if before in now), 0))
    return {name: text for name, text in said.items() if cells.get(name) != text}


def _led_to(cells: Cells) -> Iterator[tuple[str, str]]:
    """The cells of cards that lead to a space, with what they say."""
    for name, effect in cells.items():
        if name.startswith("cards/") and name.endswith("/effect") and effect in EFFECTS:
            for figure, column in zip(EFFECTS[effect].__struct_fields__, FIGURES, strict=False):
                if figure == "space":
                    at = f"{name.removesuffix('effect')}{column}"
                    yield at, cells.get(at, "")


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
