"""What every fact is. It is past, true and complete: amounts, dice and cards are resolved in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub.domain.bases import Named

if TYPE_CHECKING:
    from hub.domain.state import State
else:
    State = object
    """What facts fold into is made of the slices in which they are defined; those name it in annotations alone."""

__all__ = ["Fact", "State"]


class Fact(Named, gc=False, tag_field="fact"):
    """Something that happened; stored in the log, shown in the feed.

    Its `fold` stands with it and is the only place that knows how it changes the state. It knows no rules, so a rule
    fix never breaks a stored game. A fact without one is only shown.
    """

    def fold(self, state: State) -> None:
        """Change the state in place, as the fact says."""
