"""A table to ask."""

from table.conftest import kind, playing, seated

__all__ = ["kind", "playing", "seated"]
