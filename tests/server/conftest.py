"""A real server on a free port, before a real table with Anna and Ben; only the board and the disk are made up."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from helpers.banker_key import PIN, SECRET
from helpers.bare_pages import bare_pages
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated
from helpers.served import Server
from server.browser import PATIENCE_S, Browser

from hub.composition.serving import server_context
from hub.server import site
from hub.server.limits import Limits

Connect = Callable[..., Browser]
Serving = Callable[..., Server]


@pytest.fixture
def seated() -> Seated:
    """Anna (seat 0) and Ben (seat 1) in the lobby of a table with a full board."""
    return Seated(MemoryStore(), FakeBoard("side", 4))


@pytest.fixture
def playing(seated: Seated) -> Seated:
    """A game in which Anna bought a street."""
    seated.begin()
    seated.buy()
    return seated


@pytest.fixture
def limits() -> Limits:
    """The limits of a real evening; tests of order and speed override them."""
    return Limits()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Built pages, as far as the server looks at them."""
    bare_pages(tmp_path)
    (tmp_path / "assets" / "index-B5f3.js").write_text("export {};")
    (tmp_path / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    return tmp_path


@pytest.fixture(scope="session")
def certified(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """What a hub needs for https."""
    return server_context(tmp_path_factory.mktemp("certificate"), {"localhost", "127.0.0.1"})


@pytest.fixture
def kind() -> type[Browser]:
    """What browsers do; tests of those that poll override it."""
    return Browser


@pytest.fixture
def tls(kind: type[Browser], request: pytest.FixtureRequest) -> ssl.SSLContext | None:
    """Plain http for browsers that do not poll, which they may over https only; tests of https override it."""
    return None if kind is Browser else request.getfixturevalue("certified")


@pytest.fixture
def options() -> dict[str, Any]:
    """What else the server has; files override it."""
    return {}


@pytest.fixture
def serving(seated: Seated, pages: Path) -> Iterator[Serving]:
    """Starts servers before the table, with options."""
    with ExitStack() as closing:

        def start(host: str = "127.0.0.1", **options: Any) -> Server:
            server = Server(seated.table, host, 0, SECRET, PIN, "1.2.3", pages=pages, **options)
            server.start()
            closing.callback(server.stop)
            return server

        yield start


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is given up whose answer to a ping waits until a test listens to them again."""
    monkeypatch.setattr(site, "PING_TIMEOUT_S", PATIENCE_S)


@pytest.fixture
def server(serving: Serving, limits: Limits, tls: ssl.SSLContext | None, options: dict[str, Any]) -> Server:
    return serving(limits=limits, tls=tls, **options)


@pytest.fixture
def connect(server: Server, kind: type[Browser]) -> Iterator[Connect]:
    """Makes browsers; `local=True` is the banker's at the hub's own computer."""
    browsers: list[Browser] = []

    def make(**options: str | bool | None) -> Browser:
        browsers.append(kind(server.port, **options))  # type: ignore[arg-type]
        return browsers[-1]

    yield make
    for browser in browsers:
        browser.close()


@pytest.fixture
def banker(connect: Connect) -> Browser:
    """The banker at the hub's own computer, who has seen the table."""
    browser = connect(local=True)
    browser.wait("view")
    return browser


@pytest.fixture
def viewer(connect: Connect) -> Browser:
    """Somebody without a key, who has seen the table."""
    browser = connect()
    browser.wait("view")
    return browser


@pytest.fixture
def codes(banker: Browser) -> dict[str, str]:
    """The join codes as the banker sees them."""
    return banker.seen()["join"]["codes"]


@pytest.fixture
def phone(connect: Connect, codes: dict[str, str]) -> Browser:
    """Ben's phone, joined to seat 1."""
    browser = connect()
    assert browser.call("join", {"code": codes["1"]})["ok"]
    browser.wait("view", lambda view: view["you"] == 1)
    return browser
