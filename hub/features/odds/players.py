"""All kinds of bots: those of `hub.bots`, which follow rules of thumb, and the master, which uses rollouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hub.bots import BOTS
from hub.bots.interfaces import Bot
from hub.features.odds.master import master
from hub.rules.slots import Rules

PLAYERS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {**BOTS, "master": master}
"""For each kind: what makes one for a seat of a game of an edition; the text seeds its luck."""
