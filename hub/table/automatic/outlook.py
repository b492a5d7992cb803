"""Of which position the outlook is wanted, and what it is; who foresees it stands outside (`hub.foresight`)."""

from __future__ import annotations

import pickle

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.rules.slots import Rules
from hub.table.changes import pausing
from hub.table.game.live import Moment
from hub.table.state import Foreseen, TableState
from hub.table.wire.foresight_views import OutlookView


class WantedOutlook(Struct, frozen=True):
    """A position of the running game: its name, its rules, a copy of its state, and when its moves were made."""

    moment: Moment
    rules: Rules
    state: State
    moments_ms: tuple[int, ...]


def wanted(state: TableState) -> WantedOutlook | None:
    """The present position, if its outlook is wanted and not known yet."""
    live, known = state.live, state.foreseen
    if live is None or not state.lobby.outlook or pausing.is_frozen(state):
        return None
    if live.game.state.turns.winner != NOBODY or (known is not None and known.moment == live.moment):
        return None
    copied: State = pickle.loads(pickle.dumps(live.game.state))  # noqa: S301 the quickest copy; our own bytes
    return WantedOutlook(live.moment, live.game.rules, copied, tuple(live.moments_ms))


def note(state: TableState, moment: Moment, outlook: OutlookView) -> bool:
    """Keep what was foreseen, unless the game has moved on meanwhile or nobody wants to know any more."""
    if state.live is None or state.live.moment != moment or not state.lobby.outlook:
        return False
    state.foreseen = Foreseen(moment, outlook)
    return True
