"""Which names in the hall of fame are one person, and who is not shown: a small document, always replaced as a whole.

Names that are alike (`hub.table.names`) are one person anyway. The banker merges others, and says who wants to be
forgotten; the stored games are not changed. Changes are pure functions: they return the next document or a refusal.
`hub.features.evening.hall` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hub.table.interfaces.storage import GameRecord
from hub.table.names import likeness
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import ForgetName, MergeNames, PartNames, RecallNames

HALL = "hall"
"""The document's name in the store."""


class HallNames(Struct, frozen=True):
    """`same` maps the likeness of a name to the name it is shown under; `forgotten` are likenesses.

    `changes` counts the changes, so that pages know when to fetch the hall again.
    """

    same: dict[str, str] = {}
    forgotten: tuple[str, ...] = ()
    changes: int = 0

    def shown_as(self, name: str) -> str | None:
        """The name under which somebody is shown, None if they are forgotten."""
        shown = self.same.get(likeness(name), name)
        return None if likeness(name) in self.forgotten or likeness(shown) in self.forgotten else shown

    def group(self, name: str) -> frozenset[str]:
        """The likenesses that are shown under a name, including its own."""
        own = likeness(name)
        return frozenset({own, *(other for other, shown in self.same.items() if likeness(shown) == own)})


def merge_names(names: HallNames, action: MergeNames, games: Sequence[GameRecord]) -> HallNames | Refusal:
    """Show `name` as `into` from now on; refused if both have played in the same game, since they are two people."""
    if not (_is_shown(names, action.name, games) and _is_shown(names, action.into, games)):
        return refusal(TableReason.NO_SUCH_NAME)
    one, other = names.group(action.name), names.group(action.into)
    if one & other:
        return refusal(TableReason.NO_SUCH_NAME)
    if any(not one.isdisjoint(seated) and not other.isdisjoint(seated) for seated in _tables(games)):
        return refusal(TableReason.SAT_TOGETHER)
    return _changed(names, same={**names.same, **dict.fromkeys(sorted(one), action.into)})


def part_names(names: HallNames, action: PartNames) -> HallNames | Refusal:
    """Show everybody who was merged into this name under their own name again."""
    parted = names.group(action.name) - {likeness(action.name)}
    if not parted:
        return refusal(TableReason.NO_SUCH_NAME)
    return _changed(names, same={own: shown for own, shown in names.same.items() if own not in parted})


def forget_name(names: HallNames, action: ForgetName, games: Sequence[GameRecord]) -> HallNames | Refusal:
    """Show nothing of this person any more, under any of their names."""
    if not _is_shown(names, action.name, games):
        return refusal(TableReason.NO_SUCH_NAME)
    return _changed(names, forgotten=tuple(sorted({*names.forgotten, *names.group(action.name)})))


def recall_names(names: HallNames, _action: RecallNames) -> HallNames | Refusal:
    """Show everybody again who was forgotten."""
    return _changed(names, forgotten=()) if names.forgotten else refusal(TableReason.NO_SUCH_NAME)


def _is_shown(names: HallNames, name: str, games: Sequence[GameRecord]) -> bool:
    """Whether people are shown under this name in the hall."""
    own = likeness(name)
    shown = names.shown_as(name)
    return shown is not None and likeness(shown) == own and any(own in seated for seated in _tables(games))


def _tables(games: Sequence[GameRecord]) -> Iterable[frozenset[str]]:
    return (frozenset(map(likeness, game.names)) for game in games)


def _changed(names: HallNames, **changes: object) -> HallNames:
    return replace(names, **changes, changes=names.changes + 1)
