"""What all downloads share: they are the banker's, and not too many at once."""

from __future__ import annotations

import msgspec
from flask import Response, request

from hub.server.access import BANKER, Access
from hub.server.gate import is_local

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "


def is_bankers(access: Access) -> bool:
    """Who asks, as at a socket: a good key says it; without one the hub's own computer is the banker's."""
    given = request.headers.get("Authorization", "")
    audience = access.audience(given.removeprefix(SCHEME)) if given.startswith(SCHEME) else None
    return (audience or (BANKER if is_local(request.environ) else None)) == BANKER


def refused(reason: str, status: int) -> Response:
    """Why there is no file."""
    return Response(msgspec.json.encode({"reason": reason}), status, mimetype="application/json", headers=UNSTORED)


def attached(content: bytes, mimetype: str, name: str) -> Response:
    """A file to keep. The name is made by the hub alone."""
    headers = {**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=mimetype, headers=headers)
