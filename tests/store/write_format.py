"""Writes the fixture of today's stored format into `tests/store/formats`: games of all editions, one of each entry.

Run `python tests/store/write_format.py` when a schema is new or, until it is released, has changed. Once released, a
fixture is never written again.
"""

import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from helpers.fake_board import FakeBoard
from helpers.play import random_command
from helpers.samples import sample
from helpers.seated import Seated
from msgspec import inspect

from hub.domain.history import Move
from hub.domain.unions import AnyCommand, AnyFact
from hub.editions import EDITIONS
from hub.server.access.keys import Access
from hub.store.database import SCHEMA_VERSION
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.game.chance import Dice
from hub.table.interfaces.board import ButtonEvent
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry
from hub.table.requests import Begin, ChooseEdition, NewGame, Play, Redo, Undo

FORMATS = Path(__file__).with_name("formats")
ONE_OF_EACH = GameRecord("one-of-each", "none", ("Änne",), 1)
"""A log that no rules would play, but with every command and every fact in it."""

COMMANDS = 45


def play_some(seated: Seated, edition: str) -> dict[str, object]:
    """Begin a game of an edition and play random commands, with something taken back; what it comes to."""
    seated.do(ChooseEdition(edition))
    seated.do(Begin())
    luck, dice = random.Random(edition), Dice(edition)
    for number in range(COMMANDS):
        live = seated.table.state.live
        command = random_command(live.game, luck, dice)
        seated.ask(Play(command))
        if number % 15 == 14:
            seated.undo()
    seated.do(Redo(seated.view().redo))
    seated.do(Undo(seated.view().undo))
    seated.board.report(ButtonEvent("node-0", "cancel", "long"))
    state, effective = seated.table.state.live.game.state, seated.table.state.live.effective
    return {
        "balances": state.ledger.balances[:2],
        "spaces": state.pieces.spaces,
        "moves": len(effective.moves),
        "redo": len(effective.redo),
    }


def write_one_of_each(store: SqlStore) -> None:
    """Every command and every fact, with nothing left empty."""
    facts = tuple(sample(inspect.type_info(kind)) for kind in get_args(AnyFact))
    commands = [sample(inspect.type_info(kind)) for kind in get_args(AnyCommand)]
    for seq, command in enumerate(commands):
        move = Move(command, facts if seq == 0 else ())
        store.commit(Batch(game=ONE_OF_EACH, entry=StoredEntry(seq, move, "banker", f"r{seq}", 1)))


def main() -> None:
    """Play, store, dump."""
    expected = {}
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(DataFolder(Path(folder)).database_url)
        seated = Seated(store, FakeBoard("side", 4, 13))
        Access(seated.table, "5ec2e7" * 8, "271828").load()
        for number, edition in enumerate(EDITIONS):
            if number:
                seated.do(NewGame())
            found = play_some(seated, edition)
            expected[seated.view().game] = found
        write_one_of_each(store)
        seated.table.stop()
        store.close()
        database = sqlite3.connect(Path(folder) / DATABASE)
        lines = [*database.iterdump(), f"-- expected: {json.dumps(expected)}", ""]
        database.close()
    path = FORMATS / f"schema-{SCHEMA_VERSION}.sql"
    path.write_text("\n".join(lines), encoding="utf-8")
    print(f"{path}: {path.stat().st_size // 1024} kB, {len(msgspec.json.encode(expected))} bytes expected")


if __name__ == "__main__":
    main()
