"""A whole board without hardware: simulated nodes behind ptys, and the ordinary `SerialBoard` on the other end.

`hub.cli` builds it when no board is plugged in, or on request; the table uses it as `hub.table.ports.board.Board`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from hub.board.board import PortStatus, SerialBoard
from hub.board.messages import READERS_MAX
from hub.simulated_board.cable import Cable, open_cable
from hub.simulated_board.firmware import firmware_nodes
from hub.simulated_board.hands import Hands, Plugged
from hub.simulated_board.powered import PoweredNode
from hub.table.ports.board import BoardListener, NodeScene, NodeStatus, Simulator, WireLine

SimulatedKind: TypeAlias = Literal["starter", "full", "firmware"]


class SimulatedBoard:
    """A board in this process; node ids sort in track order.

    `starter`: one node, one reader. `full`: four sides, the console on the first. `firmware`: the same, and each node
    runs the real firmware in a process of its own; raises NoInterpreter where there is none to run it.
    """

    simulator: Simulator | None

    def __init__(
        self, kind: SimulatedKind, readers_per_side: int = 10, cables: Callable[[], Cable] = open_cable
    ) -> None:
        if not 1 <= readers_per_side <= READERS_MAX:
            raise ValueError(f"a side has 1 to {READERS_MAX} readers, not {readers_per_side}")
        self._serial = SerialBoard(self._port_names, simulated=True)
        self.powered: Sequence[Plugged]
        if kind == "starter":
            self.powered = [PoweredNode("sim-0", "starter", 1, True, cables)]
        elif kind == "full":
            self.powered = [PoweredNode(f"sim-{i}", "side", readers_per_side, i == 0, cables) for i in range(4)]
        elif kind == "firmware":
            self.powered = firmware_nodes(readers_per_side, self._serial.look, cables)
        else:
            raise ValueError(f"a simulated board is 'starter', 'full' or 'firmware', not {kind!r}")
        self.hands = Hands(self.powered, self._serial.look)
        self.simulator = self.hands

    def start(self, listener: BoardListener) -> None:
        """Switch the nodes on and open their ports."""
        for powered in self.powered:
            powered.plug_in()
        self._serial.start(listener)

    def stop(self) -> None:
        """Lights off, ports closed, nodes switched off."""
        self._serial.stop()
        for powered in self.powered:
            powered.unplug()

    def show(self, scenes: Mapping[str, NodeScene]) -> None:
        """Set what each node shows."""
        self._serial.show(scenes)

    def nodes(self) -> Sequence[NodeStatus]:
        """Known nodes in the order of their ids."""
        return self._serial.nodes()

    def ports(self) -> Sequence[PortStatus]:
        """Ports in use by name."""
        return self._serial.ports()

    def lines(self, after: int = 0) -> Sequence[WireLine]:
        """The newest raw lines (at most 400) with an index greater than `after`."""
        return self._serial.lines(after)

    def transcript(self) -> Sequence[WireLine]:
        """The newest raw lines (at most 4,000) but for heartbeats and acknowledgements."""
        return self._serial.transcript()

    def _port_names(self) -> Sequence[str]:
        return [port for powered in self.powered if (port := powered.port) is not None]
