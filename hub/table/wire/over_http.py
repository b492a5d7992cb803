"""Actions that pages request over HTTP instead of a socket, on which nobody can send them.

They go through `Table.request` like all changes, so that their ids are stored together with their effects (0060).
"""

from __future__ import annotations

import hashlib

from msgspec import Struct

DIGEST_BYTES = 16


class Wish(Struct, frozen=True):
    """A request over HTTP that changes something: its id, its client, and a digest of its content and client.

    A repeated wish counts once; an id that was used by another client or for other content is refused (`id_used`).
    """

    id: str
    client: str
    digest: str


def wish_of(id_: str, client: str, address: str, content: bytes) -> Wish:
    """The wish with the digest of this content, sent to this address by this client."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in (client.encode(), address.encode(), content):
        digest.update(len(part).to_bytes(8, "big") + part)
    return Wish(id_, client, digest.hexdigest())
