"""Of which game the length is wanted while people gather, and what it is; who foresees it stands outside."""

from __future__ import annotations

from msgspec import Struct

from hub.rules.slots import Rules
from hub.table.state import KnownLength, Settings, TableState
from hub.table.wire.foresight_views import LengthView


class WantedLength(Struct, frozen=True):
    """A game that could begin now: its settings, and the edition without its house rules."""

    settings: Settings
    edition: Rules


def wanted(state: TableState) -> WantedLength | None:
    """The game that would begin now, if its length is not known yet."""
    settings, known = state.settings(), state.length
    if settings is None or (known is not None and known.settings == settings):
        return None
    return WantedLength(settings, state.editions[settings.edition])


def note(state: TableState, settings: Settings, length: LengthView) -> bool:
    """Keep what was foreseen, unless something else was agreed on meanwhile."""
    if state.settings() != settings:
        return False
    state.length = KnownLength(settings, length)
    return True
