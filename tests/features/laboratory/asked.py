"""Requests of the laboratory, as they are asked again."""

from table.asked import LOBBY, Case

from hub.features.laboratory.desk import LabDesk, StartLab, StopLab
from hub.table.table import Table

CASES = {
    StartLab: (Case(LOBBY, StartLab(100), in_memory=True),),
    StopLab: (Case((*LOBBY, StartLab(100)), StopLab(), in_memory=True),),
}


def opened(table: Table) -> None:
    """There is a laboratory at this table, which plays nothing."""
    table.desk(LabDesk).ready(None)
