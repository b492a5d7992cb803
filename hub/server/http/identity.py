"""Who asks over HTTP, and how they are answered: as at a socket, a good key says who it is.

Without one the hub's own computer is the banker's.
"""

from __future__ import annotations

import msgspec
from flask import Response, request

from hub.server.access.keys import BANKER, VIEWER, Access
from hub.server.access.request_filter import is_local
from hub.table.wire.audience import Audience

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "


def audience_of_request(access: Access) -> Audience:
    """For whom the running request is answered. The key is sent as `Authorization: Bearer`, never in the address."""
    given = request.headers.get("Authorization", "")
    audience = access.audience(given.removeprefix(SCHEME)) if given.startswith(SCHEME) else None
    return audience or (BANKER if is_local(request.environ) else VIEWER)


def as_json(value: object, status: int = 200) -> Response:
    """A value for whoever asked, kept by nobody on the way."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json", headers=UNSTORED)


def refused(reason: str, status: int) -> Response:
    """An answer that only says why not."""
    return as_json({"reason": reason}, status)
