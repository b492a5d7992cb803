"""What is in front of a server and next to it: passed to `hub.server.site` by `hub.wiring`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Neighbours:
    """`proxies` are addresses of reverse proxies that are believed for whom they ask; `names` lead here as our own do.

    `processes` are the addresses of a club's processes, which its pages may ask for a table that is lost.
    """

    proxies: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    processes: Callable[[], Sequence[str]] = tuple


ALONE = Neighbours()
"""One table in a house."""
