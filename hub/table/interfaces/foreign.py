"""What a table asks of an edition by somebody else: who made it, and its rules once the banker has said yes."""

from __future__ import annotations

from typing import Protocol

from hub.rules.slots import Rules

GROUP = "bankhalter.editions"
"""The group of entry points under which a package declares editions."""


class EditionFault(Exception):
    """An edition cannot be played; its text says why, to the log and the terminal."""


class ForeignEdition(Protocol):
    """An edition by somebody else, found but not loaded: nothing of its code has run."""

    @property
    def id(self) -> str:
        """What games name it by."""

    @property
    def by(self) -> str:
        """The package and version it comes from, which the banker trusts or not."""

    def load(self) -> Rules:
        """Run its code. Raises EditionFault."""
