"""Throttles HTTP answers that are expensive: story, workbook, help file, sheets, QR codes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from flask import Response, request

from hub.server.http.identity import refused
from hub.server.limits import Buckets
from hub.server.reasons import ServerReason
from hub.table.game.live import Played
from hub.table.table import Table
from hub.table.wire.refusals import TableReason

log = logging.getLogger(__name__)


class Throttled:
    """Computes answers of one kind one at a time, with a rate limit per address, so that the table stays responsive.

    An address has one place in the queue, however many requests it sends at once; its others wait behind that one.
    `failure` is the log message if we have a bug; the client is not shown it.
    """

    def __init__(self, per_minute: int, failure: str) -> None:
        self._buckets = Buckets(per_minute)
        self._failure = failure
        self._lock = threading.Lock()

    def answer(self, make: Callable[[], Response]) -> Response:
        """The result of `make`, or a refusal."""
        bucket = self._buckets.of(request.remote_addr or "")
        if not bucket.take():
            return refused(ServerReason.TOO_FAST, 429)
        try:
            with bucket.turn, self._lock:
                return make()
        except Exception:
            log.exception(self._failure)
            return refused(TableReason.INTERNAL_ERROR, 500)

    def of_game(self, table: Table, make: Callable[[Played], Response]) -> Response:
        """The same, for an answer about the game at the table."""

        def of_played() -> Response:
            played = table.played()
            return refused(TableReason.NO_GAME, 404) if played is None else make(played)

        return self.answer(of_played)
