"""What really goes over the wire while bids are sealed: every packet of every line."""

from __future__ import annotations

import json

from helpers.seated import Seated
from server.browser import Browser
from server.conftest import Connect

from hub.domain.commands import Advance, Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.table.requests import Begin, ChooseEdition, Correct

BIDS = {0: 718_281_828, 1: 314_159_265}


def begun(seated: Seated) -> None:
    """Anna has landed on an unowned station, and both are rich."""
    seated.do(ChooseEdition("haustein"))
    seated.do(Begin())
    seated.play(Throw(0, (6, 5)))
    seated.play(Throw(1, (1, 2)))
    for seat in BIDS:
        seated.do(Correct(CorrectMoney(BANK, seat, 900_000_000)))
    seated.play(Throw(0, (2, 3)))
    seated.play(Advance(0))


def bid(browser: Browser, seat: int) -> None:
    command = {"command": "seal_bid", "seat": seat, "amount": BIDS[seat], "nonce": ""}
    assert browser.ask({"do": "play", "command": command, "prompt": None})["ok"]


def test_no_packet_tells_a_bid_to_anybody_else(seated: Seated, banker: Browser, phone: Browser, connect: Connect):
    """Ben's bid reaches Ben's phone alone; the reveal reaches all."""
    begun(seated)
    viewer = connect()
    lines = {"banker": banker, "viewer": viewer}
    bid(phone, 1)
    version = seated.view().version
    own = phone.wait("view", lambda view: view["own_bid"] is not None)
    assert own["own_bid"] == BIDS[1]
    for name, line in lines.items():
        line.emit("refresh")
        seen = []
        line.wait("view", lambda view, seen=seen: seen.append(json.dumps(view)) or view["version"] >= version)
        assert not [text for text in seen if str(BIDS[1]) in text], name
        assert str(BIDS[1]) not in json.dumps([line.acks, line.events]), name
    bid(banker, 0)
    for line in (viewer, phone):
        shown = line.wait("view", lambda view: any(row["key"] == "bids_revealed" for row in view["feed"]))
        assert all(str(amount) in json.dumps(shown) for amount in BIDS.values())
