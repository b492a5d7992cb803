"""Four nodes that run the real firmware behind ptys, for a hub in another terminal: `python -m tests.emulation`.

It prints the command that opens a table on them. From then on each line that is typed is what hands do there.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from emulation.microcontroller import NoInterpreter
from emulation.nodes import Pace, firmware_nodes

from hub.simulated_board.board import SimulatedHands
from hub.simulated_board.cable import open_cable

READERS = 10
USAGE = "place UID NODE READER, lift UID, press BUTTON [long], unplug NODE or replug NODE"


def main(folder: Path) -> None:
    """Serve what is typed, until the end of the input or Ctrl-C."""

    def link() -> None:
        """Give each port its lasting name: that of its pty changes whenever the node restarts."""
        for node in nodes:
            port, new = folder / node.id, folder / f"{node.id}.new"
            if node.port is not None:
                new.symlink_to(node.port)
                new.replace(port)
            else:
                port.unlink(missing_ok=True)

    nodes = firmware_nodes(READERS, open_cable, link)
    hands, pace = SimulatedHands(nodes, link), Pace(nodes)
    pace.start()
    try:
        link()
        print("bankhalter play", *(f"--port {folder / node.id}" for node in nodes), flush=True)
        for line in sys.stdin:
            try:
                act(hands, line.split())
            except (ValueError, TypeError) as error:
                print(error, flush=True)
    finally:
        pace.stop()


def act(hands: SimulatedHands, words: list[str]) -> None:
    """Do one thing. Raises ValueError or TypeError if it cannot be done."""
    match words:
        case ["place", uid, node, reader]:
            hands.place(uid, node, int(reader))
        case ["press", button, *long]:
            hands.press(button, "long" if long else "short")  # type: ignore[arg-type]
        case ["lift" | "unplug" | "replug" as what, one]:
            getattr(hands, what)(one)
        case _:
            raise ValueError(USAGE)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="nodes-") as made:
        try:
            main(Path(made))
        except NoInterpreter as missing:
            sys.exit(str(missing))
        except KeyboardInterrupt:
            pass
