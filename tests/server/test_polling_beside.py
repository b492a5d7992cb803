"""Those who poll beside others: whoever is slow, silent or many costs the others nothing."""

import http.client
import json
import ssl
import threading
import time

import pytest
from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.seated import Seated
from helpers.served import Server
from server.browser import PATIENCE_S, Browser
from server.conftest import PIN, Connect
from server.poller import SEPARATOR, TRUSTED, Asker, Poller, is_over, of, opened, secure_socket, told

from hub.server.limits import Limits
from hub.server.sockets.publisher import BACKLOG_MAXIMUM, BREATH_S
from hub.server.transport import wsgi
from hub.server.transport.borrowed import WAITING_MAXIMUM
from hub.table.requests import AddSeat, RemoveSeat

REQUEST = '42["request",{"id":"x","action":{"do":"begin"}}]'
POLLERS = 40


@pytest.fixture
def tls(certified: ssl.SSLContext) -> ssl.SSLContext:
    """Polling is offered over https only."""
    return certified


@pytest.fixture
def kind() -> type[Browser]:
    return Poller


@pytest.fixture
def guest(server: Server) -> Asker:
    """Somebody in the network who sends single requests, named as our pages name themselves."""
    return Asker(server.port, f"{OWN_NAME}:{server.port}")


@pytest.mark.parametrize(
    "limits", [Limits(10_000, 10_000, 10_000, 10_000, requests=8, requests_per_address=6, requests_kept_for_paired=0)]
)
class TestNobodyWaits:
    """Whoever polls slowly, or not at all, costs the others nothing."""

    def test_one_who_speaks_and_never_listens(self, server: Server, guest: Asker) -> None:
        """What waits for them is bounded, and when more comes they are given up."""
        session, most = opened(guest), 0
        queue = server.site._line._server.eio.sockets[session].queue
        for number in range(2 * WAITING_MAXIMUM):
            if guest.ask("POST", of(session), f"{REQUEST.replace('42', f'42{number}', 1)}{SEPARATOR}3")[0] != 200:
                break
            most = max(most, queue.qsize())
        assert most == WAITING_MAXIMUM
        assert is_over(guest, session)
        assert server.site._seating.connections.all() == []

    def test_one_who_listens_late(self, guest: Asker, seated: Seated) -> None:
        """They are held a few views at most, and reach the newest all the same, in order and none twice."""
        session, seen = opened(guest), []
        for number in range(60):
            seated.ask(AddSeat(f"N{number}") if number % 2 == 0 else RemoveSeat(2))
            time.sleep(BREATH_S)
        newest = seated.view().version
        while not seen or seen[-1] < newest:
            views = [one for one in told(guest, session).split(SEPARATOR) if one.startswith('42["view"')]
            assert len(views) <= BACKLOG_MAXIMUM + 1
            seen += [json.loads(view[2:])[1]["version"] for view in views]
        assert seen == sorted(set(seen))

    def test_polls_that_wait_have_no_place_among_requests(self, server, connect, monkeypatch):
        """Twelve polls of one address wait where it may have six requests: it still loads pages, and so do others."""
        monkeypatch.setattr(wsgi, "is_loopback", lambda _: False)  # here everybody is from the network
        for _ in range(12):
            connect(source="127.0.0.2").wait("view")
        for source in ("127.0.0.2", "127.0.0.3"):
            wire = http.client.HTTPSConnection(
                "127.0.0.1", server.port, timeout=PATIENCE_S, source_address=(source, 0), context=TRUSTED
            )
            wire.request("GET", "/table", headers={"Host": f"{OWN_NAME}:{server.port}"})
            assert wire.getresponse().status == 200
            wire.close()

    def test_one_poll_for_each_connection(self, guest: Asker) -> None:
        """A second poll beside one that waits ends the connection: there are never more threads than connections."""
        session, statuses = opened(guest), []
        told(guest, session)

        def poll() -> None:
            statuses.append(guest.ask("GET", of(session))[0])

        polls = [threading.Thread(target=poll) for _ in range(2)]
        for thread in polls:
            thread.start()
        for thread in polls:
            thread.join()
        assert statuses == [400, 400]
        assert is_over(guest, session)

    def test_many_who_poll_and_one_who_does_not(self, server: Server, connect: Connect, seated: Seated) -> None:
        """Each of forty polls sees the last of many changes, and so does a WebSocket; there is one thread for each."""
        before = threading.active_count()
        pollers = [connect(source=f"127.0.0.{2 + number % 4}") for number in range(POLLERS)]
        for poller in pollers:
            poller.wait("view")
        screen = secure_socket(server.port, "EIO=4&transport=websocket")
        screen.send("40" + json.dumps({"key": banker_key()}))
        for number in range(20):
            seated.ask(AddSeat(f"N{number}") if number % 2 == 0 else RemoveSeat(2))
        newest = seated.view().version
        while f'42["view",{{"version":{newest},' not in str(screen.recv()):
            continue
        for poller in pollers:
            poller.wait("view", lambda view: view["version"] == newest)
        theirs = POLLERS  # the test's own, one for each poller
        assert threading.active_count() - before <= theirs + 3 * POLLERS
        screen.close()


def test_a_hub_that_ends_says_so(server: Server, connect: Connect) -> None:
    """Whoever waits for news hears it, or is cut off; nobody holds up the end."""
    poller = connect()
    poller.wait("view")
    server.stop()
    assert poller.closed_by_hub()


def test_a_place_kept_for_a_paired_device(server: Server, connect: Connect) -> None:
    """A tablet that polls and has shown the PIN is a paired device like any other: its address gets in."""
    assert connect(source="127.0.0.3").call("pair", {"pin": PIN})["ok"]
    assert "127.0.0.3" in server.site.paired
