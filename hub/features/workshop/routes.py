"""The workshop over HTTP, for the banker: `/api/workshop/…`. The page is `web/src/features/workshop`.

Requests are small, except for a file from a friend. The answer is the design as it is stored then. Every change has an
id and counts once (0060), and a change to a version that the page has not seen is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from hub.features.workshop.desk import Workshop
from hub.features.workshop.shelf import WorkshopRefused
from hub.features.workshop.spreadsheets import FORMS
from hub.features.workshop.views import DesignChange, NewDesign, Resizing
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import (
    UNSTORED,
    NoId,
    Throttled,
    as_json,
    asked_wish,
    attached,
    audience_of_request,
    refused,
)
from hub.server.limits import Limits
from hub.server.reasons import WorkshopReason
from hub.table.interfaces.storage import StoreError
from hub.table.wire.refusals import TableReason
from hub.words import LANGUAGES

FILE_BYTES_MAXIMUM, PICTURE_BYTES_MAXIMUM = 2_000_000, 500_000
BOARD, PDF = "application/json", "application/pdf"
PRINTED = ("spaces", "deeds", "decks", "rules", "labels", "banker")
"""Sheets that can be asked for."""
SEALED = {"Content-Security-Policy": "default-src 'none'; sandbox"}
"""A picture that is opened by itself is shown as a picture, and cannot run anything."""
Asked = TypeVar("Asked")
Found = TypeVar("Found")


class SeenVersion(msgspec.Struct, frozen=True):
    """Which version of a design the page has seen."""

    version: int


Answer = Callable[[Callable[[], object]], Response]
Again = Callable[[str], object]
"""The answer to a repeated request, from the design that was changed then."""


class Answering(NamedTuple):
    """How requests of the banker are answered: those that fetch something, and those that are to be done once."""

    fetched: Answer
    once: Callable[[Callable[[], object], Again], Response]


def workshop(port: Workshop, access: Access, limits: Limits) -> Blueprint:
    routes = Blueprint("workshop", __name__)
    answer = _answering(access, Throttled(limits.edits_per_minute, "the workshop failed"))
    answering = Answering(answer, lambda make, again: answer(lambda: port.once(asked_wish(BANKER), make, again)))
    _add_all(routes, port, answering)
    _add_one(routes, port, answering.fetched)
    for what, (make, again) in _changes(port).items():
        _add_change(routes, what, make, again, answering, limits.edit_bytes)
    _add_pictures(routes, port, answering)
    _add_files(routes, port, _answering(access, Throttled(limits.exports_per_minute, "a design was not handed out")))
    return routes


def _add_all(routes: Blueprint, port: Workshop, answering: Answering) -> None:
    answer, once = answering

    @routes.get("/api/workshop")
    def shelf() -> Response:
        return answer(port.shelf)

    @routes.get("/api/workshop/bases/<edition>")
    def base(edition: str) -> Response:
        return answer(lambda: port.base(edition))

    @routes.post("/api/workshop")
    def new() -> Response:
        return once(lambda: port.new(_asked(NewDesign)), port.design)

    @routes.post("/api/workshop/take")
    def take() -> Response:
        request.max_content_length = FILE_BYTES_MAXIMUM
        return once(lambda: port.take(request.get_data()), port.design)


def _add_one(routes: Blueprint, port: Workshop, answer: Answer) -> None:
    @routes.get("/api/workshop/<name>")
    def design(name: str) -> Response:
        return answer(lambda: port.design(name))

    @routes.get("/api/workshop/<name>/trial")
    def trial(name: str) -> Response:
        return answer(lambda: port.trial(name))

    @routes.get("/api/workshop/<name>/file.board")
    def board(name: str) -> Response:
        return answer(lambda: attached(port.board(name), BOARD, f"bankhalter-{name}.board"))


def _add_change(
    routes: Blueprint,
    what: str,
    make: Callable[[str], object],
    again: Callable[[str], object],
    answering: Answering,
    edit_bytes: int,
) -> None:
    """A route for each thing that may be done, so that a test that walks all routes misses none."""

    def change(name: str) -> Response:
        request.max_content_length = edit_bytes
        return answering.once(lambda: make(name), lambda _changed: again(name))

    routes.add_url_rule(f"/api/workshop/<name>/{what}", what, change, methods=["POST"])


def _add_pictures(routes: Blueprint, port: Workshop, answering: Answering) -> None:
    """Pictures are stored separately; cells name those they use by digest. Storing one again makes no difference."""
    answer, once = answering

    def kept() -> object:
        return {"digest": port.keep_picture(request.get_data())}

    @routes.post("/api/workshop/pictures")
    def keep() -> Response:
        request.max_content_length = PICTURE_BYTES_MAXIMUM
        return once(kept, lambda _changed: kept())

    @routes.get("/api/workshop/pictures/<digest>")
    def picture(digest: str) -> Response:
        def shown() -> Response:
            content, mimetype = port.picture(digest)
            return Response(content, mimetype=mimetype, headers={**UNSTORED, **SEALED})

        return answer(shown)


def _add_files(routes: Blueprint, port: Workshop, answer: Answer) -> None:
    """Exports of a design for other programs, and for paper."""

    @routes.get("/api/workshop/<name>/tables.<form>")
    def tables(name: str, form: str) -> Response:
        known = next((one for one in FORMS if one == form), None)
        if known is None:
            return refused(TableReason.BAD_REQUEST, 404)
        return answer(lambda: attached(port.tables(name, known), FORMS[known], f"bankhalter-{name}.{known}"))

    @routes.get("/api/workshop/<name>/sheets.pdf")
    def sheets(name: str) -> Response:
        language = next((one for one in LANGUAGES if one == request.args.get("language")), None)
        wanted = request.args.get("sheets", "").split(",")
        if language is None or not set(wanted) <= set(PRINTED) or len(set(wanted)) < len(wanted):
            return refused(TableReason.BAD_REQUEST, 400)
        return answer(lambda: attached(port.sheets(name, language, wanted), PDF, f"bankhalter-{name}.pdf"))


def _changes(port: Workshop) -> Mapping[str, tuple[Callable[[str], object], Again]]:
    """What may be done with one design, by the last word of the address, and the answer if it is repeated."""
    return {
        "change": (
            lambda name: port.change(name, _asked(DesignChange)),
            lambda name: port.after(name, _asked(DesignChange)),
        ),
        "size": (lambda name: port.resize(name, _asked(Resizing)), port.design),
        "undo": (lambda name: port.undo(name, _asked(SeenVersion).version), port.design),
        "redo": (lambda name: port.redo(name, _asked(SeenVersion).version), port.design),
        "delete": (port.delete, lambda _name: port.shelf()),
        "restore": (port.restore, lambda _name: port.shelf()),
        "play": (port.play, lambda _name: None),
        "try": (port.begin_trial, port.trial),
        "stop": (port.end_trial, port.trial),
    }


def _asked(kind: type[Asked]) -> Asked:
    return msgspec.json.decode(request.get_data(), type=kind)


def _answering(access: Access, throttled: Throttled) -> Answer:
    """Answers the banker, and nobody else."""

    def answer(make: Callable[[], object]) -> Response:
        def made() -> Response:
            try:
                found = make()
            except WorkshopRefused as why:
                return refused(why.reason, why.status, why.details)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NoId):
                return refused(TableReason.BAD_REQUEST, 400)
            except RequestEntityTooLarge:
                return refused(WorkshopReason.TOO_LARGE, 413)
            except StoreError:
                return refused(TableReason.NOT_STORED, 503)
            return found if isinstance(found, Response) else as_json(found)

        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return throttled.answer(made)

    return answer
