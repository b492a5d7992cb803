"""What the hub asks of NetworkManager over D-Bus: to open a Wi-Fi of its own, or to join that of the house.

NetworkManager hands out addresses, and forgets nothing: each Wi-Fi is a profile, named like it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import Any, Self

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, Message, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from hub.composition import CannotRun
from hub.features.hotspot.wifi import NearWifi, Trouble, Wifi

NAME, ROOT = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
SETTINGS, PROFILE, ACTIVE, DEVICE, RADIO, POINT = (
    f"{NAME}.{part}"
    for part in ("Settings", "Settings.Connection", "Connection.Active", "Device", "Device.Wireless", "AccessPoint")
)
WIFI_DEVICE, CONNECTED, ACTIVATED, FAILED = 2, 50, 2, 120
"""Of NMDeviceType, NMState ("connected, in the house" at least), NMActiveConnectionState and NMDeviceState."""
PRIVATE, BY_PASSWORD, BY_NEWER = 0x1, 0x100, 0x400
"""Of NM80211ApFlags and NM80211ApSecurityFlags: no open network; one password for all (WPA, WPA3)."""
TROUBLE: Mapping[int, Trouble] = {
    **dict.fromkeys((7, 8, 9, 10, 11), "password"), **dict.fromkeys((5, 15, 16, 17), "address"), 53: "gone",
}  # fmt: skip
"""Of NMDeviceStateReason. After a wrong password a router just falls silent."""
ANSWER_S, ACTIVATION_S, JOINING_S, LOOK_S = 10.0, 30.0, 60.0, 0.2


class NoHotspot(CannotRun):
    """There is no Wi-Fi of our own; the message is one sentence for the terminal."""


class Refused(NoHotspot):
    """NetworkManager has answered, but does not do that."""


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
        return bool(self._get(ROOT, NAME, "State") >= CONNECTED)

    def is_on(self, wifi: Wifi) -> bool:
        return any(self._get(path, ACTIVE, "State") == ACTIVATED for path in self._active(wifi))

    def turn_on(self, wifi: Wifi) -> None:
        """Open it, and wait until it is there."""
        device = self._device()
        self.turn_off(wifi)
        self._opened(device, profile_of(wifi))
        deadline = time.monotonic() + ACTIVATION_S
        while not self.is_on(wifi):
            if time.monotonic() > deadline:
                raise NoHotspot("NetworkManager does not open the Wi-Fi; its log says why")
            time.sleep(LOOK_S)

    def turn_off(self, wifi: Wifi) -> None:
        """Close it, if it is there, and forget it."""
        for path in self._active(wifi):
            self._ask(ROOT, NAME, "DeactivateConnection", "o", path)
        self._forget(self._profiles(wifi.name))

    def near(self) -> tuple[NearWifi, ...]:
        """The Wi-Fis that are open or want a password, the strongest first, and have it look for more."""
        device, found = self._device(), dict[str, NearWifi]()
        with suppress(NoHotspot):  # it has just looked, or cannot while its own Wi-Fi is open
            self._ask(device, RADIO, "RequestScan", "a{sv}", {})
        for point in self._points(device):
            name, private = bytes(point["Ssid"]).decode(errors="replace"), bool(point["Flags"] & PRIVATE)
            one = NearWifi(name, point["Strength"], secret=private)
            fits = name and private == bool(_means(point) & (BY_PASSWORD | BY_NEWER))
            if fits and (name not in found or found[name].strength < one.strength):
                found[name] = one
        return tuple(sorted(found.values(), key=lambda one: -one.strength))

    def join(self, wifi: Wifi) -> Trouble | None:
        """Join a Wi-Fi, and by itself from now on; returns why not, and then forgets it."""
        device, before = self._device(), self._profiles(wifi.name)
        seen = [point for point in self._points(device) if bytes(point["Ssid"]) == wifi.name.encode()]
        newer = bool(seen) and not any(_means(point) & BY_PASSWORD for point in seen)
        rule = MatchRule(type="signal", interface=DEVICE, member="StateChanged", path=device)
        self._send(message_bus.AddMatch(rule))
        with self._bus.filter(rule) as changes:
            profile, active = self._opened(device, house_profile(wifi, newer=newer, hidden=not seen))
            trouble = self._waited(active, changes)
        self._forget(before if trouble is None else [profile])
        return trouble

    def _opened(self, device: str, content: dict[str, dict[str, tuple[str, object]]]) -> tuple[str, str]:
        profile = self._ask(f"{ROOT}/Settings", SETTINGS, "AddConnection", "a{sa{sv}}", content)
        return profile, self._ask(ROOT, NAME, "ActivateConnection", "ooo", profile, device, "/")

    def _waited(self, active: str, changes: Any) -> Trouble | None:
        deadline = time.monotonic() + JOINING_S
        while time.monotonic() < deadline:
            with suppress(TimeoutError):
                state, _before, reason = self._bus.recv_until_filtered(changes, timeout=LOOK_S).body
                if state == FAILED:
                    return TROUBLE.get(reason, "other")
            with suppress(NoHotspot):  # it is gone already, and why is on its way
                if self._get(active, ACTIVE, "State") == ACTIVATED:
                    return None
        return "other"

    def _points(self, device: str) -> Iterator[Mapping[str, Any]]:
        """What is known of each access point that is heard."""
        for path in self._ask(device, RADIO, "GetAllAccessPoints"):
            with suppress(Refused):  # it has fallen silent meanwhile
                known = self._ask(path, PROPERTIES, "GetAll", "s", POINT)
                yield {name: value for name, (_signature, value) in known.items()}

    def _device(self) -> str:
        devices = self._ask(ROOT, NAME, "GetDevices")
        for path in devices:
            if self._get(path, DEVICE, "DeviceType") == WIFI_DEVICE:
                return str(path)
        raise NoHotspot("this computer has no Wi-Fi")

    def _forget(self, profiles: Sequence[str]) -> None:
        for path in profiles:
            self._ask(path, PROFILE, "Delete")

    def _profiles(self, name: str) -> list[str]:
        listed = self._ask(f"{ROOT}/Settings", SETTINGS, "ListConnections")
        return [path for path in listed if self._ask(path, PROFILE, "GetSettings")["connection"]["id"][1] == name]

    def _active(self, wifi: Wifi) -> list[str]:
        profiles, active = self._profiles(wifi.name), self._get(ROOT, NAME, "ActiveConnections")
        return [path for path in active if self._get(path, ACTIVE, "Connection") in profiles]

    def _get(self, path: str, interface: str, name: str) -> Any:
        return self._ask(path, PROPERTIES, "Get", "ss", interface, name)[1]

    def _ask(self, path: str, interface: str, method: str, signature: str | None = None, *given: object) -> Any:
        answer = self._send(new_method_call(DBusAddress(path, NAME, interface), method, signature, given))
        return answer[0] if answer else None

    def _send(self, message: Message) -> tuple[Any, ...]:
        try:
            answer: tuple[Any, ...] = unwrap_msg(self._bus.send_and_get_reply(message, timeout=ANSWER_S))
        except DBusErrorResponse as error:
            raise Refused(f"NetworkManager does not do that ({error})") from error
        except OSError as error:
            raise NoHotspot(f"NetworkManager does not answer ({error})") from error
        return answer


def _means(point: Mapping[str, Any]) -> int:
    return int(point["WpaFlags"] | point["RsnFlags"])


def profile_of(wifi: Wifi) -> dict[str, dict[str, tuple[str, object]]]:
    """The Wi-Fi as NetworkManager writes it down; it never opens that by itself."""
    return {
        "connection": {"id": ("s", wifi.name), "type": ("s", "802-11-wireless"), "autoconnect": ("b", False)},
        "802-11-wireless": {"ssid": ("ay", wifi.name.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
        "802-11-wireless-security": {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", wifi.password)},
        "ipv4": {"method": ("s", "shared")},
        "ipv6": {"method": ("s", "ignore")},
    }


def house_profile(wifi: Wifi, *, newer: bool, hidden: bool) -> dict[str, dict[str, tuple[str, object]]]:
    """A Wi-Fi that is joined whenever it is near; `newer` knows only WPA3, a `hidden` one does not call its name."""
    profile: dict[str, dict[str, tuple[str, object]]] = {
        "connection": {"id": ("s", wifi.name), "type": ("s", "802-11-wireless")},
        "802-11-wireless": {"ssid": ("ay", wifi.name.encode()), "hidden": ("b", hidden)},
    }
    if wifi.password:
        means = "sae" if newer else "wpa-psk"
        profile["802-11-wireless-security"] = {"key-mgmt": ("s", means), "psk": ("s", wifi.password)}
    return profile
