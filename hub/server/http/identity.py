"""Who sends an HTTP request, and how it is answered: as at a socket, only a valid key says who it is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Response, request

from hub.server.access.keys import VIEWER, Access
from hub.table.wire.audience import Audience

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "


def bearer() -> str:
    """What the running request brings as `Authorization: Bearer`, never in its address; empty if nothing."""
    given = request.headers.get("Authorization", "")
    return given.removeprefix(SCHEME) if given.startswith(SCHEME) else ""


def audience_of_request(access: Access) -> Audience:
    """For whom the running request is answered, by the key that it brings."""
    given = bearer()
    return (access.audience(given) if given else None) or VIEWER


def as_json(value: object, status: int = 200) -> Response:
    """A value for this client only, never cached on the way."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json", headers=UNSTORED)


def refused(reason: str, status: int, details: Mapping[str, str] | None = None) -> Response:
    """An answer that only says why not; `details` are what its sentence names."""
    return as_json({"reason": reason, "details": details} if details else {"reason": reason}, status)
