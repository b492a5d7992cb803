"""`python -m hardware.circuit FOLDER` builds and checks the circuit and writes its netlists into a folder.

Exits with 1 and writes nothing if the check has anything to say.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware import parts, pins
from hardware.circuit import side
from hardware.circuit.bench import Bench
from hardware.circuit.export import export


def main() -> int:
    """Build, check, write; returns the exit code."""
    bench = Bench(parts.read())
    side.build(bench, pins.read())
    if bench.complaints():
        return 1
    export(bench, Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
