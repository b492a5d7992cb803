"""The two real ends of the link over fake wires in virtual time, and a table's ear that remembers what is durable.

The hub's end is a `Session`, the node's end a `SimulatedNode`: only the cable between them is made up here.
"""

import os
import random
import tty
from collections import deque

import pytest
from helpers import waiting

from hub.board import board, port, spare
from hub.board.clock import MASK
from hub.board.lines import LineLog
from hub.board.roster import Roster
from hub.board.session import Session
from hub.simulated_board.board import PoweredNode
from hub.simulated_board.node import SimulatedNode
from hub.table.interfaces.board import NodeChanged, SnapshotEvent

STEP_MS = 5


class Ear:
    """A listener whose memory of what is durable outlives the hub; it can die just before or after it persists."""

    def __init__(self):
        self.taken = []  # (event, event id) of all that was heard, in order
        self.durable = {}
        self.die_before = self.die_after = 0

    def board_event(self, event, event_id):
        if event_id is not None and self.die_before:
            self.die_before -= 1
            raise Killed
        self.taken.append((event, event_id))
        if event_id is not None:
            self.durable[event.node] = event_id
            if self.die_after:
                self.die_after -= 1
                raise Killed

    def last_event(self, node):
        return self.durable.get(node)

    def of(self, kind):
        return [event for event, _ in self.taken if isinstance(event, kind)]

    @property
    def reports(self):
        """Durable reports but the snapshots, whose number depends on the wire."""
        return [event for event, made in self.taken if made is not None and not isinstance(event, SnapshotEvent)]

    @property
    def snapshots(self):
        return self.of(SnapshotEvent)

    @property
    def links(self):
        return self.of(NodeChanged)


class Killed(Exception):
    """The hub was killed here."""


class Wire:
    """One direction. `mangle(frame)` says which pieces of bytes arrive, `delay_ms()` when; order is kept."""

    def __init__(self, world, mangle, delay_ms):
        self.world, self.mangle, self.delay_ms = world, mangle, delay_ms
        self.cut = False
        self.bytes_sent = 0
        self._under_way = deque()

    def send(self, frame):
        self.bytes_sent += len(frame)
        if self.cut:
            return
        at_ms = self.world.ms + self.delay_ms()
        if self._under_way:
            at_ms = max(at_ms, self._under_way[-1][0])
        self._under_way.extend((at_ms, piece) for piece in self.mangle(frame))

    def arrived(self):
        while self._under_way and self._under_way[0][0] <= self.world.ms:
            yield self._under_way.popleft()[1]


def lossy(chance, rate):
    """Drops, flipped bits, frames twice, lost tails and noise, each with this probability."""

    def mangle(frame):
        data = bytearray(frame)
        if chance.random() < rate:
            return []
        if chance.random() < rate:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        if chance.random() < rate:
            data = data + data
        if chance.random() < rate:
            data = bytearray(chance.randbytes(chance.randrange(1, 40))) + data
        if chance.random() < rate:
            data = data[: chance.randrange(len(data))]
        return [bytes(data[i : i + 64]) for i in range(0, len(data), 64)]

    return mangle


class World:
    """A hub and a node with 10 readers and a console, in virtual time, on one of the four kinds of wire."""

    def __init__(self, kind="perfect", seed=1, rate=0.08, start_ms=1000):
        chance = random.Random(seed)
        mangle = {
            "perfect": lambda frame: [frame],
            "bytewise": lambda frame: [frame[i : i + 1] for i in range(len(frame))],
            "lossy": lossy(chance, rate),
            "delayed": lambda frame: [frame],
        }[kind]
        delay_ms = (lambda: chance.randrange(20, 300)) if kind == "delayed" else (lambda: 0)
        self.ms = start_ms
        self.node_clock_ms = 0  # how far the node's clock is ahead
        self.to_hub, self.to_node = Wire(self, mangle, delay_ms), Wire(self, mangle, delay_ms)
        self.ear = Ear()
        self.lines = LineLog()
        self.node = SimulatedNode(
            "side-a", "side", 10, has_console=True, now=lambda: (self.ms + self.node_clock_ms) & MASK
        )
        self.boot_node()
        self.start_hub()

    def boot_node(self):
        self.node.power_off()
        self.node.power_on(self.to_hub.send)

    def start_hub(self):
        """A new hub process: it knows nothing but what is durable."""
        self.roster = Roster(simulated=True)
        self.hub = Session("wire", self.to_node.send, self.roster, self.lines, self.ear, lambda: self.ms & MASK)

    def step(self):
        self.ms += STEP_MS
        for data in self.to_hub.arrived():
            self.hub.link.feed(data)
        self.hub.link.tick()
        for data in self.to_node.arrived():
            self.node.feed(data)
        self.node.tick()

    def run(self, ms):
        for _ in range(ms // STEP_MS):
            self.step()

    def until(self, condition, within_ms=60_000):
        end_ms = self.ms + within_ms
        while not condition():
            assert self.ms < end_ms, (
                self.hub.link.stat,
                self.node.link and self.node.link.stat,
                self.lines.newest()[-8:],
            )
            self.step()

    def link_up(self):
        self.until(lambda: self.hub.link.up and self.node.link.up and self.ear.snapshots)
        return self

    def show(self, scene):
        self.roster.box("side-a").show(scene)

    def status(self):
        return self.roster.statuses()[0]


@pytest.fixture
def world():
    """Make a world: `world(kind, seed)`."""
    return World


@pytest.fixture
def table():
    """A hub and a node that are linked by a perfect wire."""
    return World().link_up()


@pytest.fixture
def killed():
    return Killed


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture(scope="module", autouse=True)
def _short_waits():
    """Boards look for ports, and try them again, twenty times as often as at home."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board, "LOOK_S", board.LOOK_S / 20)
        patch.setattr(port, "RETRY_S", port.RETRY_S / 20)
        yield


@pytest.fixture
def until():
    return waiting.until


@pytest.fixture
def boards():
    started = []

    def start(board, ear):
        started.append(board)
        board.start(ear)
        return board

    yield start
    for opened in started:
        opened.stop()


class Pty:
    """A port, and its far end."""

    def __init__(self):
        self.far, self.near = os.openpty()
        tty.setraw(self.near)  # else the pty itself says back what it hears before a hub has opened it
        os.set_blocking(self.far, False)
        self.name = os.ttyname(self.near)

    def unplug(self):
        for descriptor in (self.far, self.near):
            if descriptor is not None:
                os.close(descriptor)
        self.far = self.near = None


@pytest.fixture
def pty():
    made = Pty()
    yield made
    made.unplug()


class Desk:
    """What is plugged into this computer, as a function that lists known ports sees it."""

    def __init__(self):
        self.nodes = []

    def plug_in(self, name):
        """A new side node with ten readers."""
        node = PoweredNode(name, "side", 10, has_console=True)
        node.plug_in()
        self.nodes.append(node)
        return node

    def ports(self):
        return [port for node in self.nodes if (port := node.port)]


@pytest.fixture
def desk(monkeypatch):
    """Whoever a busy computer did not hear is listened to again at the next look, not half a minute later."""
    monkeypatch.setattr(spare, "AGAIN_S", 0.0)
    desk = Desk()
    yield desk
    for node in desk.nodes:
        node.unplug()
