"""Where a simulated microcontroller sits: it gets power and turns in which it lives, and its bytes go to the cable."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from emulation.electronics import Electronics
from emulation.microcontroller import POWER, RESET_CODE, WATCHDOG, Microcontroller
from helpers.glitches import Glitches

from hub.simulated_board.cable import CableEnd

STUCK_S: Final = 60.0  # of real time, in which a process that works says something

log = logging.getLogger(__name__)


class ChipSocket:
    """Of one node. `lock` keeps hands and turns apart; `resets` notes how often and why the chip restarted.

    A chip that `hangs` does nothing until its watchdog restarts it.
    """

    def __init__(
        self,
        unique_id: str,
        flash: Path,
        electronics: Electronics,
        replugged: Callable[[], None],
        cables: Callable[[], CableEnd],
    ) -> None:
        self.lock = threading.RLock()
        self.cable: Glitches | None = None
        self.resets: list[str] = []
        self.hangs = False
        self._id, self._flash, self._electronics = unique_id, flash, electronics
        self._replugged, self._cables = replugged, cables
        self._named: CableEnd | None = None
        self.chip: Microcontroller | None = None
        self._line = b""

    @property
    def powered(self) -> bool:
        return self.chip is not None

    def plug_in(self) -> None:
        """Power and data: the chip boots on a new port."""
        with self.lock:
            if not self.powered:
                self._renew_cable()
                self._boot(POWER)

    def unplug(self) -> None:
        with self.lock:
            self._power_off()
            self._drop_cable()

    def lose_data(self) -> None:
        """A new cable to a running chip."""
        with self.lock:
            if self.powered:
                self._renew_cable()
        self._replugged()

    def reset(self, why: str) -> None:
        with self.lock:
            self.resets.append(why)
            self._power_off()
            self._renew_cable()
            self._boot(WATCHDOG)
        self._replugged()

    def interrupt(self, number: int) -> None:
        """Send the chip a signal; it works until it waits again, or ends."""
        with self.lock:
            self._electronics.waits = False
            self.chip.signal(number)
            self._finish()

    def turn(self, until_us: int) -> None:
        """Let the chip live until then."""
        chip, cable = self.chip, self.cable
        if chip is None or cable is None:
            return
        if not self.hangs:
            chip.send(cable.read(0))
            self._electronics.waits = False
            chip.answer(until_us.to_bytes(8, "little"))
            self._finish()
        if self._electronics.starved():
            self.reset("watchdog")

    def _renew_cable(self) -> None:
        self._drop_cable()
        self._named = self._cables()  # the last one keeps its name until now
        self.cable = Glitches(self._named)

    def _drop_cable(self) -> None:
        cable, self.cable = self.cable, None
        if cable is not None:
            cable.close()

    def _boot(self, cause: int) -> None:
        self._line, self.hangs = b"", False
        self._electronics.reset()
        self.chip = Microcontroller(self._flash, self._id, self._electronics.inputs, cause)
        self.chip.pins.settimeout(STUCK_S)
        self._finish()

    def _power_off(self) -> None:
        chip, self.chip = self.chip, None
        if chip is not None:
            chip.stop()
        self._electronics.reset()

    def _finish(self) -> None:
        """Carry what the chip does to its pins until it waits; then what it said."""
        chip, cable = self.chip, self.cable
        while chip is self.chip and not self._electronics.waits:
            data = chip.done()
            if data:
                self._electronics.take(data, chip.answer)
            else:
                self._ended(chip)
        if chip is self.chip and (said := chip.received()):
            self._say(cable, said)

    def _say(self, cable: Glitches, data: bytes) -> None:
        """Hand the cable whole lines, which a cable that loses or garbles some needs."""
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            cable.write(line + b"\n")

    def _ended(self, chip: Microcontroller) -> None:
        code = chip.exit_code()
        if code == RESET_CODE:
            self.reset("program")
            return
        log.error("node %s: the interpreter ended with %s, see %s", self._id, code, self._flash / "stderr.txt")
        if self._electronics.watched:
            self.reset("watchdog")  # as a chip that crashes is; one that never got so far would only crash again
        else:
            self._power_off()
