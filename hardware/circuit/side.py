"""The circuit of the side node: a Pico, decoders and a switch that serve one of 14 readers at a time, a console.

The reasons for its parts are in `hardware/README.md`, under "Why it is built like this".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.pins import PinMap

if TYPE_CHECKING:  # reading the number of spaces must not start SKiDL
    from hardware.circuit.bench import Bench

SPACES = 13  # of the longest side there is; a side with 10 spaces leaves three connectors empty
READERS = SPACES + 1  # behind the last space's a second one for the corner with which the side begins
BUTTONS = ("D1", "D2", "D3", "OK", "CANCEL")
FIRST_READER_NUMBER = 9  # of a connector; that of the last reader comes first, and so does its place on the board


def build(bench: Bench, pinmap: PinMap) -> None:
    """Place and wire everything."""
    bench.powered("GND")
    bench.powered("5V")
    microcontroller(bench, pinmap)
    power_inlet(bench)
    decoders(bench)
    readers(bench)
    pixels(bench)
    switch(bench)
    console(bench)
    display_and_debug(bench)


def microcontroller(bench: Bench, pinmap: PinMap) -> None:
    """The Pico lives on the hub's USB alone: VSYS stays open, so that nothing feeds back into the hub."""
    pico = bench.place("pico", number=1)
    wired = {f"GP{each.gpio}": each.signal for each in pinmap.signals if each.side}
    bench.wire(pico, **wired)
    spare = {f"GP{gpio}" for gpio in (*range(23), 26, 27, 28)} - wired.keys()
    bench.wire(pico, **dict.fromkeys(sorted(spare), "nc"))
    bench.wire(pico, **{"GND": "GND", "AGND": "GND", "3V3_OUT": "3V3"})
    bench.wire(pico, **dict.fromkeys(("RUN", "ADC_VREF", "3V3_EN", "VBUS", "VSYS"), "nc"))
    bench.between("electrolytic", "100 µF", "3V3", "GND")


def power_inlet(bench: Bench) -> None:
    """5 V for the pixels; a USB-C supply gives none before it finds a resistor on each of the CC contacts."""
    inlet = bench.place("power_inlet", number=1)
    bench.wire(inlet, VBUS_A="5V_IN", VBUS_B="5V_IN", CC1="CC1", CC2="CC2", GND_A="GND", GND_B="GND", SHIELD="GND")
    bench.between("resistor", "5k1", "CC1", "GND")
    bench.between("resistor", "5k1", "CC2", "GND")
    bench.between("fuse", "1.0 A hold", "5V_IN", "5V")
    bench.between("surge_diode", "P6KE6.8A", "5V", "GND")
    bench.between("electrolytic", "1000 µF", "5V", "GND")


def decoders(bench: Bench) -> None:
    """At most one output is ever high, and none while SEL_EN_N is: at boot and without the Pico all readers sleep."""
    bench.between("resistor", "4k7", "SEL_EN_N", "3V3")
    addresses = {f"A{bit}": f"SEL_A{bit}" for bit in range(3)}
    supply = {"VCC": "3V3", "GND": "GND", "E1_N": "SEL_EN_N"}
    lower = bench.place("decoder", number=2)
    bench.wire(lower, **addresses, **supply, E2_N="SEL_A3", E3="3V3")
    upper = bench.place("decoder", number=3)
    bench.wire(upper, **addresses, **supply, E2_N="GND", E3="SEL_A3")
    for channel in range(16):
        decoder, output = (lower, channel) if channel < 8 else (upper, channel - 8)
        bench.wire(decoder, **{f"Y{output}": reset_of(channel) if channel < READERS else "nc"})
    for _ in (lower, upper):
        bench.between("capacitor", "100 nF", "3V3", "GND")


def switch(bench: Bench) -> None:
    """The same lines that wake a reader connect its answer, so what the others do to theirs disturbs nobody."""
    answers = bench.place("switch", number=5)
    bench.wire(answers, COMMON="RFID_MISO", E_N="SEL_EN_N", VCC="3V3", GND="GND")
    bench.wire(answers, **{f"S{bit}": f"SEL_A{bit}" for bit in range(4)})
    for channel in range(16):
        bench.wire(answers, **{f"I{channel}": f"MISO_{channel:02d}" if channel < READERS else "nc"})
    bench.between("capacitor", "100 nF", "3V3", "GND")


def reset_of(channel: int) -> str:
    """The net that wakes the reader behind an output of the decoders."""
    return f"RST_{channel:02d}"


def readers(bench: Bench) -> None:
    """A star: each reader has series resistors of its own, so that no branch disturbs another."""
    bench.between("resistor", "100R", "RFID_CS_N", "CS_N")
    bench.between("resistor", "4k7", "RFID_MISO", "GND")
    for place in range(READERS):
        reader(bench, (place - 1) % READERS, FIRST_READER_NUMBER + place)


def reader(bench: Bench, channel: int, number: int) -> None:
    """One connector; 2k2 holds the reset low against the 10k that some modules pull it up with."""
    clock, data, answer = (f"{name}_{channel:02d}" for name in ("SCK", "MOSI", "MISO"))
    reset = reset_of(channel)
    connector: Any = bench.place("reader", f"reader {channel}", number)
    bench.wire(connector, SDA="CS_N", SCK=clock, MOSI=data, MISO=answer, IRQ="nc", GND="GND", RST=reset)
    bench.wire(connector, **{"3V3": "3V3"})
    bench.between("resistor", "100R", "RFID_SCK", clock)
    bench.between("resistor", "100R", "RFID_MOSI", data)
    bench.between("resistor", "2k2", reset, "GND")
    bench.between("capacitor", "10 µF", "3V3", "GND")


def pixels(bench: Bench) -> None:
    """Pixels take 3.5 V for a one, more than the Pico gives; the inputs of the other three buffers are tied."""
    buffer = bench.place("pixel_driver", number=4)
    bench.wire(buffer, VCC="5V", GND="GND", A1="PIXEL", OE1_N="GND", Y1="PIXEL_5V")
    for number in (2, 3, 4):
        bench.wire(buffer, **{f"A{number}": "GND", f"OE{number}_N": "5V", f"Y{number}": "nc"})
    bench.between("resistor", "330R", "PIXEL_5V", "PIXEL_OUT")
    bench.between("capacitor", "100 nF", "5V", "GND")
    strip = bench.place("pixels", number=2)
    bench.wire(strip, **{"5V": "5V", "DATA": "PIXEL_OUT", "GND": "GND"})


def console(bench: Bench) -> None:
    """Buttons close to GND, pulled up inside the Pico; 1k keeps what a finger brings away from it."""
    panel = bench.place("console", number=3)
    bench.wire(panel, **{"GND": "GND", "3V3": "3V3", "BUZZER": "BUZZER_OUT", "FREE1": "nc", "FREE2": "nc"})
    bench.between("resistor", "220R", "BUZZER", "BUZZER_OUT")
    for button in BUTTONS:
        bench.wire(panel, **{f"BTN_{button}": f"SWITCH_{button}", f"LED_{button}": f"LAMP_{button}"})
        bench.between("resistor", "1k", f"BTN_{button}", f"SWITCH_{button}")
        bench.between("resistor", "330R", f"LED_{button}", f"LAMP_{button}")


def display_and_debug(bench: Bench) -> None:
    """A display of 128x32 on I2C, and debug text for firmware developers."""
    display = bench.place("display", number=4)
    bench.wire(display, GND="GND", VCC="3V3", SCL="I2C_SCL", SDA="I2C_SDA")
    bench.between("resistor", "4k7", "I2C_SCL", "3V3")
    bench.between("resistor", "4k7", "I2C_SDA", "3V3")
    debug = bench.place("debug", number=5)
    bench.wire(debug, TX="UART_TX", RX="UART_RX", GND="GND")
