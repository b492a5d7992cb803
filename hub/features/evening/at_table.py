"""What the evening does at a table: tells its story and shows the hall of fame (`web/src/features/evening`).

A story contains only what everybody may know, so one copy serves all. A game that is no longer at the table does not
change, so the hall reads each once; which names are merged and how many are forgotten it shows to the banker alone, who
asks for it; stored games stay.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from flask import request
from msgspec import Raw
from msgspec.structs import replace

from hub.composition.table import AtTable, OpenTable
from hub.features.evening.contract import HallView
from hub.features.evening.evening import evening_of
from hub.features.evening.hall import fame_of, hall_of
from hub.server.http.answers import HttpRefused, Routes, audience_of_request, game_at
from hub.table.game.live import Played
from hub.table.game.shown import EVERYBODY
from hub.table.names import likeness
from hub.table.past import EachOnce, HallNames, PlayedGames
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState, change
from hub.table.wire.audience import Refusal, TableReason, refusal

GAMES_SHOWN = 300
"""The newest. An evening a week for six years; reading them once takes a few seconds."""


HallReason = StrEnum("HallReason", "NO_SUCH_NAME SAT_TOGETHER")
"""Why names in the hall stay as they are."""


class _Story:
    """Caches the last story, by game and length of its log, because many phones open it at the same moment."""

    def __init__(self) -> None:
        self._of: tuple[str, int] | None = None
        self._content = Raw()

    def content(self, played: Played) -> Raw:
        """The story as JSON. One caller at a time."""
        wanted = played.record.id, len(played.entries)
        if wanted != self._of:
            content = msgspec.json.encode(evening_of(played.shown_to(EVERYBODY)))
            self._content, self._of = Raw(content), wanted
        return self._content


def at_table(opened: OpenTable) -> AtTable:
    table, limits = opened.table, opened.setting.limits
    telling = Routes("story", limits.tellings_per_minute, "a story could not be made")
    showing = Routes("hall", limits.tellings_per_minute, "the hall of fame could not be made")
    stories, earlier_stories, fames = _Story(), _Story(), EachOnce(fame_of)

    def shown(past: PlayedGames, *, banker: bool = False) -> HallView:
        found = (fames.of(past, record) for record in past.games[-GAMES_SHOWN:])
        return hall_of([fame for fame in found if fame is not None], past.names, banker=banker)

    def earlier(game: str) -> Played:
        """One of the games whose story the hall leads to."""
        past = table.past()
        offered = game in {one.game for one in shown(past).games}
        found = next((past.played(record) for record in past.games if offered and record.id == game), None)
        if found is None:
            raise HttpRefused(TableReason.NO_GAME, 404)
        return found

    @telling.get("/api/evening")
    def whole() -> Raw:
        game = request.args.get("game", "")
        return earlier_stories.content(earlier(game)) if game else stories.content(game_at(table))

    @showing.get("/api/hall")
    def hall() -> HallView:
        return shown(table.past(), banker=audience_of_request(opened.access).role == "banker")

    return AtTable(routes=[telling, showing])


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
            return refusal(HallReason.NO_SUCH_NAME)
        one, other = names.group(self.name), names.group(self.into)
        if one & other:
            return refusal(HallReason.NO_SUCH_NAME)
        if any(not one.isdisjoint(seated) and not other.isdisjoint(seated) for seated in _tables(table)):
            return refusal(HallReason.SAT_TOGETHER)
        return replace(names, same={**names.same, **dict.fromkeys(sorted(one), self.into)})


class PartNames(HallChange):
    """In the hall of fame, show everybody who was merged into `name` under their own name again."""

    name: str

    def changed(self, _table: TableState, names: HallNames) -> HallNames | Refusal:
        """Refused if nobody was."""
        parted = names.group(self.name) - {likeness(self.name)}
        if not parted:
            return refusal(HallReason.NO_SUCH_NAME)
        return replace(names, same={own: shown for own, shown in names.same.items() if own not in parted})


class ForgetName(HallChange):
    """Show nothing of this person in the hall of fame any more; the games stay stored."""

    name: str

    def changed(self, table: TableState, names: HallNames) -> HallNames | Refusal:
        if not _is_shown(table, self.name):
            return refusal(HallReason.NO_SUCH_NAME)
        return replace(names, forgotten=tuple(sorted({*names.forgotten, *names.group(self.name)})))


class RecallNames(HallChange):
    """Show everybody in the hall of fame again who was forgotten."""

    def changed(self, _table: TableState, names: HallNames) -> HallNames | Refusal:
        """Refused if nobody was."""
        return replace(names, forgotten=()) if names.forgotten else refusal(HallReason.NO_SUCH_NAME)


REQUESTS = (MergeNames, PartNames, ForgetName, RecallNames)


def _is_shown(table: TableState, name: str) -> bool:
    """Whether people are shown under this name in the hall."""
    own, shown = likeness(name), table.hall.shown_as(name)
    return shown is not None and likeness(shown) == own and any(own in seated for seated in _tables(table))


def _tables(table: TableState) -> Iterable[frozenset[str]]:
    return (frozenset(map(likeness, game.names)) for game in table.store.games())
