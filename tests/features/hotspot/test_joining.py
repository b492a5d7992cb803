"""What a page may ask about joining the Wi-Fi of the house, and whose page."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from helpers.banker_key import PIN, SECRET, banker_key
from helpers.waiting import until

from hub.features.hotspot.at_table import Joining, joining
from hub.features.hotspot.wifi import Wifi
from hub.server.access.keys import Access
from hub.server.limits import Limits

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
    """Sends something to the hub, as the banker or with another key."""

    def asked(attempt: Asked, sent: object = None, key: str = banker_key()):
        app = Flask(__name__)
        app.register_blueprint(joining(attempt, Access(seated.table, SECRET, PIN), Limits()))
        client, shown = app.test_client(), {"Authorization": f"Bearer {key}"}
        if sent is None:
            return client.get("/api/wifi", headers=shown)
        return client.post("/api/wifi", data=sent if isinstance(sent, bytes) else json.dumps(sent), headers=shown)

    return asked


def test_only_the_banker_looks_and_joins(ask) -> None:
    """Nobody else learns which Wi-Fis are near, or takes the hub into another one."""
    attempt = Asked(OWN)
    assert [ask(attempt, sent, key="").status_code for sent in (None, HOME)] == [403, 403]
    assert attempt.tried == []


def test_the_banker_joins_one_at_a_time(ask) -> None:
    """The answer comes before it is tried, for the page may lose the hub by it."""
    attempt = Asked(OWN)
    assert ask(attempt, HOME).status_code == 200
    assert ask(attempt, HOME).status_code == 400
    assert (attempt.view().tried, attempt.view().busy) == ("Zuhause", True)
    until(lambda: attempt.tried == [Wifi(**HOME)])


def test_a_computer_that_never_opened_a_wifi_of_its_own_stays_in_its_network(ask) -> None:
    """A banker's page at a desk does not change in which network that is."""
    attempt = Asked(None)
    assert ask(attempt).json is None
    assert ask(attempt, HOME).status_code == 400
    assert attempt.tried == []


NAMES = [{"name": name, "password": ""} for name in ("", "x" * 33, OWN.name)]
PASSWORDS = [{**HOME, "password": password} for password in ("seven77", "y" * 64, "sieben\nund", "Straße am Bach")]


@pytest.mark.parametrize("sent", [b"\xff", [], *NAMES, *PASSWORDS])
def test_what_is_no_wifi_is_not_tried(ask, sent, caplog) -> None:
    """As IEEE 802.11 bounds names and passwords; what was typed is in no log."""
    attempt = Asked(OWN)
    assert ask(attempt, sent).status_code == 400
    assert attempt.tried == []
    assert "password" not in caplog.text
    assert "Straße" not in repr(Wifi("Zuhause", "Straße"))
