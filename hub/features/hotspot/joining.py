"""Joining the Wi-Fi of the house from a page, which a computer without a keyboard needs.

Whoever asks usually loses the hub meanwhile: they are in the hub's own Wi-Fi, which closes. So it is tried in the
background; if it fails, the own Wi-Fi opens again, and the page says why.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable

import msgspec
from msgspec import Struct

from hub.features.hotspot.wifi import Near, Trouble, Wifi
from hub.server.access.keys import Access
from hub.server.http.answers import HttpRefused, Routes, asked
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason

NAME_BYTES = 32
PASSWORD = re.compile(r"|[ -~]{8,63}")

log = logging.getLogger(__name__)


class WifiView(Struct, frozen=True):
    """Which Wi-Fis are near; which one is being tried, or was last, and what came of it."""

    near: tuple[Near, ...] = ()
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

    @routes.get("/api/wifi")
    def near() -> WifiView | None:
        return attempt.view()

    @routes.post("/api/wifi")
    def join() -> dict[str, str]:
        wifi = asked(Wifi)
        fits = 0 < len(wifi.name.encode()) <= NAME_BYTES and PASSWORD.fullmatch(wifi.password)
        if not fits or not attempt.begin(wifi):
            raise HttpRefused(TableReason.BAD_REQUEST)
        return {}

    return routes
