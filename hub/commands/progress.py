"""A bar on the error stream for commands that take a while; nothing at all where that is no terminal."""

from __future__ import annotations

import sys

WIDTH = 30


class Bar:
    """Shows how much of a whole is done; disappears at the end."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._length = 0

    def show(self, done: int, whole: int) -> None:
        """So much is done."""
        if not sys.stderr.isatty():
            return
        filled = WIDTH * done // whole
        bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {whole} {self._unit}"
        self._write(bar if done < whole else "")

    def clear(self) -> None:
        """Take it away, so that a line can be printed."""
        if self._length:
            self._write("")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._length) + ("" if text else "\r"))
        sys.stderr.flush()
        self._length = len(text)
