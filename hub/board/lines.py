"""The raw log of the wire: the newest 400 lines of all nodes, for the `/device` page and for bug reports."""

import threading
from collections import deque
from collections.abc import Sequence
from typing import Final, TypeAlias

from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import now_ms

LINES_MAX: Final = 400
TRANSCRIPT_MAX: Final = 4_000
IDLE: Final = (b'{"t":"hb"', b'{"t":"ak"')  # these would fill the transcript within minutes
Entry: TypeAlias = tuple[int, int, str, bool, bytes, bool]


class LineLog:
    """Two rings of lines: all, and those with news; any thread may add and read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ring: deque[Entry] = deque(maxlen=LINES_MAX)
        self._telling: deque[Entry] = deque(maxlen=TRANSCRIPT_MAX)
        self._index = 0

    def add(self, node: str, outward: bool, line: bytes, ok: bool) -> None:
        """Note a line; it is decoded only when somebody reads the log."""
        at_ms = now_ms()
        with self._lock:
            self._index += 1
            entry = (self._index, at_ms, node, outward, line, ok)
            self._ring.append(entry)
            if not line.startswith(IDLE):
                self._telling.append(entry)

    def after(self, index: int) -> Sequence[WireLine]:
        """The stored lines with an index greater than `index`, oldest first."""
        with self._lock:
            kept = [entry for entry in self._ring if entry[0] > index]
        return _shown(kept)

    def transcript(self) -> Sequence[WireLine]:
        """The stored lines with news, oldest first; without heartbeats and acknowledgements they go back further."""
        with self._lock:
            kept = list(self._telling)
        return _shown(kept)


def _shown(kept: Sequence[Entry]) -> list[WireLine]:
    return [
        WireLine(number, at_ms, node, outward, _readable(line), ok) for number, at_ms, node, outward, line, ok in kept
    ]


def _readable(line: bytes) -> str:
    """A line as text; what is not printable ASCII appears as an escape."""
    text = line.rstrip(b"\r\n").decode("latin-1")
    if text.isascii() and text.replace("\t", "").isprintable():
        return text
    return "".join(char if " " <= char <= "~" else f"\\x{ord(char):02x}" for char in text)
