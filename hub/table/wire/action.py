"""The base class of everything that a browser can ask for (`hub.table.wire.requests`)."""

from __future__ import annotations

from hub.domain.bases import Named


class Action(Named, tag_field="do"):
    """What a browser asks for."""
