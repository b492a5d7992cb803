"""What runs in the process of the eyes: takes pictures or is handed them, and says what they show. Stores nothing."""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

import msgspec

from hub.features.camera.contract import BoardPlan, Look, Looked
from hub.simulation.workers import begin_awaited

if TYPE_CHECKING:
    from hub.features.camera.sources import Source
    from hub.features.camera.watching import Watcher


class Looking:
    """Looks through one source, or at what it is handed."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._watcher: Watcher | None = None
        self._of: tuple[int, BoardPlan | None] | None = None
        self._known: dict[int, int] = {}

    def look(self, asked: Look) -> Looked:
        """What the picture shows. The board's measures may change from one picture to the next."""
        from hub.features.camera.plan import laid, printed
        from hub.features.camera.watching import Watcher

        picture = self._source.picture(asked)
        if picture is None:
            return Looked(None)
        plan = asked.plan if asked.grid is None else laid(asked.grid, asked.spaces, picture)
        if self._watcher is None or (asked.spaces, plan) != self._of:
            self._of, self._known = (asked.spaces, plan), {}
            self._watcher = Watcher(plan or printed(asked.spaces), dict(self._source.heights))
        for mark, space in asked.known.items():
            if self._known.get(mark) != space:
                self._watcher.learn(mark, space)
        self._known = asked.known
        self._watcher.throws.want(asked.dice, asked.at_ms)
        sight = self._watcher.see(picture, asked.at_ms)
        return Looked(sight, plan if asked.grid else None, self._source.packed(picture) if asked.show else b"")


def look_on(line: Connection, source: str) -> None:
    begin_awaited()
    from hub.features.camera.sources import source_of

    looking = Looking(source_of(source))
    decoder, encoder = msgspec.msgpack.Decoder(Look), msgspec.msgpack.Encoder()
    while True:
        line.send_bytes(encoder.encode(looking.look(decoder.decode(line.recv_bytes()))))
