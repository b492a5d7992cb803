"""Answers over HTTP that cost the hub something: story, workbook, help file, sheets, QR codes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from flask import Response, request

from hub.server.http.identity import refused
from hub.server.interfaces import TableInterface
from hub.server.limits import Buckets
from hub.server.reasons import ServerReason
from hub.table.game.live import Played
from hub.table.wire.refusals import TableReason

log = logging.getLogger(__name__)


class Throttled:
    """Makes answers of one kind, one at a time and not too often for each address, so that the table stays quick.

    An address has one place in the queue, however many requests it sends at once; the others wait behind that one.
    `failure` is what the log says about a bug of ours; the client is not shown it.
    """

    def __init__(self, per_minute: int, failure: str) -> None:
        self._buckets = Buckets(per_minute)
        self._failure = failure
        self._lock = threading.Lock()

    def answer(self, make: Callable[[], Response]) -> Response:
        """What `make` returns, or why there is nothing."""
        bucket = self._buckets.of(request.remote_addr or "")
        if not bucket.take():
            return refused(ServerReason.TOO_FAST, 429)
        try:
            with bucket.turn, self._lock:
                return make()
        except Exception:
            log.exception(self._failure)
            return refused(TableReason.INTERNAL_ERROR, 500)

    def of_game(self, table: TableInterface, make: Callable[[Played], Response]) -> Response:
        """The same, made from the game at the table."""

        def of_played() -> Response:
            played = table.played()
            return refused(TableReason.NO_GAME, 404) if played is None else make(played)

        return self.answer(of_played)
