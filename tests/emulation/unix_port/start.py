"""What the chip does when it starts: `boot.py`, then `main.py` with the same names, then the prompt.

Runs on MicroPython's unix port in the folder that represents the flash. At the prompt nothing more happens.
"""

import sys

import machine

names = {"__name__": "__main__"}
for name in ("boot.py", "main.py"):
    try:
        with open(name) as file:
            exec(file.read(), names)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001, PERF203 the chip's prompt says it, and goes on
        sys.print_exception(error)
machine.idle()
