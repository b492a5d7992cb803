"""Whether anybody listens at the address of a process that the server has lost sight of (0064)."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

PATIENCE_S = 0.3
USUAL = {"http": 80, "https": 443}


def nobody_listens(url: str) -> bool:
    """Whether the computer at this address says that nobody does; False if it says nothing.

    Names are not looked up, since that may take longer than waiting until the process counts as gone anyway.
    """
    parts = urlsplit(url)
    try:
        host, port = str(ipaddress.ip_address(parts.hostname or "")), parts.port or USUAL[parts.scheme]
    except (ValueError, KeyError):
        return False
    try:
        socket.create_connection((host, port), PATIENCE_S).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False
