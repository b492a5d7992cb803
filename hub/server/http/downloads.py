"""What all downloads share."""

from __future__ import annotations

from flask import Response

from hub.server.http.identity import UNSTORED


def attached(content: bytes, mimetype: str, name: str) -> Response:
    """A file to keep. The name is made by the hub alone."""
    headers = {**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=mimetype, headers=headers)
