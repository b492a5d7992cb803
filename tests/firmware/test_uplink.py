"""The end of the link on a node, and its port, without an interpreter of its own."""

import importlib
import sys
import time
import types

import pytest


class Port:
    """The two ends of a node's port: it takes so many bytes of each write, and none while it is blocked."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self):
        self.buffer, self.taken, self.blocked, self.takes = self, b"", False, 99

    def poll(self, ms=0):
        return self if ms == 0 else [(self, 0 if self.blocked else self.POLLOUT)]

    def register(self, port, events):
        pass

    def write(self, data):
        assert not self.blocked, "a write that waits for the hub"
        self.taken += data[: self.takes]
        return min(len(data), self.takes)


@pytest.fixture
def port(staged, monkeypatch):
    module, port = importlib.import_module("node.wire_port"), Port()
    monkeypatch.setattr(module, "select", port)
    monkeypatch.setattr(module, "sys", types.SimpleNamespace(stdin=port, stdout=port))
    return module.WirePort(), port


def test_a_hub_that_does_not_read_holds_nobody_up(port):
    """Nothing is written while the port takes nothing: such a write would block the whole node."""
    ours, port = port
    port.blocked = True
    ours.write(b"first\n")
    port.blocked = False
    ours.write(b"second\n")
    assert port.taken == b"\nsecond\n"


def test_a_frame_that_was_torn_does_not_swallow_the_next(port):
    """The port took only the beginning of one: it is ended before the next begins, once."""
    ours, port = port
    port.takes = 3
    ours.write(b"first\n")
    port.takes = 99
    ours.write(b"second\n")
    ours.write(b"third\n")
    assert port.taken == b"fir\nsecond\nthird\n"


@pytest.fixture
def uplink(staged, monkeypatch):
    monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)
    yield importlib.import_module("node.uplink")
    sys.modules.pop("node.uplink", None)


@pytest.mark.parametrize(("hub_ms", "shared_ms"), [(None, 70), (5000, 5000), (0, 0)])
def test_all_sides_share_the_clock_of_the_hub(uplink, hub_ms, shared_ms):
    """Their own one they only use until they know it."""
    clock = types.SimpleNamespace(peer={70: hub_ms}.get)
    node = types.SimpleNamespace(now=lambda: 70, link=types.SimpleNamespace(clock=clock))
    assert uplink.Uplink.hub_ms(node) == shared_ms


@pytest.mark.parametrize("raised", [KeyError, TypeError, ValueError, AttributeError, IndexError])
def test_a_message_that_cannot_be_is_counted_and_ends_nothing(uplink, raised):
    """Whatever its handler stumbles over."""

    def stumbles(message):
        raise raised

    link = types.SimpleNamespace(stat={"bad": 0})
    node = types.SimpleNamespace(_handlers={"lights": stumbles}, link=link)
    uplink.Uplink.message(node, {"t": "lights"})
    uplink.Uplink.message(node, {"t": "unheard of"})
    assert link.stat == {"bad": 2}
