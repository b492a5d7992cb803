"""What can be wrong with one reader; `NodeModel.fail` plants it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

VERSION: Final = 0x92


@dataclass(frozen=True, slots=True)
class Faults:
    """`dead`: always answers this byte, as a missing (0x00) or broken (0xFF) module does. `frozen`: no command ends.

    `version`: what a clone calls itself. `holds_miso`: pulls the common line to this level while asleep. `spi_noise`,
    `rf_noise`: how likely a byte it sends, a frame in its field is damaged. `brown_out_after`: so many transactions
    from now it resets itself, once. `deaf`: hears no tag. `no_field`: its transmitter stays off. `hot`: it switches
    off with the first frame to cool down. `collisions_from`: what the position of a collision counts from if the
    question held part of a byte, which the data sheet leaves open.
    """

    dead: int | None = None
    frozen: bool = False
    version: int = VERSION
    holds_miso: Literal[0, 1] | None = None
    spi_noise: float = 0.0
    rf_noise: float = 0.0
    brown_out_after: int | None = None
    deaf: bool = False
    no_field: bool = False
    hot: bool = False
    collisions_from: Literal["answer", "byte"] = "answer"


HEALTHY: Final = Faults()
