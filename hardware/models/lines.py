"""Whether every reader sees clean clock edges: our star of ribbons, compared with daisy chains.

An input is at risk if an edge dips by more than 0.4 V between the thresholds, or rings back below the upper one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.models.ladder import Edge, Network, Volts

LOW_VOLTS, HIGH_VOLTS, TOLERATED_VOLTS = 0.99, 2.31, 0.4  # 0.3 and 0.7 of the supply; MFRC522 data sheet
INPUT_F = 12e-12  # input capacitance of a module with its socket and tracks
STUB_M = 0.12
PITCH_M = 0.047
STEP_S = 0.1e-9
HEAD = """# Clock edges at the readers

A ladder model of the ribbons (`hardware/models/lines.py`): no crosstalk, no ground bounce, nothing measured.

| wiring | inputs with a doubtful edge | slowest input is high after | overshoot |
|---|---|---|---|
"""
FOOT = """
At 1 MHz a clock is high for 500 ns.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The shape of a clock edge at the worst input."""

    name: str
    inputs: int
    at_risk: int
    slowest_ns: float
    overshoot_volts: float


def star(ribbons_m: Sequence[float], series_ohms: float) -> tuple[Network, list[int]]:
    """Our design: a separate ribbon for every reader, each with a series resistor at its source."""
    network = Network()
    return network, [
        network.load(network.line(network.resistor(0, series_ohms), length_m), INPUT_F) for length_m in ribbons_m
    ]


def chain(readers: int, series_ohms: float) -> tuple[Network, list[int]]:
    """The common design: one ribbon from reader to reader, each on a stub, with one series resistor at the source."""
    network, inputs = Network(), []
    along = network.line(network.resistor(0, series_ohms), 0.3)
    for _ in range(readers):
        inputs.append(network.load(network.line(along, STUB_M), INPUT_F))
        along = network.line(along, PITCH_M)
    return network, inputs


def ribbons() -> list[float]:
    """Ribbon lengths in metres for a side of 13 readers and a corner's second one, from the middle outwards."""
    return [0.08 + abs(reader - 6) * PITCH_M + 0.04 for reader in range(13)] + [0.4]


CASES: tuple[tuple[str, Callable[[], tuple[Network, list[int]]], Edge, float], ...] = (
    ("**star of 14 ribbons, 100 Ω in each (what we build)**", lambda: star(ribbons(), 100), Edge(), 150e-9),
    ("the same with fast edges of 1 ns", lambda: star(ribbons(), 100), Edge(rise_s=1e-9), 150e-9),
    ("one ribbon of 40 cm alone, 100 Ω", lambda: star([0.4], 100), Edge(), 150e-9),
    ("one ribbon of 40 cm alone, no resistor", lambda: star([0.4], 0.1), Edge(), 150e-9),
    ("chain of 13 readers, 47 Ω at its beginning", lambda: chain(13, 47), Edge(), 300e-9),
    ("chain of 13 readers, 100 Ω", lambda: chain(13, 100), Edge(), 300e-9),
    ("chain of 52 readers, 47 Ω", lambda: chain(52, 47), Edge(), 900e-9),
)


def examine(name: str, build: Callable[[], tuple[Network, list[int]]], edge: Edge, duration_s: float) -> Outcome:
    """Simulate an edge in a network and evaluate all inputs."""
    network, inputs = build()
    seen = network.response(edge, duration_s, STEP_S)[:, inputs]
    slowest = max(int(np.argmax(column > HIGH_VOLTS)) for column in seen.T)
    return Outcome(
        name=name,
        inputs=len(inputs),
        at_risk=sum(at_risk(column) for column in seen.T),
        slowest_ns=(slowest + 1) * STEP_S * 1e9,
        overshoot_volts=float(seen.max() - edge.volts),
    )


def at_risk(volts: Volts) -> bool:
    """Whether an input might see this edge as two, or not at all."""
    if volts.max() <= HIGH_VOLTS:
        return True
    leaves, arrives = int(np.argmax(volts > LOW_VOLTS)), int(np.argmax(volts > HIGH_VOLTS))
    rising = volts[leaves : arrives + 1]
    dip = float((np.maximum.accumulate(rising) - rising).max())
    ring_back = HIGH_VOLTS - float(volts[arrives:].min())
    return max(dip, ring_back) > TOLERATED_VOLTS


def as_table(outcomes: Sequence[Outcome]) -> str:
    """The results as a Markdown document."""
    return HEAD + "".join(map(row_text, outcomes)) + FOOT


def row_text(outcome: Outcome) -> str:
    """One row of the table."""
    inputs = f"| {outcome.name} | {outcome.at_risk} of {outcome.inputs} "
    return inputs + f"| {outcome.slowest_ns:.0f} ns | {max(outcome.overshoot_volts, 0):.1f} V |\n"
