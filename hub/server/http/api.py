"""Data that pages fetch: health, printed edition, rule and rebuild sheets, QR codes, why buttons cost what they do."""

import gzip
import io
import logging
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

import msgspec
import segno
from flask import Blueprint, Response, request
from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.unions import AnySeatCommand
from hub.records.retelling import RetellingView, retelling_of
from hub.server.access.keys import Access
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, as_json, audience_of_request, game_at
from hub.server.limits import Limits
from hub.table.requests.playing import Play
from hub.table.table import Table
from hub.table.views.explanations import Explanations, explain
from hub.table.views.printed import RebuildView
from hub.table.wire.audience import TableReason

TEXT_LENGTH_MAXIMUM = 200
log = logging.getLogger(__name__)

COMMANDS_MAXIMUM = 100
"""More than there are amounts on any page: each deed of a track has at most two."""

DECODER = msgspec.json.Decoder(tuple[AnySeatCommand, ...])


class Reach(Struct, frozen=True):
    """How many moves an undo would take back."""

    moves: int


def api(table: Table, limits: Limits, version: str, shown: Callable[[], Iterable[str]]) -> Sequence[Blueprint]:
    """Whether the hub is well, and what anybody may see. `shown` gives the addresses of the table that may be drawn."""
    health = Blueprint("api", __name__)
    sheets = Routes("sheets", limits.drawings_per_minute, "a sheet could not be made")

    @health.get("/healthz")
    def healthz() -> Response:
        try:
            found = table.health()
        except Exception:
            log.exception("the table does not answer")
            return as_json({"status": "failing", "version": version}, 503)
        return as_json({"status": "ok", "version": version, **found})

    @sheets.get("/api/editions/<edition>")
    def printed(edition: str) -> Response:
        if (found := table.edition(edition)) is None:
            raise HttpRefused(TableReason.NO_SUCH_EDITION, 404)
        return _small(as_json(found))

    sheets.get("/api/sheet")(table.sheet)

    @sheets.get("/api/rebuild")
    def rebuild() -> RebuildView:
        if (found := table.rebuild()) is None:
            raise HttpRefused(TableReason.NO_GAME, 404)
        return found

    @sheets.get("/api/qr.svg")
    def qr() -> Response:
        text = request.args.get("text", "")
        if len(text) > TEXT_LENGTH_MAXIMUM or not _is_one_of(shown(), text):
            raise HttpRefused(TableReason.BAD_REQUEST)
        drawn = io.BytesIO()
        segno.make(text, error="m").save(drawn, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False)
        return Response(drawn.getvalue(), mimetype="image/svg+xml", headers=UNSTORED)

    return health, sheets


def of_the_game(table: Table, access: Access, limits: Limits) -> Sequence[Blueprint]:
    """What only those may see who may know it: amounts, earlier steps, how far an undo goes."""
    often = limits.tellings_per_minute
    amounts = Routes("explanations", often, "amounts could not be explained", access, ("banker", "seat"))
    steps = Routes("retelling", often, "a game could not be told again")
    undo = Routes("reach", often, "how far an undo goes could not be said", access)

    @amounts.get("/api/explanations")
    def explained() -> Explanations:
        """Explains `commands`, written as a page would send them, to those who may play them."""
        audience, commands = audience_of_request(access), _commands(request.args.get("commands", ""))
        if not commands:
            raise HttpRefused(TableReason.BAD_REQUEST)
        allowed = all(Play(command).open_to(audience) for command in commands)
        found = explain(game_at(table), commands, audience) if allowed else None
        if found is None:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        return found

    @steps.get("/api/retelling")
    def retold() -> RetellingView:
        """Steps of the game from `first` on, with the lines that whoever asks may know."""
        first, audience = request.args.get("first", 0, type=int), audience_of_request(access)
        return retelling_of(game_at(table).shown_to(audience), first, audience)

    @undo.get("/api/reach")
    def reach() -> Reach:
        if (to := request.args.get("to", type=int)) is None:
            raise HttpRefused(TableReason.BAD_REQUEST)
        return Reach(table.reach(to))

    return amounts, steps, undo


def _commands(text: str) -> tuple[SeatCommand, ...]:
    try:
        commands = DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return ()
    return commands if len(commands) <= COMMANDS_MAXIMUM else ()


def _small(answer: Response) -> Response:
    """Compress the largest answer that every page needs before it can be used; sending it would take longer."""
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        answer.set_data(gzip.compress(answer.get_data()))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _is_one_of(shown: Iterable[str], text: str) -> bool:
    """Whether a text is the URL of a page at one of these addresses."""
    try:
        return urlsplit(text)[:2] in {urlsplit(url)[:2] for url in shown}
    except ValueError:
        return False
