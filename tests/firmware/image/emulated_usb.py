"""The USB cable of an emulated Pico: a pty behind a fixed path, which disappears while the chip resets.

Whoever has the port open when the chip resets gets a hang-up, as with a real cable; after the next enumeration the
same path leads to a new pty.
"""

import asyncio
import contextlib
import os
import tty
from pathlib import Path
from typing import Any

READ_MAX = 4096


class EmulatedUsb:
    """Bridges `device.cdc` of rp2040py to the path `name`. Everything runs on the emulator's thread."""

    def __init__(self, device: Any, name: Path) -> None:
        self.name = name
        self._device = device
        self._usb = device.mcu.usb_ctrl
        self._to_chip = bytearray()
        self._wanted: int | None = None
        self._master: int | None = None
        self._slave: int | None = None
        self._inner_read = self._usb.on_endpoint_read
        self._inner_reset = self._usb.on_reset
        self._usb.on_endpoint_read = self._on_read
        self._usb.on_reset = self._on_reset
        device.cdc.on_serial_data = self._on_data

    def plug_in(self) -> None:
        """Make the port appear, since the chip has enumerated."""
        self._unplug()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        asyncio.get_running_loop().add_reader(self._master, self._on_bytes)
        beside = self.name.with_suffix(".new")
        beside.symlink_to(os.ttyname(self._slave))
        beside.replace(self.name)

    def close(self) -> None:
        self._unplug()

    def _unplug(self) -> None:
        self.name.unlink(missing_ok=True)
        if self._master is not None and self._slave is not None:
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)
        self._master = self._slave = None

    # Called by the chip

    def _on_reset(self) -> None:
        self._inner_reset()
        self._unplug()
        self._to_chip.clear()
        self._wanted = None

    def _on_read(self, endpoint: int, size: int) -> None:
        # rp2040py would answer at once, even with no data, and these interrupts take two thirds of the chip's time.
        # A real host answers only when it has data.
        if endpoint == self._device.cdc._out_endpoint:
            self._wanted = size
            self._hand_over()
        else:
            self._inner_read(endpoint, size)

    def _hand_over(self) -> None:
        if self._wanted is not None and self._to_chip:
            piece = bytes(self._to_chip[: self._wanted])
            del self._to_chip[: len(piece)]
            self._wanted = None
            self._usb.endpoint_read_done(self._device.cdc._out_endpoint, piece)

    def _on_data(self, data: bytes | bytearray) -> None:
        if self._master is not None:
            with contextlib.suppress(BlockingIOError):  # nobody reads: dropped, as the chip does after a time-out
                os.write(self._master, data)

    # Called on behalf of the host

    def type_in(self, data: bytes) -> None:
        """Send bytes from the host, whether or not anybody has the port open."""
        self._to_chip += data
        self._hand_over()

    def _on_bytes(self) -> None:
        assert self._master is not None
        with contextlib.suppress(OSError):
            self.type_in(os.read(self._master, READ_MAX))
