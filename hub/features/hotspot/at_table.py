"""What the hotspot does at a table: the television shows how to join it, and phones that join open the page.

Besides the banker joins the Wi-Fi of the house from a page, which a computer without a keyboard needs. Whoever asks
usually loses the hub meanwhile: they are in its own Wi-Fi, which closes. So it is tried in the background; if it fails,
the own Wi-Fi opens again, and the page says why.
"""

import logging
import re
import threading
from collections.abc import Callable
from typing import Final

import msgspec
from flask import Response
from msgspec import Struct

from hub.composition.table import AtTable, OpenTable
from hub.features.hotspot.wifi import FILE, NearWifi, Trouble, Wifi, own_wifi
from hub.server.access.keys import Access
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, asked
from hub.server.limits import Limits
from hub.table.wire.audience import TableReason

NAME_BYTES = 32
PASSWORD = re.compile(r"|[ -~]{8,63}")
log = logging.getLogger(__name__)

ANDROID = (
    "connectivitycheck.gstatic.com", "connectivitycheck.android.com", "clients3.google.com", "play.googleapis.com",
    "www.google.com", "connectivitycheck.platform.hicloud.com", "connect.rom.miui.com",
)  # fmt: skip

PROBES: Final = frozenset(
    {
        *((host, path) for host in ANDROID for path in ("/generate_204", "/gen_204")),
        ("captive.apple.com", "/"),
        ("captive.apple.com", "/hotspot-detect.html"),
        ("www.apple.com", "/library/test/success.html"),
        ("www.msftconnecttest.com", "/connecttest.txt"),
        ("www.msftconnecttest.com", "/redirect"),
        ("www.msftncsi.com", "/ncsi.txt"),
        ("detectportal.firefox.com", "/canonical.html"),
        ("detectportal.firefox.com", "/success.txt"),
    }
)
"""Hosts with their paths; no other name and no other path is answered."""


class HotspotView(Struct, frozen=True):
    """What people type on a phone to join; both are empty while the hotspot is off."""

    name: str = ""
    password: str = ""


def at_table(opened: OpenTable) -> AtTable:
    folder = opened.setting.folder
    wifi = lambda: own_wifi(folder) if (folder / FILE).exists() else None  # noqa: E731 -- asked each time
    limits = opened.setting.limits
    routes = [hotspot(wifi, is_on, limits), joining(Joining(wifi), opened.access, limits)]
    return AtTable(routes=routes, probes=PROBES)


def is_on(wifi: Wifi) -> bool:
    from hub.features.hotspot.network_manager import NetworkManager, NoHotspot

    try:
        with NetworkManager() as manager:
            return manager.is_on(wifi)
    except NoHotspot:
        return False


def hotspot(wifi: Callable[[], Wifi | None], on: Callable[[Wifi], bool], limits: Limits) -> Routes:
    """How a phone joins, for whoever sees the table: everybody in the room reads it off the television."""
    routes = Routes("hotspot", limits.drawings_per_minute, "the hotspot could not be shown")

    def open_now() -> Wifi | None:
        known = wifi()
        return known if known is not None and on(known) else None

    @routes.get("/api/hotspot")
    def shown() -> HotspotView:
        known = open_now()
        return HotspotView() if known is None else HotspotView(known.name, known.password)

    @routes.get("/api/hotspot.svg")
    def code() -> Response:
        known = open_now()
        if known is None:
            raise HttpRefused(TableReason.BAD_REQUEST, 404)
        return Response(known.code(), mimetype="image/svg+xml", headers=UNSTORED)

    return routes


class WifiView(Struct, frozen=True):
    """Which Wi-Fis are near; which one is being tried, or was last, and what came of it."""

    near: tuple[NearWifi, ...] = ()
    tried: str = ""
    busy: bool = False
    trouble: Trouble | None = None


class Joining:
    """One attempt at a time. Methods may be called from any thread."""

    def __init__(self, own: Callable[[], Wifi | None]) -> None:
        self._own, self._lock = own, threading.Lock()
        self._last = WifiView()

    def view(self) -> WifiView | None:
        """None where there is nothing to join by, or where nobody has ever opened a Wi-Fi of this computer's own."""
        own = self._own()
        if own is None:
            return None
        if self._last.busy:
            return self._last
        from hub.features.hotspot.network_manager import NetworkManager, NoHotspot

        try:
            with NetworkManager() as manager:
                near = tuple(one for one in manager.near() if one.name != own.name)
        except NoHotspot:
            return None
        return msgspec.structs.replace(self._last, near=near)

    def begin(self, wifi: Wifi) -> bool:
        """Try to join; returns whether it is being tried."""
        own = self._own()
        with self._lock:
            if own is None or own.name == wifi.name or self._last.busy:
                return False
            self._last = WifiView(tried=wifi.name, busy=True)
        threading.Thread(target=self._try, args=(wifi, own), name="wifi", daemon=True).start()
        return True

    def _try(self, wifi: Wifi, own: Wifi) -> None:
        from hub.features.hotspot.network_manager import NetworkManager, NoHotspot

        trouble: Trouble | None = "other"
        try:
            with NetworkManager() as manager:
                was_on = manager.is_on(own)
                try:
                    trouble = manager.join(wifi)
                finally:
                    if trouble and was_on:
                        manager.turn_on(own)
        except NoHotspot as error:
            log.warning("a Wi-Fi could not be joined: %s", error)
        finally:
            self._last = WifiView(tried=wifi.name, trouble=trouble)


def joining(attempt: Joining, access: Access, limits: Limits) -> Routes:
    routes = Routes("wifi", limits.drawings_per_minute, "no Wi-Fi could be joined", access)

    routes.get("/api/wifi")(attempt.view)

    @routes.post("/api/wifi")
    def join() -> dict[str, str]:
        wifi = asked(Wifi)
        fits = 0 < len(wifi.name.encode()) <= NAME_BYTES and PASSWORD.fullmatch(wifi.password)
        if not fits or not attempt.begin(wifi):
            raise HttpRefused(TableReason.BAD_REQUEST)
        return {}

    return routes
