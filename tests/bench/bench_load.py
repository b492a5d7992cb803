"""Many watchers, many lines, many tables: nobody misses the last view, and nobody sees views out of order.

Run it from the clone: `python tests/bench/bench_load.py [--connections N] [--lines N] [--tables N]`. First a
burst of reports from one board with so many connections on its table, then tables of bots in one process
with six clients each. A lost or reordered view ends the run with an error.
"""

import argparse
import json
import secrets
import sqlite3
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.watchers import Watcher, Watchers
from helpers.bare_pages import bare_pages
from helpers.house import House
from helpers.hub_process import HubProcess

from hub.simulated_board.board import PoweredNode
from hub.simulated_board.cable import PtyCable
from hub.store.folder import DATABASE
from hub.table.game.chance import Dice
from hub.table.requests import Begin, SetBot
from hub.table.wire.audience import Audience

UID = "04A1B2C3D4E5F6"
PLAYERS = ("Anna", "Ben", "Cleo")
ONLOOKER = Audience("viewer")
CLIENTS = 6
QUEUE_FILLED = 24
PATIENCE_S = 600.0


def in_order(watchers: list[Watcher]) -> None:
    for watcher in watchers:
        assert watcher.versions == sorted(set(watcher.versions)), "views out of order"


def waiting(node: PoweredNode) -> int:
    """The number of reports that no hub has acknowledged."""
    with node.hands():
        events = node.node._events
        return len(events._waiting) + events._in_flight


def burst(folder: Path, connections: int, lines: int) -> tuple[float, list[int]]:
    """Reports of one node as fast as the hub takes them; lines per second, and how many views each client got."""
    node = PoweredNode("sim-0", "side", 10, True, PtyCable)
    cable = node.cable = node._new_cable()
    try:
        with HubProcess(folder, "--port", cable.name) as hub:
            node.node.power_on(cable.write)
            node._start()
            watchers = Watchers()
            watchers.connect(hub.port, connections, hub.key)  # so many without a key would give way
            return watched(folder, node, watchers, lines)
    finally:
        node.unplug()


def watched(folder: Path, node: PoweredNode, watchers: Watchers, lines: int) -> tuple[float, list[int]]:
    """The burst itself, and what everybody saw of it."""
    watchers.until(lambda: watchers.all[0].view()["board"]["state"] == "up")
    took = report(node, watchers, lines)
    watchers.quiet(1.0)
    lying = bool(lines % 2)
    for watcher in watchers.all:
        assert watcher.versions[-1] == watchers.all[0].versions[-1], "a client misses the last view"
        assert (UID in watcher.view()["board"]["unknown_tags"]) == lying, "a client sees an old board"
    in_order(watchers.all)
    counts = [len(watcher.versions) for watcher in watchers.all]
    watchers.close()
    check_taken(folder, lines)
    return lines / took, counts


def report(node: PoweredNode, watchers: Watchers, lines: int) -> float:
    """A tag comes and goes; seconds until the hub has taken all reports."""
    began = time.monotonic()
    for number in range(lines):
        while waiting(node) > QUEUE_FILLED:
            assert time.monotonic() < began + PATIENCE_S, "the hub takes no reports"
            watchers.listen(0.001)
        with node.hands():
            touch = node.node.take if number % 2 else partial(node.node.put, reader=3)
            touch(UID)
    watchers.until(lambda: not waiting(node))
    return time.monotonic() - began


def check_taken(folder: Path, lines: int) -> None:
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as reader:
        ((handled,),) = reader.execute("SELECT n FROM positions").fetchall()
    assert handled >= lines, f"{handled} of {lines} reports are stored"


def tables(folder: Path, count: int, seconds: float) -> tuple[int, float]:
    """Tables of bots in this process; how many moves they made, and how many a second."""
    with ExitStack() as stack:
        houses = [opened(folder / str(number), number, stack) for number in range(count)]
        watchers = Watchers()
        stack.callback(watchers.close)
        seats = {house.port: watchers.connect(house.port, CLIENTS) for house in houses}
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            watchers.listen(0.05)
        took = time.monotonic() - began
        for house in houses:
            for seat in range(len(PLAYERS)):
                house.do(SetBot(seat, None))
        watchers.quiet(1.0)
        watchers.until(lambda: all(caught_up(house, seats[house.port]) for house in houses))
        moves = sum(agreed(house, seats[house.port]) for house in houses)
    return moves, moves / took


def opened(folder: Path, number: int, stack: ExitStack) -> House:
    """A table with three bots who have begun; pieces walk by themselves."""
    house = House(folder / "data", "full", bare_pages(folder / "pages"))
    house.open(*PLAYERS)
    stack.callback(house.close)
    house.table.state.chance = Dice(number)
    for seat in range(len(PLAYERS)):
        house.do(SetBot(seat, "sensible"))
    house.do(Begin())
    return house


def caught_up(house: House, watchers: list[Watcher]) -> bool:
    """Whether everybody at this table was sent its last view and no other; that takes a while on a busy machine."""
    view = house.table.view(ONLOOKER)
    return all((shown["game"], shown["version"]) == (view.game, view.version) for shown in map(Watcher.view, watchers))


def agreed(house: House, watchers: list[Watcher]) -> int:
    """Everybody at this table saw the same, and in order; how many moves were made."""
    view = house.table.view(ONLOOKER)
    for watcher in watchers:
        shown = watcher.view()
        assert [seat["balance"] for seat in shown["seats"]] == [seat.balance for seat in view.seats]
    in_order(watchers)
    return view.undo


def main() -> None:
    parser = argparse.ArgumentParser(description="Many watchers, many lines, many tables.")
    parser.add_argument("--connections", type=int, default=60, metavar="N", help="on one table (60)")
    parser.add_argument("--lines", type=int, default=4_000, metavar="N", help="of the board (4000)")
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="in one process (10)")
    parser.add_argument("--seconds", type=float, default=30, metavar="S", help="for which the tables play (30)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / secrets.token_hex(2)
        speed, counts = burst(place / "burst", options.connections, options.lines)
        moves, moves_per_second = tables(place, options.tables, options.seconds)
    figures = {
        "connections": options.connections,
        "lines": options.lines,
        "lines_per_second": round(speed, 1),
        "views_fewest": min(counts),  # that one client got; those between are skipped
        "views_most": max(counts),
        "tables": options.tables,
        "table_moves": moves,
        "moves_per_second": round(moves_per_second, 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
