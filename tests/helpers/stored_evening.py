"""A database with a played game and every kind of document in it, and a check that all of it can be read again."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from helpers.banker_key import PIN, SECRET
from helpers.fake_board import FakeBoard
from helpers.seated import ANNA, BANKER, Seated

from hub.domain.commands import Buy
from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.server.access.keys import Access
from hub.server.access.shown_address import ShownAddress
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import open_store
from hub.table.game.chance import Dice
from hub.table.requests import ChooseAddress, Freeze
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Audience

AUDIENCES = (BANKER, Audience("seat", 0), Audience("seat", 1), Audience("viewer"))


@contextlib.contextmanager
def sitting(folder: Path, editions: Mapping[str, Rules] = EDITIONS) -> Iterator[Seated]:
    """Anna and Ben at a table on a folder; closed when the `with` body ends."""
    store = open_store(DataFolder(folder).database_url)
    try:
        seated = Seated(store, FakeBoard(), editions)
        yield seated
        seated.table.stop()
    finally:
        store.close()


def play_round(seated: Seated) -> None:
    """Play the beginning of a game: Anna buys a street; Ben buys one too, which is undone."""
    seated.begin()
    seated.buy()
    seated.throw(1, 2, 4)
    seated.play(Buy(1))
    seated.undo()


def play_evening(folder: Path) -> Path:
    """Play a game on a family's tables, with a purchase and an undone one, and freeze it; returns the database file."""
    texts = dict(EDITIONS["classic"].track.printing.texts)
    changed = {**texts, "track.csv": texts["track.csv"].replace(",brown,60,", ",brown,77,")}
    with sitting(folder, {**EDITIONS, "classic": EDITIONS["classic"].with_tables(changed)}) as seated:
        play_round(seated)
        access = Access(seated.table, SECRET, PIN)
        access.load()
        access.join(access.codes()["0"])
        shown = ShownAddress(seated.table, "127.0.0.1", 8080, "http")
        shown.choose(shown.urls[0], seated.asking(ChooseAddress(shown.urls[0])))
        seated.lay(ANNA, 3)
        seated.do(Freeze())
    return folder / DATABASE


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Table]:
    """A table on a folder, with everything that a hub reads when it starts. Raises StoreError."""
    store = open_store(DataFolder(folder).database_url)
    try:
        table = Table(store, FakeBoard(), EDITIONS, Dice(1))
        try:
            Access(table, SECRET, PIN).load()
            ShownAddress(table, "127.0.0.1", 8080, "http").load()
            table.start()
            yield table
        finally:
            table.stop()
    finally:
        store.close()


def look(table: Table) -> None:
    """Check that all views can be made, that one more request works, and that no money has appeared."""
    for audience in AUDIENCES:
        msgspec.json.encode(table.view(audience))
    msgspec.json.encode((table.device(), table.sheet(), table.rebuild(), table.health()))
    table.tag_moves()
    answer = table.request(BANKER, Request("look", Freeze()))
    assert answer.reason != "internal_error"
    if table.state.live is not None:
        assert sum(table.state.live.game.state.ledger.balances) == 0
        assert len(table.state.lobby.seats) == len(table.state.live.record.names)
