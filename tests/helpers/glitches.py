"""A bad cable between a node and a hub: it loses and garbles."""

from collections.abc import Callable

from hub.simulated_board.cable import CableEnd, open_cable


class Glitches:
    """What is wrong with a cable: `muted`, frames to `lose`, what `mangle` makes of a frame of the node."""

    def __init__(self, cable: CableEnd | None = None) -> None:
        self._cable = cable or open_cable()
        self.name = self._cable.name
        self.muted = False
        self.lose = 0
        self.mangle: Callable[[bytes], bytes] = bytes

    def fileno(self) -> int:
        return self._cable.fileno()

    def read(self, timeout_s: float) -> bytes:
        data = self._cable.read(timeout_s)
        return b"" if self.muted else data

    def write(self, frame: bytes) -> None:
        if self.muted:
            return
        frame = self.mangle(frame)
        if self.lose > 0:
            self.lose -= 1
        else:
            self._cable.write(frame)

    def garble(self, noise: bytes) -> None:
        self._cable.write(noise)

    def close(self) -> None:
        self._cable.close()
