"""What is fetched, not pushed: health, what is printed, the rules in force, what lies on the table, QR codes."""

from __future__ import annotations

import io
import logging
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, request

from hub.server.http.identity import UNSTORED, as_json, refused
from hub.server.ports import TablePort
from hub.table.wire.refusals import TableReason

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
            return as_json({"status": "failing", "version": version}, 503)
        return as_json({"status": "ok", "version": version, **health})

    @routes.get("/api/editions/<edition>")
    def edition(edition: str) -> Response:
        printed = table.edition(edition)
        if printed is None:
            return refused(TableReason.NO_SUCH_EDITION, 404)
        return as_json(printed)

    @routes.get("/api/sheet")
    def sheet() -> Response:
        return as_json(table.sheet())

    @routes.get("/api/rebuild")
    def rebuild() -> Response:
        found = table.rebuild()
        if found is None:
            return refused(TableReason.NO_GAME, 404)
        return as_json(found)

    @routes.get("/api/qr.svg")
    def qr() -> Response:
        text = request.args.get("text", "")
        if len(text) > TEXT_LENGTH_MAXIMUM or not _is_ours(text):
            return refused(TableReason.BAD_REQUEST, 400)
        drawn = io.BytesIO()
        segno.make(text, error="m").save(drawn, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False)
        return Response(drawn.getvalue(), mimetype="image/svg+xml", headers=UNSTORED)

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
