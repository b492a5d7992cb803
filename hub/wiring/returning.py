"""Whose people are on their way back: tables that have lost their process, until their screens are at another (0066).

Meanwhile bots wait at all tables of the club, since the processor they need is wanted by those whose table is away.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from hub.store.registry import Listed, Standing

BACK_S = 10.0
"""Whoever has not come back by then may have left: nobody waits any longer."""


class _Said(Struct, frozen=True):
    """The part of a table's status that counts here."""

    watching: int = 0


class _Away(Struct, frozen=True):
    """How many browsers a table had, and until when they are waited for."""

    watched: int
    until_s: float


class Returning:
    """Follows the state of the club, as one thread reads it; others may ask."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: Mapping[str, Listed] = {}
        self._away: Mapping[str, _Away] = {}

    def follow(self, standing: Standing, here: Mapping[str, int]) -> None:
        """The club stands like this now; `here` says how many browsers watch each table of this process."""
        now, known = self._clock(), {listed.name: listed for listed in standing.tables}
        away = {}
        for name, listed in known.items():
            missed = self._missed(listed, now)
            if missed is not None and not (_watching(listed, here) >= missed.watched or now > missed.until_s):
                away[name] = missed
        self._known, self._away = known, away

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that people have lost and not all found again: these are opened first."""
        return tuple(self._away)

    def goes_on(self) -> bool:
        """Whether people are waited for."""
        away, now = self._away, self._clock()
        return any(now <= missed.until_s for missed in away.values())

    def _missed(self, listed: Listed, now: float) -> _Away | None:
        """What is missing at a table: its process has just gone, or had when this one joined, or nobody knows yet."""
        was = self._known.get(listed.name)
        gone = not listed.url if was is None else bool(was.url) and was.url != listed.url
        watched = _said(listed if was is None else was) if gone else 0
        return _Away(watched, now + BACK_S) if watched else self._away.get(listed.name)


def _watching(listed: Listed, here: Mapping[str, int]) -> int:
    """How many watch a table now; what was said of one that no process has was said by one that has gone."""
    return here.get(listed.name, _said(listed) if listed.url and not listed.ours else 0)


def _said(listed: Listed) -> int:
    """How many its process last said were watching."""
    try:
        return msgspec.json.decode(listed.status or "{}", type=_Said).watching
    except msgspec.MsgspecError:  # another version's, perhaps: then nobody is waited for
        return 0
