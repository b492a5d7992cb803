"""The step response of a network of resistors, capacitors to ground, and inductors; lines are LC ladders.

Integrated by the trapezoidal rule with one dense inverse, in less than a second for the largest network here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Volts = NDArray[np.float64]

SECTION_M = 0.06  # length of a section; its delay of 0.3 ns is short compared with an edge of 2 ns
LOSS_OHMS = 0.02  # series loss of a section, so that ringing decays
IMPEDANCE_OHMS = 110.0  # characteristic impedance of a ribbon with one ground wire
DELAY_S_PER_M = 5e-9
STRAY_F = 1e-12


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the driver: its height, its duration, and the driver's output resistance."""

    volts: float = 3.3
    rise_s: float = 2e-9
    driver_ohms: float = 30.0


@dataclass(slots=True)
class Network:
    """Node 0 is the driver's output; other nodes are created by connecting parts."""

    capacitance_f: list[float] = field(default_factory=lambda: [2e-12])
    resistors: list[tuple[int, int, float]] = field(default_factory=list)
    inductors: list[tuple[int, int, float]] = field(default_factory=list)

    def node(self) -> int:
        """Add a node with negligible capacitance; returns its number."""
        self.capacitance_f.append(STRAY_F)
        return len(self.capacitance_f) - 1

    def resistor(self, start: int, ohms: float) -> int:
        """Add a resistor from a node; returns the node at its other end."""
        end = self.node()
        self.resistors.append((start, end, ohms))
        return end

    def line(self, start: int, length_m: float) -> int:
        """Add a length of ribbon from a node; returns the node at its other end."""
        sections = max(1, round(length_m / SECTION_M))
        delay_s = DELAY_S_PER_M * length_m / sections
        for _ in range(sections):
            end = self.node()
            self.capacitance_f[end] += delay_s / IMPEDANCE_OHMS
            self.inductors.append((start, end, delay_s * IMPEDANCE_OHMS))
            start = end
        return start

    def load(self, node: int, farad: float) -> int:
        """Add the capacitance of an input to a node; returns the node."""
        self.capacitance_f[node] += farad
        return node

    def response(self, edge: Edge, duration_s: float, step_s: float = 0.1e-9) -> Volts:
        """The voltage of every node after each time step, starting with the edge."""
        nodes, size = len(self.capacitance_f), len(self.capacitance_f) + len(self.inductors)
        dynamic, static = self._matrices(edge, nodes, size)
        inverse = np.linalg.inv(dynamic - step_s / 2 * static)
        forward = inverse @ (dynamic + step_s / 2 * static)
        drive = inverse[:, 0] * step_s / edge.driver_ohms
        times = np.arange(round(duration_s / step_s) + 1) * step_s
        source = edge.volts * np.clip(times / edge.rise_s, 0, 1)
        state = np.zeros(size)
        answer = np.empty((len(times) - 1, nodes))
        for index in range(len(times) - 1):
            state = forward @ state + drive * (source[index] + source[index + 1]) / 2
            answer[index] = state[:nodes]
        return answer

    def _matrices(self, edge: Edge, nodes: int, size: int) -> tuple[Volts, Volts]:
        dynamic, static = np.zeros((size, size)), np.zeros((size, size))
        dynamic[np.arange(nodes), np.arange(nodes)] = self.capacitance_f
        static[0, 0] -= 1 / edge.driver_ohms
        for start, end, ohms in self.resistors:
            for one, other in ((start, end), (end, start)):
                static[one, one] -= 1 / ohms
                static[one, other] += 1 / ohms
        for place, (start, end, henry) in enumerate(self.inductors, nodes):
            dynamic[place, place] = henry
            static[start, place], static[end, place] = static[start, place] - 1, static[end, place] + 1
            static[place, start], static[place, end] = 1, -1
            static[place, place] = -LOSS_OHMS
        return dynamic, static
