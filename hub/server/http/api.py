"""Data that pages fetch: health, printed edition, rule sheet, rebuild sheet, QR codes."""

from __future__ import annotations

import gzip
import io
import logging
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, request

from hub.server.http.identity import UNSTORED, as_json, refused
from hub.server.http.throttled import Throttled
from hub.server.limits import Limits
from hub.table.table import Table
from hub.table.wire.refusals import TableReason

TEXT_LENGTH_MAXIMUM = 200
log = logging.getLogger(__name__)


def api(table: Table, limits: Limits, version: str, shown: Callable[[], Iterable[str]]) -> Blueprint:
    """The routes below `/healthz` and `/api`. `shown` gives the addresses of the table that may be drawn."""
    routes = Blueprint("api", __name__)
    throttled = Throttled(limits.drawings_per_minute, "a sheet could not be made")

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
        def found() -> Response:
            printed = table.edition(edition)
            return refused(TableReason.NO_SUCH_EDITION, 404) if printed is None else _small(as_json(printed))

        return throttled.answer(found)

    @routes.get("/api/sheet")
    def sheet() -> Response:
        return throttled.answer(lambda: as_json(table.sheet()))

    @routes.get("/api/rebuild")
    def rebuild() -> Response:
        def found() -> Response:
            view = table.rebuild()
            return refused(TableReason.NO_GAME, 404) if view is None else as_json(view)

        return throttled.answer(found)

    @routes.get("/api/qr.svg")
    def qr() -> Response:
        text = request.args.get("text", "")
        if len(text) > TEXT_LENGTH_MAXIMUM or not _is_one_of(shown(), text):
            return refused(TableReason.BAD_REQUEST, 400)
        return throttled.answer(lambda: _drawn(text))

    return routes


def _small(answer: Response) -> Response:
    """Compress the largest answer that every page needs before it can be used; sending it would take longer."""
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        answer.set_data(gzip.compress(answer.get_data()))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _drawn(text: str) -> Response:
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False)
    return Response(drawn.getvalue(), mimetype="image/svg+xml", headers=UNSTORED)


def _is_one_of(shown: Iterable[str], text: str) -> bool:
    """Whether a text is the URL of a page at one of these addresses."""
    try:
        return urlsplit(text)[:2] in {urlsplit(url)[:2] for url in shown}
    except ValueError:
        return False
