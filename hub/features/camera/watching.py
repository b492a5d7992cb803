"""What a camera sees over time: where the pieces have come to rest, and what the dice show."""

from __future__ import annotations

from hub.features.camera.contract import CameraSight, Report, Stands
from hub.features.camera.finding import Grey
from hub.features.camera.plan import BoardPlan
from hub.features.camera.reading import Heights, read

REST_MS = 700
"""How long a piece or a die lies still before it is reported."""


class Watcher:
    """Looks at one picture after the other; no clock, no file. `plan` is the board's.

    `heights` are those of marks above the board (mm, at least and at most) as far as they were learnt before.
    """

    def __init__(self, plan: BoardPlan, heights: dict[int, Heights] | None = None) -> None:
        self.plan = plan
        self.heights: dict[int, Heights] = dict(heights or {})
        self._stands: dict[int, int] = {}
        self._since: dict[int, tuple[int, int]] = {}

    def see(self, picture: Grey, now_ms: int) -> CameraSight:
        """What the next picture shows (rows of brightness); `now_ms` may start anywhere and only grows."""
        reading = read(picture, len(self.plan.spaces), heights=self.heights)
        reports: list[Report] = []
        for piece in reading.pieces:
            if piece.space is None:
                self._since.pop(piece.mark, None)
                continue
            space, since_ms = self._since.get(piece.mark, (-1, 0))
            if space != piece.space:
                self._since[piece.mark] = (piece.space, now_ms)
            elif now_ms - since_ms >= REST_MS and self._stands.get(piece.mark) != space:
                self._stands[piece.mark] = space
                reports.append(Stands(piece.mark, space))
        size = (picture.shape[1], picture.shape[0])
        return CameraSight(reading=reading, reports=tuple(reports), size=size, outline=(), spaces=(), closer=1.0)

    def learn(self, mark: int, space: int) -> None:
        """The table knows, from elsewhere, in which space a piece stands now: so its height can be learnt."""
