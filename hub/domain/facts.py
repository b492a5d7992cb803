"""The marker every fact carries. A fact is past, true and complete: amounts, dice and cards are resolved in it."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import snake


class Fact(Struct, frozen=True, gc=False, tag=snake, tag_field="fact"):
    """Something that happened; folded by `hub.domain.state.evolve`, stored in the log, told in the feed."""
