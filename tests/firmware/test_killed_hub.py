"""A hub in a process of its own is killed while real firmware reports: what was under way counts once.

In real time, as only a process can be killed; the node's is turned, so that a busy machine does not make presses short.
"""

import json
import signal
from contextlib import ExitStack

import msgspec
import pytest
from emulation.nodes import Clock, FirmwareNode, Pace
from firmware.evening import needs_interpreter
from helpers.banker_key import banker_key_of
from helpers.house import until
from helpers.hub_process import HubProcess
from server.browser import Browser

from hub.simulated_board.board import PoweredNode
from hub.simulated_board.cable import PtyCable
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.requests import AddSeat, Begin, Enrol

pytestmark = pytest.mark.gate


@pytest.fixture
def node():
    """One side of real firmware."""
    return FirmwareNode(Clock(), "e661400000000000", "side", 10, True, cables=PtyCable)


class Hubs:
    """One hub after the other on the same folder and sides, one of them real firmware, each with a browser."""

    def __init__(self, folder, node, closing):
        self.folder, self.node, self.closing = folder, node, closing
        others = [PoweredNode(f"side-{number}", "side", 10, False, PtyCable) for number in range(3)]
        for other in others:
            other.plug_in()
            closing.callback(other.unplug)
        self.ports = [word for each in (node, *others) for word in ("--port", each.port)]
        self.start()

    def start(self):
        """Start the next one and wait until all nodes are linked."""
        self.hub = self.closing.enter_context(HubProcess(self.folder, *self.ports))
        self.browser = Browser(self.hub.port, key=banker_key_of(self.folder))
        self.closing.callback(self.browser.close)
        self.seen = None
        self.wait(lambda view: view["board"]["state"] == "up")

    def kill(self):
        self.hub.end(signal.SIGKILL)

    def type_dice(self, faces):
        """When the lamp blinks, type in real dice on the buttons."""
        until(lambda: self.node.scene.lamps["die1"] == "on", "the lamp of the first die blinks")
        self.node.type_dice(faces)

    def ask(self, action):
        assert self.browser.ask(json.loads(msgspec.json.encode(action)))["ok"]

    def wait(self, fits):
        if self.seen is None or not fits(self.seen):
            self.seen = self.browser.wait("view", fits)
        return self.seen

    def wait_for(self, task, **fields):
        def asked(view):
            shown = view["prompt"] and view["prompt"]["task"]
            return shown and shown["task"] == task and all(shown[name] == value for name, value in fields.items())

        self.wait(asked)


@needs_interpreter
def test_a_killed_hub_loses_and_doubles_nothing(tmp_path, node):
    """Dice are typed in on buttons; the hub dies with an arrival and a purchase unacknowledged; each counts once."""
    with ExitStack() as closing:
        pace = Pace([node])
        pace.start()
        closing.callback(pace.stop)
        hubs = Hubs(tmp_path, node, closing)
        for seat, name in enumerate(("Anna", "Ben")):
            hubs.ask(AddSeat(name))
            hubs.ask(Enrol(seat, SPARE_TAGS[seat]))
        hubs.ask(Begin())
        hubs.wait_for("opening_throw_pending", thrown=[])
        hubs.type_dice((1, 2))
        hubs.wait_for("opening_throw_pending", thrown=[[0, 3]])
        hubs.type_dice((1, 1))
        hubs.wait_for("throw_pending", seat=0)
        hubs.type_dice((1, 2))
        hubs.wait_for("advance_pending", seat=0, space=3)

        hubs.hub.process.send_signal(signal.SIGSTOP)
        with node.hands():
            node.put(SPARE_TAGS[0], 3)
        pace.rest(500)
        hubs.kill()
        hubs.start()
        hubs.wait_for("buy_pending")

        hubs.hub.process.send_signal(signal.SIGSTOP)
        node.press("ok", "short")
        pace.rest(500)
        hubs.kill()
        hubs.start()
        view = hubs.wait(lambda view: view["deeds"])
        assert [seat["balance"] for seat in view["seats"]] == [1440, 1500]
        assert node.socket.resets == []
