"""A progress bar on stderr for commands that take a while; prints nothing if stderr is not a terminal."""

from __future__ import annotations

import sys

from hub.commands.terminal import Plain

WIDTH = 30


class Bar:
    """Shows how much of the work is done; disappears at the end."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._length = 0

    def show(self, done: int, whole: int, left_s: float | None = None) -> None:
        """Draw the bar at `done` of `whole`; the rest may take `left_s` seconds."""
        if not sys.stderr.isatty():
            return
        filled = WIDTH * done // whole
        bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {whole} {self._unit}"
        if left_s is not None:
            bar += f", {duration(left_s)} left"
        self._write(bar if done < whole else "")

    def clear(self) -> None:
        """Erase the bar, so that a line can be printed."""
        if self._length:
            self._write("")

    def _write(self, text: str) -> None:
        terminal = sys.stderr.underneath if isinstance(sys.stderr, Plain) else sys.stderr
        terminal.write("\r" + text.ljust(self._length) + ("" if text else "\r"))
        sys.stderr.flush()
        self._length = len(text)


def duration(seconds: float) -> str:
    """An approximate duration in words, for people who are waiting."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 90 * 60 else f"{whole / 3600:.1f} h"
