"""A table to ask."""

from __future__ import annotations

from table.conftest import kind, playing, seated

__all__ = ["kind", "playing", "seated"]
