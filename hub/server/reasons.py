"""Why the server itself refuses; the sentences are in the web locales (`reason.<key>`), like those of the table."""

from enum import StrEnum


class ServerReason(StrEnum):
    """Keys besides those of `hub.table.wire.refusals.TableReason`."""

    WRONG_PIN = "wrong_pin"
    WRONG_CODE = "wrong_code"
    TOO_MANY_PHONES = "too_many_phones"
    MANY_KNOCK = "many_knock"
    BIDS_LIE = "bids_lie"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_FAST = "too_fast"
    NO_IMAGE = "no_image"
    NO_TOOLS = "no_tools"
