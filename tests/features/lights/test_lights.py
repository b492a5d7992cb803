"""What lights are shown of a table: what everybody sees, each event once, in forms for automations and strips."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.seated import Seated
from helpers.waiting import until
from msgspec.structs import replace

from hub.cli import main
from hub.domain.commands import DeclareBankruptcy, Decline
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.features.lights.at_table import LightsThread, at_table
from hub.features.lights.broker import state_of
from hub.features.lights.happenings import EVENTS, Happening, Happenings
from hub.features.lights.settings import FILE, LightsSetting, checked_broker, checked_host, read_setting, write_setting
from hub.features.lights.strip import Strip
from hub.server.access.keys import VIEWER
from hub.table.requests import Correct, NewGame
from hub.table.wire.contract import Explanation, FeedLine, View


class Room:
    def __init__(self, seated: Seated) -> None:
        self._seated, self._happenings = seated, Happenings()
        assert self.new() == [], "what happened before, or on another evening, is not repeated"

    def new(self) -> list[Happening]:
        return self._happenings.since(self._seated.table.view(VIEWER))


@pytest.fixture
def bought(playing):
    """Anna owns Turmstraße, and Ben is about to throw."""
    playing.buy()
    return playing


def test_each_event_is_shown_once_and_in_order(bought):
    """Ben lands on Anna's street: a throw, the rent of 4 (classic-07), and it is Anna's turn; then nothing new."""
    room = Room(bought)
    bought.throw(1, 1, 2)
    assert room.new() == [
        Happening("throw", "Ben", "blue", faces="1,2"),
        Happening("rent", "Ben", "blue", to="Anna", amount=4),
        Happening("turn", "Anna", "red"),
    ]
    assert room.new() == []


def test_an_auction_shows_when_it_opens(playing):
    """Nobody in particular puts up what is the bank's; of a deed that a player sells the auction is that player's."""
    room = Room(playing)
    playing.throw(0, 1, 2)
    playing.play(Decline(0))
    assert [happening.event for happening in room.new()] == ["throw", "auction"]
    opened = FeedLine(move=9, key="sealed_auction_opened", args={"seller": 1})
    assert told(playing, opened) == [Happening("auction", "Ben", "blue")]


def told(seated: Seated, line: FeedLine) -> list[Happening]:
    """What happens when this line comes."""
    view, seen = replace(seated.table.view(VIEWER), feed=()), Happenings()
    return [*seen.since(view), *seen.since(replace(view, feed=(line,)))]


def test_a_rent_that_falls_to_the_bank_is_no_event(playing):
    """Its owner went out meanwhile; and what a card has one player pay another is none."""
    for payee, formula, events in ((0, "rent_street", 1), (BANK, "rent_street", 0), (0, "card_pay_each", 0)):
        args = {"payer": 1, "payee": payee, "amount": 4}
        line = FeedLine(move=9, key="money_moved", args=args, explanation=Explanation("classic-07", formula, {}))
        assert len(told(playing, line)) == events


def test_another_game_is_new_however_few_moves_it_has(bought):
    """The lobby between two games may be over before anybody looked."""
    room = Room(bought)
    bought.do(NewGame())
    bought.begin()
    assert room.new() == [Happening("turn", "Anna", "red")]


def test_what_is_taken_back_is_no_event(bought):
    """An undo is no event, and neither is what it took back before anybody had noticed."""
    room = Room(bought)
    bought.throw(1, 1, 2)
    bought.undo()
    bought.undo()
    assert room.new() == []


def test_when_all_is_over_nobody_is_on_turn(bought):
    """An automation reads who has won, and lights the place of nobody."""
    bought.do(Correct(CorrectMoney(1, -1, 1500)))
    bought.throw(1, 1, 3)
    room = Room(bought)
    bought.play(DeclareBankruptcy(1))
    over = {"phase": "over", "on_turn": None, "colour": None, "winner": "Anna"}
    assert state_of(bought.table.view(VIEWER)).items() >= over.items()
    assert room.new()[-2:] == [Happening("bankrupt", "Ben", "blue"), Happening("won", "Anna", "red")]


class Asked(BaseHTTPRequestHandler):
    """What a strip's controller is asked."""

    def do_POST(self) -> None:
        assert self.path == "/json/state"
        self.server.states.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        if not self.server.silent.is_set():
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

    def log_message(self, *_args: object) -> None:
        """Nothing."""


class Wled(HTTPServer):
    """A strip's controller: it keeps what it was sent, and may stay silent."""

    def __init__(self) -> None:
        self.states: list[dict[str, object]] = []
        self.silent = threading.Event()
        super().__init__(("127.0.0.1", 0), Asked)

    @property
    def shown(self) -> list[tuple[list[int], int]]:
        return [(part["col"][0], part["fx"]) for state in self.states for part in state["seg"]]


@pytest.fixture
def wled():
    server = Wled()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


RED, BLUE, WARM = [0xC0, 0x10, 0x08], [0x10, 0x30, 0xC0], [0xFF, 0xD6, 0x82]
"""What lamps of the board show for Anna and Ben (firmware.md), and a warm white."""
SOLID, CHASE = 0, 28
"""WLED's numbers."""


def test_a_strip_has_the_colour_of_who_is_on_turn_and_an_effect_for_an_event(bought, wled):
    """Ben throws and pays rent: three seconds a chase in Ben's colour, then Anna's; at the end a warm light."""
    waited = list[float]()
    stopped: Any = SimpleNamespace(wait=waited.append)  # so that a table that ends need not wait for it
    strip, seen = Strip(f"127.0.0.1:{wled.server_port}", stopped), Happenings()

    def look():
        view = bought.table.view(VIEWER)
        strip.show(view, seen.since(view))

    look()
    assert wled.shown == [(BLUE, SOLID)]
    bought.throw(1, 1, 2)
    look()
    look()
    strip.close()
    assert (wled.shown[1:], waited) == ([(BLUE, CHASE), (RED, SOLID), (WARM, SOLID)], [3])
    assert all(state["on"] for state in wled.states)


def test_each_event_but_a_turn_has_an_effect_of_its_own(bought, wled):
    """In the colour of whom it is about, but for an auction, in gold, and a bankruptcy, in red; after the end warm."""
    stopped: Any = SimpleNamespace(wait=lambda _seconds: None)
    strip, over = Strip(f"127.0.0.1:{wled.server_port}", stopped), replace(bought.table.view(VIEWER), phase="over")
    found = {}
    for event in EVENTS:
        wled.states.clear()
        strip.show(over, [Happening(event, "Ben", "blue")])
        assert wled.shown[-1] == (WARM, SOLID)
        found[event] = wled.shown[0]
    colours = {event: colour for event, (colour, effect) in found.items() if effect != SOLID}
    others = dict.fromkeys(("throw", "rent", "won"), BLUE)
    assert colours == {**others, "auction": [0xFF, 0xC5, 0x3D], "bankrupt": RED}
    assert len({effect for _, effect in found.values()}) == len(EVENTS)
    wled.states.clear()
    strip.show(over, [Happening("throw", "Anna", "red"), Happening("rent", "Ben", "blue", to="Anna", amount=4)])
    assert wled.shown[0] == (BLUE, CHASE), "of several the last"


def test_a_strip_that_is_away_holds_nobody_up_and_is_tried_again(bought, wled):
    """The table plays on while the controller does not answer; once it does, it shows what is now."""
    wled.silent.set()
    thread = LightsThread(
        "strip", lambda: bought.table.view(VIEWER), lambda one: Strip(f"127.0.0.1:{wled.server_port}", one.stopped)
    )
    bought.table.subscribe(thread.wake)
    thread.start()
    until(lambda: bool(wled.states), "the strip was asked")
    wled.silent.clear()
    bought.throw(1, 1, 2)
    until(lambda: (BLUE, CHASE) in wled.shown, "it shows the rent")
    thread.stop()
    assert wled.shown[-1] == (WARM, SOLID)


def test_a_strip_that_comes_back_shows_it_again(bought, wled, caplog):
    """Also if nothing has happened at the table meanwhile. That it was away is said once."""
    strip = Strip(f"127.0.0.1:{wled.server_port}", threading.Event())
    wled.silent.set()
    for _ in range(2):
        strip.show(bought.table.view(VIEWER), [])
    wled.silent.clear()
    for _ in range(2):
        strip.show(bought.table.view(VIEWER), [])
    assert (wled.shown, caplog.text.count("does not answer")) == ([(BLUE, SOLID)] * 3, 1)
    wled.silent.set()
    strip.close()
    wled.silent.clear()
    strip.show(bought.table.view(VIEWER), [])
    assert wled.shown[3:] == [(WARM, SOLID), (BLUE, SOLID)]


@pytest.mark.parametrize(
    "given", ["http://broker", "mqtt://", "mqtt://a:b", "mqtt://a/b", "mqtt://a?b", "broker", "mqtt://u:pw@h:0"]
)
def test_an_address_that_is_no_brokers_is_refused_without_its_password(given):
    """Whoever mistypes it is told what one looks like."""
    with pytest.raises(ValueError, match="is no broker: give mqtt://") as refused:
        checked_broker(given)
    assert "pw" not in str(refused.value)


def test_addresses_that_are_meant_are_taken():
    """A broker has a port of its own unless one is given; a strip may be pasted from a browser."""
    assert checked_broker("mqtt://broker.local/") == "mqtt://broker.local:1883"
    assert checked_broker("mqtts://u:p@10.0.0.2:9") == "mqtts://u:p@10.0.0.2:9"
    assert checked_host("http://wled.local/") == "wled.local"
    with pytest.raises(ValueError, match=r"^a b is no address of a strip"):
        checked_host("a b")


def test_the_command_stores_addresses_and_shows_no_password(tmp_path, capsys):
    """For its owner only; what is not named stays, an empty address turns one off, and asking alone writes nothing."""
    where = ["--data-dir", str(tmp_path)]
    assert main(["lights", "--mqtt", "mqtts://ada:secret@broker", "--mqtt-ca", "ca.pem", "--wled", "a", *where]) == 0
    assert main(["lights", "--wled", "", *where]) == 0
    assert read_setting(tmp_path).ca == "ca.pem"
    assert capsys.readouterr().out.splitlines()[-2:] == ["MQTT: mqtts://broker:8883", "WLED: off"]
    assert main(["lights", "--mqtt", "", *where]) == 0
    assert "MQTT: off" in capsys.readouterr().out
    written = (tmp_path / FILE).stat()
    assert main(["lights", *where]) == 0
    assert (written.st_mode & 0o077, (tmp_path / FILE).stat().st_mtime_ns) == (0, written.st_mtime_ns)
    (tmp_path / FILE).write_text("{")
    assert main(["lights", *where]) == 1
    assert "set the lights again" in capsys.readouterr().err


def test_lights_see_what_a_viewer_sees(bought, tmp_path, monkeypatch):
    """Neither a strip nor a broker is shown what the television does not show."""
    write_setting(tmp_path, LightsSetting("1", wled="strip.local", mqtt="mqtt://broker.local:1883"))
    seen: list[View] = []
    onlooker = SimpleNamespace(show=lambda view, _happenings: seen.append(view))
    for made in ("at_table.Strip", "broker.Broker"):
        monkeypatch.setattr(f"hub.features.lights.{made}", lambda *_: onlooker)
    opened = SimpleNamespace(table=bought.table, setting=SimpleNamespace(alone=True, folder=tmp_path, version="1"))
    for worker in at_table(opened).workers:
        worker._look()
    assert [view.role for view in seen] == ["viewer", "viewer"]


@pytest.mark.parametrize("alone", [True, False])
def test_the_tables_of_a_club_leave_the_lights_alone(alone, tmp_path, monkeypatch):
    """Each would show its own game on the one strip; a table alone shows it there and tells it to the broker."""
    write_setting(tmp_path, LightsSetting("1", wled="strip.local", mqtt="mqtt://broker.local:1883"))
    monkeypatch.setattr("hub.features.lights.broker.Broker", lambda *_: None)
    setting = SimpleNamespace(alone=alone, folder=tmp_path, version="1")
    opened = SimpleNamespace(setting=setting, table=SimpleNamespace(view=len))
    assert [worker.name for worker in at_table(opened).workers] == ["strip", "broker"] * alone
    (tmp_path / FILE).write_text("{")
    assert not at_table(opened).workers, "without lights a table opens all the same"
