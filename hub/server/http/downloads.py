"""Responses for downloads."""

from __future__ import annotations

from flask import Response

from hub.server.http.identity import UNSTORED


def attached(content: bytes, mimetype: str, name: str) -> Response:
    """A response to be saved as a file. The name must come from the hub, not from a client."""
    headers = {**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=mimetype, headers=headers)
