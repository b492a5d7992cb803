"""An emulated Raspberry Pi Pico W, flashed with one UF2 file of image and firmware: tier C of the firmware's tests.

The emulator (rp2040py) runs in a separate process, so that hub and node do not share one interpreter. A test talks to
the node through its port, and to the parts soldered to it with `ask`.

An idle chip would run faster than real time, while a busy one runs thirty times slower; so it is held to at most real
time, and figures are measured in the chip's own time.
"""

import asyncio
import multiprocessing
import threading
import time
from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

from firmware.image.emulated_usb import EmulatedUsb
from firmware.image.emulated_wiring import EmulatedWiring
from rp2040py.boards import BOARDS, BoardSpec, resolve_layout
from rp2040py.device import MicroPythonDevice
from rp2040py.memory_map import FLASH_START_ADDRESS

from hub.features.flashing.uf2 import combined

PACE_NS = 1_000_000
PACE_S = PACE_NS / 1e9
START_S = 60.0
ANSWER_S = 60.0


class EmulatedPico:
    """One chip with these files on it, at the port `folder`/ttyACM0, and the parts soldered to it."""

    def __init__(self, image: Path, folder: Path, files: Mapping[str, bytes], wiring: EmulatedWiring) -> None:
        self.port = str(folder / "ttyACM0")
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        parts = (image, self.port, dict(files), wiring, there)
        self._process = context.Process(target=_run, args=parts, daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self.until("boots", 1)
        return self

    def __exit__(self, *_: object) -> None:
        self._here.send(None)
        self._process.join(ANSWER_S)
        self._process.kill()

    def ask(self, name: str, *arguments: Any, **named: Any) -> Any:
        """The value of a dotted name below `Chip`, or if it is callable, the result of calling it."""
        self._here.send((name, arguments, named))
        assert self._here.poll(ANSWER_S), f"the emulator does not answer: {name}"
        answer = self._here.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def until(self, name: str, least: float, within_s: float = START_S) -> None:
        """Wait until the number at a dotted name is at least `least`."""
        deadline = time.monotonic() + within_s
        while self.ask(name) < least:
            assert time.monotonic() < deadline, f"{name} is still {self.ask(name)}"
            time.sleep(0.02)


class Chip:
    """The emulator's side: everything happens on its one event loop."""

    def __init__(self, image: Path, port: str, files: Mapping[str, bytes], wiring: EmulatedWiring) -> None:
        layout = resolve_layout(BOARDS["pico_w"], "micropython")
        dragged = Path(port).with_name("node.uf2")
        dragged.write_bytes(combined(image.read_bytes(), files))
        self.device = MicroPythonDevice(board=BoardSpec(image=dragged, layout=layout))
        self.mcu = self.device.mcu
        self.wiring = wiring
        wiring.attach(self.mcu)
        self.usb = EmulatedUsb(self.device, Path(port))
        self.boots = 0
        self._pace = self.device.simulator.clock.create_alarm(self._keep_pace)
        self._next_at = 0.0

    async def live(self, there: Any) -> None:
        """Run until the other side closes the pipe."""
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        self.device.cdc.on_device_connected = self._on_bus
        self._pace.schedule(PACE_NS)
        self._next_at = time.monotonic() + PACE_S
        self.mcu.core.pc = FLASH_START_ADDRESS
        threading.Thread(target=self._listen, args=(there, loop, stopping), daemon=True).start()
        try:
            while not stopping.is_set():
                self.device.simulator.stopped = False
                self.device.simulator._execute_batch()
                await asyncio.sleep(max(self._next_at - PACE_S - time.monotonic(), 0))
        finally:
            self.usb.close()

    def _listen(self, there: Any, loop: asyncio.AbstractEventLoop, stopping: asyncio.Event) -> None:
        while (question := there.recv()) is not None:
            loop.call_soon_threadsafe(self._answer, there, *question)
        loop.call_soon_threadsafe(stopping.set)

    def _answer(self, there: Any, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        try:
            found = attrgetter(name)(self)
            there.send(found(*arguments, **named) if callable(found) else found)
        except Exception as error:  # noqa: BLE001 raised again in the process that asked
            there.send(error)

    def _on_bus(self) -> None:
        self.usb.plug_in()
        self.boots += 1

    def _keep_pace(self) -> None:
        """Called after each ms of chip time: if it is ahead of real time, end the batch, so that `live` waits."""
        self._pace.schedule(PACE_NS)
        now = time.monotonic()
        self.device.simulator.stopped = now < self._next_at
        self._next_at = max(self._next_at, now) + PACE_S


def _run(image: Path, port: str, files: Mapping[str, bytes], wiring: EmulatedWiring, there: Any) -> None:
    asyncio.run(Chip(image, port, files, wiring).live(there))
