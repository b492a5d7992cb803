"""What the hotspot does at a table: the television shows how to join it, and phones that join open the page."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response
from msgspec import Struct

from hub.composition.table import AtTable, OpenTable
from hub.features.hotspot.joining import Joining, joining
from hub.features.hotspot.probes import PROBES
from hub.features.hotspot.wifi import FILE, Wifi, own_wifi
from hub.server.http.answers import UNSTORED, HttpRefused, Routes
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason


class HotspotView(Struct, frozen=True):
    """What people type on a phone to join; both are empty while the hotspot is off."""

    name: str = ""
    password: str = ""


def at_table(opened: OpenTable) -> AtTable:
    """Its route, and what it leads to the table."""
    folder = opened.setting.folder
    wifi = lambda: own_wifi(folder) if (folder / FILE).exists() else None  # noqa: E731 -- asked each time
    limits = opened.setting.limits
    routes = [hotspot(wifi, is_on, limits), joining(Joining(wifi), opened.access, limits)]
    return AtTable(routes=routes, probes=PROBES)


def is_on(wifi: Wifi) -> bool:
    """Whether the Wi-Fi is open."""
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
