"""Where a simulated microcontroller sits: it gets power, and one thread carries its bytes to board and cable."""

from __future__ import annotations

import logging
import select
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

from emulation.electronics import Electronics
from emulation.microcontroller import POWER, RESET_CODE, START, WATCHDOG, Microcontroller
from helpers.glitches import Glitches

from hub.simulated_board.cable import CableEnd, other_cable

STEP_S: Final = 0.02

log = logging.getLogger(__name__)


class ChipSocket:
    """Of one node. `lock` keeps hands and the thread apart; `resets` notes how often and why the chip restarted."""

    start: ClassVar = START

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
        self._id, self._flash, self._electronics = unique_id, flash, electronics
        self._replugged, self._cables = replugged, cables
        self._last_port = ""
        self._plug = threading.Lock()  # one pair of hands at the plug
        self.chip: Microcontroller | None = None
        self._line = b""
        self._unplugging = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def powered(self) -> bool:
        return self.chip is not None

    def plug_in(self) -> None:
        """Power and data: the chip boots on a new port."""
        with self._plug:
            if self._thread is not None:
                return
            with self.lock:
                self._renew_cable()
                self._boot(POWER)
            self._unplugging.clear()
            self._thread = threading.Thread(target=self._run, name=f"node {self._id}", daemon=True)
            self._thread.start()

    def unplug(self) -> None:
        with self._plug:
            self._unplugging.set()
            if self._thread is not None:
                self._thread.join()
            self._thread = None
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
        """Restart the chip; its port goes and comes back with it."""
        with self.lock:
            self.resets.append(why)
            self._power_off()
            self._renew_cable()
            self._boot(WATCHDOG)
        self._replugged()

    def _renew_cable(self) -> None:
        self._drop_cable()
        cable = other_cable(self._cables, self._last_port)
        self._last_port = cable.name
        self.cable = Glitches(cable)

    def _drop_cable(self) -> None:
        cable, self.cable = self.cable, None
        if cable is not None:
            cable.close()

    def _boot(self, cause: int) -> None:
        self._line = b""
        self._electronics.reset()
        self.chip = Microcontroller(self._flash, self._id, self._electronics.inputs, cause, self.start)

    def _power_off(self) -> None:
        chip, self.chip = self.chip, None
        if chip is not None:
            chip.stop()
        self._electronics.reset()

    # The thread

    def _run(self) -> None:
        while not self._unplugging.is_set():
            chip, cable = self.chip, self.cable
            if chip is None or cable is None:
                self._unplugging.wait(STEP_S)
                continue
            waiting: list[Any] = [chip.pins, chip.usb, cable]
            try:
                ready = select.select(waiting, [], [], STEP_S)[0]
            except (OSError, ValueError):
                continue  # the cable was just pulled, or the chip was
            with self.lock:
                if chip is self.chip and cable is self.cable:
                    self._carry(chip, cable, ready)

    def _carry(self, chip: Microcontroller, cable: Glitches, ready: list[Any]) -> None:
        if chip.usb in ready:
            self._say(cable, chip.received())
        if cable in ready:
            chip.send(cable.read(0))
        if chip.pins in ready:
            data = chip.done()
            if not data:
                self._ended(chip)
                return
            self._electronics.take(data, chip.answer)
        if self._electronics.starved():
            self.reset("watchdog")

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
