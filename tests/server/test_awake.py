"""The hub's computer stays awake while a game is played, and only then."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from helpers.house import until
from helpers.missing import missing
from helpers.seated import Seated

from hub.composition.awake import AwakeThread, awake_mode
from hub.composition.table import OpenTable
from hub.domain.commands import DeclareBankruptcy
from hub.domain.corrections import CorrectMoney
from hub.table.requests import Correct, Freeze, GoOn


class Sleep:
    """A system that may be kept awake, if it `can`."""

    def __init__(self, can: bool) -> None:
        self.can, self.held, self.tries, self.said = can, False, 0, 0

    @contextmanager
    def mode(self) -> Iterator[SimpleNamespace]:
        self.tries += 1
        self.held = self.can
        yield SimpleNamespace(active=self.can)
        self.held = False

    def say(self) -> None:
        """People are shown that it may fall asleep."""
        self.said += 1


@pytest.mark.parametrize("can", [True, False])
def test_awake_while_a_game_is_played(can: bool) -> None:
    """It is held from beginning to end of each game, and where it cannot be held people are shown it once."""
    sleep, plays = Sleep(can), [False]
    thread = AwakeThread(lambda: plays[0], sleep.say, sleep.mode)
    thread.start()
    for game in (1, 2):
        assert not sleep.held
        plays[0] = True
        thread.wake()
        until(lambda game=game: sleep.tries == game, "it is tried")
        plays[0] = False
        thread.wake()
        until(lambda: thread._holding is None, "it is over")
    plays[0] = True
    thread.wake()
    until(lambda: sleep.tries == 3 and sleep.held == can, "it is held again")
    thread.stop()
    assert not sleep.held
    assert sleep.said == (0 if can else 1)


def test_only_a_game_that_goes_on_is_played(seated: Seated) -> None:
    """Neither the lobby is, nor a game that waits for another evening, nor one that somebody has won."""
    played = partial(OpenTable._is_played, SimpleNamespace(table=seated.table))  # type: ignore[arg-type]
    assert not played()
    seated.begin()
    assert played()
    seated.do(Freeze())
    assert not played()
    seated.do(GoOn(anyway=True))
    assert played()
    seated.do(Correct(CorrectMoney(0, 1, 1500)))
    seated.throw(0, 1, 3)
    seated.play(DeclareBankruptcy(0))
    assert not played()


def test_the_library_says_whether_it_works() -> None:
    """Where nothing can be asked to stay awake, the mode is entered all the same and says so, without a warning."""
    with awake_mode() as mode:
        assert mode.active in {True, False}


DESKTOP = """
import threading
from jeepney import HeaderFields, MessageType, message_bus, new_method_return
from jeepney.io.blocking import open_dbus_connection
from hub.composition.awake import AwakeThread

bus = open_dbus_connection(bus="SESSION")
bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.PowerManagement"))
heard, asked, freed = [], threading.Event(), threading.Event()

def answer():
    while not freed.is_set():
        call = bus.receive()
        if call.header.message_type is MessageType.method_call:
            heard.append((call.header.fields[HeaderFields.member], call.body[-1]))
            bus.send(new_method_return(call, *(("u", (4711,)) if heard[-1][0] == "Inhibit" else ())))
            (asked if heard[-1][0] == "Inhibit" else freed).set()

threading.Thread(target=answer, daemon=True).start()
plays = [True]
thread = AwakeThread(lambda: plays[0], lambda: print("it may fall asleep"))
thread.start()
assert asked.wait(10) and not freed.wait(0.2), heard
plays[0] = False
thread.wake()
assert freed.wait(10), heard
thread.stop()
print(*heard)
"""
"""The power manager of a desktop, on a bus of its own, and a game beside it."""


@pytest.mark.all
def test_a_desktop_keeps_it_awake() -> None:
    """Its power manager is asked once when a game begins, and gets its own cookie back when the game is over."""
    bus = shutil.which("dbus-run-session")
    if bus is None:
        missing("dbus-run-session is missing; on Debian: sudo apt install dbus-daemon")
    done = subprocess.run(
        [bus, "--", sys.executable, "-c", DESKTOP], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.split("\n")[0] == "('Inhibit', 'wakelock active') ('UnInhibit', 4711)", done.stderr
