"""The power budget of a side node: what each rail carries by the netlist's parts and the figures of `power.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.circuit.netlist import Netlist

POWER = Path(__file__).parent / "power.toml"
VOLTS = 3.3
NODES = 4
RING_LAMPS = 5
RING_LAMP_RESISTOR = "330R"
HEAD = """# Power budget of a side node, in milliamperes

Computed from the netlist and `hardware/power.toml`; data sheets and estimates, nothing measured.

| load on 3.3 V | typical | at most |
|---|---|---|
"""
FOOT = """| **of {limits[pico_3v3_ma]}** | **{made.side_3v3_typical_ma:.0f}** | **{made.side_3v3_ma:.0f}** |

* From the hub's USB: at most **{made.usb_ma:.0f}** of {limits[usb_ma]}.
* Pixels of a side, dimmed by the firmware: at most **{made.pixels_ma:.0f}** through a fuse of {limits[fuse_hold_ma]};
  undimmed and all white they would draw {made.pixels_uncapped_ma:.0f}.
* Pixels of four sides: at most **{made.all_pixels_ma:.0f}** of {limits[pixel_supply_ma]}.
* Pico, reader, lamps and buzzer of a light ring leave its strip
  **{strip:.0f}** of {limits[usb_ma]}. The firmware keeps to 280, {dark:.0f} of them for each dark light: 180 lights
  leave 100 for what glows.
* If all readers were awake at once, 3.3 V would have to supply {made.all_awake_ma:.0f}: so decoders wake only one.
"""

Figures = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Load:
    """What something draws from 3.3 V, in milliamperes."""

    name: str
    typical_ma: float
    maximum_ma: float


@dataclass(frozen=True, slots=True)
class Budget:
    """The loads on 3.3 V and what follows from them, all in milliamperes at their maximum."""

    loads: tuple[Load, ...]
    usb_ma: float
    pixels_ma: float
    pixels_uncapped_ma: float
    all_pixels_ma: float
    all_awake_ma: float

    @property
    def side_3v3_ma(self) -> float:
        """What the Pico's regulator gives to everything on the node at most."""
        return sum(load.maximum_ma for load in self.loads)

    @property
    def side_3v3_typical_ma(self) -> float:
        """The same, as a rule."""
        return sum(load.typical_ma for load in self.loads)


def figures(path: Path = POWER) -> Figures:
    """What draws how much."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def budget(netlist: Netlist, table: Figures) -> Budget:
    """The budget of a fully fitted side node with console and display; the decoders let one reader be awake."""
    loads = (
        *reader_loads(netlist, table),
        *console_loads(netlist, table),
        Load("pull-ups and pull-downs", *[pulls_ma(netlist)] * 2),
    )
    maximum_ma = sum(load.maximum_ma for load in loads)
    pico, pixels, reader = table["pico"], table["pixels"], table["reader"]
    spaces = len(netlist.references("reader")) - 1
    return Budget(
        loads=loads,
        usb_ma=pico["own_ma"][1] + maximum_ma * VOLTS / 5.0 / pico["regulator_efficiency"],
        pixels_ma=max(pixels["cap_ma"], spaces * pixels["dark_each_ma"]),
        pixels_uncapped_ma=spaces * pixels["white_each_ma"],
        all_pixels_ma=NODES * max(pixels["cap_ma"], spaces * pixels["dark_each_ma"]),
        all_awake_ma=maximum_ma + spaces * (reader["chip_awake_ma"][1] + reader["transmitter_ma"][1]),
    )


def strip_ma(table: Figures) -> float:
    """What a USB port leaves for the strip of a ring: beside a Pico, a reader awake, five lamps and the buzzer."""
    reader, console, limits = table["reader"], table["console"], table["limits"]
    awake_ma = reader["chip_awake_ma"][1] + reader["transmitter_ma"][1] + reader["power_lamp_ma"][1]
    lamps_ma = RING_LAMPS * 1000 * (VOLTS - console["lamp_drop_volts"]) / ohms(RING_LAMP_RESISTOR)
    from_5v_ma = (awake_ma + lamps_ma + console["buzzer_ma"][1]) * VOLTS / 5.0 / table["pico"]["regulator_efficiency"]
    left_ma: float = limits["usb_ma"] - table["pico"]["own_ma"][1] - from_5v_ma
    return left_ma


def reader_loads(netlist: Netlist, table: Figures) -> tuple[Load, ...]:
    """One reader awake, all others of the node asleep with their lamps on."""
    reader = table["reader"]
    asleep = len(netlist.references("reader")) - 1
    reset_ma = 1000 * VOLTS / resistances(netlist, "RST_00")[0]
    held_ma = 1000 * VOLTS / reader["reset_pull_up_ohms"]
    awake = [
        a + b + c + reset_ma
        for a, b, c in zip(reader["chip_awake_ma"], reader["transmitter_ma"], reader["power_lamp_ma"], strict=True)
    ]
    sleeping = [asleep * (a + b) for a, b in zip(reader["chip_asleep_ma"], reader["power_lamp_ma"], strict=True)]
    return (
        Load("one reader awake, its field on", *awake),
        Load(f"{asleep} readers asleep", sleeping[0], sleeping[1] + asleep * held_ma),
    )


def console_loads(netlist: Netlist, table: Figures) -> tuple[Load, ...]:
    """Lamps through their resistors, buzzer and display."""
    console = table["console"]
    lamps = [name for name in netlist.nets if name.startswith("LAMP_")]
    lamp_ma = sum(1000 * (VOLTS - console["lamp_drop_volts"]) / resistances(netlist, name)[0] for name in lamps)
    return (
        Load(f"{len(lamps)} lamps lit", lamp_ma, lamp_ma),
        Load("buzzer", *console["buzzer_ma"]),
        Load("display", *console["display_ma"]),
    )


def pulls_ma(netlist: Netlist) -> float:
    """What flows at most through resistors between a signal and 3.3 V or ground, the resets' aside."""
    net_of = netlist.net_of()
    total = 0.0
    for reference in netlist.references("resistor"):
        nets = {net_of[reference, "1"], net_of[reference, "2"]}
        signal = next(iter(nets - {"3V3", "GND"}), "")
        if nets & {"3V3", "GND"} and "RST" not in signal and not signal.startswith("CC"):
            total += 1000 * VOLTS / ohms(netlist.parts[reference].value)
    return total


def resistances(netlist: Netlist, net: str) -> list[float]:
    """The resistors on a net, in ohms."""
    kinds = {reference: netlist.parts[reference] for reference, _ in netlist.nets[net]}
    return [ohms(part.value) for part in kinds.values() if part.kind == "resistor"]


def ohms(value: str) -> float:
    """The resistance that a value such as `100R`, `2k2` or `1k` stands for; ValueError for any other text."""
    for letter, factor in (("R", 1.0), ("k", 1000.0)):
        whole, found, tenths = value.partition(letter)
        if found:
            return factor * float(f"{whole}.{tenths or 0}")
    raise ValueError(f"{value!r} is no resistance.")


def as_table(made: Budget, table: Figures) -> str:
    """The budget as a document."""
    rows = [f"| {load.name} | {load.typical_ma:.1f} | {load.maximum_ma:.1f} |\n" for load in made.loads]
    return (
        HEAD
        + "".join(rows)
        + FOOT.format(made=made, limits=table["limits"], strip=strip_ma(table), dark=table["pixels"]["dark_each_ma"])
    )
