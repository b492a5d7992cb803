"""A hub that does nothing but commit, and says so after each commit; tests kill or stop it at any moment."""

import sys

from hub.domain.commands import Buy
from hub.domain.history import Move
from hub.domain.ledger import MoneyMoved
from hub.store.sqlstore import open_store
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry

GAME = GameRecord("game", "edition", ("Anna",), 1)

store = open_store(sys.argv[1])
first = len(store.entries("game"))
print("open", first, flush=True)
for seq in range(first, first + 1_000_000):
    move = Move(Buy(0), tuple(MoneyMoved(0, -1, amount, "deed_price", {}) for amount in range(seq % 40)))
    entry = StoredEntry(seq, move, "banker", f"r{seq}", seq)
    document = str(seq).encode()
    store.commit(Batch(game=GAME, entry=entry, documents={"d": document}, positions={"n": EventId(1, seq)}))
    print(seq, flush=True)
