"""What really goes over the wire while two settle a share offer among themselves: to others nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.seated import Seated
from server.answer import Answer
from server.browser import Browser

from hub.domain.commands import Throw
from hub.table.requests import AddSeat, Begin, ChooseEdition

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
