"""One source of pins: whoever says where a signal is agrees with the pin map."""

import csv
import runpy
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from io import StringIO
from itertools import combinations
from operator import getitem
from pathlib import Path

import pytest

from hardware import pins
from hardware.circuit.netlist import Netlist

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
BUTTONS = {"die1": "D1", "die2": "D2", "die3": "D3", "ok": "OK", "cancel": "CANCEL"}
NAMES_IN_FIRMWARE = {
    "SELECT_ENABLE_PIN": "SEL_EN_N",
    "TAP_RESET_PIN": "RFID_RST_TAP",
    "MISO_PIN": "RFID_MISO",
    "CHIP_SELECT_PIN": "RFID_CS_N",
    "CLOCK_PIN": "RFID_SCK",
    "MOSI_PIN": "RFID_MOSI",
    "PIXEL_PIN": "PIXEL",
    "BUZZER_PIN": "BUZZER",
    "DISPLAY_DATA_PIN": "I2C_SDA",
    "DISPLAY_CLOCK_PIN": "I2C_SCL",
}
OF_NO_USE_TO_THE_FIRMWARE = {"UART_TX", "UART_RX"}


def table() -> dict:
    """The text of the pin map as a table that a test may spoil."""
    return tomllib.loads(pins.PINMAP.read_text(encoding="utf-8"))


def swapped(pinmap: pins.PinMap, first: str, second: str) -> pins.PinMap:
    """The pin map with two signals in each other's place."""
    places = {first: pinmap.gpio(second), second: pinmap.gpio(first)}
    return replace(
        pinmap, signals=tuple(replace(each, gpio=places.get(each.signal, each.gpio)) for each in pinmap.signals)
    )


def disagreements(pinmap: pins.PinMap, who: str, found: Mapping[str, int]) -> list[str]:
    """One sentence for each signal of the pin map that `who` has on another pin or not at all."""
    wanted = {each.signal: each.gpio for each in pinmap.signals if each.signal in found}
    return [
        f"{signal}: {who} says GP{found[signal]}, the pin map says GP{gpio}."
        for signal, gpio in wanted.items()
        if found[signal] != gpio
    ] + [f"{signal}: {who} has it, the pin map has not." for signal in found if signal not in wanted]


def in_netlist(netlist: Netlist) -> dict[str, int]:
    places = {}
    for name, contacts in netlist.nets.items():
        for reference, number in contacts:
            pin = pins.PICO_PINS[int(number) - 1] if netlist.parts[reference].kind == "pico" else ""
            if pin.startswith("GP"):
                places[name] = int(pin.removeprefix("GP"))
    return places


def in_firmware(config: Path) -> dict[str, int]:
    """The GPIO of each signal according to the firmware's configuration."""
    settings = runpy.run_path(str(config))
    places = {signal: settings[name] for name, signal in NAMES_IN_FIRMWARE.items()}
    places |= {f"SEL_A{bit}": gpio for bit, gpio in enumerate(settings["SELECT_PINS"])}
    places |= {f"BTN_{BUTTONS[name]}": gpio for name, gpio in settings["BUTTON_PINS"].items()}
    places |= {f"LED_{BUTTONS[name]}": gpio for name, gpio in settings["LAMP_PINS"].items()}
    return places


def in_wires(text: str) -> dict[str, int]:
    """The GPIO of each signal in the list of a starter's wires, by the number of the Pico's pin."""
    wires = [(row["signal"], pins.PICO_PINS[int(row["pin of the Pico"]) - 1]) for row in csv.DictReader(StringIO(text))]
    return {signal: int(pin.removeprefix("GP")) for signal, pin in wires if pin.startswith("GP")}


def strange_contacts(pinmap: pins.PinMap, side: Netlist) -> list[str]:
    """A sentence for each contact of the starter's reader that a reader of the side node has on something else."""
    (first,) = [name for name in side.references("reader") if side.parts[name].value == "reader 0"]
    faults = []
    for contact, goal in pinmap.starter_reader.items():
        shown = signal_behind(pinmap, side, side.net_of()[first, str(pinmap.reader_pins.index(contact) + 1)])
        if shown != goal:
            faults.append(f"{contact}: the pin map wires the starter's reader to {goal}, the side node to {shown}.")
    return faults


def signal_behind(pinmap: pins.PinMap, side: Netlist, net: str) -> str:
    """What a starter's reader has there: the signal behind resistor or switch, and for a decoder's its own reset."""
    if net in {each.signal for each in pinmap.signals} | {"GND"}:
        return net
    if net == "3V3":
        return "3V3_OUT"
    kinds = {side.parts[reference].kind: (reference, number) for reference, number in side.nets[net]}
    if "decoder" in kinds:
        return "RFID_RST_TAP"
    if "switch" in kinds:
        return side.net_of()[kinds["switch"][0], "1"]
    return signal_behind(pinmap, side, side.other_end(*kinds["resistor"]))


def nobody_disagrees(sentences: list[str]) -> None:
    """Fails with all sentences there are, so that both of two swapped pins are named."""
    if sentences:
        pytest.fail("\n".join(sentences), pytrace=False)


def test_the_circuit_has_the_pins_of_the_pin_map(pinmap, side):
    """Every signal of a side reaches the Pico where the pin map says, and no GPIO is used that it does not name."""
    found = in_netlist(side)
    nobody_disagrees(disagreements(pinmap, "the circuit", found))
    assert found.keys() == {each.signal for each in pinmap.signals if each.side}


def test_the_firmware_has_the_pins_of_the_pin_map(pinmap):
    """Every pin in the firmware's settings is the pin map's, and it has all but those of the debug text."""
    found = in_firmware(FIRMWARE / "config.py")
    nobody_disagrees(disagreements(pinmap, "the firmware", found))
    assert found.keys() == {each.signal for each in pinmap.signals} - OF_NO_USE_TO_THE_FIRMWARE


def test_the_wires_of_the_starter_have_the_pins_of_the_pin_map(pinmap, generated):
    """The list that a beginner plugs by has every signal of a starter, by the pin that is printed on the Pico."""
    found = in_wires((generated / "starter-wires.csv").read_text(encoding="utf-8"))
    nobody_disagrees(disagreements(pinmap, "the list of wires", found))
    assert found.keys() == {each.signal for each in pinmap.signals if each.starter}


def test_the_reader_of_a_starter_is_wired_as_those_of_the_side_node(pinmap, side):
    """Each contact leads to the signal that the same contact of a reader under a space leads to."""
    nobody_disagrees(strange_contacts(pinmap, side))


def test_two_swapped_contacts_of_the_reader_are_named(pinmap, side):
    """A starter whose reader has two contacts in each other's place is found, both named."""
    for first, second in combinations(pinmap.starter_reader, 2):
        wired = dict(pinmap.starter_reader)
        wired[first], wired[second] = wired[second], wired[first]
        assert strange_contacts(replace(pinmap, starter_reader=wired), side) == [
            f"{contact}: the pin map wires the starter's reader to {wired[contact]}, "
            f"the side node to {pinmap.starter_reader[contact]}."
            for contact in wired
            if contact in {first, second}
        ]


def test_two_swapped_pins_are_named(pinmap, side):
    """Two signals in each other's place are found and both named."""
    assert disagreements(swapped(pinmap, "BTN_OK", "BTN_D1"), "the circuit", in_netlist(side)) == [
        "BTN_D1: the circuit says GP6, the pin map says GP9.",
        "BTN_OK: the circuit says GP9, the pin map says GP6.",
    ]


def test_a_swap_in_the_firmware_is_named(pinmap, tmp_path):
    """Settings of the firmware with two pins in each other's place are found and both named."""
    config = tmp_path / "config.py"
    config.write_text(
        'BUTTON_PINS = {"die1": 9, "die2": 7, "die3": 8, "ok": 6, "cancel": 14}\n'
        'LAMP_PINS = {"die1": 2, "die2": 3, "die3": 26, "ok": 21, "cancel": 27}\n'
        "SELECT_PINS = (10, 11, 12, 13)\nSELECT_ENABLE_PIN = 28\nTAP_RESET_PIN = 20\n"
        "MISO_PIN, CHIP_SELECT_PIN, CLOCK_PIN, MOSI_PIN = 16, 17, 18, 19\nPIXEL_PIN = 22\nBUZZER_PIN = 15\n"
        "DISPLAY_DATA_PIN, DISPLAY_CLOCK_PIN = 4, 5\n"
    )
    assert disagreements(pinmap, "the firmware", in_firmware(config)) == [
        "BTN_D1: the firmware says GP9, the pin map says GP6.",
        "BTN_OK: the firmware says GP6, the pin map says GP9.",
    ]


@pytest.mark.parametrize(
    ("place", "change", "sentence"),
    [
        (("signals", 1), {"gpio": 0}, "GP0 is given to UART_TX and UART_RX."),
        (("signals", 16), {"gpio": 25}, "RFID_MISO is on GP25, which the Pico has no pin for."),
        (("signals", 16), {"gpio": 22}, "RFID_MISO is on GP22, which cannot be SPI0 RX."),
        (("signals", 3), {"signal": "LED_D1"}, "LED_D1 is there 2 times."),
        (("signals", 0), {"gpoi": 0}, "gpoi"),
        (("starter_reader",), {"SDA": "SEL_A0"}, "The reader's SDA is wired to SEL_A0, which is none."),
        (("starter_reader",), {"VCC": "GND"}, "The reader has no pin VCC."),
    ],
)
def test_a_pin_map_that_cannot_be_built_is_refused(place, change, sentence):
    """A pin that is taken, missing or without its function, a misspelt key, a reader that is wired to nowhere."""
    spoilt = table()
    reduce(getitem, place, spoilt).update(change)
    with pytest.raises(pins.PinMapWrong) as refused:
        pins.interpret(spoilt)
    assert sentence in str(refused.value)


def test_signals_know_their_pin_on_the_pico(pinmap):
    """GP28 is pin 34 and GP0 pin 1, as printed on the Pico's drawings."""
    pin_of = {each.signal: each.pico_pin for each in pinmap.signals}
    assert (pin_of["SEL_EN_N"], pin_of["UART_TX"], pin_of["RFID_MISO"]) == (34, 1, 21)
