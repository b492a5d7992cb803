"""Lost keys: what a new PIN and a new code make worthless, and what goes on; and whoever is too slow to be served."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.browser import Browser
from server.conftest import PIN, Connect

from hub.server.access.keys import Access
from hub.server.transport.handler import QuietHandler
from hub.store.folder import DataFolder
from hub.table.wire.audience import Audience


def keys(seated: Seated, folder: Path, *, new_pin: bool = False) -> tuple[Access, str]:
    secrets = DataFolder(folder).secrets(new_pin=new_pin)
    access = Access(seated.table, secrets.server_secret, secrets.banker_pin)
    access.load()
    return access, secrets.banker_pin


def test_a_new_pin_shuts_a_lost_tablet_out(seated: Seated, tmp_path: Path) -> None:
    """With a new PIN the banker's old key and the old PIN open nothing; phones stay in; without, all stays."""
    before, pin = keys(seated, tmp_path)
    tablet, phone = before.pair(pin), before.join(before.codes()["1"])
    assert keys(seated, tmp_path)[1] == pin
    after, other = keys(seated, tmp_path, new_pin=True)
    assert other != pin
    assert (after.audience(tablet), after.pair(pin)) == (None, None)
    assert after.audience(after.pair(other)) == Audience("banker")
    assert after.audience(phone) == Audience("seat", 1)
    assert keys(seated, tmp_path)[1] == other


def test_the_paired_tablet_is_never_locked_out(connect: Connect) -> None:
    """Whoever guesses away all tries, also from the tablet's own address, does not hinder the tablet's key."""
    key = connect().call("pair", {"pin": PIN})["key"]
    stranger = connect()
    while stranger.call("pair", {"pin": "000000"})["reason"] != "too_many_tries":
        continue
    tablet = connect(key=key)
    assert tablet.wait("welcome")["role"] == "banker"
    assert tablet.ask({"do": "add_seat", "name": "Chloe"})["ok"]


def test_a_slow_request_is_given_up(server: Server, banker: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that never finishes its request is cut off and keeps nobody waiting."""
    monkeypatch.setattr(QuietHandler, "timeout", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), 20) as wire:
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: local")
        assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]
        assert wire.recv(1_000) == b""
