"""What is fetched, not pushed: health, what is printed, the rules in force, what lies on the table, QR codes."""

from __future__ import annotations

import io
import logging
from urllib.parse import urlsplit

import msgspec
import segno
from flask import Blueprint, Response, request

from hub.server.ports import TablePort

TEXT_LENGTH_MAXIMUM = 200
log = logging.getLogger(__name__)


def api(table: TablePort, version: str) -> Blueprint:
    """The routes below `/healthz` and `/api`."""
    routes = Blueprint("api", __name__)

    @routes.get("/healthz")
    def healthz() -> Response:
        try:
            health = table.health()
        except Exception:
            log.exception("the table does not answer")
            return _json({"status": "failing", "version": version}, 503)
        return _json({"status": "ok", "version": version, **health})

    @routes.get("/api/editions/<edition>")
    def edition(edition: str) -> Response:
        printed = table.edition(edition)
        if printed is None:
            return _json({"reason": "no_such_edition"}, 404)
        return _json(printed)

    @routes.get("/api/sheet")
    def sheet() -> Response:
        return _json(table.sheet())

    @routes.get("/api/rebuild")
    def rebuild() -> Response:
        found = table.rebuild()
        if found is None:
            return _json({"reason": "no_game"}, 404)
        return _json(found)

    @routes.get("/api/qr.svg")
    def qr() -> Response:
        text = request.args.get("text", "")
        if len(text) > TEXT_LENGTH_MAXIMUM or not _is_ours(text):
            return _json({"reason": "bad_request"}, 400)
        drawn = io.BytesIO()
        segno.make(text, error="m").save(drawn, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False)
        return Response(drawn.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})

    return routes


def _is_ours(text: str) -> bool:
    """Only pages of this table are drawn: at the port we are asked at, under any address of a table."""
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and parts.username is None and parts.port == _own_port()
    except ValueError:
        return False


def _own_port() -> int | None:
    return urlsplit(request.host_url).port


def _json(value: object, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(value), status, mimetype="application/json", headers={"Cache-Control": "no-store"}
    )
