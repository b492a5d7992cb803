"""Undo, redo, restart of a turn; requests that come twice; what is stored and resumed."""

import dataclasses
import itertools
import re
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated
from helpers.told import exported

from hub.domain.commands import Build, Buy, Decline, SellBuilding
from hub.domain.corrections import CorrectDeed
from hub.domain.history import effective_facts
from hub.domain.state import fold
from hub.domain.tasks import BuyPending, ThrowPending
from hub.editions import EDITIONS
from hub.table.automatic.threads import TableClosed, WriterLock
from hub.table.game import live as live_game
from hub.table.game.chance import Dice
from hub.table.requests import Correct, Freeze, GoOn, Play, Press, PutTag, Redo, RestartTurn, Undo
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.contract import JoinView

CLOCK = re.compile(r"time\.(time|time_ns|localtime|gmtime|ctime|strftime)\(|\b(datetime|date)\.(now|utcnow|today)\(")
HUB = Path(__file__).parents[2] / "hub"


def bought(seated: Seated) -> Seated:
    """Anna threw five and bought the station."""
    seated.throw(0, 2, 3)
    seated.play(Buy(0))
    return seated


def test_undo_takes_the_last_move_back_and_redo_makes_it_again(playing: Seated):
    """Money, deed and prompt return as they were; the feed keeps both."""
    told = playing.table.played()
    after = bought(playing).view()
    assert len(playing.table.played().entries) > len(told.entries), "it is told as it is now"
    playing.undo()
    undone = playing.view()
    assert (undone.seats[0].balance, undone.deeds) == (1500, ())
    assert isinstance(undone.prompt.task, BuyPending)
    assert [line.undone for line in undone.feed if line.key == "deed_moved"] == [True]
    playing.do(Redo(undone.redo))
    redone = playing.view()
    assert (redone.seats, redone.deeds, redone.prompt.task) == (after.seats, after.deeds, after.prompt.task)
    assert [line.key for line in redone.feed[-2:] if not line.undone] == ["undone", "redone"]


def test_every_undo_leads_to_what_was_there(playing: Seated, monkeypatch):
    """Step by step back over several marks, each state is that of the moves that are left."""
    monkeypatch.setattr(live_game, "MARKED", 2)
    live = playing.table.state.live
    for number, faces in enumerate(((1, 2), (1, 4), (2, 4))):
        playing.throw(number % 2, *faces)
        playing.play(Buy(number % 2))
    while playing.view().undo:
        playing.undo()
        assert live.game.state == fold(effective_facts([stored.entry for stored in live.entries]))


def test_a_house_that_has_just_gone_up_is_taken_back_for_nothing(playing: Seated):
    """Its minus brings what it cost; once something else has happened, the bank pays half."""
    anna = Audience("seat", 0)

    def brought() -> int:
        sold = [one for one in playing.view(anna).free if one.command == SellBuilding(0, 1) and not one.refused]
        return -sold[0].cost

    for deed in (1, 3):
        playing.do(Correct(CorrectDeed(deed, 0)))
    playing.do(Play(Build(0, 1)), anna)
    assert (brought(), playing.view().seats[0].balance) == (50, 1450)
    playing.do(Freeze())
    assert playing.ask(Play(SellBuilding(0, 1)), anna).reason == "frozen"
    playing.do(GoOn(anyway=True))
    playing.do(Play(SellBuilding(0, 1)), anna)
    assert (playing.view().seats[0].balance, playing.view().feed[-1].key) == (1500, "undone")
    playing.do(Play(Build(0, 1)), anna)
    playing.play(Build(0, 3))
    assert brought() == 25


def test_two_taps_undo_once(playing: Seated):
    """The second tap names a count that is no longer true."""
    seen = bought(playing).view().undo
    assert playing.ask(Undo(seen)).ok
    assert playing.ask(Undo(seen)).reason == "stale"
    playing.undo()
    assert [playing.ask(Redo(2)).reason for _ in range(2)] == [None, "stale"]
    assert playing.view().redo == 1


def test_a_tap_from_before_an_undo_is_too_late(playing: Seated):
    """The same question is asked again, by another name: a phone that was slow does not answer it unseen."""
    anna = Audience("seat", 0)
    playing.throw(0, 2, 3)
    seen = playing.view(anna).prompt.id
    playing.play(Buy(0))
    playing.undo()
    assert playing.ask(Play(Buy(0), seen), anna).reason == "stale"
    playing.do(Play(Buy(0), playing.view(anna).prompt.id), anna)


def test_undo_to_a_line_of_the_feed(playing: Seated):
    """All moves from the chosen one on are taken back together, and come back together; it is said which."""
    bought(playing)
    view = playing.view()
    throw = next(line.move for line in view.feed if line.key == "dice_thrown")
    playing.do(Undo(view.undo, to=throw))
    assert playing.view().feed[-1].args == {"moves": view.undo - throw + 1, "first": throw}
    assert playing.view().prompt.task == ThrowPending(0)
    playing.do(Redo(playing.view().redo))
    assert playing.view().deeds == view.deeds


def test_restart_of_the_turn(playing: Seated):
    """The whole turn is taken back, not the one before."""
    bought(playing)
    playing.throw(1, 2, 2)
    playing.do(RestartTurn(playing.view().undo))
    view = playing.view()
    assert view.prompt.task == ThrowPending(1)
    assert [deed.deed for deed in view.deeds] == [5]
    assert playing.ask(RestartTurn(view.undo)).reason == "nothing_to_undo"


def test_the_beginning_cannot_be_undone(playing: Seated):
    """The opening throws can, the set-up cannot."""
    playing.undo()
    playing.undo()
    assert playing.ask(Undo(0)).reason == "nothing_to_undo"
    assert playing.view().phase == "playing"


def test_a_new_move_forgets_the_redo(playing: Seated):
    """After undo and another move there is nothing to redo."""
    bought(playing)
    playing.undo()
    playing.play(Decline(0))
    assert playing.view().redo == 0
    assert playing.ask(Redo(0)).reason == "nothing_to_redo"


def test_what_cannot_be_stored_did_not_happen(playing: Seated):
    """With a full disk the command is refused with the cause; later the same tap works."""
    playing.throw(0, 2, 3)
    playing.store.fail_with = "disk_full"
    notices: list[str | None] = []
    playing.table.subscribe(lambda _version, view: notices.append(view(BANKER).notice))
    ack = playing.ask(Play(Buy(0)))
    assert (ack.reason, ack.details) == ("not_stored", {"cause": "disk_full"})
    assert (playing.view().seats[0].balance, notices) == (1500, ["disk_full"])
    playing.store.fail_with = None
    playing.play(Buy(0))
    assert (playing.view().seats[0].balance, playing.view().notice) == (1300, None)


def test_a_bug_in_a_rule_costs_one_command_only(playing: Seated, monkeypatch):
    """A failing rule is reported as such; state and log are as before."""
    playing.throw(0, 2, 3)

    def fail(game, _command):
        game.state.ledger.balances[0] -= 7
        raise AssertionError

    handler = playing.table.state.live.game.rules.handlers[Buy]
    broken = type(handler)(handler.command, handler.refuse, fail, handler.answers, handler.free)
    monkeypatch.setitem(playing.table.state.live.game.rules.handlers, Buy, broken)
    assert playing.ask(Play(Buy(0))).reason == "internal_error"
    monkeypatch.undo()
    playing.play(Buy(0))
    assert playing.view().seats[0].balance == 1300


@pytest.mark.parametrize("undone", [False, True])
def test_a_table_takes_up_where_it_left_off(playing: Seated, undone):
    """After a restart from the same store everybody sees the same, and an acknowledged request stays answered."""
    playing.throw(0, 2, 3)
    assert playing.table.request(BANKER, Request("buy", Play(Buy(0)))).ok
    if undone:
        playing.undo()
    before = playing.view()
    again = Seated(playing.store, FakeBoard())
    after = again.view()
    for name in ("phase", "game", "seats", "deeds", "on_turn", "turn", "faces", "prompt", "feed", "undo", "redo"):
        assert getattr(after, name) == getattr(before, name)
    assert again.table.request(BANKER, Request("buy", Play(Buy(0)))).ok
    assert again.view().seats == before.seats


def test_a_game_of_an_edition_that_is_gone_stays_stored(playing: Seated):
    """A table that no longer offers the edition opens in the lobby; nothing of the game is lost."""
    other = dataclasses.replace(EDITIONS["classic"], id="other")
    table = Table(playing.store, FakeBoard(), {"other": other}, Dice(1))
    view = table.view(BANKER)
    assert (view.phase, view.edition, view.game) == ("lobby", "other", None)
    assert len(playing.store.entries(playing.view().game)) == 3
    table.stop()


def test_views_differ_only_in_what_a_viewer_may_do(playing: Seated):
    """Everybody sees the same question; only those who may answer get buttons; codes are the banker's."""
    playing.table.set_doors(JoinView("http://table", {"0": "K7QF"}))
    banker, anna, ben, tv = (
        playing.view(audience) for audience in (BANKER, Audience("seat", 0), Audience("seat", 1), Audience("viewer"))
    )
    assert banker.prompt.task == anna.prompt.task == ben.prompt.task == tv.prompt.task
    assert [len(view.prompt.options) for view in (banker, anna, ben, tv)] == [1, 1, 0, 0]
    assert [view.join.codes for view in (banker, anna, tv)] == [{"0": "K7QF"}, {}, {}]


def test_a_tag_that_cannot_be_put_there_is_not_noted(playing: Seated):
    """Without a simulated board, and at a node that it lacks, a tag is refused, and nothing is stored of it."""
    noted = list(playing.store.asked())
    assert playing.ask(PutTag("04AAAAAAAAAA01", "node-0", 0)).reason == "not_simulated"
    playing.board.simulator = SimpleNamespace(by_hand=False)
    assert playing.ask(PutTag("04AAAAAAAAAA01", "node-9", 0)).reason == "bad_request"
    assert list(playing.store.asked()) == noted


def test_a_button_is_held_as_long_as_the_page_says(playing: Seated):
    """A long press does something else than a short one."""
    pressed: list[tuple[str, str]] = []
    playing.board.simulator = SimpleNamespace(by_hand=False, press=lambda *how: pressed.append(how))
    for long in (False, True):
        playing.do(Press("ok", long))
    assert pressed == [("ok", "short"), ("ok", "long")]


def test_one_place_asks_the_clock() -> None:
    """`now_ms` alone, which gives only moments that have a date; logs have their own, and pings that of the library."""
    asking = {
        path.relative_to(HUB).as_posix() for path in HUB.rglob("*.py") if CLOCK.search(path.read_text(encoding="utf-8"))
    }
    assert asking == {"table/interfaces/storage.py", "server/transport/borrowed.py"}


def test_a_clock_that_runs_backwards_changes_nothing_but_times(playing: Seated, monkeypatch: pytest.MonkeyPatch):
    """Each entry is a day older than the one before; the game goes on, is undone, exported and resumed."""
    days = itertools.count()
    monkeypatch.setattr("hub.table.changes.playing.now_ms", lambda: 1_700_000_000_000 - 86_400_000 * next(days))
    playing.throw(0, 2, 3)
    playing.play(Buy(0))
    playing.undo()
    playing.play(Buy(0))
    entries = playing.store.entries(playing.view().game)
    times = [stored.at_ms for stored in entries[-4:]]
    assert times == sorted(times, reverse=True)
    exported(playing.table.played())
    before = playing.view()
    resumed = Table(playing.store, FakeBoard(), EDITIONS, Dice(1)).view(BANKER)
    assert (resumed.seats, resumed.prompt, resumed.undo) == (before.seats, before.prompt, before.undo)


def test_nobody_interrupts() -> None:
    """Whoever has the turn keeps it until they are done."""
    turn, order = WriterLock(), []
    with turn:
        other = threading.Thread(target=lambda: (turn.__enter__(), order.append("other"), turn.__exit__()))
        other.start()
        other.join(0.05)
        order.append("first")
    other.join()
    assert order == ["first", "other"]


def test_a_closed_table() -> None:
    """After the evening nobody gets the turn, and who waited for it does not wait for ever."""
    turn, refused = WriterLock(), []

    def late() -> None:
        try:
            with turn:
                pass
        except TableClosed:
            refused.append(True)

    with turn:
        closing = threading.Thread(target=turn.close)
        closing.start()
        closing.join(0.05)
        assert closing.is_alive(), "what was begun is finished first"
    closing.join()
    threads = [threading.Thread(target=late) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert refused == [True, True]
    with pytest.raises(TableClosed), turn:
        pass
