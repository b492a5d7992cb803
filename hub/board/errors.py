"""What can go wrong with a port, one class per cause; `why` is the key shown in a status."""

from __future__ import annotations


class PortError(Exception):
    """A port cannot be used."""

    why = "port_failed"


class PortMissing(PortError):
    """There is no such port (or it has been unplugged before it could be opened)."""

    why = "port_missing"


class PortForbidden(PortError):
    """This user may not open the port; on Debian, group `dialout` may."""

    why = "port_forbidden"


class PortBusy(PortError):
    """Another program holds the port."""

    why = "port_busy"


class PortGone(PortError):
    """The port vanished while it was open: the cable was pulled."""

    why = "unplugged"
