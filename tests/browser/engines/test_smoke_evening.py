"""The browsers that families have besides Chromium: one evening in WebKit, which is Safari's engine, and in Firefox.

From the PIN to a hub that is killed and comes back, with the program as people start it. What the pages look like and
what else they do is tested in Chromium.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from browser.engines.device import DIALOG, Device
from browser.engines.engine import Engine
from browser.engines.firefox import MISSING as NO_FIREFOX
from browser.engines.firefox import Firefox, find_firefox
from browser.engines.webkit import MISSING as NO_WEBKIT
from browser.engines.webkit import WebKit, has_webkit, unseen_screen
from browser.screen import READING_MS
from helpers.hub_process import HubProcess
from helpers.missing import missing
from rungs import is_there

from hub.server.access.addresses import own_addresses

pytestmark = [pytest.mark.timeout(400)]
ANOTHER_LOOPBACK: Final = "127.0.0.2"
"""Where a computer without a network has devices of the house come from: no address of the banker's own browser."""
TABLET, PHONE = (1024, 768), (390, 844)
NAMES: Final = ("Anna", "Ben")
ANNA, BEN = range(2)
START, PRICE, BID, TRADED, SECRET = 1500, 60, 10, 40, 77
SEALED: Final = "sealed_auction_running"
ALERT: Final = "[role=alert]"
RADIO: Final = "[role=radio]"
HUB_AWAY: Final = ("WebSocket", "socket.io", "healthz")
"""What a browser itself says while there is no hub."""

Make = Callable[[str, tuple[int, int], str], Engine]


@pytest.fixture(params=["webkit", "firefox"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Starts a browser of one sort: its name among the devices, its size, its language."""
    with ExitStack() as closing:
        if request.param == "webkit":
            if not has_webkit():
                missing(NO_WEBKIT)
            screen = closing.enter_context(unseen_screen())
        elif find_firefox() is None:
            missing(NO_FIREFOX)

        def started(name: str, size: tuple[int, int], language: str) -> Engine:
            folder = tmp_path / name
            webkit = request.param == "webkit"
            engine = WebKit(folder, *size, language, screen) if webkit else Firefox(folder, *size, language)
            closing.callback(engine.quit)
            return engine

        yield started


class Evening:
    """A hub, a tablet that speaks German, a phone that speaks English."""

    def __init__(self, hub: HubProcess, make: Make) -> None:
        self.hub = hub
        self.money: list[int] = []
        origin = f"http://{next(iter(own_addresses()), ANOTHER_LOOPBACK)}:{hub.port}"
        self.tablet = Device(make("tablet", TABLET, "de-DE"), origin, "de")
        self.phone = Device(make("phone", PHONE, "C"), origin, "en")
        self.devices = (self.tablet, self.phone)

    def agree(self) -> None:
        """Tablet and phone show the money that there should be."""
        wanted = {str(seat): money for seat, money in enumerate(self.money)}
        for device in self.devices:
            device.wait(lambda of=device: of.shown()["balances"] == wanted, f"the balances are {wanted}")

    def complaints(self) -> list[str]:
        return [line for device in self.devices for line in device.engine.complaints()]


def test_an_evening_in_another_engine(make: Make, tmp_path: Path) -> None:
    """PIN, lobby, throws, a purchase, an auction by phone, a trade, a killed hub, a sealed bid; no page complains."""
    with ExitStack() as closing:
        hub = closing.enter_context(HubProcess(tmp_path / "data"))
        evening = Evening(hub, make)
        gather(evening)
        start(evening)
        buy(evening)
        auction(evening)
        trade(evening)
        assert evening.complaints() == []
        hub.end(signal.SIGKILL)
        for device in evening.devices:
            device.find(device.say("link.lost"), "strong", ALERT)
        closing.enter_context(HubProcess(tmp_path / "data", port=hub.port))
        for device in evening.devices:
            device.gone(ALERT)
        evening.agree()
        evening.tablet.answer("throw_pending", "command.throw")
        evening.tablet.gone("[data-prompt=throw_pending]")
        bid_in_secret(evening)
        look_at_the_rest(evening)
        said = [line for line in evening.complaints() if not any(word in line for word in HUB_AWAY)]
        assert said == []


def gather(evening: Evening) -> None:
    """The tablet pairs by PIN and seats two people; Ben's phone comes by the address in the picture."""
    tablet, phone = evening.devices
    tablet.open("table")
    tablet.digits(evening.hub.pin)
    tablet.press("pair.send")
    for name in NAMES:
        tablet.engine.type(tablet.find("", f"input[placeholder='{tablet.say('lobby.name.new')}']"), name)
        tablet.press("lobby.add")
        tablet.find(tablet.say("lobby.piece.known", name=name))
    tablet.press("lobby.phone.off", name=NAMES[BEN])
    picture = tablet.find("", f"img[alt='{tablet.say('lobby.join.for', name=NAMES[BEN])}']")
    phone.engine.go(tablet.engine.run("return arguments[0].dataset.join", picture))
    phone.find(NAMES[BEN], "h1, h2")
    tablet.find(tablet.say("lobby.phone.on", name=NAMES[BEN]))


def start(evening: Evening) -> None:
    """Start, and throw on the tablet until somebody has the first turn; ties throw again."""
    tablet = evening.tablet
    tablet.press("lobby.start")
    opening = "[data-prompt=opening_throw_pending]"
    tablet.find("", opening)
    while not tablet.shown()["turn"]:
        asked = tablet.text(opening)
        tablet.answer("opening_throw_pending", "command.throw")
        thrown = lambda before=asked: tablet.shown()["turn"] or tablet.text(opening) not in {"", before}  # noqa: E731
        tablet.wait(thrown, "a throw for the first turn")
    evening.money = [START, START]
    evening.agree()


def throw(tablet: Device, *faces: int) -> None:
    """Type in what real dice show."""
    where = tablet.read("throw_pending")
    tablet.press("prompt.type", where)
    for die, face in enumerate(faces, start=1):
        row = f"{where} [role=radiogroup][aria-label='{tablet.say('prompt.type.die', n=die)}']"
        tablet.touch(str(face), RADIO, row)
    tablet.press("prompt.type.send", where, sum=sum(faces))


def buy(evening: Evening) -> None:
    """Who has the first turn comes to a street and buys it."""
    tablet = evening.tablet
    (seat,) = tablet.shown()["turn"]
    throw(tablet, 1, 2)
    tablet.answer("buy_pending", "command.buy")
    evening.money[seat] -= PRICE
    evening.agree()


def auction(evening: Evening) -> None:
    """The next one leaves a street to an auction; Ben bids on the phone, Anna drops out on the tablet."""
    tablet, phone = evening.devices
    throw(tablet, 2, 4)
    tablet.answer("buy_pending", "command.decline")
    phone.press("amount.more", phone.read("auction_running"), amount="10")
    phone.answer("auction_running", "command.place_bid")
    led = lambda: " ".join(tablet.text("[data-prompt=auction_running] .leads").split())  # noqa: E731
    tablet.wait(lambda: led().endswith(f"{NAMES[BEN]} {tablet.say('auction.leads')} {BID}"), "the tablet shows the bid")
    tablet.answer("auction_running", "command.pass_bid")
    evening.money[BEN] -= BID
    evening.agree()


def trade(evening: Evening) -> None:
    """Ben offers Anna the street on the phone; she accepts on the tablet."""
    tablet, phone = evening.devices
    phone.press("table.trade")
    phone.touch(NAMES[ANNA], within=DIALOG)
    phone.touch("Chausseestraße", within=f"{DIALOG} section:nth-of-type(1)")
    takes = f"{DIALOG} section:nth-of-type(2)"
    phone.press("trade.money.label", takes)
    phone.digits(TRADED, takes)
    phone.press("done", takes)
    phone.press("trade.send", DIALOG)
    tablet.find("", ".offer .answers")
    time.sleep(READING_MS / 1000)
    tablet.press("command.accept_trade")
    evening.money[ANNA] -= TRADED
    evening.money[BEN] += TRADED
    evening.agree()


def bid_in_secret(evening: Evening) -> None:
    """Another game, in which all bids are sealed: Ben bids on the phone, Anna on the tablet that is handed to her."""
    tablet, phone = evening.devices
    tablet.press("menu")
    tablet.hold(tablet.say("menu.new_game"), DIALOG)
    tablet.touch(tablet.say("edition.haustein"), RADIO)
    start(evening)
    throw(tablet, 1, 2)
    phone.read(SEALED)
    phone.press("sealed.enter")
    seal(phone, SECRET + 1)
    tablet.find(tablet.say("sealed.pass", name=NAMES[ANNA]))
    tablet.read(SEALED)
    tablet.press("sealed.pass", name=NAMES[ANNA])
    tablet.press("sealed.iam", DIALOG, name=NAMES[ANNA])
    seal(tablet, SECRET)
    evening.money = [START - SECRET, START - SECRET - 1]
    evening.agree()


def seal(device: Device, amount: int) -> None:
    """Type a secret bid and send it; the page asks once more, as it is above the price, and is answered."""
    device.digits(amount, DIALOG)
    sure = device.say("sealed.sure.all_pay", amount=amount)

    def confirmed() -> bool:
        """The second question falls back to the first one after some seconds."""
        if not device.sees(sure, DIALOG):
            device.press("sealed.send", DIALOG)
            device.find(sure, within=DIALOG)
        time.sleep(READING_MS / 1000)
        return device.tap(sure, within=DIALOG)

    device.wait(confirmed, "the bid is sealed")


def look_at_the_rest(evening: Evening) -> None:
    """The other pages show what is theirs; the story draws its charts, also where the language is called "C"."""
    for device in evening.devices:
        for page in ("tv", "rules", *(["device"] if is_there("device") else [])):
            device.open(page)
            device.find("", "main h1, main h2")
        if is_there("evening"):
            device.open("story")
            device.find("", "[role=img] canvas")
