"""The base of all facts. A fact says what has happened, completely: amounts, dice and cards are resolved in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub.domain.bases import Named

if TYPE_CHECKING:
    from hub.domain.state import State
else:
    State = object
    """The state consists of the slices in which facts are defined; those import it for annotations only."""

__all__ = ["Fact", "State"]


class Fact(Named, tag_field="fact"):
    """Something that happened; stored in the log, shown in the feed.

    Its `fold` is the only place that knows how it changes the state. Folding knows no rules, so correcting a rule never
    breaks a stored game. A fact without a `fold` is only shown.
    """

    def fold(self, state: State) -> None:
        """Change the state in place."""
