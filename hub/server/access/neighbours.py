"""The proxies in front of a server and the processes next to it: passed to `hub.server.site` by `hub.composition`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Neighbours:
    """`proxies` are addresses of trusted reverse proxies; `names` are further host names that lead here.

    `processes` are the addresses of a club's processes, which its pages may ask for a table that has moved. `probes`
    are requests, by host and path, that ask whether a Wi-Fi has a page to show first: they are led here.
    """

    proxies: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    processes: Callable[[], Sequence[str]] = tuple
    probes: frozenset[tuple[str, str]] = frozenset()


ALONE = Neighbours()
"""One table in a house."""
