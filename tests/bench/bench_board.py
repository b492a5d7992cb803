"""Measures a full board of real firmware on MicroPython: four nodes that scan, and how long the hub waits for them.

Run it from the clone: `python tests/bench/bench_board.py [--times N] [--json]`. Echo is a state message and its
acknowledgement; a tag is put on any reader, and on the one the hub expects it on; a button counts from the moment it is
let go, because only then is a press known to be short.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import threading
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from hub.simulated_board.board import SimulatedBoard
from hub.simulated_board.electronics import Electronics
from hub.table.interfaces.board import BoardEvent, ButtonEvent, EventId, NodeScene, SnapshotEvent, TagEvent

UID = "04A1B2C3D4E5F6"
READERS = 10
SIDE_CM = 50
NEAR_CM = 20
PATIENCE_S = 10.0
CALM_S = 0.3


class Spread(Struct, frozen=True):
    """Of one figure, in milliseconds."""

    median: float
    ninth_of_ten: float
    worst: float


class Figures(Struct, frozen=True, kw_only=True):
    """What was measured. `transactions_per_second` are those of one node that scans.

    `near_percent`: for how much of the time with several antennas awake two of them were nearer than 20 cm.
    """

    echo_ms: Spread
    tag_ms: Spread
    expected_tag_ms: Spread
    button_ms: Spread
    transactions_per_second: float
    near_percent: float
    restarts: int


class Ear:
    """Hears the board, and says when it heard what."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._heard: list[tuple[float, BoardEvent]] = []
        self._durable: dict[str, EventId] = {}

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        """Take a report."""
        with self._changed:
            self._heard.append((time.monotonic(), event))
            if event_id is not None:
                self._durable[event.node] = event_id
            self._changed.notify_all()

    def last_event(self, node: str) -> EventId | None:
        """The last report of a node."""
        return self._durable.get(node)

    def forget(self) -> None:
        """Only what comes now counts."""
        with self._changed:
            self._heard.clear()

    def when(self, fits: Callable[[BoardEvent], bool], count: int = 1) -> float:
        """The time of the first event that fits, when so many of them have been heard."""

        def times() -> list[float]:
            return [at for at, event in self._heard if fits(event)]

        with self._changed:
            assert self._changed.wait_for(lambda: len(times()) >= count, PATIENCE_S), "the board does not answer"
            return times()[0]


class Bench:
    """A full board, and luck that is the same every time."""

    def __init__(self) -> None:
        self.ear = Ear()
        self.board = SimulatedBoard("firmware", READERS)
        self.luck = random.Random(1)
        self.board.start(self.ear)
        self.ear.when(lambda event: isinstance(event, SnapshotEvent), 4)
        time.sleep(2)  # until the self-tests have been shown

    def measure(self, times: int) -> Figures:
        """All figures."""
        return Figures(
            echo_ms=spread([self.echo(number) for number in range(times)]),
            tag_ms=spread([self.tag(expected=False) for _ in range(times)]),
            expected_tag_ms=spread([self.tag(expected=True) for _ in range(times)]),
            button_ms=spread([self.button() for _ in range(times)]),
            transactions_per_second=self.transactions(),
            near_percent=self.near_percent(),
            restarts=sum(len(powered.socket.resets) for powered in self.board.powered),
        )

    def echo(self, number: int) -> float:
        """A state message until the node has acknowledged it."""
        node = self.board.powered[number % 4].node.id
        session = self.board._roster._records[node].holder
        time.sleep(0.02 * self.luck.random())
        began = time.monotonic()
        self.board.show({node: NodeScene(text=str(number))})
        while not session.all_shown:
            time.sleep(0.0002)
        return time.monotonic() - began

    def tag(self, expected: bool) -> float:
        """A piece put down until the table hears of it."""
        node, reader = self.luck.choice(self.board.powered).node.id, self.luck.randrange(READERS)
        self.board.hands.lift(UID)
        first = (reader, (reader + 5) % READERS) if expected else ()
        self.board.show({powered.node.id: NodeScene() for powered in self.board.powered})
        self.board.show({node: NodeScene(priority=first)})
        time.sleep(2.5 * CALM_S + 0.2 * self.luck.random())
        self.ear.forget()
        began = time.monotonic()
        self.board.hands.place(UID, node, reader)
        return self.ear.when(lambda event: isinstance(event, TagEvent) and event.on) - began

    def button(self) -> float:
        """A button let go until the table hears of it."""
        console = self.board.powered[0]
        console._finger("ok", True)
        time.sleep(0.08 + 0.02 * self.luck.random())
        self.ear.forget()
        began = time.monotonic()
        console._finger("ok", False)
        heard = self.ear.when(lambda event: isinstance(event, ButtonEvent))
        time.sleep(0.05)
        return heard - began

    def transactions(self) -> float:
        """How busy the bus of a node is."""
        counters = self.board.powered[1].electronics.model.counters
        before = counters.transactions
        time.sleep(1)
        return counters.transactions - before

    def near_percent(self) -> float:
        """Whether the sides are in step, by the clock at which the chips woke and silenced their readers."""
        moments: list[tuple[float, int, tuple[int, ...]]] = []
        for side, powered in enumerate(self.board.powered):
            with powered.hands():
                powered.electronics.model.pin_write = noting(moments, side, powered.electronics)
        time.sleep(3)
        awake: dict[int, complex] = {}
        several = near = before = 0.0
        for at, side, readers in sorted(moments):
            pairs = [abs(one - other) for one, other in itertools.combinations(awake.values(), 2)]
            several += (at - before) * bool(pairs)
            near += (at - before) * any(distance < NEAR_CM for distance in pairs)
            before = at
            awake.pop(side, None)
            if readers:
                awake[side] = place_cm(side, readers[0])
        return round(100 * near / several, 2)


def noting(
    moments: list[tuple[float, int, tuple[int, ...]]], side: int, electronics: Electronics
) -> Callable[[int, int], None]:
    """Write pins as before, and note which reader is awake since when."""
    write = electronics.model.pin_write

    def noted(gpio: int, level: int) -> None:
        write(gpio, level)
        moments.append((electronics.lived_s, side, electronics.model.awake))

    return noted


def place_cm(side: int, reader: int) -> complex:
    """Where a reader lies on a board of 40 spaces: a square of 50 cm, each side begins at its corner."""
    along = SIDE_CM * reader / READERS
    return (complex(0, 0), complex(0, SIDE_CM), complex(SIDE_CM, SIDE_CM), complex(SIDE_CM, 0))[side] + along * 1j ** (
        1 - side
    )


def spread(seconds: list[float]) -> Spread:
    """Median, ninth of ten and worst, in milliseconds."""
    milliseconds = sorted(1000 * second for second in seconds)
    ninth = milliseconds[len(milliseconds) * 9 // 10]
    return Spread(round(statistics.median(milliseconds), 1), round(ninth, 1), round(milliseconds[-1], 1))


def table(figures: Figures) -> str:
    """For people."""
    rows = [f"{'':24}{'median':>9}{'9 of 10':>9}{'worst':>9}"]
    for name in ("echo_ms", "tag_ms", "expected_tag_ms", "button_ms"):
        one: Spread = getattr(figures, name)
        rows.append(f"{name:24}{one.median:9}{one.ninth_of_ten:9}{one.worst:9}")
    rows.append(f"{figures.transactions_per_second:.0f} transactions a second and node, {figures.restarts} restarts")
    rows.append(f"two antennas nearer than {NEAR_CM} cm in {figures.near_percent} % of the time with several awake")
    return "\n".join(rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure a full board of real firmware on MicroPython.")
    parser.add_argument("--times", type=int, default=40, metavar="N", help="how often each figure is taken (40)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    bench = Bench()
    try:
        figures = bench.measure(options.times)
    finally:
        bench.board.stop()
    print(msgspec.json.encode(figures).decode() if options.json else table(figures))


if __name__ == "__main__":
    main()
