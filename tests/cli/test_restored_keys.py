"""A backup that is restored brings back the games, but no phone that was signed out since and no code that was used."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER

from hub import cli
from hub.editions import EDITIONS
from hub.server.access.keys import Access
from hub.server.access.phones import carried_over
from hub.store.backups import Backups
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import open_store
from hub.table.game.chance import Dice
from hub.table.requests import AddSeat, NewCode, SignOut
from hub.table.requests.base import Request
from hub.table.table import Table

SECRET, PIN = "5ec2e7" * 8, "271828"


class Evening:
    """A table with Anna, whose phones come and go; `keys` are theirs, in the order in which they came."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.keys = folder, list[str]()
        self.on(lambda table, _access: table.request(BANKER, Request("anna", AddSeat("Anna"))))

    def on(self, act: Callable[[Table, Access], Any]) -> Any:
        """Open the table, do something, close it."""
        store = open_store(DataFolder(self.folder).database_url)
        table = Table(store, FakeBoard(), EDITIONS, Dice(1))
        access = Access(table, SECRET, PIN)
        access.load()
        done = act(table, access)
        access.follow_table()
        table.stop()
        store.close()
        return done

    def join(self) -> None:
        self.keys.append(self.on(lambda _table, access: access.join(access.codes()["0"])))

    def sign_out(self, number: int) -> None:
        """The key of Anna's phone of this number is void."""
        ask = partial(Table.request, audience=BANKER, request=Request(f"out-{number}", SignOut(0, number)))
        assert self.on(lambda table, access: access.sign_out(0, number, lambda more: ask(table, documents=more))).ok

    def code(self) -> str:
        return str(self.on(lambda _table, access: access.codes()["0"]))

    def who_is_in(self) -> list[bool]:
        """Of the phones, whether their key is good."""
        return list(self.on(lambda _table, access: [access.audience(key) is not None for key in self.keys]))

    def restore(self, name: str) -> None:
        assert cli.main(["restore", name, "--data-dir", str(self.folder)]) == 0


@pytest.fixture
def evening(tmp_path):
    """Two phones are in when a backup is made."""
    evening = Evening(tmp_path)
    evening.join()
    evening.join()
    Backups(tmp_path).make()
    return evening


@pytest.mark.parametrize("come", [False, True], ids=["signed out", "come"])
def test_a_phone_that_was_signed_out_since_stays_out(evening, come):
    """The others are in; one that has come since is in again when the restored copy is replaced in turn."""
    evening.join() if come else evening.sign_out(1)
    evening.restore("1")
    assert evening.who_is_in() == ([True, True, False] if come else [False, True])
    evening.restore("replaced-1")
    assert evening.who_is_in() == ([True, True, True] if come else [False, True])


def test_a_code_that_was_used_since_is_good_no_more(evening):
    """Whoever read it finds another one on the tablet; a code that nobody used is good as before."""
    used = evening.code()
    evening.restore("1")
    assert evening.code() == used
    evening.join()
    evening.restore("1")
    assert evening.code() != used
    assert evening.on(lambda _table, access: access.join(used)) is None


@pytest.mark.parametrize(("out", "left"), [((3,), [True, True, False]), ((1, 2, 3), [False] * 3)])
def test_a_copy_that_is_restored_after_another_brings_nobody_back(evening, out, left):
    """The first copy is older than a phone, the second has it: it was signed out all the same, alone or with all."""
    evening.join()
    Backups(evening.folder).make()
    for number in out:
        evening.sign_out(number)
    for copy in ("1", "2", "replaced-1"):
        evening.restore(copy)
        assert (evening.who_is_in()[2], (copy == "1" and len(out) == 1) or evening.who_is_in() == left) == (False, True)


def test_a_code_that_was_read_by_others_is_not_brought_back(evening):
    """The seat was given a new one since the copy was made: the old one stays worthless, and phones stay in."""
    read = evening.code()
    ask = partial(Table.request, audience=BANKER, request=Request("new", NewCode(0)))
    evening.on(lambda table, access: access.renew(0, lambda more: ask(table, documents=more)))
    evening.restore("1")
    assert evening.on(lambda _table, access: access.join(read)) is None
    assert evening.who_is_in() == [True, True]


@pytest.mark.parametrize("damage", [None, b"", b"no database" * 100])
def test_where_nothing_is_known_of_since_keys_are_those_of_the_copy(evening, damage):
    """The games are lost or damaged: phones come back as they were, but no code is trusted."""
    code, database = evening.code(), evening.folder / DATABASE
    database.unlink() if damage is None else database.write_bytes(damage)
    evening.restore("1")
    assert evening.who_is_in() == [True, True]
    assert evening.code() != code


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_is_left_to_the_start_of_the_hub(damage):
    """Nothing is made up for keys that are damaged in the copy."""
    assert carried_over(b"[]", damage) == damage
