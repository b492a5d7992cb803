"""Why this boot happened, and what the application said when it failed, kept in a file over the restart."""

import os
import sys

import machine

_WORDS = "crash.txt"
_READ = "last_crash.txt"
_CAUSES = {machine.PWRON_RESET: "power", machine.WDT_RESET: "watchdog"}


def boot_cause():
    """`crash` if the application failed, else `power`, `watchdog` or `reset`. The words stay in `last_crash.txt`."""
    try:
        os.rename(_WORDS, _READ)
        return "crash"
    except OSError:
        return _CAUSES.get(machine.reset_cause(), "reset")


def keep(error):
    """Write a failure down. The serial line gets it too: for a hub it is noise, for people a traceback."""
    sys.print_exception(error)
    try:
        with open(_WORDS, "w") as file:
            sys.print_exception(error, file)
    except OSError:
        pass  # a full flash must not keep us from restarting
