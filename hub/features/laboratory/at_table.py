"""What the laboratory does at a table: plays when the banker asks, and shows its report in a window of its own.

A window that is opened sends no key, so the page has a name that only the banker's view contains. It does not have the
rights of our pages: the browser shows it, runs nothing in it and lets it send no requests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flask import Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.laboratory.desk import LabDesk
from hub.features.laboratory.thread import LabPage, LabThread
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, asked_language
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason
from hub.words import Language

ALONE = "; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FILE = "bankhalter-lab.html"


LabPages: TypeAlias = Callable[[str, Language], LabPage | None]
"""The page of this name, None if it is not the newest."""

FOLDER = "laboratory"


def laboratory(limits: Limits, page: LabPages) -> Routes:
    routes = Routes("laboratory", limits.exports_per_minute, "a report could not be shown")

    @routes.get("/api/laboratory")
    def shown() -> Response:
        report = page(request.args.get("report", ""), asked_language())
        if report is None:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        policy = {"Content-Security-Policy": report.policy + ALONE}
        named = {"Content-Disposition": f'inline; filename="{FILE}"'}
        return Response(report.content, mimetype="text/html", headers={**UNSTORED, **policy, **named})

    return routes


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    thread = LabThread(opened.table.desk(LabDesk), setting.folder / FOLDER, opened.pace.turn_s)
    return AtTable(routes=[laboratory(setting.limits, thread.page)], workers=[thread])
