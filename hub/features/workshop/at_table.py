"""What the workshop does at a table: designs are made on its page, and put on it. At tables of a club there is none."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.features.workshop.desk import Workshop
from hub.features.workshop.putting import DesignDesk
from hub.features.workshop.routes import workshop
from hub.features.workshop.trials import Trials


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    trials = Trials(opened.pace.turn_s)
    opened.afterwards.callback(trials.stop)
    desk = Workshop(setting.folder, complete(EDITIONS), DesignDesk(opened.table.request).put_on_table, trials)
    return AtTable(routes=[workshop(desk, opened.access, setting.limits)])
