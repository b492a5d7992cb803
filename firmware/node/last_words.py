"""Why the node booted, and the traceback of the application if it crashed, kept in a file across the restart."""

import os
import sys

import machine

_WORDS = "crash.txt"
_READ = "last_crash.txt"
_CAUSES = {machine.PWRON_RESET: "power", machine.WDT_RESET: "watchdog"}


def boot_cause():
    """`crash` if the application failed, else `power`, `watchdog` or `reset`. `last_crash.txt` keeps the traceback."""
    try:
        os.rename(_WORDS, _READ)
        return "crash"
    except OSError:
        return _CAUSES.get(machine.reset_cause(), "reset")


def keep(error):
    """Write the traceback of a failure to the file and to the serial line, where a hub takes it for noise."""
    sys.print_exception(error)
    try:
        with open(_WORDS, "w") as file:
            sys.print_exception(error, file)
    except OSError:
        pass  # a full flash must not keep us from restarting
