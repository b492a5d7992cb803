"""A fake node at MicroPython's raw prompt on a pty, as far as `bankhalter flash` uses it, for testing failures.

It speaks the real raw protocol (break, Ctrl-A, code up to Ctrl-D, `OK`, output, Ctrl-D, error, Ctrl-D, `>`) and runs
the code it receives in this interpreter, confined to a folder that stands for the flash. Successful runs are tested
with the real image (tests/firmware/image).
"""

import builtins
import io
import os
import select
import sys
import threading
import time
import traceback
import tty
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

READ_MAX = 4096
TICK_S = 0.05
GREETING = b"\r\nraw REPL; CTRL-B to exit\r\n>"


class FakePrompt:
    """A node whose flash is the folder `flash`; `damage(name, data)` corrupts what is written."""

    def __init__(self, flash: Path, implementation: tuple[Any, ...], platform: str = "rp2") -> None:
        self.flash = flash
        self.resets = 0
        self.mute_after: int | None = None
        self.damage: Callable[[str, bytes], bytes] = lambda name, data: data
        self.on_reset: Callable[[], None] = lambda: None
        self._implementation = implementation
        self._platform = platform
        self._buffer = b""
        self._raw = False
        self._stopping = False
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    # The wire

    def say(self, data: bytes) -> None:
        """Send to the host, unless the node has been muted."""
        if self.mute_after is not None:
            self.mute_after -= 1
            if self.mute_after < 0:
                return
        os.write(self._master, data)

    def has_reset(self, times: int, within_s: float = 5.0) -> bool:
        """Whether the node is reset this often within the time; needed because a reset is not acknowledged."""
        end = time.monotonic() + within_s
        while self.resets < times and time.monotonic() < end:
            time.sleep(TICK_S)
        return self.resets == times

    def _take(self, until: bytes) -> bytes | None:
        while until not in self._buffer:
            if self._stopping:
                return None
            if select.select([self._master], [], [], TICK_S)[0]:
                self._buffer += os.read(self._master, READ_MAX)
        piece, _, self._buffer = self._buffer.partition(until)
        return piece

    def _live(self) -> None:
        while (order := self._byte()) is not None:
            if order == b"\x01":
                self._raw = True
                self.say(GREETING)
            elif order == b"\x05" and self._raw:  # raw paste mode is not supported, as on an old MicroPython
                self._byte(), self._byte()
                self.say(b"R\x00")
            elif order not in b"\r\x02\x03" and self._raw:
                self._buffer = order + self._buffer
                self._run()

    def _byte(self) -> bytes | None:
        while self._stopping or not self._buffer:
            if self._stopping:
                return None
            if select.select([self._master], [], [], TICK_S)[0]:
                self._buffer = os.read(self._master, READ_MAX)
        first, self._buffer = self._buffer[:1], self._buffer[1:]
        return first

    # The interpreter

    def _run(self) -> None:
        code = self._take(b"\x04")
        if code is None:
            return
        self.say(b"OK")
        error = b""
        try:
            exec(compile(code.decode(), "<stdin>", "exec"), self._globals())
        except Exception:  # noqa: BLE001 any error is reported to the host
            error = traceback.format_exc().encode()
        self.say(b"\x04" + error + b"\x04>")

    def _globals(self) -> dict[str, Any]:
        def print_(*words: object) -> None:
            self.say((" ".join(map(str, words)) + "\r\n").encode())

        def import_(name: str, *rest: Any) -> Any:
            return self._modules().get(name) or builtins.__import__(name, *rest)

        names = {**vars(builtins), "print": print_, "open": self._open, "__import__": import_}
        return {"__builtins__": names, "__name__": "__main__"}

    def _open(self, name: str, mode: str = "r") -> Any:
        if "w" not in mode:
            return self._inside(name).open(mode)
        outer = self

        class Written(io.BytesIO):
            def close(self) -> None:
                if not self.closed:
                    outer._inside(name).write_bytes(outer.damage(name, self.getvalue()))
                super().close()

        return Written() if "b" in mode else self._inside(name).open(mode)

    def _inside(self, name: str) -> Path:
        """The path below `flash` for a path on the node; never leads out of that folder."""
        path = (self.flash / name.lstrip("/")).resolve()
        assert path.is_relative_to(self.flash.resolve()), name
        return path

    def _modules(self) -> Mapping[str, Any]:
        def inside(function: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *names: function(*map(self._inside, names))

        files = types.SimpleNamespace(
            stat=inside(os.stat),
            listdir=lambda name="": sorted(path.name for path in self._inside(name).iterdir()),
            mkdir=inside(os.mkdir),
            rmdir=inside(os.rmdir),
            remove=inside(os.remove),
            rename=inside(os.rename),
        )
        system = types.SimpleNamespace(
            stdin=types.SimpleNamespace(readline=self._read_line),
            stdout=types.SimpleNamespace(write=lambda text: self.say(text.encode())),
            implementation=self._implementation,
            platform=self._platform,
        )
        return {
            "os": files,
            "sys": system,
            "machine": types.SimpleNamespace(reset=self._reset),
            "json": sys.modules["json"],
        }

    def _read_line(self) -> str:
        return ((self._take(b"\n") or b"") + b"\n").decode()

    def _reset(self) -> None:
        self.resets += 1
        self._raw = False
        self.on_reset()
