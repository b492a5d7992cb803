"""Requests over HTTP that change something have an id in a header, so that each counts once however often sent (0060).

A socket's requests carry theirs within (`hub.table.requests`). Pages send it in `web/src/net/send.ts`.
"""

from __future__ import annotations

from flask import request

from hub.table.wire.audience import Audience
from hub.table.wire.over_http import Wish, wish_of

HEADER = "Idempotency-Key"
ID_LENGTH_MAXIMUM = 64


class NoId(ValueError):
    """A request that changes something has no id."""


def asked_id() -> str:
    """The id of the running request. Raises NoId."""
    given = request.headers.get(HEADER, "")
    if not 0 < len(given) <= ID_LENGTH_MAXIMUM or not (given.isascii() and given.isprintable()):
        raise NoId
    return given


def asked_wish(audience: Audience) -> Wish:
    """The running request as a wish. Raises NoId, RequestEntityTooLarge."""
    return wish_of(asked_id(), audience.actor, request.path, request.get_data())
