"""What a table has of the camera: it is on only while the banker wants it, and what it reads can be refused."""

from hub.features.camera.contract import Grid, WatchingView
from hub.features.camera.switch import CameraSwitch
from hub.table.requests.base import ANY_SEAT, BANKER, Action, Sender
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience, Refusal


def watching(table: TableState, _to: Audience) -> WatchingView | None:
    """What every screen shows of a camera that is on."""
    board = table.board
    return WatchingView(board.seen_dice) if isinstance(board, CameraSwitch) and board.watching else None


class CameraAction(Action):
    """What somebody wants of the camera; without one nothing changes. It is not stored, and may be repeated."""

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        if isinstance(table.board, CameraSwitch):
            self.do_with(table.board)
        return None

    def do_with(self, board: CameraSwitch) -> None:
        raise NotImplementedError


class Watch(CameraAction):
    """Turn the camera on or off. Each time it is on, another phone may be its eye."""

    who = (BANKER,)
    on: bool
    dice: bool = False
    """Whether it reads dice, too."""

    def do_with(self, board: CameraSwitch) -> None:
        board.reads_dice = self.dice
        if board.watching != self.on:
            board.turn(on=self.on)


class LayGrid(CameraAction):
    """Say where a board of other measures lies in the picture, once; None for the printed one."""

    who = (BANKER,)
    grid: Grid | None

    def do_with(self, board: CameraSwitch) -> None:
        """The next picture in which all corners are seen says how large everything is."""
        board.grid, board.plan = self.grid, None


class DropDice(CameraAction):
    """What was read of the dice is wrong: it does not count."""

    who = (BANKER, ANY_SEAT)

    def do_with(self, board: CameraSwitch) -> None:
        board.seen_dice = ()


REQUESTS = (Watch, LayGrid, DropDice)
FIELDS = (("camera", ViewField(WatchingView | None, None, watching)),)
