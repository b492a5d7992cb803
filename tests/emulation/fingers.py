"""Fingers on the buttons of a simulated console: presses one after the other, each held as long as it takes.

A finger moves on when the chip has had time to notice it: on a busy machine the chip may stand still for longer than a
press is held, which no real one does.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

from hub.table.interfaces.board import ButtonId, Press

HOLD_S: Final[Mapping[Press, float]] = {"short": 0.05, "long": 0.75}
BETWEEN_S: Final = 0.05
FEEL_S: Final = 0.04
PATIENCE_S: Final = 3.0
DICE: Final[tuple[ButtonId, ...]] = ("die1", "die2", "die3")


class Fingers:
    """`move(button, down)` is called on a thread of our own; `felt_s()` is the monotonic time the chip has reached."""

    def __init__(self, name: str, move: Callable[[ButtonId, bool], None], felt_s: Callable[[], float]) -> None:
        self._move, self._felt_s = move, felt_s
        self._presses: queue.SimpleQueue[tuple[ButtonId, Press] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"fingers {name}", daemon=True)
        self._thread.start()

    def press(self, button: ButtonId, press: Press) -> None:
        """Press a button when those before have been let go; does not wait."""
        self._presses.put((button, press))

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Type in real dice: a long press begins and sets a one, each press raises a face, ok confirms."""
        self.press(DICE[0], "long")
        for die, face in zip(DICE, faces, strict=False):
            for _ in range(face - (die == DICE[0])):
                self.press(die, "short")
        self.press("ok", "short")

    def stop(self) -> None:
        self._presses.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (asked := self._presses.get()) is not None:
            button, press = asked
            for down, for_s in ((True, HOLD_S[press]), (False, BETWEEN_S)):
                self._move(button, down)
                self._wait(for_s)

    def _wait(self, for_s: float) -> None:
        now_s = time.monotonic()
        time.sleep(for_s)
        while self._felt_s() < now_s + FEEL_S and time.monotonic() < now_s + PATIENCE_S:
            time.sleep(0.01)
