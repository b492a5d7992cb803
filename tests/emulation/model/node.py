"""One node as its microcontroller and the people at it see it: pins, readers behind two decoders, buttons, lights.

The code that runs the firmware passes pins and bytes on, and holds a lock if there are several threads. Readers behind
the decoders have the numbers from 0, and a switch connects the answer of the one that they wake; the tap reader, if
there is one, comes after them, and answers on the line itself.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from emulation.model import pins
from emulation.model.antenna import AMPLE
from emulation.model.chip import Chip
from emulation.model.display import Display
from emulation.model.faults import HEALTHY, Faults
from emulation.model.field import FADING_DB, Field
from emulation.model.registers import SPI_HZ_MAX
from emulation.model.tag import START_US, Tag

Colour = tuple[int, int, int]


@dataclass(slots=True)
class Counters:
    """What happened on the bus, and what must never happen there."""

    transactions: int = 0
    bytes: int = 0
    two_awake: int = 0
    address_while_enabled: int = 0
    tap_while_side: int = 0
    miso_pulled_up: int = 0
    wakes: Counter[int] = field(default_factory=Counter)
    """How often each reader was woken."""


class NodeModel:
    """A node with so many readers; `now_us` is the time of the microcontroller, `seed` that of the noise."""

    def __init__(
        self, readers: int, now_us: Callable[[], float], *, tap: bool = False, pixels: int = 0, seed: int = 0
    ) -> None:
        if not 0 <= readers <= 16:
            raise ValueError(f"two decoders have 16 outputs, not {readers}")
        chance = random.Random(seed)
        self.chips = [Chip(now_us, chance) for _ in range(readers + tap)]
        self.counters = Counters()
        self.buzzer_hz = 0
        self.display = Display(chance)
        self._floating = set(pins.BUTTONS.values())
        self._skewed = self._too_fast = False
        self._now_us = now_us
        self._chance = chance
        self._readers = readers
        self._switched = range(readers)
        self._tap = tap
        self._levels = {pins.SELECT_ENABLE_N: 1, pins.CHIP_SELECT: 1}
        self._pressed: set[str] = set()
        self._lights: list[Colour] = [(0, 0, 0)] * pixels
        self._lying: dict[bytes, tuple[int, Tag]] = {}
        self._brown_out: dict[int, int] = {}
        self._holders: list[int] = []
        self.awake: tuple[int, ...] = ()
        self._sole: Chip | None = None
        self._button_of = {pin: name for name, pin in pins.BUTTONS.items()}

    # What the microcontroller does

    def pin_write(self, gpio: int, level: int) -> None:
        if gpio == pins.CHIP_SELECT:
            if not level and self._levels[gpio]:
                self._begin()
            self._levels[gpio] = level
            return
        before = self._levels.get(gpio, 0)
        self._levels[gpio] = level
        if before != level and (gpio in pins.SELECT_ADDRESS or gpio in (pins.SELECT_ENABLE_N, pins.TAP_RESET)):
            if gpio in pins.SELECT_ADDRESS and not self._levels[pins.SELECT_ENABLE_N]:
                self.counters.address_while_enabled += 1
            self._wake()

    def pin_read(self, gpio: int) -> int:
        """The level of a pin: buttons pull theirs low while pressed."""
        button = self._button_of.get(gpio)
        if button is not None:
            return 0 if button in self._pressed or gpio in self._floating else 1
        return self._levels.get(gpio, 0)

    def release_pins(self) -> None:
        """The microcontroller was reset: its pins float, and pulls put all readers to sleep."""
        self._levels = {pins.SELECT_ENABLE_N: 1, pins.CHIP_SELECT: 1}
        self._floating = set(pins.BUTTONS.values())
        self.buzzer_hz = 0
        self._wake()

    def pull_up(self, gpio: int) -> None:
        """Switch a pull-up on: buttons want theirs; against the pull-down of MISO it slows every falling edge."""
        self._floating.discard(gpio)
        self.counters.miso_pulled_up += gpio == pins.MISO

    def bus_setup(self, hertz: int, polarity: int, phase: int) -> None:
        """How the bus of the readers is clocked: they take mode 0, at most 10 MHz (data sheet 8.1.2, 12.3)."""
        self._skewed = bool(polarity or phase)
        self._too_fast = hertz > SPI_HZ_MAX
        self._look_for_disturbers()

    def transaction(self, data: bytes) -> bytes:
        """Chip select low, bytes, chip select high: cheaper than one by one."""
        self._begin()
        self._levels[pins.CHIP_SELECT] = 0
        answer = self.spi_transfer(data)
        self._levels[pins.CHIP_SELECT] = 1
        return answer

    def spi_transfer(self, data: bytes) -> bytes:
        """Bytes over the bus of the readers, any number at a time; the bus idles low."""
        if self._levels[pins.CHIP_SELECT]:
            return bytes(len(data))
        self.counters.bytes += len(data)
        sole = self._sole
        if sole is not None:
            return sole.transfer(data)
        return self._disturbed(data)

    def pixel_write(self, gpio: int, words: Sequence[int]) -> None:
        """What PIO shifts out: 24 bits a light, green first."""
        if gpio == pins.PIXELS:
            lights = [(word >> 8 & 0xFF, word >> 16 & 0xFF, word & 0xFF) for word in words]
            self._lights[: len(lights)] = lights[: len(self._lights)]

    def pwm_write(self, gpio: int, frequency_hz: int, duty: int) -> None:
        if gpio == pins.BUZZER:
            self.buzzer_hz = frequency_hz if duty else 0
        else:
            self.pin_write(gpio, 1 if duty else 0)

    # Which reader is awake

    def _wake(self) -> None:
        levels = self._levels
        now_awake: list[int] = []
        if not levels[pins.SELECT_ENABLE_N]:
            output = sum((levels.get(pin, 0) & 1) << i for i, pin in enumerate(pins.SELECT_ADDRESS))
            now_awake += [output] if output < self._readers else []
        if levels.get(pins.TAP_RESET, 0):
            now_awake += [self._readers] if self._tap else []
            self.counters.tap_while_side += not levels[pins.SELECT_ENABLE_N]
        self.counters.two_awake += len(now_awake) > 1
        for reader in self.awake:
            if reader not in now_awake:
                self.chips[reader].hold()
        for reader in now_awake:
            if reader not in self.awake:
                self.counters.wakes[reader] += 1
                self.chips[reader].release()
        self.awake = tuple(now_awake)
        self._look_for_disturbers()

    def _look_for_disturbers(self) -> None:
        """Nearly always one healthy chip has the bus to itself; find that out here, not at each byte."""
        self._holders = [
            chip.faults.holds_miso
            for reader, chip in enumerate(self.chips)
            if chip.faults.holds_miso is not None and reader not in (*self.awake, *self._switched)
        ]
        self._sole = None
        if len(self.awake) == 1 and not (self._holders or self._skewed or self._too_fast):
            chip = self.chips[self.awake[0]]
            disturbed = chip.faults.dead is not None or chip.faults.spi_noise or self.awake[0] in self._brown_out
            self._sole = None if disturbed else chip

    def _begin(self) -> None:
        self.counters.transactions += 1
        for reader in self.awake:
            self.chips[reader].select()
            if reader in self._brown_out:
                self._brown_out[reader] -= 1
                if not self._brown_out[reader]:
                    del self._brown_out[reader]
                    self.chips[reader].brown_out()
                    self._look_for_disturbers()

    def _disturbed(self, data: bytes) -> bytes:
        """Several drivers of one line: low wins. Without any, the pull-down does."""
        answers = [self._sent(self.chips[reader], data) for reader in self.awake]
        answers += [bytes([0xFF * level]) * len(data) for level in self._holders]
        line = bytearray(answers[0] if answers else len(data))
        for answer in answers[1:]:
            line = bytearray(a & b for a, b in zip(line, answer, strict=True))
        return bytes(line)

    def _sent(self, chip: Chip, data: bytes) -> bytes:
        if chip.faults.dead is not None:
            return bytes([chip.faults.dead]) * len(data)
        noise = chip.faults.spi_noise
        if noise:
            data = self._noisy(data, noise)
        if self._too_fast:
            return self._noisy(chip.transfer(self._noisy(data, 0.5)), 0.5)
        if self._skewed:  # sampled at the wrong edge: one bit late, in and out
            return _late(chip.transfer(_late(data)))
        answer = chip.transfer(data)
        return self._noisy(answer, noise) if noise else answer

    def _noisy(self, data: bytes, noise: float) -> bytes:
        chance = self._chance
        return bytes(byte ^ 1 << chance.randrange(8) if chance.random() < noise else byte for byte in data)

    # What people do

    def put(
        self,
        reader: int,
        uid: str | bytes,
        needs_db: float = 18,
        also: Mapping[int, float] | None = None,
        start_us: int = START_US,
        fading_db: float = 0,
        margin: float = AMPLE,
    ) -> Tag:
        """Put a tag on a reader, from wherever it lay. `also`: other readers whose field it is in, with their dB.

        `fading_db` and `margin` as in `Antenna`. Returns the tag.
        """
        key = bytes.fromhex(uid) if isinstance(uid, str) else uid
        self.take(key)
        tag = Tag(key, start_us)
        self._lying[key] = reader, tag
        for number, gain_db in {**(also or {}), reader: needs_db}.items():
            self.chips[number].antenna.put(tag, gain_db, self._now_us(), fading_db, margin)
        return tag

    def put_piece(self, reader: int, uid: str | bytes, above: Field) -> None:
        (needs_db, margin), also = above.rest(reader, self._readers, self._chance)
        tag = self.put(reader, uid, needs_db, fading_db=FADING_DB, margin=margin)
        for near, (near_db, at_most) in also.items():
            self.chips[near].antenna.put(tag, near_db, self._now_us(), FADING_DB, at_most)

    def take(self, uid: str | bytes) -> None:
        """Take a tag away; one that is not here is ignored."""
        found = self._lying.pop(bytes.fromhex(uid) if isinstance(uid, str) else uid, None)
        if found is not None:
            for chip in self.chips:
                chip.antenna.take(found[1], self._now_us())

    def tags(self) -> dict[str, int]:
        """Where each tag lies: uid in upper-case hex -> reader."""
        return {uid.hex().upper(): reader for uid, (reader, _) in self._lying.items()}

    def press(self, button: str) -> None:
        self._pressed.add(self._known(button))

    def release(self, button: str) -> None:
        self._pressed.discard(self._known(button))

    def _known(self, button: str) -> str:
        if button not in pins.BUTTONS:
            raise ValueError(f"no such button: {button!r}")
        return button

    def fail(self, reader: int, faults: Faults) -> None:
        """Make a reader fail in these ways, instead of any before."""
        self.chips[reader].faults = faults
        self._brown_out.pop(reader, None)
        if faults.brown_out_after is not None:
            self._brown_out[reader] = faults.brown_out_after
        self._look_for_disturbers()

    def heal(self, reader: int) -> None:
        self.fail(reader, HEALTHY)

    # What people see

    def pixels(self) -> tuple[Colour, ...]:
        """Red, green and blue of each light."""
        return tuple(self._lights)

    def lamps(self) -> dict[str, bool]:
        return {name: bool(self._levels.get(pin, 0)) for name, pin in pins.LAMPS.items()}


def _late(data: bytes) -> bytes:
    return (int.from_bytes(data, "big") >> 1).to_bytes(len(data), "big")
