"""The story of the evening and its retelling: computed on request.

A story contains only what everybody may know, so one copy serves all; a retelling has the lines that the
requesting audience may know. The pages are in `web/src/features/evening`.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request
from msgspec import Raw

from hub.server.access.keys import Access
from hub.server.http.answers import Throttled, as_json, audience_of_request
from hub.server.limits import Limits
from hub.table.game.live import Played
from hub.table.game.shown import EVERYBODY
from hub.table.table import Table


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


def story(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The routes `/api/evening` and `/api/retelling?first=`."""
    routes = Blueprint("story", __name__)
    throttled = Throttled(limits.tellings_per_minute, "a story could not be made")
    stories = _Story()

    @routes.get("/api/evening")
    def whole() -> Response:
        return throttled.of_game(table, lambda played: as_json(stories.content(played)))

    @routes.get("/api/retelling")
    def part() -> Response:
        from hub.features.evening.retelling import retelling_of

        first, audience = request.args.get("first", 0, type=int), audience_of_request(access)
        return throttled.of_game(
            table, lambda played: as_json(retelling_of(played.shown_to(audience), first, audience))
        )

    return routes
