"""What the evening does at a table: tells its story, and shows the hall of fame."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.evening.hall_routes import hall
from hub.features.evening.story_routes import story


def at_table(opened: OpenTable) -> AtTable:
    asked = opened.table, opened.access, opened.setting.limits
    return AtTable(routes=[story(*asked), hall(*asked)])
