"""Reads an edition's csv tables strictly.

An unknown column, a missing figure or a broken group is an error that names file and line.

Called once when an edition is composed. The tables are data files of the package, one row per space and one per
card.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from hub.rules.cards import effects, turn_effects
from hub.rules.track import Deed, Space, Track

STAGES = [f"rent_{stage}" for stage in range(10)]
"""Rents by stage, as many as an edition has; at least six stand in every table."""

FIGURES = ["first", "second", "third", "fourth"]
"""What an effect takes, as many as an edition's cards need; at least two stand in every table."""

TRACK_COLUMNS = [
    ["space", "name", "kind", "group", "price", *STAGES[:count], "house_price", "mortgage", "amount", *further]
    for count, further in ((6, ()), (7, ()), (10, ("commission",)))
]
CARD_COLUMNS = [["deck", "card", "effect", *FIGURES[:count]] for count in (2, 4)]
TICKET_COLUMNS = [["ticket", "expires"]]
DIGITS_MAXIMUM, SHOWN = 9, 40
DEED_KINDS = ("street", "station", "utility")
PLAIN_KINDS = (
    "start",
    "community",
    "chance",
    "tax",
    "jail",
    "free_parking",
    "go_to_jail",
    "risk",
    "auction",
    "ticket",
    "gift",
)

EFFECTS: Mapping[str, tuple[int, Callable[..., effects.Effect]]] = {
    "move_to": (1, effects.MoveTo),
    "move_back": (1, effects.MoveBack),
    "move_back_to": (1, effects.MoveBackTo),
    "next_station": (1, effects.NextStation),
    "next_utility": (1, effects.NextUtility),
    "go_to_jail": (0, effects.GoToJail),
    "release_card": (0, effects.ReleaseCard),
    "collect": (1, effects.Collect),
    "pay": (1, effects.Pay),
    "collect_each": (1, effects.CollectEach),
    "pay_each": (1, effects.PayEach),
    "repairs": (2, effects.Repairs),
    "skip_turns": (1, turn_effects.SkipTurns),
    "throw_once_more": (0, turn_effects.ThrowOnceMore),
    "opposite_side": (0, turn_effects.OppositeSide),
    "pay_per_stage": (1, turn_effects.PayPerStage),
    "great_repairs": (4, effects.GreatRepairs),
}
"""What a card row may say: the effect's name, how many figures it takes, what it becomes."""


class TableError(ValueError):
    """A table is not as it must be; the message names file, line, what is wrong and what to do."""


Row = tuple[str, dict[str, str]]
"""Where a row stands (`track.csv, line 7`) and its cells by column."""


def load_track(edition: str) -> Track:
    """The track of the edition in the package folder `edition`. Raises TableError."""
    return read_track(files(f"hub.editions.{edition}"))


def read_track(folder: Traversable) -> Track:
    """The track whose tables lie in a folder. Raises TableError."""
    rows = list(_rows(folder / "track.csv", TRACK_COLUMNS))
    spaces = tuple(_space(index, row) for index, row in enumerate(rows))
    deeds = {deed.space: deed for index, row in enumerate(rows) if (deed := _deed(index, row)) is not None}
    jails = tuple(space.index for space in spaces if space.kind == "jail")
    if not jails:
        raise TableError("track.csv: a space of kind jail is needed, there is none")
    decks = _decks(folder / "cards.csv", len(spaces))
    return Track(spaces, deeds, _groups(deeds), decks, jails, _tickets(folder / "tickets.csv"))


def _rows(file: Traversable, layouts: list[list[str]]) -> Iterator[Row]:
    try:
        with file.open(encoding="utf-8") as lines:
            yield from _checked(file, csv.DictReader(lines, strict=True), layouts)
    except UnicodeDecodeError as error:
        raise TableError(f"{file.name}: the text is not UTF-8: {error.reason}") from error
    except csv.Error as error:
        raise TableError(f"{file.name}: this is no table: {error}") from error


def _checked(file: Traversable, reader: csv.DictReader[str], layouts: list[list[str]]) -> Iterator[Row]:
    columns = list(reader.fieldnames or ())
    if columns not in layouts:
        wanted = " or ".join(",".join(layout) for layout in layouts)
        raise TableError(f"{file.name}, line 1: the columns must be {wanted}")
    for cells in reader:
        where = f"{file.name}, line {reader.line_num}"
        if None in cells or None in cells.values():
            raise TableError(f"{where}: {len(columns)} cells are needed")
        yield where, cells


def _number(row: Row, column: str) -> int:
    where, cells = row
    text = cells[column]
    if not text.isdecimal() or len(text) > DIGITS_MAXIMUM:
        raise TableError(f"{where}: {column} must be a whole number, not {text[:SHOWN]!r}")
    return int(text)


def _space(index: int, row: Row) -> Space:
    where, cells = row
    if _number(row, "space") != index:
        raise TableError(f"{where}: spaces must be numbered without gaps, {index} is next")
    if cells["kind"] not in (*DEED_KINDS, *PLAIN_KINDS):
        raise TableError(f"{where}: unknown kind {cells['kind'][:SHOWN]!r}")
    if not cells["name"]:
        raise TableError(f"{where}: the name is missing")
    return Space(
        index,
        cells["name"],
        cells["kind"],
        _number(row, "amount") if cells["amount"] else 0,
    )


def _deed(index: int, row: Row) -> Deed | None:
    where, cells = row
    if cells["kind"] not in DEED_KINDS:
        return None
    if not cells["group"]:
        raise TableError(f"{where}: a deed needs a group")
    rents = tuple(_number(row, stage) for stage in STAGES if cells.get(stage))
    if not rents or list(rents) != sorted(rents):
        raise TableError(f"{where}: rents must be given from rent_0 on and never fall")
    house_price = _number(row, "house_price") if cells["kind"] == "street" or cells["house_price"] else 0
    kind, group = cells["kind"], cells["group"]
    return Deed(
        index,
        kind,
        group,
        _number(row, "price"),
        rents,
        house_price,
        _number(row, "mortgage"),
        _number(row, "commission") if cells.get("commission") else 0,
    )


def _groups(deeds: Mapping[int, Deed]) -> dict[str, tuple[int, ...]]:
    groups: dict[str, tuple[int, ...]] = {}
    for deed in deeds.values():
        groups[deed.group] = (*groups.get(deed.group, ()), deed.space)
    for group, spaces in groups.items():
        if len({(deeds[space].kind, deeds[space].house_price) for space in spaces}) != 1:
            raise TableError(f"track.csv: the deeds of group {group[:SHOWN]!r} differ in kind or house price")
    return groups


def _decks(file: Traversable, spaces: int) -> dict[str, dict[int, effects.Effect]]:
    decks: dict[str, dict[int, effects.Effect]] = {}
    for row in _rows(file, CARD_COLUMNS):
        where, cells = row
        if cells["effect"] not in EFFECTS:
            raise TableError(f"{where}: unknown effect {cells['effect'][:SHOWN]!r}")
        figures, make = EFFECTS[cells["effect"]]
        given = [_number(row, column) for column in FIGURES if cells.get(column)]
        if len(given) != figures:
            raise TableError(f"{where}: {cells['effect']} takes {figures} figures, not {len(given)}")
        if cells["effect"] in ("move_to", "move_back_to") and given[0] >= spaces:
            raise TableError(f"{where}: there is no space {given[0]}")
        deck = decks.setdefault(cells["deck"], {})
        if _number(row, "card") in deck:
            raise TableError(f"{where}: card {cells['card']} stands twice in its deck")
        deck[_number(row, "card")] = make(*given)
    return decks


def _tickets(file: Traversable) -> dict[int, bool]:
    """The tickets of an edition that has any: by number, whether it expires the others."""
    if not file.is_file():
        return {}
    return {_number(row, "ticket"): bool(_number(row, "expires")) for row in _rows(file, TICKET_COLUMNS)}
