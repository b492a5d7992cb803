"""The story of the evening and its retelling: computed on request.

A story contains only what everybody may know, so one copy serves all; a retelling has the lines that the
requesting audience may know. The pages are in `web/src/features/evening`.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request
from msgspec import Raw

from hub.domain.history import Move, effective
from hub.domain.ids import NOBODY
from hub.domain.turns import GameWon
from hub.features.evening.awards import awards
from hub.features.evening.contract import EveningView
from hub.features.evening.figures import biggest_rents, dice, rents_by_space, shown_sales, sums, throws, wealth_of
from hub.records.story import moves_of, story_of
from hub.server.access.keys import Access
from hub.server.http.answers import Throttled, as_json, audience_of_request
from hub.server.limits import Limits
from hub.table.game.live import Played
from hub.table.game.shown import EVERYBODY
from hub.table.table import Table


def evening_of(played: Played) -> EveningView:
    """What everybody may know of a game so far, in figures."""
    story, shown, record = story_of(played), moves_of(played), played.record
    wealth, sold = wealth_of(played), shown_sales(story)
    winners = [shown.fact.seat for shown in story.facts if isinstance(shown.fact, GameWon)]
    return EveningView(
        game=record.id,
        edition=played.rules.board,
        names=record.names,
        started_ms=record.started_ms,
        ended_ms=shown[-1][0].at_ms if shown else record.started_ms,
        turns=story.turns[-1].turn if story.turns else 0,
        moves=len(shown),
        undos=undos_in(played),
        throws=sum(1 for _ in throws(story)),
        winner=winners[-1] if winners else NOBODY,
        whole=len(shown) == len(effective(stored.entry for stored in played.entries).moves),
        wealth=wealth,
        rents=rents_by_space(story),
        biggest=biggest_rents(story),
        dice=dice(story),
        sums=sums(story),
        sales=sold,
        awards=awards(story, wealth, sold),
    )


def undos_in(played: Played) -> int:
    """How often something was taken back or made again."""
    return sum(not isinstance(stored.entry, Move) for stored in played.entries)


class _Story:
    """Caches the last story, by game and length of its log, because many phones open it at the same moment."""

    def __init__(self) -> None:
        self._of: tuple[str, int] | None = None
        self._content = Raw()

    def content(self, played: Played) -> Raw:
        """The story as JSON. One caller at a time."""
        from hub.features.evening.story_routes import evening_of

        wanted = played.record.id, len(played.entries)
        if wanted != self._of:
            content = msgspec.json.encode(evening_of(played.shown_to(EVERYBODY)))
            self._content, self._of = Raw(content), wanted
        return self._content


def story(table: Table, access: Access, limits: Limits) -> Blueprint:
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
