"""What Home Assistant finds by itself: one device, with whose turn it is, balances and a light for each event.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

from __future__ import annotations

from collections.abc import Sequence

from hub.features.lights.happenings import EVENTS

LIT_S = 3


def discovery(table: str, base: str, version: str, names: Sequence[str]) -> dict[str, object]:
    """The payload for a table; `base` is where its topics begin, `names` are the players, by seat."""

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
