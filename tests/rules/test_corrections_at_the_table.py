"""Corrections as the table knows them: whose they are, how they are shown, that they can be taken back."""

from typing import Union

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import BANKER, Seated

from hub.domain.corrections import CorrectMoney, CorrectPiece
from hub.table.requests import REQUESTS, Correct
from hub.table.wire.audience import Audience


@pytest.fixture
def playing():
    """Anna and Ben in a running game."""
    seated = Seated(MemoryStore(), FakeBoard("side", 4))
    seated.begin()
    return seated


def test_corrections_are_the_bankers_alone():
    """A seat may not even put its own account right, and cannot smuggle a correction into a move."""
    correction = Correct(CorrectMoney(1, 0, 5))
    assert correction.open_to(BANKER)
    assert not correction.open_to(Audience("seat", 0))
    assert not correction.open_to(Audience("viewer"))
    smuggled = {"do": "play", "command": msgspec.to_builtins(CorrectPiece(0, 5))}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(smuggled, Union[REQUESTS])  # noqa: UP007


def test_the_feed_tells_the_reason_and_what_was_done(playing):
    """Two lines of one move: that something was put right and why, then the payment with its purpose."""
    playing.do(Correct(CorrectMoney(1, 0, 70, reason="change given twice")))
    shown, paid = playing.view().feed[-2:]
    assert (shown.key, shown.args) == ("corrected", {"what": "money", "reason": "change given twice"})
    assert (paid.key, paid.args["purpose"], paid.move) == ("money_moved", "correction", shown.move)
    assert [seat.balance for seat in playing.view().seats] == [1570, 1430]


def test_a_refused_correction_says_why(playing):
    """The reason is a key with its figures, and nothing is stored."""
    entries = len(playing.store.entries(playing.view().game))
    ack = playing.ask(Correct(CorrectMoney(0, 1, 5000)))
    assert (ack.reason, ack.details) == ("not_enough_money", {"missing": 3500})
    assert len(playing.store.entries(playing.view().game)) == entries
