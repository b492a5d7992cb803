"""`python3 hub hardware`: regenerate everything in `hardware/generated`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hardware.circuit.drawn_up import CircuitWrong
from hardware.handbook import GuideFailed
from hardware.kicad import KiCadFailed
from hardware.pins import PinMapWrong
from hardware.produce import GENERATED, SolidsFailed, produce


def main(_arguments: Sequence[str] = ()) -> int:
    """Make everything; returns the exit code."""
    try:
        produce()
    except (CircuitWrong, GuideFailed, KiCadFailed, PinMapWrong, SolidsFailed) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    print(f"All of it is in {GENERATED}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
