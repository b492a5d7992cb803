"""The ways in: what the terminal shows, a forwarder and a proxy, a new PIN; and what lost keys are worth."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer
from server.browser import Browser
from server.conftest import PIN, Connect, Serving
from server.test_access import role

from hub.server.access.keys import Access
from hub.server.access.request_filter import client_of
from hub.server.transport.handler import QuietHandler
from hub.store.folder import DataFolder
from hub.table.wire.audience import Audience

DEVICE = "0123456789abcdef01234567"
ROBBED = {"do": "add_seat", "name": "Eve"}


def code_of(server: Server) -> str:
    return server.way_in.partition("#code=")[2]


@pytest.fixture
def forwarder(server: Server) -> Iterator[int]:
    """The port of a plain forwarder on the hub's computer, as people make with ssh or socat: it adds no header."""
    listening = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                target.sendall(data)
        except OSError:
            pass
        target.close()

    def serve() -> None:
        while True:
            try:
                guest = listening.accept()[0]
            except OSError:
                return
            hub = socket.create_connection(("127.0.0.1", server.port))
            for pair in ((guest, hub), (hub, guest)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield listening.getsockname()[1]
    listening.close()


@pytest.mark.feature("export", "helpfile")
def test_a_forwarder_here_hands_out_no_rights(server: Server, forwarder: int) -> None:
    """A guest who comes through it looks like the hub's own browser in everything, and may only look."""
    host = f"localhost:{server.port}"
    guest = Browser(forwarder, host=host, origin=f"http://{host}")
    assert role(guest) == ("viewer", None)
    view = guest.wait("view")
    assert (view["role"], view["join"]["codes"]) == ("viewer", {})
    assert guest.ask(ROBBED)["reason"] == "not_allowed"
    guest.close()
    for path in ("/api/reach?to=0", "/api/export.xlsx?language=en", "/api/helpfile.zip?names=yes"):
        assert Answer(server, path, Host=host).reason == "not_allowed"


def test_the_terminals_address_lets_one_browser_in(server: Server, connect: Connect) -> None:
    """What it holds makes a banker once, whose key stays good; the next browser has to give the PIN."""
    first, second = connect(), connect()
    entered = first.call("pair", {"pin": code_of(server), "device": DEVICE})
    assert first.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    assert role(connect(key=entered["key"])) == ("banker", None)
    assert second.call("pair", {"pin": code_of(server), "device": DEVICE[::-1]})["reason"] == "wrong_pin"
    assert second.call("pair", {"pin": code_of(server)})["reason"] == "wrong_pin"
    assert second.ask(ROBBED)["reason"] == "not_allowed"
    assert second.call("pair", {"pin": PIN})["ok"]


def test_an_answer_that_got_lost_is_given_again(server: Server, connect: Connect) -> None:
    """The browser that used the terminal's address and never heard may ask again, and gets the key it had got."""
    asked = {"pin": code_of(server), "device": DEVICE}
    lost, heard = connect().call("pair", asked), connect().call("pair", asked)
    assert lost["ok"]
    assert lost == heard
    assert role(connect(key=heard["key"])) == ("banker", None)


def test_each_start_shows_another_address_and_keeps_the_keys(
    server: Server, serving: Serving, connect: Connect
) -> None:
    """After a restart the old address opens nothing, the new one does, and tablet and browser are still in."""
    code = code_of(server)
    key = connect().call("pair", {"pin": code})["key"]
    assert connect().call("pair", {"pin": code})["reason"] == "wrong_pin", "another browser without a name"
    server.stop()
    again = serving()
    assert code_of(again) != code
    back, late = Browser(again.port, key=key), Browser(again.port)
    assert role(back) == ("banker", None)
    assert late.call("pair", {"pin": code, "device": DEVICE})["reason"] == "wrong_pin"
    assert late.call("pair", {"pin": code_of(again)})["ok"]
    for line in (back, late):
        line.close()


PROXY, OTHER_PROXY, GUEST, LIAR = "192.168.1.2", "192.168.1.3", "192.168.1.77", "10.0.0.9"


@pytest.mark.parametrize(
    ("proxies", "said", "client"),
    [
        ((), GUEST, PROXY),
        ((PROXY,), GUEST, GUEST),
        ((PROXY,), f"{LIAR}, {GUEST}", GUEST),
        ((PROXY, OTHER_PROXY), f"{GUEST}, {OTHER_PROXY}", GUEST),
        ((PROXY,), f"{GUEST}, {OTHER_PROXY}", OTHER_PROXY),
        ((PROXY, OTHER_PROXY), f"somebody, {OTHER_PROXY}", OTHER_PROXY),
        ((PROXY,), "somebody", PROXY),
        ((PROXY,), "", PROXY),
        ((OTHER_PROXY,), GUEST, PROXY),
    ],
)
def test_only_a_proxy_of_ours_says_for_whom_it_asks(proxies: tuple[str, ...], said: str, client: str) -> None:
    """Named in the setting it is believed, as far as it saw for itself; not named, it is the one who asks."""
    environ = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": said}
    assert client_of(environ, frozenset(proxies)) == client


@pytest.mark.parametrize(("proxies", "next_guest"), [((), "too_many_tries"), (("127.0.0.1",), "wrong_pin")])
def test_guests_behind_a_proxy_guess_for_themselves(
    serving: Serving, proxies: tuple[str, ...], next_guest: str
) -> None:
    """Behind a proxy of ours each guest has five tries of their own; behind a strange one all share them."""
    server = serving(proxies=frozenset(proxies))
    first, second = (Browser(server.port, X_Forwarded_For=address) for address in (GUEST, LIAR))
    while first.call("pair", {"pin": "000000"})["reason"] != "too_many_tries":
        continue
    assert second.call("pair", {"pin": "000000"})["reason"] == next_guest
    first.close()
    second.close()


def keys(seated: Seated, folder: Path, *, new_pin: bool = False) -> tuple[Access, str]:
    secrets = DataFolder(folder).secrets(new_pin=new_pin)
    access = Access(seated.table, secrets.server_secret, secrets.banker_pin)
    access.load()
    return access, secrets.banker_pin


def test_a_new_pin_shuts_a_lost_tablet_out(seated: Seated, tmp_path: Path) -> None:
    """With a new PIN the banker's old key and the old PIN open nothing; phones stay in; without, all stays."""
    before, pin = keys(seated, tmp_path)
    tablet, phone = before.pair(pin), before.join(before.codes()["1"])
    assert keys(seated, tmp_path)[1] == pin
    after, other = keys(seated, tmp_path, new_pin=True)
    assert other != pin
    assert (after.audience(tablet), after.pair(pin)) == (None, None)
    assert after.audience(after.pair(other)) == Audience("banker")
    assert after.audience(phone) == Audience("seat", 1)
    assert keys(seated, tmp_path)[1] == other


def test_no_banker_is_ever_locked_out(server: Server, connect: Connect) -> None:
    """Whoever guesses away all tries, from the banker's own address, hinders neither key nor the terminal's code."""
    key = connect().call("pair", {"pin": PIN})["key"]
    stranger = connect()
    while stranger.call("pair", {"pin": "000000"})["reason"] != "too_many_tries":
        continue
    tablet = connect(key=key)
    assert tablet.wait("welcome")["role"] == "banker"
    assert tablet.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    assert connect().call("pair", {"pin": code_of(server)})["ok"]


def test_a_slow_request_is_given_up(server: Server, banker: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that never finishes its request is cut off and keeps nobody waiting."""
    monkeypatch.setattr(QuietHandler, "timeout", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), 20) as wire:
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: local")
        assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]
        assert wire.recv(1_000) == b""
