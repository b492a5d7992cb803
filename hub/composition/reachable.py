"""Keeps the ways to a table up to date while the network comes and goes: screens, terminal, the name in the network."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol

from hub.composition.announced import Announced
from hub.composition.network import Network
from hub.composition.welcome import moved, named
from hub.server.access.names import TABLE_NAME
from hub.words import Language


class Reached(Protocol):
    """What shows its addresses; `hub.server.site.Site` is one, a process of a club another."""

    @property
    def url(self) -> str:
        """The address that others are shown."""

    @property
    def urls(self) -> tuple[str, ...]:
        """All addresses, those by name last."""

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        """Show this computer's names in the house as well."""

    def look(self) -> None:
        """Show the addresses and names that there are now."""


class Reachable:
    """Follows the network from `start` to `stop`."""

    def __init__(self, reached: Reached, port: int, language: Language) -> None:
        self._reached, self._language = reached, language
        self._announced = Announced(port, found=self._named)
        self._network = Network(self._moved)
        self._shown, self._shown_name = self._addresses(), ""
        reached.also_at(lambda: self._announced.names)

    def start(self, closing: ExitStack) -> None:
        """Follow it until `closing`."""
        self._announced.start()
        closing.callback(self._announced.stop)
        self._network.start()
        closing.callback(self._network.stop)

    def _moved(self) -> None:
        self._reached.look()
        self._announced.look()
        found = self._addresses()
        if found != self._shown:
            self._shown = found
            say(moved(found[0], found[1:], self._language))

    def _named(self) -> None:
        self._reached.look()
        for name in self._announced.names:
            url = next((url for url in self._reached.urls if name in url), "")
            if url and url != self._shown_name:
                self._shown_name = url
                say(named(url, name, TABLE_NAME, self._language))

    def _addresses(self) -> tuple[str, ...]:
        """Without names, the one that is shown first."""
        urls = [url for url in self._reached.urls if not any(name in url for name in self._announced.names)]
        return tuple(dict.fromkeys((self._reached.url, *urls)))


def say(text: str) -> None:
    """Print it; whoever closed the terminal's window does not read it."""
    with contextlib.suppress(OSError, ValueError):
        print(text, flush=True)
