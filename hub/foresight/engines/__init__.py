"""The engines behind foresight, and which of them plays a position."""

from __future__ import annotations

from hub.foresight.engines.interfaces import Engine
from hub.foresight.position import Position


def engine_for(position: Position) -> Engine:
    """The fastest engine that can play this position."""
    # here, since a hub starts without: processes of its own play, and only where people want to know
    from hub.foresight.engines.derived.engine import Derived
    from hub.foresight.engines.derived.tables import NotCovered
    from hub.foresight.engines.one_road import OneRoad

    try:
        return Derived(position)
    except NotCovered:
        return OneRoad(position)
