"""One guest shuts nobody out: half-open requests, requests for what costs something, guesses."""

import http.client
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask, Response, request
from helpers.half_open import BEGINNING, Drip, cut_off_after_s
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer
from server.browser import PATIENCE_S, Browser
from server.conftest import PIN, Connect

from hub.server.http.answers import Routes
from hub.server.limits import Limits
from hub.server.transport import wsgi

MANY, FEW = 300, 110
HERE, GUEST = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def drips() -> Iterator[list[Drip]]:
    """Those who drip, until the end of the test."""
    drips: list[Drip] = []
    yield drips
    for drip in drips:
        drip.close()


def test_half_open_requests_of_one_address(
    server: Server, banker: Browser, codes: dict[str, str], drips: list[Drip], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one address holds 300 requests open, another device loads the page, joins and plays."""
    monkeypatch.setattr(wsgi, "is_loopback", lambda _: False)  # here everybody is from the network
    drips.append(Drip(server.port, HERE, HERE, MANY, 4))
    assert Answer(server, "/table", source=GUEST).status == 200
    phone = Browser(server.port, source="127.0.0.2")
    assert phone.call("join", {"code": codes["1"]})["ok"]
    assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    phone.wait("view", lambda view: len(view["seats"]) == 3)
    assert drips[0].open() <= Limits().requests_per_address + Limits().waiting_per_address
    phone.close()


def test_half_open_requests_of_the_hubs_own_computer(server: Server, drips: list[Drip]) -> None:
    """All who come by a forwarder on this computer have its address; a broken one among them shuts out nobody."""
    drips.append(Drip(server.port, HERE, HERE, FEW, 4))
    assert Answer(server, "/table").status == 200
    assert drips[0].open() == FEW


@pytest.mark.parametrize("limits", [Limits(request_s=1, answer_s=2, rest_s=0.5)])
class TestImpatient:
    """With short deadlines."""

    @pytest.mark.parametrize("body", ["", "\r\nContent-Length: 1000\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n"])
    def test_a_request_has_a_deadline(self, server: Server, body: str) -> None:
        """Whoever brings a byte now and then is cut off when the time is over; a body that nobody wants, at once."""
        with socket.create_connection((HERE, server.port), PATIENCE_S) as wire:
            said = BEGINNING.format(host=f"localhost:{server.port}") + body
            assert (0 if body else 0.9) < cut_off_after_s(wire, said.encode()) < PATIENCE_S

    def test_an_answer_has_a_deadline(self, server: Server, pages: Path) -> None:
        """Whoever reads a little of it now and then is cut off as well: the rest does not come any more."""
        whole = 32_000_000  # more than the system holds on the way
        (pages / "assets" / "large.js").write_bytes(bytes(whole))
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.settimeout(PATIENCE_S)
            wire.connect((HERE, server.port))
            wire.sendall(f"GET /assets/large.js HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            received, deadline = 0, time.monotonic() + 3
            with suppress(ConnectionError):
                while time.monotonic() < deadline:
                    received += len(wire.recv(512))
                    time.sleep(0.05)
                while part := wire.recv(1_000_000):
                    received += len(part)
        assert 0 < received < whole

    def test_a_socket_has_none(self, server: Server, viewer: Browser) -> None:
        """A WebSocket lives on, and is no connection that rests; only its beginning was a request."""
        deadline = time.monotonic() + 2.5
        while time.monotonic() < deadline:
            viewer.listen(0.1)
        assert viewer.ask({"do": "begin"})["reason"] == "not_allowed"


class TestFewPlaces:
    """With little room."""

    @pytest.fixture
    def limits(self) -> Limits:
        requests = {"requests": 4, "requests_per_address": 4, "requests_kept_for_paired": 2, "waiting": 0}
        kept = {"connections_kept_for_localhost": 0, "connections_kept_for_paired": 2}
        return Limits(connections=4, connections_per_address=4, **requests, **kept)

    def test_places_are_kept_for_paired_devices(self, server: Server, connect: Connect) -> None:
        """When strangers have what there is for them, a device whose address has shown a good key still gets in."""
        phone = connect(source="127.0.0.3")
        assert phone.call("pair", {"pin": PIN})["ok"]
        strangers = [connect(source="127.0.0.2")]
        strangers[0].wait("view")
        with pytest.raises(Exception, match="503"):
            connect(source="127.0.0.2")
        again = connect(source="127.0.0.3")
        again.wait("view")

    def test_requests_of_paired_devices_have_places(self, server, connect, drips, monkeypatch):
        """Half-open requests fill what strangers have; another stranger is turned away, and the device loads a page."""
        monkeypatch.setattr(wsgi, "is_loopback", lambda _: False)  # here everybody is from the network
        assert connect(source="127.0.0.3").call("pair", {"pin": PIN})["ok"]
        drips.append(Drip(server.port, "127.0.0.2", HERE, 4, 4))
        with pytest.raises((OSError, http.client.HTTPException)):
            Answer(server, "/table", source="127.0.0.4")
        assert Answer(server, "/table", source="127.0.0.3").status == 200


class TestForwarder:
    """A guest whom a plain forwarder on the hub's computer makes look like its own browser."""

    @pytest.fixture
    def limits(self) -> Limits:
        kept = {"connections_kept_for_localhost": 2, "connections_kept_for_paired": 0}
        return Limits(requests=4, connections=8, connections_per_address=3, **kept)

    def test_half_open_requests_there_give_way(self, server: Server, drips: list[Drip]) -> None:
        """However many they drip, the hub's own browser loads its page; only the oldest of them are cut off."""
        places = wsgi.HERE * 4
        drips.append(Drip(server.port, HERE, HERE, 3 * places, 4))
        for _ in range(5):
            assert Answer(server, "/table").status == 200
        assert places - 5 <= drips[0].open() < places

    def test_sockets_that_show_no_key_give_way_there(self, server: Server, connect: Connect) -> None:
        """However many the guest opens, also such as never say anything, the banker's page connects, and stays."""
        banker = connect(local=True)
        banker.wait("view")
        phone = connect(local=True)
        phone.wait("view")  # until its key was read it is a stranger, too
        for _ in range(12):
            connect(local=True, key="")
        other = connect(local=True)
        for name, one in {"Cleo": other, "Dora": banker, "Emil": phone}.items():
            assert one.ask({"do": "add_seat", "name": name})["ok"]
        assert server.site.watching <= 3 + 3

    def test_places_of_others_are_not_taken_from_there(self, server: Server, connect: Connect) -> None:
        """Whoever comes from the network finds the places that there are for them."""
        for _ in range(12):
            connect(local=True, key="")
        for _ in range(2):
            connect(source="127.0.0.3").wait("view")


@pytest.mark.parametrize("limits", [Limits(drawings_per_minute=10, tellings_per_minute=10)])
@pytest.mark.parametrize(
    "path",
    [
        "/api/qr.svg?text=http://localhost:{port}/",
        "/api/sheet",
        "/api/rebuild",
        "/api/editions/classic",
        pytest.param("/api/evening", marks=pytest.mark.feature("evening")),
        "/api/retelling",
    ],
)
def test_a_guest_empties_nobody_elses_bucket(server: Server, playing: Seated, path: str) -> None:
    """Each address has its own share of what costs something; beyond it the answer is 429 for that one alone."""
    path = path.format(port=server.port)
    statuses = [Answer(server, path, source=GUEST).status for _ in range(15)]
    assert statuses[:10] == [200] * 10
    assert 429 in statuses[10:]
    assert Answer(server, path, source="127.0.0.3").status == 200


class Queue:
    """Lets in one at a time, and notes how many of each address waited at once."""

    def __init__(self) -> None:
        self._lock, self.waiting, self.most = threading.Lock(), Counter[str](), Counter[str]()

    def __enter__(self) -> None:
        address = str(request.remote_addr)
        self.waiting[address] += 1
        self.most[address] = max(self.most[address], self.waiting[address])
        self._lock.acquire()
        self.waiting[address] -= 1

    def __exit__(self, *_raised: object) -> None:
        self._lock.release()


def test_who_asks_for_much_at_once_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten requests of one address a single one waits for what is made one at a time, as does whoever asks then."""
    routes, app, queue = Routes("test", 100, "ordered by the test"), Flask("test"), Queue()
    monkeypatch.setattr(routes, "_lock", queue)
    begun, enough, making, most = threading.Event(), threading.Event(), list[str](), list[int]()

    def ask(address: str) -> None:
        def make() -> Response:
            making.append(address)
            most.append(len(making))
            begun.set()
            enough.wait(PATIENCE_S)
            making.remove(address)
            return Response()

        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            routes.answer(make)

    asking = [threading.Thread(target=ask, args=(address,)) for address in (*["guest"] * 10, "banker")]
    for thread in asking:
        thread.start()
        assert begun.wait(PATIENCE_S)
        time.sleep(0.05)  # until it waits
    enough.set()
    for thread in asking:
        thread.join()
    assert queue.most == {"guest": 1, "banker": 1}
    assert most == [1] * len(asking)


def test_a_phone_joins_while_others_guess(server: Server, codes: dict[str, str]) -> None:
    """Ten addresses guess until none of them may; a phone with the right code joins all the same."""
    guessers = [Browser(server.port, source=f"127.0.1.{number}") for number in range(10)]
    for guesser in guessers:
        answers = (guesser.call("join", {"code": "CDFGH"})["reason"] for _ in range(60))
        assert "too_many_tries" in answers  # on a slow computer a try may have come back meanwhile
    phone = Browser(server.port, source="127.0.0.9")
    assert phone.call("join", {"code": codes["1"]})["ok"]
    for browser in (*guessers, phone):
        browser.close()
