"""What the camera sees becomes what a board reports: pieces that have come to rest, and dice after two seconds."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from hub.features.camera.board import CameraBoard, DrawnBoard
from hub.features.camera.contract import BoardPlan, CameraSight, CameraView, Look, Report, Stands, shown
from hub.features.camera.eyes import Eyes
from hub.pictures.board import PIECE_MARKS
from hub.rules.needs import SIDES
from hub.rules.slots import PIPS
from hub.rules.throws import dice_wanted
from hub.store.folder import write_private
from hub.table.automatic.threads import WakeableThread
from hub.table.board.pieces import moving
from hub.table.interfaces.storage import StoreError
from hub.table.lobby import COLOURS
from hub.table.table import Table

PLAN: Final = "camera.json"
LOOK_S: Final = 0.2
LOST_MS: Final = 6_000
"""How long the board may be out of sight before pages say so, and people play as without one."""
DICE_MS: Final = 2_000
"""How long dice are shown before they count."""
WATCHED_MS: Final = 3_000
"""How long the page has been away when nobody needs pictures any more."""

log = logging.getLogger(__name__)


def clock_ms() -> int:
    """Milliseconds of a clock that only goes on."""
    return time.monotonic_ns() // 1_000_000


class Camera:
    """Looks at one picture at a time, for the table, and keeps only the newest, in memory. From any thread."""

    def __init__(
        self, table: Table, board: CameraBoard, eyes: Eyes, folder: Path, now_ms: Callable[[], int] = clock_ms
    ) -> None:
        self._table, self.board, self._eyes, self._now_ms = table, board, eyes, now_ms
        self._kept = folder / PLAN
        board.plan = self._kept_plan()
        self._lock = threading.Lock()
        self._sight: CameraSight | None = None
        self.picture = b""
        """The newest as a JPEG; empty if there is none."""
        self._stands: dict[int, int] = {}
        self._seen_ms = self._watched_ms = now_ms() - LOST_MS
        self._dice: tuple[str, int] = "", 0
        self._spaces = 0

    def view(self) -> CameraView:
        """What the banker's page shows; from now on it may ask for pictures."""
        board, sight = self.board, self._sight
        self._watched_ms = self._now_ms()
        return CameraView(
            on=board.watching,
            source=board.kind,
            eye=board.eye,
            sight=None if sight is None else shown(sight),
            own=board.plan is not None,
            dice=board.reads_dice,
        )

    def see(self, frame: bytes | None = None) -> CameraSight | None:
        """Look at a picture that a phone has sent, or else at the eyes' own; None if it shows nothing at all."""
        with self._lock:
            if not self.board.watching:
                return None
            looked = self._eyes.look(self._asked(frame))
            self._sight, self.picture = looked.sight, frame or looked.picture
            if looked.plan is not None:
                self.board.grid, self.board.plan = None, looked.plan
                self._keep(looked.plan)
            if looked.sight is None:
                return None
            if looked.sight.outline or looked.sight.reading.board.corners:
                self._seen_ms = self._now_ms()
                self.board.plug_in()
            self._take(looked.sight.reports)
            return looked.sight

    def tick(self) -> None:
        """Time has passed: the board may be out of sight, dice may count now, a piece may be expected now."""
        with self._lock:
            if self._now_ms() - self._seen_ms > LOST_MS:
                self.board.unplug()
            if self.board.plan is None and self.board.grid is None:
                self._kept.unlink(missing_ok=True)
            self._place()
            self._count_dice()

    def close(self) -> None:
        """The camera is off: what was seen is forgotten."""
        with self._lock:
            self._eyes.close()
            self._sight, self.picture, self._stands = None, b"", {}
            self.board.forget()

    def _keep(self, plan: BoardPlan) -> None:
        """Remember the measures for other evenings."""
        try:
            write_private(self._kept, msgspec.json.encode(plan))
        except (OSError, StoreError) as unstored:
            log.warning("the measures of the board could not be stored: %s", unstored)

    def _kept_plan(self) -> BoardPlan | None:
        """The measures of the board of the last evening, if they are not those of the printed one."""
        try:
            return msgspec.json.decode(self._kept.read_bytes(), type=BoardPlan)
        except (OSError, msgspec.DecodeError):
            return None

    def _asked(self, frame: bytes | None) -> Look:
        now_ms, spaces, board = self._now_ms(), self._table.state.track_length(), self.board
        if spaces != self._spaces:
            self._spaces, self._stands = spaces, {}
        watched = now_ms - self._watched_ms < WATCHED_MS
        return Look(
            spaces=spaces,
            at_ms=now_ms,
            frame=frame,
            plan=board.plan if board.plan is not None and len(board.plan.spaces) == spaces else None,
            grid=board.grid,
            known=self._known(),
            drawn=board.hands.drawn(spaces // SIDES) if isinstance(board, DrawnBoard) else {},
            drawn_dice=board.hands.dice if isinstance(board, DrawnBoard) else (),
            dice=self._awaited() or (0 if watched and board.reads_dice else None),
            show=frame is None and watched,
        )

    def _awaited(self) -> int:
        """How many dice the camera may read now: real ones, all with pips."""
        live = self._table.state.live
        if live is None or not self._table.state.lobby.real_dice or not self.board.reads_dice:
            return 0
        wanted = dice_wanted(live.game)
        return wanted if all(printed == PIPS for printed in live.game.rules.dice[:wanted]) else 0

    def _known(self) -> dict[int, int]:
        """The space of each piece that is not on its way, as the table knows it."""
        live, seats = self._table.state.live, self._table.state.lobby.seats
        if live is None:
            return {}
        state, marks = live.game.state, self.board.pieces
        return {
            marks[seat.tag]: state.pieces.spaces[index]
            for index, seat in enumerate(seats)
            if seat.tag in marks and index != moving(state) and not state.turns.out[index]
        }

    def _take(self, reports: tuple[Report, ...]) -> None:
        for report in reports:
            if not isinstance(report, Stands):
                self._thrown(report.faces)
            elif report.space is None:
                self._stands.pop(report.mark, None)
                self.board.reports.lift(self._uid(report.mark))
            else:
                self._stands[report.mark] = report.space
        self._place()

    def _place(self) -> None:
        """Have the nodes report each piece that is somebody's, or is awaited, where it stands."""
        per_side = self._spaces // SIDES
        for mark, space in self._stands.items():
            side, reader = divmod(space, per_side)
            if self._is_meant(mark):
                self.board.reports.place(self._uid(mark), self.board.sides[side].node.id, reader)

    def _uid(self, mark: int) -> str:
        return next(uid for uid, of in self.board.pieces.items() if of == mark)

    def _is_meant(self, mark: int) -> bool:
        """Whether it is a player's, or becomes one's now: while a piece is awaited, that of the player's colour."""
        lobby = self._table.state.lobby
        if isinstance(self.board, DrawnBoard) or lobby.seat_of(self._uid(mark)) is not None:
            return True
        return lobby.enrolling is not None and lobby.seats[lobby.enrolling].colour == COLOURS[PIECE_MARKS[mark].piece]

    def _thrown(self, faces: tuple[int, ...]) -> None:
        """Dice lie still: as many as are awaited, at a table with real dice, will count in a moment."""
        live = self._table.state.live
        if live is not None and self._awaited() == len(faces):
            self._dice = live.question, self._now_ms() + DICE_MS
            self.board.show_dice(faces)

    def _count_dice(self) -> None:
        """Have the dice count, unless somebody has said no or answered otherwise."""
        live, faces = self._table.state.live, self.board.seen_dice
        question, due_ms = self._dice
        if not faces or (live is not None and live.question == question and self._now_ms() < due_ms):
            return
        if live is not None and live.question == question:
            self.board.reports.type_dice(faces)
        self.board.show_dice(())


class CameraThread(WakeableThread):
    """Looks through the camera as long as it is on, five times a second."""

    def __init__(self, camera: Camera) -> None:
        super().__init__("camera", needed=lambda: camera.board.watching)
        self._camera = camera

    def _look(self) -> None:
        board = self._camera.board
        if not board.watching:
            return
        while self._goes_on():
            if board.kind != "phone":
                self._camera.see()
            self._camera.tick()
        if self._stopped.is_set():
            board.turn(on=False)
        self._camera.close()

    def _goes_on(self) -> bool:
        return not self._stopped.wait(LOOK_S) and self._camera.board.watching
