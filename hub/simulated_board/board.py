"""A whole board without hardware: simulated nodes behind ptys, and the ordinary `SerialBoard` on the other end."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from hub.board.board import Renew, SerialBoard
from hub.simulated_board.cable import CableEnd, open_cable
from hub.simulated_board.hands import SimulatedHands
from hub.simulated_board.powered import PoweredNode
from hub.table.interfaces.board import READERS_MAX, BoardListener

SimulatedKind: TypeAlias = Literal["starter", "ring", "full"]

LIGHTS_PER_METRE: Final = 60
SPACE_M: Final = 0.047
CORNER_M: Final = 0.072
"""Of the plates (hardware/sizes.toml)."""


def lights_round(readers_per_side: int) -> int:
    """How many lights a usual strip has that goes round a board with so many spaces on each side."""
    return round(4 * ((readers_per_side - 1) * SPACE_M + 2 * CORNER_M) * LIGHTS_PER_METRE)


class SimulatedBoard(SerialBoard):
    """A board in this process; node ids sort in track order.

    `starter`: one node, one reader. `ring`: the same, and a strip of lights round the board. `full`: four sides, the
    console on the first. `renew` and `spare` are for the real nodes that it may give way to.
    """

    def __init__(
        self,
        kind: SimulatedKind,
        readers_per_side: int = 10,
        cables: Callable[[], CableEnd] = open_cable,
        renew: Renew | None = None,
        spare: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        if not 1 <= readers_per_side <= READERS_MAX:
            raise ValueError(f"a side has 1 to {READERS_MAX} readers, not {readers_per_side}")
        super().__init__(self._port_names, True, renew, spare)
        self.powered = self._nodes(kind, readers_per_side, cables)
        self.simulator = self.hands = SimulatedHands(self.powered, self.look)

    def _nodes(self, kind: SimulatedKind, readers: int, cables: Callable[[], CableEnd]) -> Sequence[PoweredNode]:
        """The nodes of this kind of board; tests have others (`tests/emulation`)."""
        if kind == "full":
            return [PoweredNode(f"sim-{i}", "side", readers, i == 0, cables) for i in range(4)]
        lights = lights_round(readers) if kind == "ring" else None
        return [PoweredNode("sim-0", "starter", 1, True, cables, lights=lights)]

    def start(self, listener: BoardListener) -> None:
        for powered in self.powered:
            powered.plug_in()
        super().start(listener)

    def stop(self) -> None:
        super().stop()
        for powered in self.powered:
            powered.unplug()

    def use_offered(self) -> None:
        """Switch the simulated nodes off and play on real ones."""
        super().use_offered()
        if not self._simulated:
            self.simulator = None
            for powered in self.powered:
                powered.unplug()

    def _port_names(self) -> Sequence[str]:
        return [port for powered in self.powered if (port := powered.port) is not None]
