"""The story of the evening, the way through the game, and how far an undo would go: fetched when somebody looks.

The story holds what everybody may know, so it is made once for all of them; the lines of a retelling are those of
whoever asks. The pages are `web/src/screens/Story.svelte` and `web/src/parts/History.svelte`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, request
from msgspec import Struct

from hub.evening.evening import evening_of
from hub.evening.retelling import retelling_of
from hub.server.access import BANKER, Access
from hub.server.asking import UNSTORED, asking, refused
from hub.server.limits import Bucket, Limits
from hub.server.ports import TablePort
from hub.server.reasons import ServerReason
from hub.table.live import Played
from hub.table.refusals import TableReason

log = logging.getLogger(__name__)


class Reach(Struct, frozen=True):
    """How many moves an undo would take back."""

    moves: int


class _Told:
    """The story as it was last asked for, by game and length of its log: many phones open it at the same moment."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._of: tuple[str, int] | None = None
        self._content = b""

    def content(self, played: Played) -> bytes:
        """The story as JSON."""
        with self._turn:
            wanted = played.record.id, len(played.entries)
            if wanted != self._of:
                self._content, self._of = msgspec.json.encode(evening_of(played)), wanted
            return self._content


def evening(table: TablePort, access: Access, limits: Limits) -> Blueprint:
    """The routes `/api/evening`, `/api/retelling?first=` and `/api/reach?to=`."""
    routes = Blueprint("evening", __name__)
    bucket = Bucket(limits.tellings_per_minute / 60, limits.tellings_per_minute)
    told, turn = _Told(), threading.Lock()

    @routes.get("/api/evening")
    def whole() -> Response:
        return _answer(table, bucket, told.content)

    @routes.get("/api/retelling")
    def part() -> Response:
        first, audience = request.args.get("first", 0, type=int), asking(access)

        def retold(played: Played) -> bytes:
            with turn:  # one at a time: the table must stay quick
                return msgspec.json.encode(retelling_of(played, first, audience))

        return _answer(table, bucket, retold)

    @routes.get("/api/reach")
    def reach() -> Response:
        to = request.args.get("to", type=int)
        if asking(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        if to is None:
            return refused(TableReason.BAD_REQUEST, 400)
        return _json(msgspec.json.encode(Reach(table.reach(to))))

    return routes


def _answer(table: TablePort, bucket: Bucket, tell: Callable[[Played], bytes]) -> Response:
    if not bucket.take():
        return refused(ServerReason.TOO_FAST, 429)
    played = table.played()
    if played is None:
        return refused(TableReason.NO_GAME, 404)
    try:
        return _json(tell(played))
    except Exception:
        log.exception("a game could not be told")
        return refused(TableReason.INTERNAL_ERROR, 500)


def _json(content: bytes) -> Response:
    return Response(content, mimetype="application/json", headers=UNSTORED)
