"""What the television shows of the hotspot, and what a page may ask about joining the Wi-Fi of the house."""

import json
import re
import stat

import numpy as np
import pytest
import zxingcpp
from flask import Flask
from helpers.banker_key import PIN, SECRET, banker_key
from helpers.waiting import until

from hub.features.hotspot.at_table import PROBES, Joining, hotspot, joining
from hub.features.hotspot.wifi import FILE, LETTERS, Wifi, own_wifi
from hub.server.access.keys import Access
from hub.server.limits import Limits

WIFI = Wifi("Bankhalter", "k7fqw3mxtd")


def asked(path: str, wifi: Wifi | None, *, on: bool):
    app = Flask(__name__)
    app.register_blueprint(hotspot(lambda: wifi, lambda _: on, Limits()))
    return app.test_client().get(path)


def painted(svg: str) -> np.ndarray:
    """The picture that a QR code's lines draw."""
    size, x, y = 4, 0.0, 0.0
    image = np.full((80 * size, 80 * size), 255, np.uint8)
    for command, along, down in re.findall(
        r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?", re.search(r'stroke="#000" d="([^"]+)"', svg)[1]
    ):
        if command == "h":
            top, left = round((y - 0.5) * size), round(x * size)
            image[top : top + size, left : left + round(float(along) * size)] = 0
            x += float(along)
        else:
            x, y = (float(along), float(down)) if command == "M" else (x + float(along), y + float(down))
    return image


@pytest.mark.parametrize(("wifi", "on"), [(None, True), (WIFI, False)])
def test_a_hotspot_that_is_closed_is_not_shown(wifi, on):
    """Nor one that there never was."""
    assert asked("/api/hotspot", wifi, on=on).json == {"name": "", "password": ""}
    assert asked("/api/hotspot.svg", wifi, on=on).status_code == 404


def test_an_open_hotspot_is_shown_to_type_and_to_scan(tmp_path):
    """The code says what phones understand, in the form that Wi-Fi codes have."""
    assert asked("/api/hotspot", WIFI, on=True).json == {"name": WIFI.name, "password": WIFI.password}
    drawn = asked("/api/hotspot.svg", WIFI, on=True)
    assert (drawn.mimetype, drawn.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    picture = painted(drawn.text)
    assert picture[:8].min() == picture[:, :8].min() == 255, "two white squares around it, where the page has none"
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == ["WIFI:T:WPA;S:Bankhalter;P:k7fqw3mxtd;;"]


def test_the_password_stays_and_is_nobody_elses(tmp_path):
    """It is made up once for each folder, and its file is for its owner alone."""
    wifi = own_wifi(tmp_path)
    assert own_wifi(tmp_path) == wifi
    assert own_wifi(tmp_path / "other") != wifi
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert wifi.password not in repr(wifi)
    assert 8 <= len(wifi.password) <= 63
    assert set(LETTERS).isdisjoint("0o1il"), "people type it from a television"


def test_what_telephones_and_computers_ask_is_known():
    """As Android, iOS and Windows document it."""
    assert ("connectivitycheck.gstatic.com", "/generate_204") in PROBES
    assert ("captive.apple.com", "/hotspot-detect.html") in PROBES
    assert ("www.msftconnecttest.com", "/connecttest.txt") in PROBES


OWN, HOME = Wifi("Bankhalter", "k7fqw3mxtd"), {"name": "Zuhause", "password": "am Bach 7, links"}


class Asked(Joining):
    """Notes what would be tried."""

    def __init__(self, own: Wifi | None) -> None:
        super().__init__(lambda: own)
        self.tried: list[Wifi] = []

    def _try(self, wifi: Wifi, own: Wifi) -> None:
        self.tried.append(wifi)


@pytest.fixture
def ask(seated):
    def asked(attempt, sent=None, key: str = banker_key()):
        app = Flask(__name__)
        app.register_blueprint(joining(attempt, Access(seated.table, SECRET, PIN), Limits()))
        client, shown = app.test_client(), {"Authorization": f"Bearer {key}"}
        if sent is None:
            return client.get("/api/wifi", headers=shown)
        return client.post("/api/wifi", data=sent if isinstance(sent, bytes) else json.dumps(sent), headers=shown)

    return asked


def test_only_the_banker_looks_and_joins(ask):
    """Nobody else learns which Wi-Fis are near, or takes the hub into another one."""
    attempt = Asked(OWN)
    assert [ask(attempt, sent, key="").status_code for sent in (None, HOME)] == [403, 403]
    assert attempt.tried == []


def test_the_banker_joins_one_at_a_time(ask):
    """The answer comes before it is tried, for the page may lose the hub by it."""
    attempt = Asked(OWN)
    assert ask(attempt, HOME).status_code == 200
    assert ask(attempt, HOME).status_code == 400
    assert (attempt.view().tried, attempt.view().busy) == ("Zuhause", True)
    until(lambda: attempt.tried == [Wifi(**HOME)])


def test_a_computer_that_never_opened_a_wifi_of_its_own_stays_in_its_network(ask):
    """A banker's page at a desk does not change in which network that is."""
    attempt = Asked(None)
    assert ask(attempt).json is None
    assert ask(attempt, HOME).status_code == 400
    assert attempt.tried == []


@pytest.mark.parametrize(("name", "password"), [("x" * 32, "y" * 63), ("ü" * 16, "eight888"), ("Café", "")])
def test_names_and_passwords_as_long_as_there_can_be_are_tried(ask, name, password):
    """32 bytes, and 8 to 63 letters, or none where it is open (IEEE 802.11)."""
    assert ask(Asked(OWN), {"name": name, "password": password}).status_code == 200


NAMES = [{"name": name, "password": ""} for name in ("", "x" * 33, "ü" * 17, OWN.name)]
PASSWORDS = [{**HOME, "password": password} for password in ("seven77", "y" * 64, "sieben\nund", "Straße am Bach")]


@pytest.mark.parametrize("sent", [b"\xff", [], *NAMES, *PASSWORDS])
def test_what_is_no_wifi_is_not_tried(ask, sent, caplog):
    """As IEEE 802.11 bounds names and passwords; what was typed is in no log."""
    attempt = Asked(OWN)
    assert ask(attempt, sent).status_code == 400
    assert attempt.tried == []
    assert "password" not in caplog.text
    assert "Straße" not in repr(Wifi("Zuhause", "Straße"))
