"""Four simulated nodes in a separate process, so that they outlive a hub that is killed.

Run as a program: `other_nodes.py READERS` prints the names of the ports, then executes each line of its input, in JSON:
["press", BUTTON], ["place", UID, NODE, READER], or ["waiting"], which returns the number of unacknowledged reports.
"""

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from hub.simulated_board.hands import SimulatedHands
from hub.simulated_board.powered import PoweredNode

HERE = Path(__file__).resolve()


class OtherNodes:
    """A test's handle for the process; `ports` are those that a hub opens."""

    def __init__(self, readers: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, HERE, str(readers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(HERE.parents[2])},
        )
        self.ports: list[str] = self._answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def do(self, *command: Any) -> Any:
        """Execute a command in the process; returns its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


def waiting(nodes: list[PoweredNode]) -> int:
    """The number of reports that no hub has acknowledged."""
    count = 0
    for powered in nodes:
        with powered.hands():
            events = powered.node._events
            count += len(events._waiting) + events._in_flight
    return count


def main(readers: int) -> None:
    nodes = [PoweredNode(f"sim-{number}", "side", readers, number == 0) for number in range(4)]
    for powered in nodes:
        powered.plug_in()
    hands = SimulatedHands(nodes, lambda: None)
    print(json.dumps([powered.port for powered in nodes]), flush=True)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        answer = None
        with contextlib.suppress(BrokenPipeError):
            if name == "press":
                hands.press(arguments[0], "short")
            elif name == "place":
                hands.place(*arguments)
            elif name == "waiting":
                answer = waiting(nodes)
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
