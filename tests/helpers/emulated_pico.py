"""A Raspberry Pi Pico W on which the official MicroPython image runs: tier C of the firmware's tests.

rp2040py executes the image; `EmulatedUsb` is its cable. The emulator has a thread of its own. An idle chip would run
faster than the world around it and a busy one runs about thirty times slower, so it is held to at most real time:
timeouts of the hub can then come too early, never too late, and figures are taken in the chip's time.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from helpers.emulated_flash import filesystem
from helpers.emulated_usb import EmulatedUsb
from rp2040py.boards import BOARDS, BoardSpec, resolve_layout
from rp2040py.device import MicroPythonDevice

PACE_NS = 1_000_000
START_S = 60.0
CALL_S = 60.0
Answer = TypeVar("Answer")


class Wiring(Protocol):
    """What is soldered to the chip; called on the emulator's thread."""

    def attach(self, mcu: Any) -> None:
        """Connect to the pins and buses of rp2040py's `RP2040`."""


class EmulatedPico:
    """One chip with these files on it, on a port whose name is `folder`/ttyACM0. A context manager."""

    def __init__(self, image: Path, folder: Path, files: Mapping[str, bytes], *wiring: Wiring) -> None:
        self.port = str(folder / "ttyACM0")
        self.boots = 0
        layout = resolve_layout(BOARDS["pico_w"], "micropython")
        self._device = MicroPythonDevice(board=BoardSpec(image=image, layout=layout))
        self.mcu = self._device.mcu
        self.mcu.flash[layout.fs_start : layout.fs_start + layout.fs_blocksize * layout.fs_blockcount] = filesystem(
            files, layout
        )
        for part in wiring:
            part.attach(self.mcu)
        self._usb = EmulatedUsb(self._device, Path(self.port))
        self._device._post_boot_handshake = self._on_bus
        self._clock = self._device.simulator.clock
        self._pace = self._clock.create_alarm(self._keep_pace)
        self._paced_at = 0.0
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="emulated pico", daemon=True)

    def __enter__(self) -> EmulatedPico:
        self._thread.start()
        assert self._ready.wait(START_S), "the emulator does not start"
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    @property
    def chip_ms(self) -> float:
        """The chip's own time."""
        return float(self._clock.nanos) / 1e6

    def call(self, function: Callable[[], Answer]) -> Answer:
        """Run something on the emulator's thread and wait for its answer; for anything that touches chip or wiring."""

        async def run() -> Answer:
            return function()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(CALL_S)

    def unplug_and_plug(self) -> None:
        """Take its power away and give it back."""
        from rp2040py.device import ResetCause

        self.call(lambda: self._device.hard_reset(cause=ResetCause.POWER_ON))

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as failure:
            self._failure = failure
            raise
        finally:
            self._ready.set()

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        self._device.cdc.on_device_connected = self._on_bus
        self._paced_at = time.monotonic()
        self._pace.schedule(PACE_NS)
        self._device.simulator.bind_loop()
        from rp2040py.memory_map import FLASH_START_ADDRESS

        self.mcu.core.pc = FLASH_START_ADDRESS
        self._device.simulator.start_execution()
        self._ready.set()
        try:
            await self._device.simulator.wait_for(self._stopping, None)
        finally:
            self._device.stop()
            self._usb.close()

    def _on_bus(self) -> None:
        self._usb.plug_in()
        self.boots += 1

    def _keep_pace(self) -> None:
        early_s = self._paced_at + PACE_NS / 1e9 - time.monotonic()
        if early_s > 0:
            time.sleep(early_s)
        self._paced_at = time.monotonic()
        self._pace.schedule(PACE_NS)
