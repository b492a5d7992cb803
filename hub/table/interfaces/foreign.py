"""What a table requires of an edition by others: which package it comes from, and its rules after the banker's yes."""

from typing import Protocol

from hub.rules.slots import Rules

GROUP = "bankhalter.editions"
"""The group of entry points under which a package declares editions."""


class EditionFault(Exception):
    """An edition cannot be played; the message says why, for the log and the terminal."""


class ForeignEdition(Protocol):
    """An edition by somebody else, found but not loaded: nothing of its code has run."""

    @property
    def id(self) -> str:
        """The id by which games name it."""

    @property
    def by(self) -> str:
        """The package and version it comes from, to which the banker says yes or not."""

    def load(self) -> Rules:
        """Run its code. Raises EditionFault."""
