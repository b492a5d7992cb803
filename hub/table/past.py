"""All stored games, as far as they can still be read, for the hall of fame."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from msgspec import Struct

from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.family_tables import rules_at_start
from hub.table.game.live import Played
from hub.table.hall_names import HallNames
from hub.table.interfaces.storage import GameRecord, Store, StoreError

log = logging.getLogger(__name__)


class PlayedGames(Struct, frozen=True):
    """`games` are all stored games, oldest first; `now` is the one at the table, so far."""

    store: Store
    editions: Mapping[str, Rules]
    games: Sequence[GameRecord]
    names: HallNames
    now: Played | None

    def played(self, record: GameRecord) -> Played | None:
        """A stored game with its log; None if it is damaged, or its edition or tables are missing. Needs no lock."""
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
