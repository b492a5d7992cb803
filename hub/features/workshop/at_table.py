"""The workshop at a table, over HTTP, for the banker: `/api/workshop/…`. The page is `web/src/features/workshop`.

Designs are made there, and put on the table; at tables of a club there is none. Requests are small, except for a file
from a friend. The answer is the design as it is stored then. Every change has an id and counts once (0060), and a
change to a version that the page has not seen is refused.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from flask import Response

from hub.composition.table import AtTable, OpenTable
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.features.workshop.design import WorkshopReason
from hub.features.workshop.desk import Workshop
from hub.features.workshop.spreadsheets import FORMS
from hub.features.workshop.trials import Trials
from hub.features.workshop.views import DesignChange, NewDesign, Resizing
from hub.rules.slots import Rules
from hub.server.access.keys import Access
from hub.server.http.answers import (
    UNSTORED,
    HttpRefused,
    Routes,
    Wish,
    asked,
    asked_bytes,
    asked_language,
    asked_sheets,
    asked_wish,
    attached,
)
from hub.server.limits import Limits
from hub.table.changes import editions
from hub.table.requests.base import BANKER, Action, Request, Sender
from hub.table.state import TableState
from hub.table.wire.audience import Ack, Audience, Refusal, TableReason

ID_BYTES = 12
THE_BANKER = Audience("banker")
FILE_BYTES_MAXIMUM, PICTURE_BYTES_MAXIMUM = 2_000_000, 500_000
BOARD, PDF = "application/json", "application/pdf"
PRINTED = ("spaces", "deeds", "decks", "rules", "labels", "banker")
"""Sheets that can be asked for."""

SEALED = {"Content-Security-Policy": "default-src 'none'; sandbox"}
"""A picture that is opened by itself is shown as a picture, and cannot run anything."""

Again = Callable[[str], object]
"""The answer to a repeated request, from the design that was changed then."""


class PutOnTable(Action, frozen=True):
    """Offer and choose an edition on a family's own tables, as the page asked in `wish`; no socket may send it."""

    who = (BANKER,)
    wish: str
    rules: Rules

    def __repr__(self) -> str:
        return f"PutOnTable({self.wish!r})"  # the wish identifies it, and the rules would be long

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return editions.put_on_table(table, self.rules, sender.asked)


def put_on_table(request: Callable[[Audience, Request], Ack], rules: Rules, wish: Wish | None = None) -> Refusal | None:
    """Have the lobby offer and choose an edition on a family's own tables, by a `request` of the table.

    On return that is durable, together with the wish. May be called from any thread.
    """
    wish = wish or Wish(secrets.token_hex(ID_BYTES), THE_BANKER.actor, "")
    ack = request(THE_BANKER, Request(wish.id, PutOnTable(wish.digest, rules)))
    return None if ack.ok else Refusal(ack.reason or "", ack.details)


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    trials = Trials(opened.pace.turn_s)
    opened.afterwards.callback(trials.stop)
    desk = Workshop(setting.folder, complete(EDITIONS), partial(put_on_table, opened.table.request), trials)
    return AtTable(routes=[workshop(desk, opened.access, setting.limits)])


class SeenVersion(msgspec.Struct, frozen=True):
    """Which version of a design the page has seen."""

    version: int


def workshop(port: Workshop, access: Access, limits: Limits) -> Routes:
    routes = Routes("workshop", limits.edits_per_minute, "the workshop failed", access)
    _add_asked(routes, port)
    _add_made(routes, port)
    for what, (make, again) in _changes(port).items():
        _add_change(routes, port, what, make, again, limits.edit_bytes)
    routes.register_blueprint(_files(port, access, limits))
    return routes


def _add_asked(routes: Routes, port: Workshop) -> None:
    routes.get("/api/workshop")(port.designs)
    routes.get("/api/workshop/bases/<edition>")(port.base)
    routes.get("/api/workshop/<name>")(port.design)
    routes.get("/api/workshop/<name>/trial")(port.trial)

    @routes.get("/api/workshop/<name>/file.board")
    def board(name: str) -> Response:
        return attached(port.board(name), BOARD, f"bankhalter-{name}.board")

    @routes.get("/api/workshop/pictures/<digest>")
    def picture(digest: str) -> Response:
        content, mimetype = port.picture(digest)
        return Response(content, mimetype=mimetype, headers={**UNSTORED, **SEALED})


def _add_made(routes: Routes, port: Workshop) -> None:
    """Pictures are stored separately; cells name those they use by digest. Storing one again makes no difference."""

    @routes.post("/api/workshop")
    def new() -> object:
        return port.once(asked_wish(THE_BANKER), lambda: port.new(asked(NewDesign)), port.design)

    @routes.post("/api/workshop/take")
    def take() -> object:
        content = asked_bytes(FILE_BYTES_MAXIMUM, WorkshopReason.TOO_LARGE)
        return port.once(asked_wish(THE_BANKER), lambda: port.take(content), port.design)

    @routes.post("/api/workshop/pictures")
    def keep() -> object:
        content = asked_bytes(PICTURE_BYTES_MAXIMUM, WorkshopReason.TOO_LARGE)
        kept = lambda *_changed: {"digest": port.keep_picture(content)}  # noqa: E731 -- once, or once more
        return port.once(asked_wish(THE_BANKER), kept, kept)


def _add_change(routes: Routes, port: Workshop, what: str, make: Again, again: Again, edit_bytes: int) -> None:
    """A route for each thing that may be done, so that a test that walks all routes misses none."""

    def change(name: str) -> object:
        asked_bytes(edit_bytes, WorkshopReason.TOO_LARGE)
        return port.once(asked_wish(THE_BANKER), lambda: make(name), lambda _changed: again(name))

    routes.post(f"/api/workshop/<name>/{what}")(change)


def _files(port: Workshop, access: Access, limits: Limits) -> Routes:
    """Exports of a design for other programs, and for paper."""
    routes = Routes("designs", limits.exports_per_minute, "a design was not handed out", access)

    @routes.get("/api/workshop/<name>/tables.<form>")
    def tables(name: str, form: str) -> Response:
        known = next((one for one in FORMS if one == form), None)
        if known is None:
            raise HttpRefused(TableReason.BAD_REQUEST, 404)
        return attached(port.tables(name, known), FORMS[known], f"bankhalter-{name}.{known}")

    @routes.get("/api/workshop/<name>/sheets.pdf")
    def sheets(name: str) -> Response:
        return attached(port.sheets(name, asked_language(), asked_sheets(PRINTED)), PDF, f"bankhalter-{name}.pdf")

    return routes


def _changes(port: Workshop) -> Mapping[str, tuple[Again, Again]]:
    """What may be done with one design, by the last word of the address, and the answer if it is repeated."""
    return {
        "change": (
            lambda name: port.change(name, asked(DesignChange)),
            lambda name: port.after(name, asked(DesignChange)),
        ),
        "size": (lambda name: port.resize(name, asked(Resizing)), port.design),
        "undo": (lambda name: port.undo(name, asked(SeenVersion).version), port.design),
        "redo": (lambda name: port.redo(name, asked(SeenVersion).version), port.design),
        "delete": (port.delete, lambda _name: port.designs()),
        "restore": (port.restore, lambda _name: port.designs()),
        "play": (port.play, lambda _name: None),
        "try": (port.begin_trial, port.trial),
        "stop": (port.end_trial, port.trial),
    }
