"""Documents stored besides the log (lobby, board map, keys, ...), decoded to their types.

A damaged one is reported with what to do about it; nothing is guessed in its place, and no game is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from hub.table.interfaces.storage import StoreError

T = TypeVar("T")

CAUSE_LENGTH_MAXIMUM = 160


def read_document(document: Callable[[str], bytes | None], name: str, shape: type[T]) -> T | None:
    """The document of this name, None if there is none. Raises StoreError `corrupt` if it is not of this shape."""
    data = document(name)
    if data is None:
        return None
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise damaged(name, error) from error


def damaged(name: str, cause: object) -> StoreError:
    """The error for a document that cannot be used; its cause may quote stored text, so it is shortened to one line."""
    quoted = " ".join(str(cause).split())[:CAUSE_LENGTH_MAXIMUM]
    return StoreError(
        "corrupt",
        f"The document {name!r} that is stored with the games is damaged ({quoted}), the games themselves are not: "
        "`bankhalter restore` restores a backup of everything, `bankhalter record` still writes each game.",
    )
