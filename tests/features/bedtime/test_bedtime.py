"""Bedtime at a table: the banker says it, the hub's clock calls the last round, undo takes it back."""

from typing import Any

import pytest
from helpers.seated import BEN, Seated
from helpers.waiting import until

from hub.domain.commands import DeclareBankruptcy
from hub.domain.corrections import CorrectMoney, CorrectPiece
from hub.features.bedtime import bedtime as module
from hub.features.bedtime.bedtime import BedtimeDesk, BedtimeThread, SetBedtime
from hub.table.requests import Correct, Freeze, GoOn, Redo, Undo
from hub.table.wire.audience import Audience

MINUTE_MS = 60_000
VIEWER = Audience("viewer")


class HubClock:
    """The time of day, which tests set."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now_ms = 1_000_000 * MINUTE_MS
        patch.setattr(module, "now_ms", lambda: self.now_ms)

    def pass_(self, minutes: float) -> None:
        self.now_ms += round(minutes * MINUTE_MS)


@pytest.fixture
def hub_clock(monkeypatch):
    return HubClock(monkeypatch)


def shown(seated: Seated, audience: Audience = VIEWER) -> tuple[int, float] | None:
    bedtime: Any = seated.view(audience).bedtime
    return bedtime and (bedtime.rounds, bedtime.left_s / 60)


def desk(seated: Seated) -> BedtimeDesk:
    return seated.table.desk(BedtimeDesk)


def test_all_screens_count_down(playing, hub_clock):
    """Half an hour; after twelve and a half minutes of it seventeen and a half are left."""
    playing.do(SetBedtime(minutes=30))
    hub_clock.pass_(12.5)
    for audience in (Audience("banker"), Audience("seat", 0), VIEWER):
        assert shown(playing, audience) == (0, 17.5)
    playing.do(SetBedtime(rounds=2))
    assert shown(playing) == (2, 0)
    playing.do(SetBedtime())
    assert shown(playing) is None


def test_the_hub_calls_the_last_round_when_it_is_time(playing, hub_clock):
    """Not before; then the round that is played is the last, and there is nothing to wait for."""
    playing.do(SetBedtime(minutes=30))
    assert desk(playing).left_ms() == 30 * MINUTE_MS
    hub_clock.pass_(31)
    assert (desk(playing).left_ms(), shown(playing)) == (-MINUTE_MS, (0, 0))
    pages = []
    playing.table.subscribe(lambda version, _views: pages.append(version))
    assert desk(playing).call()
    assert (shown(playing), desk(playing).left_ms()) == ((1, 0), None)
    assert pages == [playing.view().version], "every page is sent it at once"


def test_the_clock_of_a_table_calls_it(playing, hub_clock):
    """Nobody has to look."""
    clock = BedtimeThread(desk(playing))
    playing.table.subscribe(clock.wake)
    clock.start()
    playing.do(SetBedtime(minutes=1))
    hub_clock.pass_(2)
    playing.throw(0, 1, 2)
    until(lambda: shown(playing) == (1, 0), "the last round is called")
    clock.stop()


def test_a_computer_that_slept_has_missed_nothing(playing, hub_clock):
    """However late it is, the clock looks again after ten seconds."""
    clock, waited = BedtimeThread(desk(playing)), list[float]()
    clock._wake.wait = lambda seconds=None: waited.append(seconds) or hub_clock.pass_(60)
    playing.do(SetBedtime(minutes=30))
    clock._look()
    assert (shown(playing), waited) == ((1, 0), [10])


def test_a_call_that_cannot_be_stored_is_made_again_a_second_later(playing, hub_clock):
    """Not again and again while the disk is full."""
    clock, waited = BedtimeThread(desk(playing)), list[float]()
    playing.do(SetBedtime(minutes=1))
    hub_clock.pass_(2)
    playing.store.fail_with = "disk_full"
    clock._wake.wait = lambda seconds=None: waited.append(seconds) or setattr(playing.store, "fail_with", None)
    clock._look()
    assert (shown(playing), waited) == ((1, 0), [1])


def test_an_undo_takes_bedtime_back_and_a_redo_brings_it_again(playing, hub_clock):
    """As it does with everything, and the game that has ended by it goes on."""
    playing.buy()
    playing.do(SetBedtime(rounds=1))
    playing.throw(1, 1, 3)
    assert playing.view().phase == "over"
    playing.undo()
    assert (playing.view().phase, shown(playing)) == ("playing", (1, 0))
    playing.do(Undo(playing.view().undo))
    playing.do(Undo(playing.view().undo))
    assert shown(playing) is None
    playing.do(Redo(playing.view().redo))
    assert shown(playing) == (1, 0)


def test_after_an_undo_the_hub_waits_for_the_next_move(playing, hub_clock):
    """Otherwise its call would come again at once, and nothing could be redone."""
    playing.do(SetBedtime(minutes=1))
    playing.throw(0, 1, 2)
    hub_clock.pass_(2)
    desk(playing).call()
    playing.do(Undo(playing.view().undo))
    assert (shown(playing), desk(playing).left_ms()) == ((0, 0), None)
    assert playing.view().redo == 1


def test_a_game_that_is_over_has_no_bedtime(playing):
    """No screen counts down to the end of what has ended."""
    playing.do(SetBedtime(minutes=30))
    playing.do(Correct(CorrectMoney(1, -1, 1500)))
    playing.buy()
    playing.throw(1, 1, 3)
    playing.play(DeclareBankruptcy(1))
    assert (playing.view().phase, shown(playing)) == ("over", None)


def test_a_game_that_rests_is_not_called(playing, hub_clock):
    """The time may come on another evening, or while a piece is astray; it is called when the game goes on."""
    playing.do(SetBedtime(minutes=1))
    playing.do(Freeze())
    hub_clock.pass_(600)
    assert desk(playing).left_ms() is None
    playing.do(GoOn(anyway=True))
    assert desk(playing).left_ms() == -599 * MINUTE_MS
    playing.lay(BEN, 0)
    playing.do(Correct(CorrectPiece(1, 6)))
    assert desk(playing).left_ms() is None


@pytest.mark.parametrize(("minutes", "reason"), [(-1, "bad_request"), (24 * 60, None), (24 * 60 + 1, "bad_request")])
def test_a_time_is_today(playing, minutes, reason):
    """Whatever a page sends; at most the same time tomorrow."""
    assert playing.ask(SetBedtime(minutes=minutes)).reason == reason
