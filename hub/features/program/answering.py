"""Asks a port of this computer whether a table answers there, and in which version."""

from __future__ import annotations

import contextlib
import json
from urllib.request import urlopen

ANSWER_S = 2.0


def version_at(port: int) -> str | None:
    """The version of the hub at this port, None if there is none."""
    address = f"http://localhost:{port}/healthz"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError), urlopen(address, timeout=ANSWER_S) as answer:
        return str(json.load(answer)["version"])
    return None
