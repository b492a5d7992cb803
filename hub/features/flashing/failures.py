"""Why a node could not be flashed, as a sentence and as a key for the pages."""

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
