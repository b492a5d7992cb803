"""Up to how much the hub bids for a seat is for those who were on it then, not for a phone that joined later."""

import re
from typing import Any

import pytest
from server.test_open_door import BEN, came, knocking
from server.test_phones import joined, of_phone, seen

from hub.domain.auctions import SetMaximum
from hub.domain.commands import Decline, PassBid
from hub.table.requests import Play
from hub.table.wire.audience import Audience


def maximum(amount: int) -> dict[str, Any]:
    """What Ben's phone asks for that lets the hub bid."""
    return {"do": "play", "command": {"command": "set_maximum", "seat": BEN, "amount": amount}, "prompt": None}


@pytest.mark.parametrize("named", [True, False])
def test_who_comes_while_an_auction_is_taken_back_waits(seated, phone, banker, connect, named):
    """A redo would show what Ben has named in it; nor does it show whether Ben has."""
    seated.begin()
    seated.throw(0, 1, 2)
    seated.play(Decline(0))
    assert not named or phone.ask(maximum(387))["ok"]
    seated.undo()
    assert seen(joined(banker, connect)[0])["role"] == "viewer"


@pytest.mark.parametrize("way", ["code", "knock", "knocked before", "a stranger knocks", "nobody came"])
def test_who_comes_after_an_auction_reads_no_maximum_by_its_undo(seated, phone, banker, connect, way):
    """What Ben named before somebody got onto the seat is shown there no more; it holds, and may be named again."""
    seated.begin()
    seated.throw(0, 1, 2)
    seated.play(Decline(0))
    knocker = came(connect)
    if way == "knocked before":
        assert knocker.ask(knocking(BEN))["ok"]
    assert phone.ask(maximum(387))["ok"]
    assert seen(phone)["own_maximum"] == 387
    seated.play(PassBid(0))
    if way in {"knock", "a stranger knocks"}:
        assert knocker.ask(knocking(BEN))["ok"]
    if way.startswith("knock"):
        assert banker.ask(of_phone("let_in", 2))["ok"]
    second = joined(banker, connect)[0] if way == "code" else knocker
    seated.undo()
    hidden = None if way in {"code", "knock", "knocked before"} else 387
    assert seen(phone)["own_maximum"] == hidden
    assert (seen(second)["role"], seen(second)["own_maximum"]) == ("viewer" if hidden else "seat", None)
    assert not re.search(r"\b387\b", str([second.events, second.acks]))
    assert [option for option in seen(phone)["free"] if option["command"]["command"] == "take_back_maximum"]
    seated.do(Play(SetMaximum(0, 30)), Audience("seat", 0))  # the newest maximum of all is not Ben's
    assert seen(phone)["prompt"]["task"]["leader"] == BEN
    assert seen(phone)["own_maximum"] == hidden
    assert phone.ask(maximum(390))["ok"]
    assert seen(phone)["own_maximum"] == 390
