"""Polling over https: who may, what ends a connection, and that whoever is slow, silent or many costs nobody else."""

import http.client
import json
import socket
import ssl
import threading
import time

import pytest
import websocket
from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.seated import Seated
from helpers.served import Server
from helpers.waiting import until
from server.browser import PATIENCE_S, Browser
from server.conftest import Connect
from server.poller import OPENING, PAGE, SEPARATOR, TRUSTED, Asker, Poller, is_over, of, opened, secure_socket, told

from hub.server import site
from hub.server.limits import Limits
from hub.server.sockets.publisher import BACKLOG_MAXIMUM, BREATH_S
from hub.server.transport import wsgi
from hub.server.transport.borrowed import WAITING_MAXIMUM
from hub.table.requests import AddSeat, RemoveSeat

REQUEST = '42["request",{"id":"x","action":{"do":"begin"}}]'
POLLERS = 40


@pytest.fixture
def kind() -> type[Browser]:
    return Poller


@pytest.fixture
def guest(server: Server) -> Asker:
    """Somebody in the network who sends single requests, named as our pages name themselves."""
    return Asker(server.port, f"{OWN_NAME}:{server.port}")


@pytest.fixture
def session(guest: Asker) -> str:
    """The id of a connection that the guest has opened."""
    return opened(guest)


def bare_wire(guest: Asker) -> ssl.SSLSocket:
    """A connection to the hub for bytes of one's own."""
    return TRUSTED.wrap_socket(socket.create_connection(("127.0.0.1", guest.port), PATIENCE_S))


class TestWhoMay:
    """Names, pages, addresses and ids."""

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_a_foreign_page(self, guest: Asker, method: str, session: str) -> None:
        """A page of another origin does not poll, though the name is right."""
        for query in (OPENING, of(session)):
            assert guest.ask(method, query, Origin="https://evil.example")[0] == 403

    def test_a_picture_in_a_foreign_page(self, server: Server, guest: Asker) -> None:
        """What a browser fetches without saying for whom opens no connection: it lacks the header of our pages."""
        session, guest.headers = opened(guest), {}
        for method in ("GET", "POST", "OPTIONS"):
            for query in (OPENING, of(session), f"{OPENING}&j=0"):
                assert guest.ask(method, query)[0] == 403
        assert len(server.site._line._server.eio.sockets) == 1

    def test_an_id_is_good_from_one_address_only(self, guest: Asker, server: Server, session: str) -> None:
        """Somebody who has read the address of a request cannot use its connection from elsewhere."""
        thief = Asker(server.port, guest.host, source="127.0.0.2")
        for method in ("GET", "POST"):
            assert thief.ask(method, of(session), "41" if method == "POST" else None)[0] == 400
        assert not is_over(guest, session)

    @pytest.mark.parametrize("query", ["EIO=4&transport=polling&sid=x", "EIO=4&transport=polling&sid=", "EIO=4"])
    @pytest.mark.parametrize("method", ["GET", "POST", "PUT", "HEAD", "DELETE"])
    def test_unknown_ids(self, guest: Asker, method: str, query: str) -> None:
        """An id that is none leads nowhere."""
        assert guest.ask(method, query, "40{}" if method == "POST" else None)[0] == 400

    @pytest.mark.parametrize(
        "query", [f"{OPENING}&j=0", "EIO=4&transport=websocket", "EIO=4&transport=polling&transport=websocket", "EIO=3"]
    )
    def test_other_dialects(self, guest: Asker, query: str, session: str) -> None:
        """No answer is a script (JSONP), and nothing else is spoken over plain requests."""
        assert guest.ask("GET", query)[0] == 400
        assert guest.ask("GET", f"{query}&sid={session}")[0] == 400
        assert not is_over(guest, session)

    def test_nobody_changes_in_the_middle(self, server: Server, guest: Asker, session: str) -> None:
        """A connection that polls becomes no WebSocket, nor does a WebSocket begin or go on as one that polls."""
        for query in (of(session), f"EIO=4&transport=websocket&sid={session}", OPENING):
            with pytest.raises(websocket.WebSocketBadStatusException) as caught:
                secure_socket(server.port, query)
            assert caught.value.status_code == 400
        assert not is_over(guest, session)
        wire = secure_socket(server.port, "EIO=4&transport=websocket")
        greeting = json.loads(str(wire.recv())[1:])
        assert greeting["upgrades"] == []
        assert guest.ask("POST", of(greeting["sid"]), "41")[0] == 400
        wire.close()

    def test_what_is_answered_is_kept_by_nobody(self, server: Server, guest: Asker, session: str) -> None:
        """A poll's answer may hold a key: no browser stores it; it has the headers that all answers have."""
        wire = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE_S, context=TRUSTED)
        asked = {"Host": guest.host, "Accept-Encoding": "gzip, deflate", **PAGE}
        wire.request("GET", f"/socket.io/?{of(session)}", headers=asked)
        answer = wire.getresponse()
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert answer.headers["Access-Control-Allow-Origin"] is None
        assert answer.headers["Content-Encoding"] is None, "whoever else writes into it could measure a key by its size"
        assert '42["view"' in answer.read().decode()
        wire.close()


class TestWhatIsSaid:
    """The bodies of requests."""

    @pytest.mark.parametrize(
        "headers",
        [
            {"Content_Length": "-1"},
            {"Content_Length": "x"},
            {"Content_Length": "1e3"},
            {"Content_Length": "٣"},
            {"Content_Length": "9" * 30},
            {"Content_Length": "16385"},
            {"Transfer_Encoding": "chunked"},
        ],
    )
    def test_a_body_without_a_length(self, guest: Asker, headers: dict[str, str], session: str) -> None:
        """A client that does not state the length of its body, or states too much, is dropped unread."""
        lines = [f"POST /socket.io/?{of(session)} HTTP/1.1", f"Host: {guest.host}", "X-Bankhalter: polling"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        with bare_wire(guest) as wire:
            wire.sendall("\r\n".join([*lines, "", ""]).encode())
            assert b" 413 " in wire.makefile("rb").readline()
        assert is_over(guest, session)

    @pytest.mark.parametrize("body", [b"\xff\xfe", b'42["refresh"]\x1e\xc3'])
    def test_a_body_that_is_no_text(self, guest: Asker, body: bytes, session: str) -> None:
        """As on a WebSocket, a client that sends bytes that are not text is dropped."""
        assert guest.ask("POST", of(session), body)[0] == 400
        assert is_over(guest, session)

    @pytest.mark.parametrize(
        "packet", ["", "2", "5", "6", "bNDI=", "d=40", "x", "4", "2probe", "0{}", "\0", "4" * 4_000]
    )
    def test_what_is_not_a_packet(self, guest, packet, caplog, session):
        """It is passed over, what comes before and behind it counts, and nothing is logged of it."""
        assert guest.ask("POST", of(session), SEPARATOR.join([packet, REQUEST.replace("42", "421"), packet]))[0] == 200
        assert '431[{"id":"x","ok":false' in told(guest, session)
        assert caplog.records == []

    def test_many_packets_in_one_body(self, guest: Asker, session: str) -> None:
        """A page that was cut off says all it has to say at once; each is answered, in its order."""
        body = SEPARATOR.join(REQUEST.replace("42", f"42{number}", 1) for number in range(10, 48))
        assert guest.ask("POST", of(session), body)[0] == 200
        answers = [one for one in told(guest, session).split(SEPARATOR) if one.startswith("43")]
        assert [int(one[2:4]) for one in answers] == list(range(10, 48))

    @pytest.mark.parametrize("packet", ["3", "2", "", REQUEST])
    def test_a_flood_in_one_body(self, guest: Asker, packet: str, session: str) -> None:
        """Every packet counts, whatever it is: more at once than a WebSocket may send ends the connection."""
        assert guest.ask("POST", of(session), SEPARATOR.join([packet] * 320))[0] == 429
        assert is_over(guest, session)

    def test_a_goodbye(self, guest: Asker, server: Server, session: str) -> None:
        """A page that says goodbye is gone at once."""
        assert guest.ask("POST", of(session), "1")[0] == 200
        assert server.site._seating.connections.all() == []
        assert is_over(guest, session)


class TestLittle:
    """With little of everything, and pings every second."""

    @pytest.fixture
    def limits(self, monkeypatch: pytest.MonkeyPatch) -> Limits:
        """Four connections, one of them kept for the hub's own computer; four drops, hardly refilled."""
        monkeypatch.setattr(site, "PING_INTERVAL_S", 1)
        monkeypatch.setattr(site, "PING_TIMEOUT_S", 2)
        return Limits(
            connections=4,
            connections_per_address=2,
            connections_kept_for_localhost=1,
            connections_kept_for_paired=0,
            flood_per_second=0.01,
            flood_burst=4,
            message_bytes=500,
            request_s=1,
        )

    def test_places_are_those_of_all_connections(self, server: Server, guest: Asker) -> None:
        """Polling clients and WebSockets share the places, per address and in total; the newest client has one here."""
        other, third = (Asker(server.port, guest.host, source=f"127.0.0.{last}") for last in (2, 3))
        sessions = [opened(guest), opened(guest)]
        with pytest.raises(ConnectionRefusedError, match="503"):
            guest.open()
        opened(other)
        with pytest.raises(ConnectionRefusedError, match="503"):
            third.open()
        here = secure_socket(server.port, "EIO=4&transport=websocket")
        newest = secure_socket(server.port, "EIO=4&transport=websocket")
        here.close()
        newest.close()
        assert guest.ask("POST", of(sessions[0]), "1")[0] == 200
        until(lambda: third.ask("GET", OPENING)[0] == 200, "whoever was here has left their place")

    @pytest.mark.parametrize("fault", [b"x" * 501, b"\xff", SEPARATOR.join("33333").encode()])
    def test_whoever_breaks_a_limit_makes_room(self, guest: Asker, fault: bytes) -> None:
        """A connection that is given up has no place any more, and its page may come back at once."""
        for _ in range(6):
            session = opened(guest)
            assert guest.ask("POST", of(session), fault)[0] in {400, 413, 429}

    def test_a_line_that_was_never_opened_has_no_place(self, guest: Asker) -> None:
        """Of an old version of the protocol, however often it tries."""
        for _ in range(6):
            assert guest.ask("GET", "EIO=2&transport=polling")[0] == 400
        opened(guest)

    def test_polls_count(self, guest: Asker, session: str) -> None:
        """Asking for news is counted like sending something: a client that does so without end is dropped."""
        told(guest, session)
        assert guest.ask("POST", of(session), '42["refresh"]')[0] == 200
        told(guest, session)
        assert guest.ask("GET", of(session))[0] == 429
        assert is_over(guest, session)

    @pytest.mark.gate
    def test_silence_is_noticed(self, server: Server, guest: Asker) -> None:
        """A page that stops polling, as when its tablet sleeps, is gone after a while, and its place is free."""
        opened(guest)
        until(lambda: not server.site._seating.connections.all(), "a page that is silent is given up")
        assert [bool(opened(guest)) for _ in range(2)] == [True, True]

    def test_a_body_that_never_ends(self, guest: Asker, session: str) -> None:
        """A body has to be complete in time; what has arrived of it has no effect, and the connection is over."""
        head = f"POST /socket.io/?{of(session)} HTTP/1.1\r\nHost: {guest.host}\r\nX-Bankhalter: polling\r\n"
        with bare_wire(guest) as wire:
            wire.sendall(f"{head}Content-Length: 400\r\n\r\n{REQUEST}{SEPARATOR}".encode())
            assert not wire.makefile("rb").read()
        until(lambda: is_over(guest, session), "the connection ends a moment after its request")


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

    @pytest.mark.usefixtures("patient")
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
        until(lambda: f'42["view",{{"version":{newest},' in str(screen.recv()), f"view {newest}")
        for poller in pollers:
            poller.wait("view", lambda view: view["version"] == newest)
        theirs = POLLERS  # the test's own, one for each poller
        assert threading.active_count() - before <= theirs + 3 * POLLERS
        screen.close()


def test_a_hub_that_ends_says_so(server: Server, viewer: Browser) -> None:
    """Whoever waits for news hears it, or is cut off; nobody holds up the end."""
    server.stop()
    assert viewer.closed_by_hub()
