"""The transcript of the last table, stored when it closes, for a help file that is asked for afterwards."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hub.store.faults import store_errors
from hub.store.folder import private
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import StoreError

FILE = "transcript.jsonl"


def store(folder: Path, transcript: Sequence[WireLine]) -> None:
    """Write it for its owner alone; where that is not possible, the table closes without."""
    encoder = msgspec.json.Encoder()
    with contextlib.suppress(OSError), open(folder / FILE, "wb", opener=private) as file:
        file.write(encoder.encode_lines(transcript))


def stored(folder: Path) -> list[WireLine]:
    """The transcript of the last table; empty if there is none. Raises StoreError."""
    path = folder / FILE
    if not path.exists():
        return []
    with store_errors(path):
        data = path.read_bytes()
    try:
        return msgspec.json.Decoder(WireLine).decode_lines(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError("corrupt", f"{path}, the lines between hub and board, is damaged.") from error
