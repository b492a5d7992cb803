"""One address holds 110 requests open and brings a byte to each now and then: others notice nothing of it."""

import http.client
import time
from contextlib import closing
from pathlib import Path

from helpers.half_open import Drip
from helpers.hub_process import HubProcess
from helpers.own_name import OWN_NAME
from server.browser import PATIENCE_S, Browser

from hub.server.access.addresses import own_addresses

GUEST, HUB = "127.0.0.2", "127.0.0.1"
MANY, EVERY_S, TRIES = 110, 4.0, 40
MORE_S = 0.5
"""How much longer than without the attack the slowest of some tries may take."""


def load_and_play(port: int, banker: Browser, tries: int) -> float:
    """Load the page and have something done, again and again; the seconds that the slowest took."""
    slowest_s = 0.0
    for number in range(tries):
        began = time.monotonic()
        wire = http.client.HTTPConnection(HUB, port, timeout=PATIENCE_S, source_address=(GUEST, 0))
        with closing(wire):
            wire.request("GET", "/table", headers={"Host": f"{OWN_NAME}:{port}"})
            assert wire.getresponse().status == 200
        assert banker.ask({"do": "enrol", "seat": number % 2, "uid": None})["ok"]
        slowest_s = max(slowest_s, time.monotonic() - began)
        time.sleep(EVERY_S / tries)
    return slowest_s


def test_half_open_requests_slow_nobody_down(tmp_path: Path) -> None:
    """Another device loads the page and plays on within its usual time, from the first byte of the attack to a drop."""
    with (
        HubProcess(tmp_path, "--simulated=starter") as hub,
        closing(Browser(hub.port, key=hub.key, local=True, source=GUEST)) as banker,
    ):
        for name in ("Anna", "Ben"):
            assert banker.ask({"do": "add_seat", "name": name})["ok"]
        attacker = next((address for address in own_addresses() if ":" not in address), HUB)
        usual_s = load_and_play(hub.port, banker, TRIES)
        with closing(Drip(hub.port, attacker, attacker, MANY, EVERY_S)):
            took_s = load_and_play(hub.port, banker, TRIES) + load_and_play(hub.port, banker, TRIES)
        print(f"usually {1000 * usual_s:.0f} ms, under attack {500 * took_s:.0f} ms")
        assert took_s / 2 < usual_s + MORE_S
