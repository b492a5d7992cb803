"""Tables that have lost their process and whose browsers have yet to reconnect to another one (0066).

Meanwhile bots pause at all tables of the club, to leave the processor to tables that are being reopened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from hub.store.registry import Listed, Standing

BACK_S = 10.0
"""Those who have not come back by then may have left: nobody waits any longer."""


class _Said(Struct, frozen=True):
    """The part of a table's status that is needed here."""

    watching: int = 0


class _Away(Struct, frozen=True):
    """How many browsers a table had, and until when to wait for them."""

    watched: int
    until_s: float


class Returning:
    """Tracks such tables. `follow` is called by one thread; the other methods by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: Mapping[str, Listed] = {}
        self._away: Mapping[str, _Away] = {}

    def follow(self, standing: Standing, here: Mapping[str, int]) -> None:
        """Take in the state of the club; `here` counts the browsers at each table of this process."""
        now, known = self._clock(), {listed.name: listed for listed in standing.tables}
        away = {}
        for name, listed in known.items():
            missed = self._missed(listed, now)
            if missed is not None and not (_watching(listed, here) >= missed.watched or now > missed.until_s):
                away[name] = missed
        self._known, self._away = known, away

    @property
    def names(self) -> tuple[str, ...]:
        """The tables whose browsers have not all reconnected; these are opened first."""
        return tuple(self._away)

    def goes_on(self) -> bool:
        """Whether any browsers are still being waited for."""
        away, now = self._away, self._clock()
        return any(now <= missed.until_s for missed in away.values())

    def _missed(self, listed: Listed, now: float) -> _Away | None:
        """The browsers missing at a table whose process is gone, None if there are none."""
        was = self._known.get(listed.name)
        gone = not listed.url if was is None else bool(was.url) and was.url != listed.url
        watched = _said(listed if was is None else was) if gone else 0
        return _Away(watched, now + BACK_S) if watched else self._away.get(listed.name)


def _watching(listed: Listed, here: Mapping[str, int]) -> int:
    """How many browsers are at a table now; 0 if no process has it, since its status is then out of date."""
    return here.get(listed.name, _said(listed) if listed.url and not listed.ours else 0)


def _said(listed: Listed) -> int:
    """The number of browsers in the last status of a table."""
    try:
        return msgspec.json.decode(listed.status or "{}", type=_Said).watching
    except msgspec.MsgspecError:  # another version's, perhaps: then nobody is waited for
        return 0
