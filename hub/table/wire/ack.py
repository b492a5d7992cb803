"""The answer to a request of a browser (`hub.table.requests`)."""

from __future__ import annotations

from msgspec import Struct

from hub.table.wire.contract import Value


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason for refusing it (a key) with figures.

    `version` is that of the view which shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}
