# Runs on MicroPython: the files of ON_BOARD, copied into the folder `link_code`, against each other without a hub.
# The first argument is the folder that holds `link_code`. Prints "ok" at the end; any failure is a traceback.
import sys

sys.path.insert(0, sys.argv[1])
from link_code.clock import MASK, since
from link_code.link import Link
from link_code.outbox import QUEUE, Events
from link_code.wire import MAX_LINE, Lines, decode, encode


class End:
    def __init__(self, clock):
        self.clock, self.out, self.got, self.noise = clock, [], [], 0

    def now(self):
        return self.clock[0] & MASK

    def write(self, frame):
        self.out.append(frame)

    def heard(self, line, ok):
        self.noise += not ok

    def admit(self, hello):
        return None

    def linked(self, hello):
        self.got.append("up")

    def unlinked(self, why):
        self.got.append(why)

    def refused(self, hello, why):
        self.got.append(why)

    def message(self, message):
        self.got.append((message["t"], message["n"]))


def empty():
    return [], []


def run(clock, node, hub, ms, cut=False):
    for _ in range(ms // 5):
        clock[0] += 5
        for giver, taker in ((node, hub), (hub, node)):
            frames = giver.owner.out
            giver.owner.out = []
            for frame in frames:
                if not cut:
                    for i in range(0, len(frame), 16):
                        taker.feed(memoryview(frame)[i : i + 16])
            taker.tick()


def test_codec():
    message = {"t": "tag", "reader": 3, "uid": "04A1B2C3D4E5F6", "on": True, "what": None, "k": MASK}
    assert decode(encode(message)[:-1]) == message
    assert decode(b"nonsense") is None
    assert decode(b'{"t":"\xff"}\t00000000') is None
    lines = Lines()
    assert len(lines.push(b"x" * 2000)[0]) == MAX_LINE + 1
    assert lines.push(b"\n" + encode(message))[0] == encode(message)[:-1]
    try:
        encode({"t": "x" * MAX_LINE})
        raise AssertionError("too long a frame was made")
    except ValueError:
        pass
    assert since(3, MASK) == 4
    assert since(MASK, 3) == -4


def test_link():
    clock = [MASK - 2000]
    events = Events(empty)
    node = Link(End(clock), events, {"id": "a"}, 77, False)
    hub = Link(End(clock), Events(empty), {}, 5, True)
    run(clock, node, hub, 500)
    assert node.up
    assert hub.up
    hub.feed(bytes(range(256)) * 3)
    for _ in range(20):
        events.add({"t": "button", "id": "ok", "press": "short"})
    run(clock, node, hub, 3000)
    assert hub.owner.got == ["up", ("all", 1)] + [("button", n) for n in range(2, 22)]
    assert hub.owner.noise > 0
    assert abs(since(hub.clock.offset, 0)) <= 5  # one step of the run
    run(clock, node, hub, 6000, cut=True)
    assert not node.up
    assert hub.owner.got[-1] == "silent"
    for _ in range(QUEUE + 8):
        events.add({"t": "tag", "reader": 0, "uid": "04A1B2C3", "on": True})
    run(clock, node, hub, 3000)
    assert node.up
    assert hub.owner.got[-1][0] == "all"
    assert events.dropped > 0


test_codec()
test_link()
print("ok")
