"""Which likeness a playbook is held to, for whatever edition it can play."""

from __future__ import annotations

from foresight import claims_side_by_side, side_by_side, skyline_side_by_side
from foresight.side_by_side import Likeness

from hub.foresight.engines.derived.playbooks import opened
from hub.rules.slots import Rules

LIKENESSES = (side_by_side.STANDARD, claims_side_by_side.CLAIMS, skyline_side_by_side.SKYLINE)


def likeness_of(rules: Rules) -> Likeness:
    """That of the playbook that knows these rules. Raises NotCovered."""
    book, _ = opened(rules, 1)
    return next(like for like in LIKENESSES if like.book is book)
