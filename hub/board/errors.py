"""What can go wrong with a port, one class per cause; `why` is the key shown in a status."""

from typing import Final


class PortError(Exception):
    """A port cannot be used."""

    why = "port_failed"


class PortMissing(PortError):
    """There is no such port, or it was unplugged before it could be opened."""

    why = "port_missing"


class PortForbidden(PortError):
    """This user may not open the port; on Debian, members of the group `dialout` may."""

    why = "port_forbidden"


class PortBusy(PortError):
    """Another program has opened the port."""

    why = "port_busy"


class PortGone(PortError):
    """The port vanished while it was open: the cable was pulled."""

    why = "unplugged"


ADVICE: Final = {
    "port_missing": "is not there: plug the node in, or see `bankhalter ports`",
    "port_forbidden": "cannot be opened by you: `bankhalter doctor` says how to change that",
    "port_busy": "is used by another program: stop that first",
    "port_failed": "cannot be opened: see `bankhalter doctor`",
    "unplugged": "is unplugged",
    "closed": "is closed",
    "listener_failed": "delivers a report that could not be stored; it will come again",
}
"""What the terminal shows after the name of the port, by `why`."""
