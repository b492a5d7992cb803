"""What the evening does at a table: tells its story and shows the hall of fame (`web/src/features/evening`).

A story contains only what everybody may know, so one copy serves all; a retelling has the lines that the requesting
audience may know. A game that is no longer at the table does not change, so the hall reads each once; which names are
merged and how many are forgotten it shows to the banker alone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from flask import request
from msgspec import Raw

from hub.composition.table import AtTable, OpenTable
from hub.features.evening.contract import HallView, RetellingView
from hub.server.access.keys import BANKER
from hub.server.http.answers import Routes, audience_of_request, game_at
from hub.table.game.live import Moment, Played
from hub.table.game.shown import EVERYBODY
from hub.table.past import PlayedGames

if TYPE_CHECKING:
    from hub.features.evening.hall import Fame

GAMES_SHOWN = 300
"""The newest. An evening a week for six years; reading them once takes a few seconds."""

log = logging.getLogger(__name__)


class _Story:
    """Caches the last story, by game and length of its log, because many phones open it at the same moment."""

    def __init__(self) -> None:
        self._of: tuple[str, int] | None = None
        self._content = Raw()

    def content(self, played: Played) -> Raw:
        """The story as JSON. One caller at a time."""
        from hub.features.evening.evening import evening_of

        wanted = played.record.id, len(played.entries)
        if wanted != self._of:
            content = msgspec.json.encode(evening_of(played.shown_to(EVERYBODY)))
            self._content, self._of = Raw(content), wanted
        return self._content


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
    from hub.features.evening.hall import fame_of  # when somebody asks for the first time

    try:
        return fame_of(played) if played is not None else None
    except Exception:
        log.exception("a stored game could not be shown")
        return None


def at_table(opened: OpenTable) -> AtTable:
    table, limits = opened.table, opened.setting.limits
    telling = Routes("story", limits.tellings_per_minute, "a story could not be made")
    showing = Routes("hall", limits.tellings_per_minute, "the hall of fame could not be made")
    stories, fames = _Story(), Fames()

    @telling.get("/api/evening")
    def whole() -> Raw:
        return stories.content(game_at(table))

    @telling.get("/api/retelling")
    def part() -> RetellingView:
        from hub.features.evening.retelling import retelling_of

        first, audience = request.args.get("first", 0, type=int), audience_of_request(opened.access)
        return retelling_of(game_at(table).shown_to(audience), first, audience)

    @showing.get("/api/hall")
    def hall() -> HallView:
        from hub.features.evening.hall import hall_of

        past = table.past()
        return hall_of(fames.of(past), past.names, banker=audience_of_request(opened.access) == BANKER)

    return AtTable(routes=[telling, showing])
