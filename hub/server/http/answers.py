"""What all routes share: who asks, by a valid key alone, how often, and how they are answered.

Requests over HTTP that change something have an id in a header, so that each counts once however often sent (0060).
They go through `Table.request` like those of sockets. Pages send them in `web/src/net/send.ts`.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Mapping

import msgspec
from flask import Response, request
from msgspec import Struct

from hub.server.access.keys import VIEWER, Access
from hub.server.limits import Buckets
from hub.server.reasons import ServerReason
from hub.table.game.live import Played
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import TableReason

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "

HEADER = "Idempotency-Key"
ID_LENGTH_MAXIMUM = 64

log = logging.getLogger(__name__)

DIGEST_BYTES = 16


def bearer() -> str:
    """The bearer token of the current request, never taken from its URL; empty if there is none."""
    given = request.headers.get("Authorization", "")
    return given.removeprefix(SCHEME) if given.startswith(SCHEME) else ""


def audience_of_request(access: Access) -> Audience:
    given = bearer()
    return (access.audience(given) if given else None) or VIEWER


def as_json(value: object, status: int = 200) -> Response:
    """A JSON response for this client only, never cached."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json", headers=UNSTORED)


def refused(reason: str, status: int, details: Mapping[str, str] | None = None) -> Response:
    """A refusal with a reason; `details` are the arguments of its sentence."""
    return as_json({"reason": reason, "details": details} if details else {"reason": reason}, status)


def attached(content: bytes, mimetype: str, name: str) -> Response:
    """A response to be saved as a file. The name must come from the hub, not from a client."""
    headers = {**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=mimetype, headers=headers)


class NoId(ValueError):
    """A request that changes something has no id."""


def asked_id() -> str:
    given = request.headers.get(HEADER, "")
    if not 0 < len(given) <= ID_LENGTH_MAXIMUM or not (given.isascii() and given.isprintable()):
        raise NoId
    return given


def asked_wish(audience: Audience) -> Wish:
    """The running request as a wish. Raises NoId, RequestEntityTooLarge."""
    return wish_of(asked_id(), audience.actor, request.path, request.get_data())


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


class Wish(Struct, frozen=True):
    """A request over HTTP that changes something: its id, its client, and a digest of its content and client.

    A repeated wish counts once; an id that was used by another client or for other content is refused (`id_used`).
    """

    id: str
    client: str
    digest: str


def wish_of(id_: str, client: str, address: str, content: bytes) -> Wish:
    """The wish with the digest of this content, sent to this address by this client."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in (client.encode(), address.encode(), content):
        digest.update(len(part).to_bytes(8, "big") + part)
    return Wish(id_, client, digest.hexdigest())
