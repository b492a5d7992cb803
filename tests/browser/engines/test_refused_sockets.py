"""The engine of Safari over https, where that is said to refuse WebSockets: the tablet plays on by plain requests."""

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.engines.device import Device
from browser.engines.test_smoke_evening import ALERT, HUB_AWAY, NAMES, TABLET
from browser.engines.webkit import MISSING, WebKit, has_webkit, unseen_screen
from helpers.hub_process import HubProcess
from helpers.missing import missing

pytestmark = [pytest.mark.timeout(400)]
BEHIND_TLS = ("--simulated", "--tls")
POLLS = "return performance.getEntriesByType('resource').some(({ name }) => name.includes('transport=polling'))"


def test_a_tablet_without_websockets(tmp_path: Path) -> None:
    """With a certificate that its owner has confirmed it pairs, seats somebody, and is back after a killed hub."""
    if not has_webkit():
        missing(MISSING)
    with ExitStack() as closing:
        screen = closing.enter_context(unseen_screen())
        hub = closing.enter_context(HubProcess(tmp_path / "data", *BEHIND_TLS))
        engine = WebKit(tmp_path / "tablet", *TABLET, "de-DE", screen, refuse=True)
        closing.callback(engine.quit)
        tablet = Device(engine, hub.local_url, "de")
        tablet.open("table")
        tablet.digits(hub.pin)
        tablet.press("pair.send")
        tablet.engine.type(tablet.find("", f"input[placeholder='{tablet.say('lobby.name.new')}']"), NAMES[0])
        tablet.press("lobby.add")
        tablet.find(tablet.say("lobby.piece.known", name=NAMES[0]))
        assert engine.run(POLLS)
        hub.end(signal.SIGKILL)
        tablet.find(tablet.say("link.lost"), "strong", ALERT)
        closing.enter_context(HubProcess(tmp_path / "data", *BEHIND_TLS, port=hub.port))
        tablet.gone(ALERT)
        tablet.find(tablet.say("lobby.piece.known", name=NAMES[0]))
        assert [line for line in engine.complaints() if not any(word in line for word in HUB_AWAY)] == []
