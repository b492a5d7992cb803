"""Answers over HTTP that cost the hub something: story, workbook, help file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from flask import Response

from hub.server.http.identity import refused
from hub.server.limits import Bucket
from hub.server.ports import TablePort
from hub.server.reasons import ServerReason
from hub.table.game.live import Played
from hub.table.wire.refusals import TableReason

log = logging.getLogger(__name__)


class Throttled:
    """Makes answers of one kind: not too often, and one at a time, since the table must stay quick meanwhile.

    `failure` is what the log says of a bug of ours; whoever asked is told nothing of it.
    """

    def __init__(self, per_minute: int, failure: str) -> None:
        self._bucket = Bucket(per_minute / 60, per_minute)
        self._failure = failure
        self._lock = threading.Lock()

    def answer(self, make: Callable[[], Response]) -> Response:
        """What `make` returns, or why there is nothing."""
        if not self._bucket.take():
            return refused(ServerReason.TOO_FAST, 429)
        try:
            with self._lock:
                return make()
        except Exception:
            log.exception(self._failure)
            return refused(TableReason.INTERNAL_ERROR, 500)

    def of_game(self, table: TablePort, make: Callable[[Played], Response]) -> Response:
        """The same, made of the game at the table."""

        def of_played() -> Response:
            played = table.played()
            return refused(TableReason.NO_GAME, 404) if played is None else make(played)

        return self.answer(of_played)
