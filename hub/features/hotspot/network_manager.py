"""What the hub asks of NetworkManager over D-Bus: a Wi-Fi of its own, which computers in it share its network by.

NetworkManager hands out addresses, and forgets nothing: the Wi-Fi is a profile of its own, named like it.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from jeepney import DBusAddress, DBusErrorResponse, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from hub.features.hotspot.wifi import Wifi

NAME, ROOT = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
SETTINGS, PROFILE, ACTIVE, DEVICE = (
    f"{NAME}.{part}" for part in ("Settings", "Settings.Connection", "Connection.Active", "Device")
)
WIFI_DEVICE, CONNECTED, ACTIVATED = 2, 50, 2
"""Of the enumerations NMDeviceType, NMState ("connected, in the house" at least) and NMActiveConnectionState."""
ANSWER_S, ACTIVATION_S, LOOK_S = 10.0, 30.0, 0.2


class NoHotspot(Exception):
    """There is no Wi-Fi of our own; the message is one sentence for the terminal."""


class NetworkManager(AbstractContextManager["NetworkManager"]):
    """Asked in the `with` body. All methods raise NoHotspot."""

    def __enter__(self) -> Self:
        try:
            self._bus = open_dbus_connection("SYSTEM", auth_timeout=ANSWER_S)
        except (OSError, KeyError, ValueError) as error:
            raise NoHotspot(f"there is no NetworkManager to ask ({error})") from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bus.close()

    def is_connected(self) -> bool:
        """Whether this computer is in some network."""
        return bool(self._get(ROOT, NAME, "State") >= CONNECTED)

    def is_on(self, wifi: Wifi) -> bool:
        """Whether its own Wi-Fi is there."""
        return any(self._get(path, ACTIVE, "State") == ACTIVATED for path in self._active(wifi))

    def turn_on(self, wifi: Wifi) -> None:
        """Open it, and wait until it is there."""
        devices = self._ask(ROOT, NAME, "GetDevices")
        device = next((path for path in devices if self._get(path, DEVICE, "DeviceType") == WIFI_DEVICE), None)
        if device is None:
            raise NoHotspot("this computer has no Wi-Fi")
        self.turn_off(wifi)
        profile = self._ask(f"{ROOT}/Settings", SETTINGS, "AddConnection", "a{sa{sv}}", profile_of(wifi))
        self._ask(ROOT, NAME, "ActivateConnection", "ooo", profile, device, "/")
        deadline = time.monotonic() + ACTIVATION_S
        while not self.is_on(wifi):
            if time.monotonic() > deadline:
                raise NoHotspot("NetworkManager does not open the Wi-Fi; its log says why")
            time.sleep(LOOK_S)

    def turn_off(self, wifi: Wifi) -> None:
        """Close it, if it is there, and forget it."""
        for path in self._active(wifi):
            self._ask(ROOT, NAME, "DeactivateConnection", "o", path)
        for path in self._profiles(wifi):
            self._ask(path, PROFILE, "Delete")

    def _profiles(self, wifi: Wifi) -> list[str]:
        listed = self._ask(f"{ROOT}/Settings", SETTINGS, "ListConnections")
        return [path for path in listed if self._ask(path, PROFILE, "GetSettings")["connection"]["id"][1] == wifi.name]

    def _active(self, wifi: Wifi) -> list[str]:
        profiles, active = self._profiles(wifi), self._get(ROOT, NAME, "ActiveConnections")
        return [path for path in active if self._get(path, ACTIVE, "Connection") in profiles]

    def _get(self, path: str, interface: str, name: str) -> Any:
        return self._ask(path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)[1]

    def _ask(self, path: str, interface: str, method: str, signature: str | None = None, *given: object) -> Any:
        message = new_method_call(DBusAddress(path, NAME, interface), method, signature, given)
        try:
            answer = unwrap_msg(self._bus.send_and_get_reply(message, timeout=ANSWER_S))
        except (OSError, DBusErrorResponse) as error:
            raise NoHotspot(f"NetworkManager does not do that ({error})") from error
        return answer[0] if answer else None


def profile_of(wifi: Wifi) -> dict[str, dict[str, tuple[str, object]]]:
    """The Wi-Fi as NetworkManager writes it down; it never opens that by itself."""
    return {
        "connection": {"id": ("s", wifi.name), "type": ("s", "802-11-wireless"), "autoconnect": ("b", False)},
        "802-11-wireless": {"ssid": ("ay", wifi.name.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
        "802-11-wireless-security": {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", wifi.password)},
        "ipv4": {"method": ("s", "shared")},
        "ipv6": {"method": ("s", "ignore")},
    }
