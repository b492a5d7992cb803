"""The MQTT broker: `bankhalter/ID/state` (kept), `…/event`, `…/light/EVENT`, `…/available`, and discovery.

Paho connects and sends in a thread of its own. What happens while there is no broker is not reported later: a light for
last week's rent helps nobody; the state is sent again at each connection. Home Assistant finds one device by itself
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
"""

import logging
import ssl
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from hub.features.lights.happenings import EVENTS, Happening, seat_of
from hub.features.lights.settings import LightsSetting
from hub.table.wire.contract import View

KEEP_ALIVE_S = 15
RETRY_S = 1, 30
ONLINE, OFFLINE = "online", "offline"

log = logging.getLogger(__name__)

LIT_S = 3


class Broker:
    """Reports to a broker from construction until `close`."""

    def __init__(self, setting: LightsSetting, version: str) -> None:
        address = setting.broker
        self._id, self._version, self._base = setting.id, version, f"bankhalter/{setting.id}"
        self._state, self._seats = b"", tuple[str, ...]()
        self._client = client = paho.Client(CallbackAPIVersion.VERSION2, f"bankhalter-{setting.id}")
        client.will_set(f"{self._base}/available", OFFLINE, 1, retain=True)
        client.reconnect_delay_set(*RETRY_S)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        if address.username:
            client.username_pw_set(unquote(address.username), unquote(address.password or ""))
        if address.scheme == "mqtts":
            client.tls_set_context(ssl.create_default_context(cafile=setting.ca or None))
        client.connect_async(address.hostname or "", address.port or 0, KEEP_ALIVE_S)
        client.loop_start()

    def show(self, view: View, happenings: Sequence[Happening]) -> None:
        """Send the state if it is new, and what has happened."""
        seats = tuple(seat.name for seat in view.seats)
        state = msgspec.json.encode(state_of(view))
        new_seats, new_state = seats != self._seats, state != self._state
        self._seats, self._state = seats, state
        if not self._client.is_connected():
            return
        if new_seats:
            self._discover()
        if new_state:
            self._keep("state", state)
        for happening in happenings:
            self._client.publish(f"{self._base}/event", msgspec.json.encode(happening))
            self._client.publish(f"{self._base}/light/{happening.event}", "ON")

    def close(self) -> None:
        """Say goodbye, if there is anybody to hear it."""
        if self._client.is_connected():
            self._keep("available", OFFLINE.encode()).wait_for_publish(1)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, _client: object, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            log.warning("the broker refuses", extra={"reason": str(reason)})
            return
        log.info("connected to the broker")
        self._discover()
        if self._state:
            self._keep("state", self._state)
        self._keep("available", ONLINE.encode())

    def _disconnected(self, _client: object, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        log.info("the broker is away", extra={"reason": str(reason)})

    def _discover(self) -> None:
        found = discovery(self._id, self._base, self._version, self._seats)
        self._client.publish(f"homeassistant/device/bankhalter_{self._id}/config", msgspec.json.encode(found), 1, True)

    def _keep(self, topic: str, content: bytes) -> paho.MQTTMessageInfo:
        return self._client.publish(f"{self._base}/{topic}", content, 1, retain=True)


def state_of(view: View) -> dict[str, object]:
    """What everybody sees of the table, in a form for automations."""
    on_turn, winner = (seat_of(view.seats, number) for number in (view.on_turn, view.winner))
    playing = view.phase == "playing"
    return {
        "phase": view.phase,
        "edition": view.edition,
        "turn": view.turn,
        "on_turn": on_turn.name if on_turn and playing else None,
        "colour": on_turn.colour if on_turn and playing else None,
        "winner": winner.name if winner else None,
        "balances": [seat.balance for seat in view.seats],
    }


def discovery(table: str, base: str, version: str, names: Sequence[str]) -> dict[str, object]:
    def part(platform: str, name: str, key: str, topic: str, **more: object) -> dict[str, object]:
        unique = f"bankhalter_{table}_{key}"
        return {"platform": platform, "name": name, "unique_id": unique, "state_topic": f"{base}/{topic}", **more}

    turn = part("sensor", "On turn", "on_turn", "state", value_template="{{ value_json.on_turn or '' }}")
    balances: dict[str, object] = {
        f"balance_{seat}": part(
            "sensor", name, f"balance_{seat}", "state", value_template=f"{{{{ value_json.balances[{seat}] }}}}"
        )
        for seat, name in enumerate(names)
    }
    lights: dict[str, object] = {
        event: part("binary_sensor", event.capitalize(), event, f"light/{event}", device_class="light", off_delay=LIT_S)
        for event in EVENTS
    }
    return {
        "device": {"identifiers": [f"bankhalter_{table}"], "name": "Bankhalter", "sw_version": version},
        "origin": {"name": "Bankhalter", "sw_version": version},
        "availability_topic": f"{base}/available",
        "components": {"on_turn": turn, **balances, **lights},
    }
