"""How a program without a terminal is ended, by its banker or its icon, and what a page learns of it."""

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from types import SimpleNamespace

import pytest
from flask import Flask
from helpers.banker_key import PIN, SECRET, banker_key
from helpers.waiting import until

from hub.features.program.at_table import program
from hub.features.program.icon import ENDED, TEXTS, Icon, show
from hub.features.program.release import NoRelease, Release, own_version
from hub.server.access.keys import Access
from hub.server.limits import Limits


def released(version: str) -> Release:
    return Release(version, {})


def unknown() -> Release:
    raise NoRelease("there is no network")


@pytest.fixture
def ask(seated):
    """Asks a table's program with the banker's key, or with none; `ended` notes its end."""
    ended: list[str] = []
    access = Access(seated.table, SECRET, PIN)

    def asked(place: str, look=unknown, ends: bool = True, key: str = banker_key()):
        app = Flask(__name__)
        app.register_blueprint(
            program(access, Limits(), "0.2.0", (lambda: ended.append("now")) if ends else None, look)
        )
        client = app.test_client()
        send = client.get if place == "" else client.post
        return send(f"/api/program{place}", headers={"Authorization": f"Bearer {key}"})

    asked.ended = ended
    return asked


@pytest.mark.parametrize("place", ["", "/newest", "/end"])
def test_only_the_banker_asks_the_program(ask, place) -> None:
    """Whoever has no key of the banker's neither ends it nor has it look anywhere."""
    assert ask(place, look=lambda: pytest.fail("it looked"), key="").status_code == 403
    assert ask.ended == []


def test_the_banker_ends_a_program_that_has_no_terminal(ask) -> None:
    """Where there is a terminal or a service, these end it."""
    assert ask("").json == {"version": "0.2.0", "ends": True}
    assert ask("/end").status_code == 200
    assert ask.ended == ["now"]
    assert ask("", ends=False).json["ends"] is False
    assert ask("/end", ends=False).status_code == 403


def test_a_newer_version_is_told_when_asked(ask) -> None:
    """The same version is none, and without a network nothing is known."""
    newer = "9999.0.0"
    assert ask("/newest", lambda: released(newer)).json == {"newer": newer, "known": True}
    assert ask("/newest", lambda: released(own_version())).json == {"newer": None, "known": True}
    assert ask("/newest").json == {"newer": None, "known": False}


URL = "http://localhost:8080/table"


class Shown:
    """The icon of a desktop: somebody chooses `chosen` as soon as it is there, and it stays until it is stopped."""

    HAS_MENU = True
    chosen = ""
    times = 0

    def __init__(self, _name: str, _image: object, _title: str, menu: dict[str, Callable[[], object]]) -> None:
        self._menu, self._stopped = menu, threading.Event()

    def run(self) -> None:
        type(self).times += 1
        self._menu.get(self.chosen, lambda: None)()
        assert self._stopped.wait(10)

    def stop(self) -> None:
        self._stopped.set()


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Connection, Connection]]:
    """The program's end of the pipe and the icon's, where such icons are shown."""
    fake = SimpleNamespace(Icon=Shown, Menu=lambda *items: dict(items), MenuItem=lambda text, do, **_: (text, do))
    monkeypatch.setitem(sys.modules, "pystray", fake)
    monkeypatch.setitem(sys.modules, "PIL", SimpleNamespace(Image=SimpleNamespace(open=lambda _path: None)))
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(Shown, "times", 0)
    program, icon = multiprocessing.Pipe()
    yield program, icon
    signal.signal(signal.SIGINT, before)
    program.close()
    icon.close()


def test_whoever_ends_the_program_there_is_heard(ends, monkeypatch) -> None:
    """The icon goes once the program has."""
    program, icon = ends
    monkeypatch.setattr(Shown, "chosen", TEXTS["en"]["end"])
    heard: list[object] = []

    def listen() -> None:
        heard.append(program.recv())
        program.close()

    listening = threading.Thread(target=listen)
    listening.start()
    show(icon, URL, "en")
    listening.join()
    assert heard == [ENDED]


def test_a_program_that_ends_takes_its_icon_along(ends) -> None:
    """Also if it was killed: its end of the pipe is closed by the system."""
    program, icon = ends
    program.close()
    show(icon, URL, "de")
    assert Shown.times == 1


def test_where_an_icon_would_have_no_menu_there_is_none(ends, monkeypatch) -> None:
    """Nobody could end the program by it."""
    monkeypatch.setattr(Shown, "HAS_MENU", False)
    show(ends[1], URL, "de")
    assert Shown.times == 0


def test_a_program_without_an_icon_goes_on() -> None:
    """Where no icon can be shown, as here, the process ends and nobody has ended the program."""
    ended: list[str] = []
    icon = Icon(URL, "en", lambda: ended.append("by the icon"))
    with icon:
        until(lambda: not icon._process.is_alive(), "the process of the icon")
    assert ended == []
