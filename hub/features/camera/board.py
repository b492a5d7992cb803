"""A board that a camera sees: four sides without lights, which report over wires as the nodes of any board do.

The table cannot tell it from a board with a reader under each space. It is there while the camera sees the board.
"""

import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Final

from hub.board.board import SerialBoard
from hub.board.roster import Roster
from hub.composition import CannotRun
from hub.features.camera.contract import DrawnDie, Wanted
from hub.features.camera.switch import CameraSwitch
from hub.pictures.board import PIECE_MARKS, SEATS
from hub.rules.needs import SIDES
from hub.simulated_board.board import PoweredNode, SimulatedHands
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.interfaces.board import OfferChanged

PHONE: Final = "phone"
DRAWN: Final = "drawn"
LIBRARY: Final = "cv2"
APART_MM, FAR_MM = 80.0, 25.0
"""How far from each other drawn dice are, and how far each is from there."""
CREDENTIALS: Final = re.compile("//[^/@]*@")


def uid_of(mark: int) -> str:
    """The uid by which a table knows the piece with this mark, as if it were a tag's."""
    return f"CA3E00{mark:02X}"


class CameraBoard(CameraSwitch, SerialBoard):
    """Its `source` is "phone", "drawn", the number of a camera or an address."""

    def __init__(self, source: str, readers_per_side: int) -> None:
        super().__init__(self._port_names, simulated=source == DRAWN)
        self.source = source
        self.sides = [
            PoweredNode(f"cam-{side}", "side", readers_per_side, side == 0, lights=0) for side in range(SIDES)
        ]
        self.reports = SimulatedHands(self.sides, self.look)
        self.pieces = {uid_of(mark): mark for mark in PIECE_MARKS}

    @property
    def kind(self) -> Wanted:
        return "phone" if self.source == PHONE else "drawn" if self.source == DRAWN else "device"

    def plug_in(self) -> None:
        for side in self.sides:
            side.plug_in()

    def unplug(self) -> None:
        """It is seen no more; where the pieces stood last is remembered."""
        for side in self.sides:
            side.unplug()

    def forget(self) -> None:
        """As if it had never been there: without a camera people play as without a board."""
        for uid in self.reports.tags():
            self.reports.lift(uid)
        self.unplug()
        self._match([])
        self._roster = Roster(self._simulated)
        self.tell()

    def show_dice(self, faces: tuple[int, ...]) -> None:
        """Show everybody which dice will count in a moment; none (any more)."""
        if faces != self.seen_dice:
            self.seen_dice = faces
            self.tell()

    def tell(self) -> None:
        if self._listener is not None:
            self._listener.board_event(OfferChanged(), None)

    def stop(self) -> None:
        super().stop()
        self.unplug()

    def _port_names(self) -> Sequence[str]:
        return [port for side in self.sides if (port := side.port) is not None]


class DrawnHands(SimulatedHands):
    """Hands that move pieces in a picture that is only drawn, so that what they do is seen before it is reported."""

    def __init__(self, board: CameraBoard, readers_per_side: int) -> None:
        super().__init__(board.sides, board.look)
        self._per_side = readers_per_side
        self.at: dict[str, tuple[str, int]] = {}
        self.dice: tuple[DrawnDie, ...] = ()
        self._random = Random(readers_per_side)

    def place(self, uid: str, node: str, reader: int) -> None:
        self._reader(node, reader)
        self.at[uid] = node, reader

    def lift(self, uid: str) -> None:
        """A piece that was tapped stays: a camera sees only what stands a while."""

    def tags(self) -> Mapping[str, tuple[str, int]]:
        return dict(self.at)

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Throw them onto the middle of the board."""
        left = -APART_MM * (len(faces) - 1) / 2
        self.dice = tuple(
            DrawnDie(
                face,
                left + APART_MM * number + self._random.uniform(-FAR_MM, FAR_MM),
                self._random.uniform(-3 * FAR_MM, 3 * FAR_MM),
                self._random.uniform(0, 360),
            )
            for number, face in enumerate(faces)
        )

    def drawn(self, per_side: int) -> dict[int, int]:
        """The space of each mark in the picture, for a track with so many spaces on each side."""
        places = {SPARE_TAGS.index(uid): at for uid, at in list(self.at.items()) if uid in SPARE_TAGS}
        return {min(PIECE_MARKS) + piece: int(node[-1]) * per_side + at for piece, (node, at) in places.items()}


class DrawnBoard(CameraBoard):
    """The simulated board as a camera would see it: `bankhalter play --simulated=camera`. Its camera is on at once."""

    def __init__(self, readers_per_side: int) -> None:
        super().__init__(DRAWN, readers_per_side)
        self.pieces = {uid: min(PIECE_MARKS) + piece for piece, uid in enumerate(SPARE_TAGS[:SEATS])}
        self.simulator = self.hands = DrawnHands(self, readers_per_side)
        self.turn(on=True)
        self.reads_dice = True


def camera_board(source: str, readers_per_side: int) -> tuple[CameraBoard, str]:
    """A board for a camera, and how to call the source: without a password that an address may contain.

    Raises CannotRun without the library that looks at pictures.
    """
    if find_spec(LIBRARY) is None:
        raise CannotRun("a camera needs more packages; install them with: pip install 'bankhalter[camera]'")
    board = DrawnBoard(readers_per_side) if source == DRAWN else CameraBoard(source, readers_per_side)
    return board, CREDENTIALS.sub("//", source)
