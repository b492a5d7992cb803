"""A real broker: state that is kept, events, discovery, a last will; it may be killed and come back."""

import json
import shutil
import socket
import subprocess
from pathlib import Path
from unittest.mock import Mock

import paho.mqtt.client as paho
import pytest
from helpers.missing import missing
from helpers.waiting import until
from jinja2 import Template
from paho.mqtt.enums import CallbackAPIVersion

from hub.composition.serving import server_context
from hub.features.lights.at_table import LightsThread
from hub.features.lights.broker import Broker
from hub.features.lights.happenings import EVENTS
from hub.features.lights.settings import LightsSetting
from hub.server.access.keys import VIEWER
from hub.store.folder import AUTHORITY, CERTIFICATE
from hub.table.requests import ChangeSeat

pytestmark = pytest.mark.gate  # starts a broker
PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/sbin")
USER, PASSWORD = "ada", "l@ve:lace"
BASE, DISCOVERED = "bankhalter/cafe", "homeassistant/device/bankhalter_cafe/config"


class Mosquitto:
    """A broker with TLS and a password, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        server_context(folder, ["localhost"])
        subprocess.run(["mosquitto_passwd", "-b", "-c", str(folder / "users"), USER, PASSWORD], check=True)
        certificate = f"certfile {folder / CERTIFICATE}\nkeyfile {folder / CERTIFICATE}\n"
        config = f"listener {self.port} 127.0.0.1\n{certificate}password_file {folder / 'users'}\nuser root\n"
        (folder / "mosquitto.conf").write_text(config)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [str(PROGRAM), "-c", str(self.folder / "mosquitto.conf")], stderr=subprocess.DEVNULL
        )

        def listens() -> bool:
            with socket.socket() as wire:
                return wire.connect_ex(("127.0.0.1", self.port)) == 0

        until(listens, "the broker listens")

    def kill(self) -> None:
        """Kill it; nothing that it kept is left."""
        self._process.kill()
        self._process.wait()

    def setting(self, password: str = "l%40ve%3Alace") -> LightsSetting:
        return LightsSetting("cafe", f"mqtts://{USER}:{password}@localhost:{self.port}", str(self.folder / AUTHORITY))


@pytest.fixture
def mosquitto(tmp_path):
    if PROGRAM is None:
        missing("mosquitto is missing: install the package mosquitto")
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


class Automation:
    """Another client of the broker, such as Home Assistant: it hears everything."""

    def __init__(self, broker: Mosquitto) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._client = client = paho.Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set(USER, PASSWORD)
        client.tls_set(str(broker.folder / AUTHORITY))
        client.on_connect = lambda *_: client.subscribe("#")
        client.on_message = lambda _client, _data, message: self.heard.append((message.topic, message.payload))
        client.reconnect_delay_set(1, 1)
        client.connect("localhost", broker.port)
        client.loop_start()

    def newest(self, topic: str) -> object:
        said = [content for at, content in self.heard if at == topic]
        return None if not said else json.loads(said[-1]) if said[-1][:1] == b"{" else said[-1].decode()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def automation(mosquitto):
    """Home Assistant, as far as it listens."""
    client = Automation(mosquitto)
    yield client
    client.close()


@pytest.fixture
def telling(mosquitto, playing):
    """The table reports to the broker; Anna owns Turmstraße, and Ben is about to throw."""
    playing.buy()
    thread = LightsThread("broker", lambda: playing.table.view(VIEWER), lambda _one: Broker(mosquitto.setting(), "1.2"))
    playing.table.subscribe(thread.wake)
    thread.start()
    yield thread
    thread.stop()


def test_an_evening_at_a_broker(mosquitto, automation, telling, playing):
    """Discovery, state and events arrive; a broker that is killed is shown what is now once it is back."""
    until(lambda: automation.newest(f"{BASE}/available") == "online", "the table is there")
    until(lambda: automation.newest(f"{BASE}/state") is not None, "its state is there")
    found = automation.newest(DISCOVERED)
    assert found["components"].keys() == {"on_turn", "balance_0", "balance_1", *EVENTS}
    assert {found["components"][event]["off_delay"] for event in EVENTS} == {3}, "a light goes out by itself"
    assert [found["components"][f"balance_{seat}"]["name"] for seat in (0, 1)] == ["Anna", "Ben"]
    templates = [found["components"][part]["value_template"] for part in ("on_turn", "balance_0", "balance_1")]
    state = automation.newest(f"{BASE}/state")
    assert [Template(one).render(value_json=state) for one in templates] == ["Ben", "1440", "1500"]
    whose = {"turn": 2, "on_turn": "Ben", "colour": "blue", "winner": None}
    assert state == {"phase": "playing", "edition": "classic", "balances": [1500 - 60, 1500], **whose}
    playing.throw(1, 1, 2)
    until(lambda: automation.newest(f"{BASE}/light/turn") == "ON", "the lights are on")
    events = [json.loads(content)["event"] for topic, content in automation.heard if topic == f"{BASE}/event"]
    assert events == ["throw", "rent", "turn"]
    late = Automation(mosquitto)
    until(lambda: late.newest(f"{BASE}/state") is not None, "who comes late learns how it stands")
    late.close()
    assert {topic for topic, _ in late.heard} == {DISCOVERED, f"{BASE}/state", f"{BASE}/available"}, "and no more"

    mosquitto.kill()
    automation.heard.clear()
    playing.throw(0, 1, 2)  # nobody hears of it
    mosquitto.start()
    until(lambda: automation.newest(f"{BASE}/available") == "online", "the table has found the broker again")
    until(lambda: automation.newest(f"{BASE}/state") is not None, "and says what is now")
    balances = automation.newest(f"{BASE}/state")["balances"]
    assert balances == [seat.balance for seat in playing.view().seats]
    assert not [topic for topic, _ in automation.heard if topic == f"{BASE}/event"], "old events light nothing"

    playing.do(ChangeSeat(0, "Nina", "red", "circle"))
    until(lambda: any(b'"Nina"' in said for topic, said in automation.heard if topic == DISCOVERED), "a new name")

    telling.stop()
    until(lambda: automation.newest(f"{BASE}/available") == "offline", "the table has gone")


def test_a_hub_that_is_killed_is_reported_by_its_last_will(mosquitto, automation):
    """The broker itself says that the table is away."""
    broker = Broker(mosquitto.setting(), "1.2")
    until(lambda: automation.newest(f"{BASE}/available") == "online", "the table is there")
    broker._client.loop_stop()
    broker._client.socket().shutdown(socket.SHUT_RDWR)  # a process that is killed says nothing any more
    until(lambda: automation.newest(f"{BASE}/available") == "offline", "its last will is done")
    late = Automation(mosquitto)
    until(lambda: late.newest(f"{BASE}/available") == "offline", "who asks later is told, too")
    late.close()


@pytest.mark.parametrize(
    ("address", "login", "port", "tls"),
    [("mqtt://broker:1884", [], 1884, False), ("mqtts://ada:l%40ve@broker:8883", [("ada", "l@ve")], 8883, True)],
)
def test_a_broker_is_spoken_to_as_its_address_says(monkeypatch, address, login, port, tls):
    """Also where it has neither a password nor TLS."""
    client = Mock()
    monkeypatch.setattr(paho, "Client", lambda *_: client)
    Broker(LightsSetting("cafe", address), "1.2")
    assert [call.args for call in client.username_pw_set.call_args_list] == login
    assert client.connect_async.call_args.args[:2] == ("broker", port)
    assert client.tls_set_context.called is tls


def test_a_wrong_password_costs_the_table_nothing(mosquitto, playing, caplog):
    """It is logged, without the password, and the evening goes on."""
    broker = Broker(mosquitto.setting("wrong"), "1.2")
    until(lambda: "the broker refuses" in caplog.text, "it is said")
    broker.show(playing.table.view(VIEWER), [])
    broker.close()
    assert "wrong" not in caplog.text
