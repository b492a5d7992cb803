"""A strip that WLED drives, over its JSON API: the colour of who is on turn, and for each event an effect.

https://kno.wled.ge/interfaces/json-api/
"""

import http.client
import logging
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

import msgspec

from hub.features.lights.happenings import Event, Happening, seat_of
from hub.table.board.lights import GLOW
from hub.table.wire.contract import View

PATIENCE_S = 2.0
EFFECT_S = 3.0
WARM = 0xFFD682

log = logging.getLogger(__name__)


class StripEffect(NamedTuple):
    """One of WLED's effects by its number, and a colour, if it is not that of whom the event is about."""

    number: int
    colour: int | None = None


SOLID = 0
EFFECTS: dict[Event, StripEffect] = {
    "throw": StripEffect(87),  # glitter
    "rent": StripEffect(28),  # chase
    "auction": StripEffect(2, 0xFFC53D),  # breathe, in gold
    "bankrupt": StripEffect(100, 0xC01008),  # heartbeat, in red
    "won": StripEffect(90),  # fireworks
}


class Strip:
    """Shows on a strip; `stopped` ends an effect early."""

    def __init__(self, host: str, stopped: threading.Event) -> None:
        self._host, self._stopped = host, stopped
        self._shown: tuple[int, int] | None = None
        self._trouble = ""

    def show(self, view: View, happenings: Sequence[Happening]) -> None:
        """Show the last event that has an effect, for a while, then who is on turn."""
        who = seat_of(view.seats, view.on_turn) if view.phase == "playing" else None
        colour = GLOW[who.colour] if who else WARM
        shown = [happening for happening in happenings if happening.event in EFFECTS]
        if shown:
            effect = EFFECTS[shown[-1].event]
            own = next((GLOW[seat.colour] for seat in view.seats if seat.colour == shown[-1].colour), WARM)
            self._set(own if effect.colour is None else effect.colour, effect.number)
            self._stopped.wait(EFFECT_S)
        self._set(colour, SOLID)

    def close(self) -> None:
        """Warm light, as before the game."""
        self._set(WARM, SOLID)

    def _set(self, colour: int, effect: int) -> None:
        if (colour, effect) == self._shown:
            return
        rgb = [colour >> 16, colour >> 8 & 0xFF, colour & 0xFF]
        state = {"on": True, "transition": 3, "seg": [{"col": [rgb], "fx": effect}]}
        try:
            with closing(http.client.HTTPConnection(self._host, timeout=PATIENCE_S)) as wire:
                wire.request("POST", "/json/state", msgspec.json.encode(state), {"Content-Type": "application/json"})
                wire.getresponse().read(1)
            self._shown, self._trouble = (colour, effect), ""
        except (OSError, http.client.HTTPException) as error:
            if not self._trouble:
                log.warning("the strip does not answer", extra={"reason": str(error)})
            self._shown, self._trouble = None, str(error)
