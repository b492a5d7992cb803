"""Compares the pin map with everything else that says which signal is on which pin of the Pico."""

import runpy
from collections.abc import Mapping
from pathlib import Path

from hardware.circuit.netlist import Netlist
from hardware.pins import PICO_PINS, PinMap

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


def disagreements(pinmap: PinMap, who: str, found: Mapping[str, int]) -> list[str]:
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
            pin = PICO_PINS[int(number) - 1] if netlist.parts[reference].kind == "pico" else ""
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
