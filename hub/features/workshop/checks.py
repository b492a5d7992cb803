"""All that is wrong with a design, each fault at its cell: what the strict checks of own tables say, one by one.

They stop at the first fault. So the cell that it is about is put right as it is printed in the edition, and the rest
is checked again, until nothing is wrong or nothing can be put right any more.
"""

from __future__ import annotations

from hub.features.workshop.design import Cells
from hub.features.workshop.tables import Pictured, written
from hub.features.workshop.views import FaultView
from hub.rules.slots import Rules
from hub.rules.track import TableError

FAULTS_MAXIMUM = 60


def rules_of(base: Rules, cells: Cells, pictured: Pictured) -> Rules:
    """The edition on the tables of a design. Raises TableError."""
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
