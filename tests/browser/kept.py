"""Stores a recorded game in the folder of a house, as if it had been played there, so that opening resumes it."""

import msgspec
from helpers.house import House
from helpers.logged import recorded

from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import Batch
from hub.table.lobby import seated


def resume(house: House, game: str, *, outlook: bool = False) -> None:
    """Store a game of `tests/games`, by its path there, and open the house; `outlook`: whether the outlook was on."""
    played, _ = recorded(game)
    lobby = msgspec.structs.replace(seated(played.record.edition, played.record.names), game=played.record.id)
    store = open_store(DataFolder(house.folder).database_url)
    try:
        store.commit(
            Batch(documents={"lobby": msgspec.json.encode(lobby), "odds": msgspec.json.encode({"on": outlook})})
        )
        for entry in played.entries:
            store.commit(Batch(game=played.record, entry=entry))
    finally:
        store.close()
    house.open()
