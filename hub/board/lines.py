"""The raw log of the wire: the newest 400 lines of all nodes, for the `/device` page and for bug reports."""

import threading
from collections import deque
from collections.abc import Iterable, Sequence
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

    def newest(self) -> Sequence[WireLine]:
        return self._shown(self._ring)

    def transcript(self) -> Sequence[WireLine]:
        """The stored lines with news, oldest first; without heartbeats and acknowledgements they go back further."""
        return self._shown(self._telling)

    def _shown(self, ring: Iterable[Entry]) -> list[WireLine]:
        with self._lock:
            kept = list(ring)
        return [WireLine(*one[:4], _readable(one[4]), one[5]) for one in kept]


def _readable(line: bytes) -> str:
    """A line as text; what is not printable ASCII appears as an escape."""
    text = line.rstrip(b"\r\n").decode("latin-1")
    if text.isascii() and text.replace("\t", "").isprintable():
        return text
    return "".join(char if " " <= char <= "~" else f"\\x{ord(char):02x}" for char in text)
