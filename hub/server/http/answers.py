"""What all routes share: who asks, by a valid key alone, how often, and how they are answered.

Requests over HTTP that change something stored have an id in a header, so that each counts once however often sent
(0060). They go through `Table.request` like those of sockets. Pages send them in `web/src/net/send.ts`. Whoever cannot
answer raises `HttpRefused`.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeVar

import msgspec
from flask import Blueprint, Response, request
from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge

from hub.server.access.keys import VIEWER, Access
from hub.server.limits import Buckets
from hub.table.game.live import Played
from hub.table.interfaces.storage import StoreError
from hub.table.table import Table
from hub.table.wire.audience import Audience, TableReason
from hub.words import LANGUAGES, Language

UNSTORED = {"Cache-Control": "no-store"}
SCHEME = "Bearer "

HEADER = "Idempotency-Key"
ID_LENGTH_MAXIMUM = 64

log = logging.getLogger(__name__)

DIGEST_BYTES = 16
Sent = TypeVar("Sent")
Make = TypeVar("Make", bound=Callable[..., object])


class HttpRefused(Exception):
    """Something cannot be done; `reason` is a key of the locales (`reason.KEY`), `details` what its sentence names."""

    def __init__(self, reason: str, status: int = 400, details: Mapping[str, str | int] | None = None) -> None:
        super().__init__(reason)
        self.reason, self.status, self.details = reason, status, details


def bearer() -> str:
    """The bearer token of the current request, never taken from its URL; empty if there is none."""
    given = request.headers.get("Authorization", "")
    return given.removeprefix(SCHEME) if given.startswith(SCHEME) else ""


def audience_of_request(access: Access) -> Audience:
    given = bearer()
    return (access.audience(given) if given else None) or VIEWER


def as_json(value: object, status: int = 200) -> Response:
    """A JSON response for this client only, never cached."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json", headers=UNSTORED)


def refused(reason: str, status: int, details: Mapping[str, str | int] | None = None) -> Response:
    """A refusal with a reason; `details` are the arguments of its sentence."""
    return as_json({"reason": reason, "details": details} if details else {"reason": reason}, status)


def attached(content: bytes, mimetype: str, name: str) -> Response:
    """A response to be saved as a file. The name must come from the hub, not from a client."""
    headers = {**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=mimetype, headers=headers)


def asked_id() -> str:
    """The id of the running request. Raises HttpRefused."""
    given = request.headers.get(HEADER, "")
    if not 0 < len(given) <= ID_LENGTH_MAXIMUM or not (given.isascii() and given.isprintable()):
        raise HttpRefused(TableReason.BAD_REQUEST)
    return given


def asked_wish(audience: Audience) -> Wish:
    """The running request as a wish. Raises HttpRefused."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in (audience.actor.encode(), request.path.encode(), request.get_data()):
        digest.update(len(part).to_bytes(8, "big") + part)
    return Wish(asked_id(), audience.actor, digest.hexdigest())


def asked(kind: type[Sent]) -> Sent:
    """What was sent. Raises HttpRefused."""
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpRefused(TableReason.BAD_REQUEST) from error


def asked_bytes(most: int, reason: str) -> bytes:
    """What was sent. Raises HttpRefused with this reason if it is more than so many bytes."""
    request.max_content_length = most
    try:
        return request.get_data()
    except RequestEntityTooLarge as error:
        raise HttpRefused(reason, 413) from error


def asked_language() -> Language:
    """The language that a page names in its address. Raises HttpRefused."""
    for language in LANGUAGES:
        if language == request.args.get("language"):
            return language
    raise HttpRefused(TableReason.BAD_REQUEST)


def asked_sheets(known: Collection[str]) -> list[str]:
    """The sheets to be printed, each once, that a page names in its address. Raises HttpRefused."""
    sheets = request.args.get("sheets", "").split(",")
    if not set(sheets) <= set(known) or len(set(sheets)) < len(sheets):
        raise HttpRefused(TableReason.BAD_REQUEST)
    return sheets


def game_at(table: Table) -> Played:
    """The game at the table. Raises HttpRefused if there is none."""
    played = table.played()
    if played is None:
        raise HttpRefused(TableReason.NO_GAME, 404)
    return played


class Routes(Blueprint):
    """Routes whose answers are made one at a time, so many a minute for an address, and so leave the table responsive.

    An address has one place in the queue, however many requests it sends at once; its others wait behind that one.
    `failure` is the log message if we have a bug; the client is not shown it. With an `access` they are for `roles`
    alone. What they return is sent as JSON, unless it is a response.
    """

    def __init__(
        self,
        name: str,
        per_minute: int,
        failure: str,
        access: Access | None = None,
        roles: Collection[str] = ("banker",),
    ) -> None:
        super().__init__(name, __name__)
        self._buckets, self._failure, self._access, self._roles = Buckets(per_minute), failure, access, roles
        self._lock = threading.Lock()

    def get(self, rule: str) -> Callable[[Make], Make]:  # type: ignore[override]  # a view needs no words for Flask
        return partial(self._add, rule, "GET")

    def post(self, rule: str) -> Callable[[Make], Make]:  # type: ignore[override]  # the same
        return partial(self._add, rule, "POST")

    def answer(self, make: Callable[[], object]) -> Response:
        """What is made, or why it cannot be made."""
        bucket = self._buckets.of(request.remote_addr or "")
        if not bucket.take():
            return refused(TableReason.TOO_FAST, 429)
        try:
            with bucket.turn, self._lock:
                made = make()
        except HttpRefused as why:
            return refused(why.reason, why.status, why.details)
        except StoreError as error:
            log.warning("%s: %s", self._failure, error)
            return refused(TableReason.NOT_STORED, 503)
        except Exception:
            log.exception(self._failure)
            return refused(TableReason.INTERNAL_ERROR, 500)
        return made if isinstance(made, Response) else as_json(made)

    def _add(self, rule: str, method: str, make: Make) -> Make:
        def answered(**arguments: str) -> Response:
            if self._access is not None and audience_of_request(self._access).role not in self._roles:
                return refused(TableReason.NOT_ALLOWED, 403)
            return self.answer(partial(make, **arguments))

        self.add_url_rule(rule, f"{method} {rule}".replace(".", "-"), answered, methods=[method])
        return make


class Wish(Struct, frozen=True):
    """A request over HTTP that changes something: its id, its client, and a digest of its content, address and client.

    A repeated wish counts once; an id that was used by another client or for other content is refused (`id_used`).
    """

    id: str
    client: str
    digest: str
