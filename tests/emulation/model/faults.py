"""What one reader is like, and what can be wrong with it; `NodeModel.fail` plants it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from emulation.model.registers import T_PRESCALER, TX_ASK

VERSION: Final = 0x92


@dataclass(frozen=True, slots=True)
class Faults:
    """`dead`: always answers this byte, as a missing (0x00) or broken (0xFF) module does. `frozen`: no command ends.

    `version`: what a clone calls itself. `holds_miso`: drives its answer to this level while asleep. `spi_noise`:
    how likely a byte it sends is damaged. `rf_noise`: how likely a frame in its field is, at the highest gain; with
    less gain there is less noise. `brown_out_after`: so many transactions from now it resets itself, once.
    `deaf_from_db`: its receiver is overdriven from this gain on. `no_field`: its transmitter stays off.
    `hot`: it switches off with the first frame to cool down. `collisions_from`: what the position of a collision counts
    from if the question held part of a byte, which the data sheet leaves open. `crystal_us`: how long its crystal
    takes to start, at least and at most. `burst_reads`: whether it takes several addresses in one reading; if not it
    gives the first register again and again. `reads_back`: registers of which only these bits can be read.
    """

    dead: int | None = None
    frozen: bool = False
    version: int = VERSION
    holds_miso: Literal[0, 1] | None = None
    spi_noise: float = 0.0
    rf_noise: float = 0.0
    brown_out_after: int | None = None
    deaf_from_db: int | None = None
    no_field: bool = False
    hot: bool = False
    collisions_from: Literal["answer", "byte"] = "answer"
    crystal_us: tuple[float, float] = (300, 8000)
    burst_reads: bool = True
    reads_back: tuple[tuple[int, int], ...] = ()


HEALTHY: Final = Faults()
CLONES: Final[Mapping[str, Faults]] = MappingProxyType(
    {
        "NXP 2.0": HEALTHY,
        "FM17522": Faults(version=0x88, reads_back=((T_PRESCALER, 0x7F),)),
        "0x12": Faults(version=0x12, burst_reads=False, deaf_from_db=48),
        "0x92": Faults(reads_back=((TX_ASK, 0x00),)),
        "0xB2": Faults(version=0xB2, collisions_from="byte"),
    }
)
"""Modules as they are sold. What one of them does differently is put together from reports of people, not measured."""
