"""All stored games, as far as they can be read, and under which names their players are shown in the hall of fame.

Names that are alike (`hub.table.names`) are one person anyway. The banker merges others, and says who wants to be
forgotten; that is a small document, always replaced as a whole.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.live import Played
from hub.table.game.stored import rules_at_start
from hub.table.interfaces.storage import GameRecord, Store, StoreError
from hub.table.names import likeness

Found = TypeVar("Found")
HALL = "hall"
"""The document's name in the store."""

log = logging.getLogger(__name__)


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


class PlayedGames(Struct, frozen=True):
    """`games` are all stored games, oldest first; `now` is the one at the table, so far."""

    store: Store
    editions: Mapping[str, Rules]
    games: Sequence[GameRecord]
    names: HallNames
    now: Played | None

    def played(self, record: GameRecord) -> Played | None:
        """A stored game with its log, also that at the table; None if damaged or without its edition or tables."""
        if self.now is not None and self.now.record.id == record.id:
            return self.now
        rules = self.editions.get(record.edition)
        if rules is None:
            return None
        try:
            entries = self.store.entries(record.id)
            first = entries[0].entry if entries else None
            return Played(record, entries, rules_at_start(first, rules, self.store.document))
        except (StoreError, TableError) as error:
            log.warning("game %s is left out: %s", record.id, error)
            return None


class EachOnce(Generic[Found]):
    """What `read` makes of stored games: each is read once, the one at the table whenever its log has grown.

    Where `read` fails it is None, as for a game that is damaged: others are not hidden by it. From any thread.
    """

    def __init__(self, read: Callable[[Played], Found | None]) -> None:
        self._read = read
        self._found: dict[str, tuple[int, Found | None]] = {}
        self._lock = threading.Lock()

    def of(self, past: PlayedGames, record: GameRecord) -> Found | None:
        now = past.now if past.now is not None and past.now.record.id == record.id else None
        length = len(now.entries) if now is not None else -1
        with self._lock:
            if record.id not in self._found or self._found[record.id][0] != length:
                self._found[record.id] = length, self._made(past.played(record))
            return self._found[record.id][1]

    def _made(self, played: Played | None) -> Found | None:
        try:
            return self._read(played) if played is not None else None
        except Exception:
            log.exception("a stored game could not be read")
            return None
