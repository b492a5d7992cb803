"""Random tables of any size for an edition, made from its own by leaving out, repeating and shuffling rows.

What an edition requires comes from `Rules.needs`; the figures of a space come from one of the same kind.
"""

import csv
import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hub.editions import EDITIONS
from hub.rules.needs import SIDES

Row = dict[str, str]
CORNERS = ("jail", "free_parking", "go_to_jail")


@dataclass(frozen=True)
class Plan:
    """The composition of a track: `groups` has the sizes of the groups of streets; the rest counts other spaces."""

    edition: str
    size: int
    groups: tuple[int, ...]
    stations: int
    utilities: int

    @property
    def deeds(self) -> int:
        return sum(self.groups) + self.stations + self.utilities


def any_plan(edition: str, size: int, luck: random.Random, group: int | None = None) -> Plan:
    """A random plan that meets the edition's needs; `group` fixes the size of one group."""
    needs = EDITIONS[edition].needs
    room = size - SIDES - 2
    groups = [group or luck.choice(needs.streets.choices)]
    wanted = luck.randint(needs.groups.least, needs.groups.most)
    while len(groups) < needs.groups.least or (len(groups) < wanted and sum(groups) + needs.streets.most <= room):
        groups.append(luck.choice(needs.streets.choices))
    left = room - sum(groups)
    stations = luck.randint(0, min(left, needs.of_kind("station").most))
    return Plan(edition, size, tuple(groups), stations, luck.randint(0, min(left - stations, 4)))


def tables(plan: Plan, luck: random.Random) -> dict[str, str]:
    own = EDITIONS[plan.edition].track.printing.texts
    rows = list(csv.DictReader(own["track.csv"].splitlines()))
    made = [dict(row) for row in _spaces(plan, rows, luck)]
    for space, row in enumerate(made):
        row["space"] = str(space)
        row["name"] = row["name"] if row["kind"] in ("start", *CORNERS) else f"{row['name'][:30]} {space}"
    return {**own, "track.csv": written(made), "cards.csv": _cards(plan, own["cards.csv"])}


def written(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _spaces(plan: Plan, rows: Sequence[Row], luck: random.Random) -> Iterator[Row]:
    """The rows of the track: start and corners in their places, everything else shuffled between them."""
    by_kind: dict[str, list[Row]] = {}
    for row in rows:
        by_kind.setdefault(row["kind"], []).append(row)
    special = [kind for kind in by_kind if kind not in ("start", "street", "station", "utility", *CORNERS)]
    between = [*_streets(plan, by_kind["street"])]
    between += [_counting(by_kind["station"][0], plan.stations)] * plan.stations
    between += [_counting(by_kind["utility"][0], plan.utilities)] * plan.utilities
    corners = [by_kind.get(kind, by_kind["jail"])[0] for kind in CORNERS]
    others = plan.size - 1 - len(corners) - len(between)
    between += [by_kind[kind][0] for kind in (special * others)[:others]]
    luck.shuffle(between)
    side = plan.size // SIDES
    for space in range(plan.size):
        corner, within = divmod(space, side)
        yield between.pop() if within else ([by_kind["start"][0], *corners])[corner]


def _streets(plan: Plan, streets: Sequence[Row]) -> Iterator[Row]:
    names = list(dict.fromkeys(row["group"] for row in streets))
    for name, size in zip(names, plan.groups, strict=False):
        printed = [row for row in streets if row["group"] == name]
        for place in range(size):
            yield printed[place % len(printed)]


def _counting(row: Row, count: int) -> Row:
    """A station or utility with a rent for each possible number of them in one hand."""
    rents = [int(row[column]) for column in row if column.startswith("rent_") and row[column]]
    step = rents[-1] - rents[-2]
    more = {
        f"rent_{n}": str(rents[n] if n < len(rents) else rents[-1] + step * (n + 1 - len(rents))) for n in range(count)
    }
    return {**row, **{column: "" for column in row if column.startswith("rent_")}, **more}


def _cards(plan: Plan, table: str) -> str:
    """The edition's cards, with destinations that are on the track; cards without any are left out."""
    rows = list(csv.DictReader(table.splitlines()))
    lacking = {"next_station": plan.stations == 0, "next_utility": plan.utilities == 0}
    for row in rows:
        if row["effect"] in ("move_to", "move_back_to"):
            row["first"] = str(int(row["first"]) % plan.size)
    return written([row for row in rows if not lacking.get(row["effect"])])
