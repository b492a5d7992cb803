"""Requests about names in the hall of fame: which are one person, and who is not shown; stored games stay."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hub.table.changes.commits import change
from hub.table.names import likeness
from hub.table.past import HallNames
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal


class HallChange(Action):
    """A request that replaces the names of the hall of fame."""

    who = (BANKER,)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        changed = self.changed(table, table.hall)
        if isinstance(changed, Refusal):
            return changed
        return change(table, sender.asked, hall=replace(changed, changes=changed.changes + 1))

    def changed(self, table: TableState, names: HallNames) -> HallNames | Refusal:
        raise NotImplementedError


class MergeNames(HallChange):
    """In the hall of fame, show `name` as the same person as `into`, under the name `into`."""

    name: str
    into: str

    def changed(self, table: TableState, names: HallNames) -> HallNames | Refusal:
        """Refused if both have played in the same game, since they are two people."""
        if not (_is_shown(table, self.name) and _is_shown(table, self.into)):
            return refusal(TableReason.NO_SUCH_NAME)
        one, other = names.group(self.name), names.group(self.into)
        if one & other:
            return refusal(TableReason.NO_SUCH_NAME)
        if any(not one.isdisjoint(seated) and not other.isdisjoint(seated) for seated in _tables(table)):
            return refusal(TableReason.SAT_TOGETHER)
        return replace(names, same={**names.same, **dict.fromkeys(sorted(one), self.into)})


class PartNames(HallChange):
    """In the hall of fame, show everybody who was merged into `name` under their own name again."""

    name: str

    def changed(self, _table: TableState, names: HallNames) -> HallNames | Refusal:
        """Refused if nobody was."""
        parted = names.group(self.name) - {likeness(self.name)}
        if not parted:
            return refusal(TableReason.NO_SUCH_NAME)
        return replace(names, same={own: shown for own, shown in names.same.items() if own not in parted})


class ForgetName(HallChange):
    """Show nothing of this person in the hall of fame any more; the games stay stored."""

    name: str

    def changed(self, table: TableState, names: HallNames) -> HallNames | Refusal:
        if not _is_shown(table, self.name):
            return refusal(TableReason.NO_SUCH_NAME)
        return replace(names, forgotten=tuple(sorted({*names.forgotten, *names.group(self.name)})))


class RecallNames(HallChange):
    """Show everybody in the hall of fame again who was forgotten."""

    def changed(self, _table: TableState, names: HallNames) -> HallNames | Refusal:
        """Refused if nobody was."""
        return replace(names, forgotten=()) if names.forgotten else refusal(TableReason.NO_SUCH_NAME)


REQUESTS = (MergeNames, PartNames, ForgetName, RecallNames)


def _is_shown(table: TableState, name: str) -> bool:
    """Whether people are shown under this name in the hall."""
    own, shown = likeness(name), table.hall.shown_as(name)
    return shown is not None and likeness(shown) == own and any(own in seated for seated in _tables(table))


def _tables(table: TableState) -> Iterable[frozenset[str]]:
    return (frozenset(map(likeness, game.names)) for game in table.store.games())
