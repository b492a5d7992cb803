"""Why the server itself refuses; the sentences are in the web locales (`reason.<key>`), like those of the table."""

from __future__ import annotations

from enum import StrEnum


class ServerReason(StrEnum):
    """Keys beside those of `hub.table.wire.refusals.TableReason`."""

    WRONG_PIN = "wrong_pin"
    WRONG_CODE = "wrong_code"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_FAST = "too_fast"
