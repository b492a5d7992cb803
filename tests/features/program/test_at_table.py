"""How a program without a terminal is begun, shown and ended, and what it says of newer versions."""

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from flask import Flask
from helpers.banker_key import PIN, SECRET, banker_key
from helpers.waiting import until

from hub import cli
from hub.features.program import app_command, icon
from hub.features.program.at_table import program
from hub.features.program.icon import ENDED, Icon, show
from hub.features.program.release import NoRelease, Release, own_version
from hub.server.access.keys import Access
from hub.server.limits import Limits

NEW = "9999.0.0"


def unknown() -> Release:
    raise NoRelease("there is no network")


@pytest.fixture
def ask(seated):
    """Asks a table's program with the banker's key, or with none; `ended` notes its end."""
    ended: list[str] = []
    access = Access(seated.table, SECRET, PIN)

    def asked(place, look=unknown, ends=True, key: str = banker_key()):
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
def test_only_the_banker_asks_the_program(ask, place):
    """Whoever has no key of the banker's neither ends it nor has it look anywhere."""
    assert ask(place, look=lambda: pytest.fail("it looked"), key="").status_code == 403
    assert ask.ended == []


def test_the_banker_ends_a_program_that_has_no_terminal(ask):
    """Where there is a terminal or a service, these end it."""
    assert ask("").json == {"version": "0.2.0", "ends": True}
    assert ask("/end").status_code == 200
    assert ask.ended == ["now"]
    assert ask("", ends=False).json["ends"] is False
    assert ask("/end", ends=False).status_code == 403


def test_a_newer_version_is_told_when_asked(ask):
    """The same version is none, and without a network nothing is known."""
    for version, newer in ((NEW, NEW), (own_version(), None)):
        assert ask("/newest", lambda: Release(version, {})).json == {"newer": newer, "known": True}  # noqa: B023 at once
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
def ends(monkeypatch):
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


@pytest.mark.parametrize(("language", "chosen"), [("en", "End Bankhalter"), ("de", "Bankhalter beenden")])
def test_whoever_ends_the_program_there_is_heard(ends, monkeypatch, language, chosen):
    """The icon goes once the program has."""
    program, shown = ends
    monkeypatch.setattr(Shown, "chosen", chosen)
    with ThreadPoolExecutor(1) as listening:
        heard = listening.submit(lambda: (program.recv(), program.close())[0])
        show(shown, URL, language)
        assert heard.result() == ENDED


@pytest.mark.parametrize(("language", "chosen"), [("en", "Open the table"), ("de", "Tisch öffnen")])
def test_the_icon_opens_the_table(ends, monkeypatch, language, chosen):
    """And ends nothing."""
    program, shown = ends
    opened = []
    monkeypatch.setattr(Shown, "chosen", chosen)
    monkeypatch.setattr(icon.webbrowser, "open", lambda page: (opened.append((page, program.poll())), program.close()))
    show(shown, URL, language)
    assert opened == [(URL, False)]


@pytest.mark.parametrize(("there", "port"), [({8082: "1.0.0"}, 8082), ({}, 8083)])
def test_a_second_double_click_opens_the_table_that_is_there(monkeypatch, there, port):
    """One that is open is not begun again; otherwise the first port that is free is taken, and its page shown."""
    pages = []

    def taken(_host, port):
        if port < 8083:
            raise app_command.AddressUnavailable(port, "taken")
        return SimpleNamespace(close=lambda: None)

    monkeypatch.setattr(app_command, "version_at", there.get)
    monkeypatch.setattr(app_command, "listen", taken)
    monkeypatch.setattr(app_command.webbrowser, "open", lambda page: pages.append((page, "there")))
    monkeypatch.setattr(app_command, "Icon", lambda page, *_: pages.append((page, "icon")) or nullcontext())
    monkeypatch.setattr(app_command, "play", lambda options: pages.append((options.http_port, options.browser)))
    assert cli.main(["app"]) == 0
    page = f"http://localhost:{port}/table"
    assert pages == ([(page, "there")] if there else [(page, "icon"), (port, True)])


def test_a_program_that_ends_takes_its_icon_along(ends):
    """Also if it was killed: its end of the pipe is closed by the system."""
    program, icon = ends
    program.close()
    show(icon, URL, "de")
    assert Shown.times == 1


def test_where_an_icon_would_have_no_menu_there_is_none(ends, monkeypatch):
    """Nobody could end the program by it."""
    monkeypatch.setattr(Shown, "HAS_MENU", False)
    show(ends[1], URL, "de")
    assert Shown.times == 0


def test_a_program_without_an_icon_goes_on():
    """Where no icon can be shown, as here, the process ends and nobody has ended the program."""
    ended: list[str] = []
    icon = Icon(URL, "en", lambda: ended.append("by the icon"))
    with icon:
        until(lambda: not icon._process.is_alive(), "the process of the icon")
    assert ended == []
