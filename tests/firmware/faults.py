"""What goes wrong on an evening. Each fault strikes while something is on its way; the step it strikes is done once."""

import random
import signal
from typing import Any

from emulation.model import Faults
from firmware.evening import Evening

from hub.domain.commands import Advance, Throw

FOREIGN = [f"04F0E1D2C3B4{number:02X}" for number in range(14)]
JUMP_MS = 5_000_000
POLLS = 6  # one that may be under way, three that miss a tag, and some that are garbled


class Strike:
    """One evening, and the luck of a fault; each method is a fault."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self.evening = evening
        self.luck = random.Random(seed)

    # What the faults need

    @property
    def _console(self) -> Any:
        return self.evening.nodes[0]

    def _destination(self) -> tuple[Any, int]:
        """The node and reader on which the next piece is awaited."""
        self.evening.go_to(Advance)
        node, reader = divmod(self.evening.awaited, 10)
        return self.evening.nodes[node], reader

    def _ready_to_throw(self) -> None:
        """The lamp of the die blinks, nobody has pressed it yet."""
        self.evening.go_to(Throw)
        self.evening.wait_for_lamp()

    def _links(self, node: Any) -> int:
        return next(status.counters["links"] for status in self.evening.board.nodes() if status.node == node.id)

    def _linked_again(self, node: Any, links: int) -> None:
        self.evening.wait(lambda: self._links(node) > links and self._status(node).link == "up", "a new link")

    def _status(self, node: Any) -> Any:
        return next(status for status in self.evening.board.nodes() if status.node == node.id)

    def _fault(self, node: Any, reader: int, faults: Faults | None) -> None:
        if faults is None:
            node.electronics.model.heal(reader)
        else:
            node.electronics.model.fail(reader, faults)

    def _all_polled(self) -> None:
        """Wait until the console has looked at each of its readers so often that it knows what lies there."""
        wakes = self._console.electronics.model.counters.wakes
        before = dict(wakes)
        self.evening.wait(
            lambda: all(wakes[reader] >= before[reader] + POLLS for reader in before), "all readers are polled"
        )

    def _mangled(self, mangle: Any) -> None:
        """Press and move while the cables of both nodes do this to what the nodes say."""
        node, _ = self._destination()
        for one in {node, self._console}:
            one.cable.mangle = mangle
        self.evening.go(1)
        self.evening.go_to(Throw)
        self.evening.go(1)
        for one in {node, self._console}:
            one.cable.mangle = bytes

    # Cables and power

    def unplugged_and_plugged_in(self) -> None:
        """The piece is put down while its node is without power."""
        node, _ = self._destination()
        links = self._links(node)
        node.unplug()
        self.evening.do(self.evening.next.command)
        node.plug_in()
        self.evening.board.hands.replug(node.id)
        self.evening.follow()
        self._linked_again(node, links)

    def port_renamed(self) -> None:
        """A button is pressed while the data lines are broken; they come back under another name, in the same boot."""
        self._ready_to_throw()
        links, port = self._links(self._console), self._console.port
        self._console.cable.muted = True
        self.evening.do(self.evening.next.command)
        self.evening.rest(300)
        self.evening.board.hands.lose_data(self._console.id)
        self.evening.follow()
        self._linked_again(self._console, links)
        assert self._console.port != port

    def board_reset(self) -> None:
        """Somebody presses the reset button while the piece is put down."""
        node, _ = self._destination()
        links = self._links(node)
        self.evening.do(self.evening.next.command)
        node.socket.reset("button")
        self.evening.follow()
        self._linked_again(node, links)

    def watchdog_reset(self) -> None:
        """The chip hangs while the piece is put down, and the watchdog restarts it."""
        node, _ = self._destination()
        resets = len(node.socket.resets)
        node.socket.hangs = True
        self.evening.do(self.evening.next.command)
        self.evening.follow()
        assert node.socket.resets[resets:] == ["watchdog"]

    def broken_into(self) -> None:
        """A serial monitor breaks in: the node goes dark until somebody presses its reset button."""
        node, _ = self._destination()
        resets = len(node.socket.resets)
        node.socket.interrupt(signal.SIGINT)
        self.evening.do(self.evening.next.command)
        self.evening.rest(1000)
        assert len(node.socket.resets) == resets
        node.socket.reset("button")
        self.evening.follow()

    # Lines

    def garbage(self) -> None:
        """Bytes that nobody said, in both directions, before and between the lines."""
        for node in self.evening.nodes:
            node.cable.garble(self.luck.randbytes(300) + b"\n" + self.luck.randbytes(40))
            node.socket.chip.send(self.luck.randbytes(700) + b"\n" + self.luck.randbytes(90))
        self.evening.go(3)

    def truncated_lines(self) -> None:
        """Every third line of the nodes ends too early."""
        self._mangled(lambda frame: frame[: self.luck.randrange(len(frame))] if self.luck.random() < 0.33 else frame)

    def duplicated_lines(self) -> None:
        """Every line of the nodes comes twice."""
        self._mangled(lambda frame: frame + frame)

    def flipped_bits(self) -> None:
        """Every third line of the nodes has a wrong bit."""

        def flip(frame: bytes) -> bytes:
            if self.luck.random() < 0.67:
                return frame
            data = bytearray(frame)
            data[self.luck.randrange(len(data))] ^= 1 << self.luck.randrange(8)
            return bytes(data)

        self._mangled(flip)

    def lost_lines(self) -> None:
        """The next four lines of the console vanish, the press among them."""
        self._ready_to_throw()
        self._console.cable.lose = 4
        self.evening.go(1)

    def burst_over_the_queue(self) -> None:
        """More tags come and go than the queue holds, while nothing passes; the press among them is not lost."""
        self._ready_to_throw()
        dropped = self._status(self._console).counters["dropped"]
        self._console.cable.muted = True
        self.evening.do(self.evening.next.command)
        self.evening.rest(300)
        for _ in range(2):
            for number, uid in enumerate(FOREIGN):
                self._console.put(uid, 1 + number % 9)
            self._all_polled()
            for uid in FOREIGN:
                self._console.take(uid)
            self._all_polled()
        self._console.cable.muted = False
        self.evening.follow()
        self.evening.wait(
            lambda: self._status(self._console).counters["dropped"] > dropped, "the node says that it dropped reports"
        )

    # Readers

    def stuck_reader(self) -> None:
        """The chip under the awaited piece stops in the middle of a command, and works again later."""
        self._failing(Faults(frozen=True))

    def dying_reader(self) -> None:
        """The chip under the awaited piece answers no more, and is replaced later."""
        self._failing(Faults(dead=0xFF))

    def _failing(self, faults: Faults) -> None:
        node, reader = self._destination()
        self._fault(node, reader, faults)
        self.evening.wait(lambda: reader in self._status(node).faults, "the fault is reported")
        self.evening.do(self.evening.next.command)
        self.evening.rest(300)
        self._fault(node, reader, None)
        self.evening.follow()
        self.evening.wait(lambda: not self._status(node).faults, "the reader is well again")

    def reader_dies_under_a_piece(self) -> None:
        """A piece on a reader that dies has not left: nothing is adrift while it is dead."""
        node, reader = self._destination()
        self.evening.go(1)
        self._fault(node, reader, Faults(dead=0x00))
        self.evening.wait(lambda: reader in self._status(node).faults, "the fault is reported")
        assert not self.evening.view().board.drift
        self._fault(node, reader, None)
        self.evening.wait(lambda: not self._status(node).faults, "the reader is well again")

    def two_tags_on_one_reader(self) -> None:
        """A tag that is nobody's lies where the piece is awaited."""
        node, reader = self._destination()
        node.put(FOREIGN[0], reader)
        self.evening.go(1)
        node.take(FOREIGN[0])

    def noisy_air(self) -> None:
        """One frame in seven is garbled in the field under the awaited piece."""
        node, reader = self._destination()
        self._fault(node, reader, Faults(rf_noise=0.15))
        self.evening.go(1)
        self._fault(node, reader, None)

    def brown_out(self) -> None:
        """The chip under the awaited piece resets itself in the middle of being read."""
        node, reader = self._destination()
        self._fault(node, reader, Faults(brown_out_after=17))
        self.evening.go(1)
        self._fault(node, reader, None)

    # Time

    def clock_jump(self) -> None:
        """The clock of the hub jumps ahead by more than an hour and back again while a piece is put down."""
        self.evening.go_to(Advance)
        self.evening.board.ahead_ms = JUMP_MS
        self.evening.do(self.evening.next.command)
        self.evening.rest(200)
        self.evening.board.ahead_ms = 0
        self.evening.follow()


FAULTS = [fault for name, fault in vars(Strike).items() if not name.startswith("_")]
