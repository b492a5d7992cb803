"""The hall of fame, for everybody; the banker also sees which names are merged and how many are forgotten.

A game that is no longer at the table does not change, so each is read once. The page asks for it in
`web/src/features/evening/Hall.svelte`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, as_json, audience_of_request
from hub.server.limits import Limits
from hub.table.game.live import Moment, Played
from hub.table.past import PlayedGames
from hub.table.table import Table

if TYPE_CHECKING:
    from hub.features.evening.fame import Fame

GAMES_SHOWN = 300
"""The newest. An evening a week for six years; reading them once takes a few seconds."""

log = logging.getLogger(__name__)


class Fames:
    """The results of the games that have been read so far. One caller at a time."""

    def __init__(self) -> None:
        self._of: dict[str, Fame | None] = {}
        self._now: tuple[Moment, Fame | None] | None = None

    def of(self, past: PlayedGames) -> list[Fame]:
        """The results of the newest games, the oldest first."""
        return [fame for fame in self._each(past) if fame is not None]

    def _each(self, past: PlayedGames) -> Iterator[Fame | None]:
        for record in past.games[-GAMES_SHOWN:]:
            if past.now is not None and past.now.record.id == record.id:
                yield self._at_the_table(past.now)
            else:
                if record.id not in self._of:
                    self._of[record.id] = _read(past.played(record))
                yield self._of[record.id]

    def _at_the_table(self, played: Played) -> Fame | None:
        moment = played.record.id, len(played.entries)
        self._of.pop(played.record.id, None)
        if self._now is None or self._now[0] != moment:
            self._now = moment, _read(played)
        return self._now[1]


def _read(played: Played | None) -> Fame | None:
    from hub.features.evening.fame import fame_of  # when somebody asks for the first time

    try:
        return fame_of(played) if played is not None else None
    except Exception:
        log.exception("a stored game could not be shown")
        return None


def hall(table: Table, access: Access, limits: Limits) -> Blueprint:
    routes = Blueprint("hall", __name__)
    throttled = Throttled(limits.tellings_per_minute, "the hall of fame could not be made")
    fames = Fames()

    @routes.get("/api/hall")
    def shown() -> Response:
        banker = audience_of_request(access) == BANKER

        def made() -> Response:
            from hub.features.evening.hall import hall_of

            past = table.past()
            return as_json(hall_of(fames.of(past), past.names, banker=banker))

        return throttled.answer(made)

    return routes
