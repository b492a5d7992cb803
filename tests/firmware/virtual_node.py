"""A node in virtual time: the pins and the bus that are passed to a driver, connected to the model of the board."""

from emulation.model import NodeModel, pins

BYTE_US = 8.0  # 1 MHz
CALL_US = 20.0  # interpreter overhead of each call on a microcontroller


class _GiveWay:
    def __await__(self):
        yield


class VirtualNode:
    """Time passes only while the driver works or sleeps; `longest_us` is the longest time it worked without a pause."""

    def __init__(self, readers=0, *, tap=False, seed=0):
        self.us = 0.0
        self.longest_us = 0.0
        self._woke_us = 0.0
        self.model = NodeModel(readers, lambda: self.us, tap=tap, seed=seed)
        self.seen_awake = set()

    def pin(self, gpio):
        """A pin with the interface of `machine.Pin`."""

        def set_level(level):
            self.us += CALL_US / 4
            self.model.pin_write(gpio, level)
            self.seen_awake.add(self.model.awake)

        return set_level

    def write(self, data):
        self.us += CALL_US + BYTE_US * len(data)
        self.model.spi_transfer(bytes(data))

    def write_readinto(self, data, into):
        """As `machine.SPI.write_readinto`."""
        assert len(data) == len(into)
        self.us += CALL_US + BYTE_US * len(data)
        into[:] = self.model.spi_transfer(bytes(data))

    async def sleep_ms(self, ms):
        """Sleep as MicroPython does, which counts whole milliseconds and may so wake up to one millisecond early."""
        self.longest_us = max(self.longest_us, self.us - self._woke_us)
        self.us = self._woke_us = max(self.us, (self.us // 1000 + ms) * 1000.0)
        await _GiveWay()

    def run(self, coroutine):
        """Run a coroutine to its end; returns its value or raises its exception."""
        try:
            while True:
                coroutine.send(None)
        except StopIteration as stop:
            return stop.value

    def wiring(self):
        """The arguments of `Select`: address pins, enable, tap."""
        return (
            [self.pin(gpio) for gpio in pins.SELECT_ADDRESS],
            self.pin(pins.SELECT_ENABLE_N),
            self.pin(pins.TAP_RESET),
        )
