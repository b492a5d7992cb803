"""What the television shows of the hotspot, and which requests of phones lead to the page."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from flask import Flask

from hub.features.hotspot.at_table import PROBES, hotspot
from hub.features.hotspot.wifi import FILE, Wifi, own_wifi
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
def test_a_hotspot_that_is_closed_is_not_shown(wifi, on) -> None:
    """Nor one that there never was."""
    assert asked("/api/hotspot", wifi, on=on).json == {"name": "", "password": ""}
    assert asked("/api/hotspot.svg", wifi, on=on).status_code == 404


def test_an_open_hotspot_is_shown_to_type_and_to_scan(tmp_path: Path) -> None:
    """The code says what phones understand, in the form that Wi-Fi codes have."""
    assert asked("/api/hotspot", WIFI, on=True).json == {"name": WIFI.name, "password": WIFI.password}
    drawn = asked("/api/hotspot.svg", WIFI, on=True)
    assert drawn.mimetype == "image/svg+xml"
    assert [code.text for code in zxingcpp.read_barcodes(painted(drawn.text))] == [
        "WIFI:T:WPA;S:Bankhalter;P:k7fqw3mxtd;;"
    ]


def test_the_password_stays_and_is_nobody_elses(tmp_path: Path) -> None:
    """It is made up once for each folder, and its file is for its owner alone."""
    wifi = own_wifi(tmp_path)
    assert own_wifi(tmp_path) == wifi
    assert own_wifi(tmp_path / "other") != wifi
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert wifi.password not in repr(wifi)


@pytest.mark.parametrize(
    "url",
    [
        "connectivitycheck.gstatic.com/generate_204",
        "captive.apple.com/hotspot-detect.html",
        "www.msftconnecttest.com/connecttest.txt",
    ],
)
def test_what_telephones_and_computers_ask_is_known(url: str) -> None:
    """As Android, iOS and Windows document it."""
    host, _, path = url.partition("/")
    assert (host, f"/{path}") in PROBES
