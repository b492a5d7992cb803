"""All games of a club, whichever process has their tables, for the club's export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial

from hub.features.club.exports import StoredGame
from hub.features.club.table import OpenedTable
from hub.rules.slots import Rules
from hub.store.postgres.database import open_to_look
from hub.store.registry import Registry, Standing
from hub.table.game.live import Played
from hub.table.past import HallNames, PlayedGames


def games_of_all(
    standing: Callable[[], Standing],
    here: Callable[[], Mapping[str, OpenedTable]],
    registry: Registry,
    editions: Mapping[str, Rules],
) -> Iterator[StoredGame]:
    """All games, table by table, oldest first. Raises StoreError."""
    for listed in standing().tables:
        with ExitStack() as closing:
            past = _past(listed.name, here(), registry, editions, closing)
            if past is None:
                continue
            for record in past.games:
                if past.now is not None and past.now.record.id == record.id:
                    yield StoredGame(listed.name, record, partial(_same, past.now))
                else:
                    yield StoredGame(listed.name, record, partial(past.played, record))


def _past(
    name: str, here: Mapping[str, OpenedTable], registry: Registry, editions: Mapping[str, Rules], closing: ExitStack
) -> PlayedGames | None:
    """The games of one table: from this process if it has the table, else from the database server."""
    if (source := here.get(name)) is not None:
        return source.past()
    database = registry.database_of(name)
    store = open_to_look(database, closing) if database is not None else None
    return PlayedGames(store, editions, store.games(), HallNames(), None) if store is not None else None


def _same(played: Played) -> Played:
    return played
