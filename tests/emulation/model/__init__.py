"""The electronics of one node without the electronics: chips at register level, tags, decoders, buttons and lights.

Everything that runs the firmware without hardware uses it: the driver tests in this interpreter, the unix port of
MicroPython behind the simulated board, and the emulated microcontroller. It knows nothing of firmware or hub.
"""

from emulation.model.faults import CLONES, Faults
from emulation.model.node import NodeModel

__all__ = ["CLONES", "Faults", "NodeModel"]
