"""What a page asks over HTTP instead of a socket and the table carries out: nobody can send these as requests.

They go through `Table.request` like all that changes something, so their ids are stored with what they change (0060).
"""

from __future__ import annotations

import hashlib

from msgspec import Struct

from hub.rules.slots import Rules
from hub.table.wire.action import Action

DIGEST_BYTES = 16


class Wish(Struct, frozen=True):
    """What somebody asked over HTTP: by which id, on whose behalf, and a digest of all that they want and whose it is.

    Asked again, a wish counts once; an id that another client or another wish has had is refused (`id_used`).
    """

    id: str
    client: str
    digest: str


class PutOnTable(Action, frozen=True):
    """An edition on a family's own tables is to be offered and chosen; `wish` is what the page asked for."""

    wish: str
    rules: Rules

    def __repr__(self) -> str:
        return f"PutOnTable({self.wish!r})"  # which is what tells it from others


class CallHelp(Action, frozen=True):
    """The table wants help, or no longer."""

    wanted: bool


def wish_of(id_: str, client: str, address: str, content: bytes) -> Wish:
    """What was asked there with this content."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in (client.encode(), address.encode(), content):
        digest.update(len(part).to_bytes(8, "big") + part)
    return Wish(id_, client, digest.hexdigest())
