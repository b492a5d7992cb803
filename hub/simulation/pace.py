"""The pace of a table, for converting turns to minutes."""

import logging
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hub.domain.history import effective_facts
from hub.domain.turns import TurnBegan
from hub.table.game.live import entries_shown
from hub.table.game.shown import EVERYBODY
from hub.table.interfaces.storage import StoredEntry, StoreError
from hub.table.past import PlayedGames

USUAL_S = 40.0
"""A turn where nothing was measured: throwing, moving, reading, thinking. A guess, and shown as one (ODDS.md)."""

PAUSE_S = 180.0
"""A longer pause is not playing time: supper, bedtime, another evening."""

TURNS_ASSUMED = 8
"""How many turns of the usual length are added in: the first few turns say little about the rest of an evening."""


GAMES_MEASURED = 3
"""From how many earlier games the pace of this table is taken."""

log = logging.getLogger(__name__)


def played_s(moments_ms: Sequence[int]) -> float:
    """The seconds between moves, without pauses."""
    gaps_s = [(later - earlier) / 1_000 for earlier, later in pairwise(moments_ms)]
    return sum([gap for gap in gaps_s if 0 <= gap <= PAUSE_S])


def turn_of(seconds: float, turns: int) -> float:
    """Seconds per turn, given how long some turns took; with few turns mostly the usual pace."""
    return (seconds + USUAL_S * TURNS_ASSUMED) / (turns + TURNS_ASSUMED)


def seconds_per_turn(moments_ms: Sequence[int], turns: int) -> float:
    """Seconds per turn of a game with moves at these times, in this many turns of the table."""
    return turn_of(played_s(moments_ms), turns)


def minutes(turns: int, turn_s: float) -> int:
    """The duration of some turns in whole minutes."""
    return round(turns * turn_s / 60)


class Measured(NamedTuple):
    """The pace of a game played at this table: seconds without pauses, and turns of the table."""

    seconds: float
    turns: int


class PaceHere:
    """The pace of a table, from its newest games; each game is measured only once."""

    def __init__(self, past: Callable[[], PlayedGames]) -> None:
        self._past = past
        self._measured: dict[str, Measured] = {}

    def turn_s(self) -> float:
        """How many seconds recent turns took at this table; the usual pace if the store cannot be read."""
        try:
            past = self._past()
            newest = [record.id for record in past.games[-GAMES_MEASURED:]]
            for game in newest:
                if game not in self._measured:
                    self._measured[game] = measured(past.store.entries(game))
        except StoreError as unread:
            log.warning("the pace of earlier games cannot be read: %s", unread)
            return turn_of(0, 0)
        known = [self._measured[game] for game in newest]
        return turn_of(sum([game.seconds for game in known]), sum([game.turns for game in known]))


def measured(entries: Sequence[StoredEntry]) -> Measured:
    """The pace of a game, from the public part of its log only, since the result is public."""
    shown = entries_shown(entries, EVERYBODY)
    turns = sum([type(fact) is TurnBegan for fact in effective_facts([stored.entry for stored in shown])])
    return Measured(played_s([stored.at_ms for stored in shown]), turns)
