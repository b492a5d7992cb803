"""Phones that read stickers, over the wire: each says where its own seat's piece stands, and not without end."""

import pytest
from server.browser import Browser
from server.test_phones import joined

from hub.domain.commands import Throw
from hub.features.stickers.stickers import Stick
from hub.server.limits import Limits

TAX = "04111111111104"
pytestmark = pytest.mark.parametrize("limits", [Limits(taps_per_minute=3)])


def tap(browser: Browser, seat: int, uid: str = TAX) -> str | None:
    """Why a tap of this seat is refused, None if it is not."""
    return browser.ask({"do": "tap", "seat": seat, "uid": uid})["reason"]


def test_a_phone_says_where_its_own_piece_stands_and_no_other(seated, phone, banker, viewer, connect):
    """Anna's move is ended by a phone of Anna's seat: not by Ben's, not by the banker's tablet, not by an onlooker."""
    seated.begin()
    seated.do(Stick(4, TAX))
    seated.play(Throw(0, (1, 3)))
    for browser in (phone, banker, viewer):
        assert tap(browser, 0) == "not_allowed"
    assert seated.view().seats[0].balance == 1500
    annas, _ = joined(banker, connect, seat=0)
    assert tap(annas, 0) is None
    assert seated.view().seats[0].balance == 1300


def test_taps_of_a_seat_are_bounded_whatever_phone_they_come_from(seated, phone, banker, connect):
    """The fourth tap within a minute is refused on all phones of the seat, and on no phone of another."""
    seated.begin()
    second, _ = joined(banker, connect, seat=1)
    assert [tap(phone, 1), tap(second, 1), tap(phone, 1)] == ["sticker_unknown"] * 3
    assert [tap(phone, 1), tap(second, 1)] == ["too_fast"] * 2
    other, _ = joined(banker, connect, seat=0)
    assert tap(other, 0) == "sticker_unknown"
