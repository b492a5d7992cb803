"""What really goes over the wire while bids are sealed, and while two settle a share offer among themselves."""

import json
from typing import Any

import pytest
from helpers.seated import Seated
from server.answer import Answer
from server.browser import Browser
from server.conftest import Connect

from hub.domain.commands import Advance, Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.table.requests import AddSeat, Begin, ChooseEdition, Correct

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


FETCHED = ("/api/evening", "/api/retelling", "/api/retelling?first=4", "/healthz", "/api/sheet", "/api/rebuild")
QUIET_S = 0.3


def command(name: str, seat: int, **fields: Any) -> dict[str, Any]:
    return {"do": "play", "command": {"command": name, "seat": seat, **fields}, "prompt": None}


def received(browser: Browser) -> list[Any]:
    """All that comes until it is quiet, but the pings of the line."""
    browser.events.clear()
    while packet := browser.listen(QUIET_S):
        assert packet[0] in "0234", packet
    return browser.events


@pytest.fixture
def trading(seated: Seated) -> Seated:
    """Anna, Ben and Cleo in the edition of shares; Anna is about to throw."""
    seated.do(AddSeat("Cleo"))
    seated.do(ChooseEdition("haustein"))
    seated.do(Begin())
    for seat, faces in ((0, (6, 5)), (1, (1, 2)), (2, (1, 3))):
        seated.play(Throw(seat, faces))
    return seated


def test_others_receive_nothing_of_an_offer(trading, server, banker, codes, connect):
    """Made, declined, made again, withdrawn: no packet comes, nothing that is fetched differs, no answer's number."""
    anna, ben, cleo, viewer = (connect() for _ in range(4))
    keys = [line.call("join", {"code": codes[str(seat)]})["key"] for seat, line in enumerate((anna, ben, cleo))]
    others = {viewer: None, cleo: keys[2]}
    for line in others:
        received(line)
    before = [Answer(server, path, key).body for path in FETCHED for key in others.values()]
    known = cleo.ask(command("throw", 1))["version"]
    fields = {"to": 1, "issuer": 0, "amount": 1, "price": 77, "selling": True}
    for number, (answered, by, seat) in enumerate((("decline_shares", ben, 1), ("withdraw_shares", anna, 0)), 1):
        assert anna.ask(command("offer_shares", 0, **fields))["ok"]
        by.wait(
            "view", lambda view, number=number: [one["offer"]["id"] for one in view["market"]["offers"]] == [number]
        )
        assert by.ask(command(answered, seat, offer=number))["ok"]
    assert [received(line) for line in others] == [[], []]
    assert [Answer(server, path, key).body for path in FETCHED for key in others.values()] == before
    assert cleo.ask(command("throw", 1))["version"] == known
    assert banker.wait("view", lambda view: view["undo"] == 7)["market"]["offers"] == []
