"""Identifies the sender of an HTTP request, as on a socket only by a valid key, and makes answers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Response, request

from hub.server.access.keys import VIEWER, Access
from hub.table.wire.audience import Audience

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "


def bearer() -> str:
    """The bearer token of the current request, never taken from its URL; empty if there is none."""
    given = request.headers.get("Authorization", "")
    return given.removeprefix(SCHEME) if given.startswith(SCHEME) else ""


def audience_of_request(access: Access) -> Audience:
    """The audience of the current request, by its key."""
    given = bearer()
    return (access.audience(given) if given else None) or VIEWER


def as_json(value: object, status: int = 200) -> Response:
    """A JSON response for this client only, never cached."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json", headers=UNSTORED)


def refused(reason: str, status: int, details: Mapping[str, str] | None = None) -> Response:
    """A refusal with a reason; `details` are the arguments of its sentence."""
    return as_json({"reason": reason, "details": details} if details else {"reason": reason}, status)
