"""Data that pages fetch: health, printed edition, rule and rebuild sheets, QR codes, why buttons cost what they do."""

import gzip
import io
import logging
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

import msgspec
import segno
from flask import Blueprint, Response, request
from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.unions import AnySeatCommand
from hub.records.retelling import RetellingView, retelling_of
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import UNSTORED, Routes, Throttled, as_json, audience_of_request, game_at, refused
from hub.server.limits import Limits
from hub.table.game.live import Played
from hub.table.requests.playing import Play
from hub.table.table import Table
from hub.table.views.explanations import explain
from hub.table.wire.refusals import TableReason

TEXT_LENGTH_MAXIMUM = 200
log = logging.getLogger(__name__)

COMMANDS_MAXIMUM = 100
"""More than there are amounts on any page: each deed of a track has at most two."""

DECODER = msgspec.json.Decoder(tuple[AnySeatCommand, ...])


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
        return throttled.answer(table.sheet)

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


def explanations(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/explanations?commands=`: commands as a page would send them, for those who may play them."""
    routes = Blueprint("explanations", __name__)
    throttled = Throttled(limits.tellings_per_minute, "amounts could not be explained")

    @routes.get("/api/explanations")
    def why() -> Response:
        audience = audience_of_request(access)
        if audience.role == "viewer":
            return refused(TableReason.NOT_ALLOWED, 403)
        commands = _commands(request.args.get("commands", ""))
        if not commands:
            return refused(TableReason.BAD_REQUEST, 400)
        if not all(Play(command).open_to(audience) for command in commands):
            return refused(TableReason.NOT_ALLOWED, 403)

        def explained(played: Played) -> Response:
            found = explain(played, commands, audience)
            return refused(TableReason.NOT_ALLOWED, 403) if found is None else as_json(found)

        return throttled.answer(lambda: explained(game_at(table)))

    return routes


def _commands(text: str) -> tuple[SeatCommand, ...]:
    try:
        commands = DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return ()
    return commands if len(commands) <= COMMANDS_MAXIMUM else ()


def retelling(table: Table, access: Access, limits: Limits) -> Routes:
    """The route `/api/retelling?first=`: steps of the game from there on, with the lines that whoever asks may know."""
    routes = Routes("retelling", limits.tellings_per_minute, "a game could not be told again")

    @routes.get("/api/retelling")
    def part() -> RetellingView:
        first, audience = request.args.get("first", 0, type=int), audience_of_request(access)
        return retelling_of(game_at(table).shown_to(audience), first, audience)

    return routes


class Reach(Struct, frozen=True):
    """How many moves an undo would take back."""

    moves: int


def reach(table: Table, access: Access) -> Blueprint:
    routes = Blueprint("reach", __name__)

    @routes.get("/api/reach")
    def moves() -> Response:
        to = request.args.get("to", type=int)
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        if to is None:
            return refused(TableReason.BAD_REQUEST, 400)
        return as_json(Reach(table.reach(to)))

    return routes
