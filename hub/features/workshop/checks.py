"""What a cell of a design can hold at all, and all that is wrong with a design, each fault at its cell.

What is wrong is stored as people wrote it. The strict checks of own tables stop at the first fault: so the cell that it
is about is put right as it is printed in the edition, and the rest is checked again, until nothing is wrong or nothing
can be put right any more.
"""

import re
from collections.abc import Mapping

from hub.editions.own import KEY, PLACE
from hub.features.workshop.design import Cells, Changes, WorkshopReason
from hub.features.workshop.tables import CARDS, TRACK, Pictured, columns_of, spaces_of, written
from hub.features.workshop.views import FaultView
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.server.http.answers import HttpRefused

TEXT_LENGTH_MAXIMUM = 200
CHANGES_MAXIMUM = 600
CELLS_MAXIMUM = 4_000
"""Far more than the longest track with all cards has."""

CARD_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
DIGEST_LENGTH = 32
DIGEST = re.compile(rf"[0-9a-f]{{{DIGEST_LENGTH}}}")

FAULTS_MAXIMUM = 60


def tidy(base: Rules, cells: Cells, changes: Mapping[str, str | None]) -> dict[str, str | None]:
    """The changes as they are stored: no spaces around texts, and empty own words taken away. Raises HttpRefused."""
    if len(changes) > CHANGES_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    tidied: dict[str, str | None] = {}
    for name, text in changes.items():
        plain = None if text is None else text.strip()
        if not is_cell(base, spaces_of(cells), name):
            raise HttpRefused(WorkshopReason.NO_CELL)
        if plain is not None and not fits(name, plain):
            raise HttpRefused(WorkshopReason.TEXT)
        if plain is None and name.startswith("track/"):
            raise HttpRefused(WorkshopReason.NO_CELL)
        tidied[name] = plain or None if name.startswith(("own/", "picture/")) else plain
    _check_whole(base, cells, tidied)
    return tidied


def is_cell(base: Rules, spaces: int, name: str) -> bool:
    """Whether tables of this edition with so many spaces have such a cell."""
    table, _, rest = name.partition("/")
    parts = rest.split("/")
    if table == "own":
        return KEY.fullmatch(rest) is not None
    if table == "picture":
        return PLACE.fullmatch(rest) is not None
    if table == "track" and len(parts) == 2:
        return _number(parts[0]) < spaces and parts[1] in columns_of(base, TRACK)[1:]
    if table == "cards" and len(parts) == 3:
        known = parts[0] in base.track.decks and parts[2] in columns_of(base, CARDS)[2:]
        return known and CARD_NUMBER.fullmatch(parts[1]) is not None
    if table == "tickets" and len(parts) == 2:
        return bool(base.track.tickets) and CARD_NUMBER.fullmatch(parts[0]) is not None and parts[1] == "expires"
    return False


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,2}", text) else 1_000


def fits(name: str, text: str) -> bool:
    if name.startswith("picture/"):
        return not text or DIGEST.fullmatch(text) is not None
    return len(text) <= TEXT_LENGTH_MAXIMUM and text.isprintable()


def _check_whole(base: Rules, cells: Cells, changes: Changes) -> None:
    """A card is there with all its cells or with none."""
    after = {name for name in cells if changes.get(name, "") is not None}
    after |= {name for name, text in changes.items() if text is not None}
    if len(after) > CELLS_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    columns = columns_of(base, CARDS)[2:]
    for row in {name.rpartition("/")[0] for name in changes if name.startswith("cards/")}:
        if 0 < sum(f"{row}/{column}" in after for column in columns) < len(columns):
            raise HttpRefused(WorkshopReason.NO_CELL)


def rules_of(base: Rules, cells: Cells, pictured: Pictured) -> Rules:
    return base.with_tables(written(base, cells, pictured).texts)


def faults_of(base: Rules, printed: Cells, cells: Cells, pictured: Pictured) -> tuple[FaultView, ...]:
    """Each fault with the cell that it is about; `printed` are the cells of the edition itself."""
    found: list[FaultView] = []
    tried = dict(cells)
    while len(found) < FAULTS_MAXIMUM:
        tables = written(base, tried, pictured)
        try:
            base.with_tables(tables.texts)
        except TableError as error:
            fault = error.fault
            if fault is None:
                return (*found, FaultView("", "table", {"sentence": str(error)}))
            field = tables.field(fault.file, fault.line, fault.column)
            found.append(FaultView(field, fault.key, dict(fault.args)))
            if not _put_right(printed, tried, field):
                break
        else:
            break
    return tuple(found)


def _put_right(printed: Cells, cells: dict[str, str], field: str) -> bool:
    """Have a cell, else its row, say what is printed; False if it does so already."""
    for within in (field, field.rpartition("/")[0]):
        if not within:
            continue
        names = {name for name in (*cells, *printed) if name == within or name.startswith(f"{within}/")}
        wrong = [name for name in names if cells.get(name) != printed.get(name)]
        for name in wrong:
            if name in printed:
                cells[name] = printed[name]
            else:
                del cells[name]
        if wrong:
            return True
    return False
