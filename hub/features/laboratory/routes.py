"""The report of the laboratory: `/api/laboratory?report=NAME&language=de|en`, in a window of its own.

A window that is opened sends no key, so the page has a name that only the banker's view contains. It does not have the
rights of our pages: the browser shows it, runs nothing in it and lets it send no requests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from flask import Blueprint, Response, request

from hub.server.http.answers import UNSTORED, Throttled, refused
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason
from hub.words import LANGUAGES, Language

ALONE = "; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FILE = "bankhalter-lab.html"


class LabPage(NamedTuple):
    """A page, and what it is made of and a browser may use, as a Content-Security-Policy."""

    content: bytes
    policy: str


LabPages: TypeAlias = Callable[[str, Language], LabPage | None]
"""The page of this name, None if it is not the newest."""


def laboratory(limits: Limits, page: LabPages) -> Blueprint:
    routes = Blueprint("laboratory", __name__)
    throttled = Throttled(limits.exports_per_minute, "a report could not be shown")

    @routes.get("/api/laboratory")
    def shown() -> Response:
        language = next((known for known in LANGUAGES if known == request.args.get("language")), None)
        if language is None:
            return refused(TableReason.BAD_REQUEST, 400)

        def found() -> Response:
            report = page(request.args.get("report", ""), language)
            if report is None:
                return refused(TableReason.NOT_ALLOWED, 403)
            policy = {"Content-Security-Policy": report.policy + ALONE}
            named = {"Content-Disposition": f'inline; filename="{FILE}"'}
            return Response(report.content, mimetype="text/html", headers={**UNSTORED, **policy, **named})

        return throttled.answer(found)

    return routes
