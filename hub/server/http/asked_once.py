"""What changes something over HTTP carries an id in a header, so that it counts once however often it is asked (0060).

A socket's requests carry theirs within (`hub.table.wire.requests`). Pages send it in `web/src/net/send.ts`.
"""

from __future__ import annotations

from flask import request

from hub.table.wire.audience import Audience
from hub.table.wire.over_http import Wish, wish_of

HEADER = "Idempotency-Key"
ID_LENGTH_MAXIMUM = 64


class NoId(ValueError):
    """Who wants to change something did not say by which id."""


def asked_id() -> str:
    """By which id the running request is asked. Raises NoId."""
    given = request.headers.get(HEADER, "")
    if not 0 < len(given) <= ID_LENGTH_MAXIMUM or not (given.isascii() and given.isprintable()):
        raise NoId
    return given


def asked_wish(audience: Audience) -> Wish:
    """What the running request wants, all of it. Raises NoId, RequestEntityTooLarge."""
    return wish_of(asked_id(), audience.actor, request.path, request.get_data())
