"""A bar on the error stream for commands that take a while; nothing at all where that is no terminal."""

from __future__ import annotations

import sys

from hub.commands.terminal import Plain

WIDTH = 30


class Bar:
    """Shows how much of a whole is done; disappears at the end."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._length = 0

    def show(self, done: int, whole: int, left_s: float | None = None) -> None:
        """This much is done, and the rest may take this many seconds."""
        if not sys.stderr.isatty():
            return
        filled = WIDTH * done // whole
        bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {whole} {self._unit}"
        if left_s is not None:
            bar += f", {duration(left_s)} left"
        self._write(bar if done < whole else "")

    def clear(self) -> None:
        """Take it away, so that a line can be printed."""
        if self._length:
            self._write("")

    def _write(self, text: str) -> None:
        terminal = sys.stderr.underneath if isinstance(sys.stderr, Plain) else sys.stderr
        terminal.write("\r" + text.ljust(self._length) + ("" if text else "\r"))
        sys.stderr.flush()
        self._length = len(text)


def duration(seconds: float) -> str:
    """An approximate duration, for people who wait."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 90 * 60 else f"{whole / 3600:.1f} h"
