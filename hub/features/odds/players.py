"""The kind of bot that odds add to those of `hub.bots`: the master, which uses rollouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hub.bots.interfaces import Bot
from hub.features.odds.master import master
from hub.rules.slots import Rules

PLAYERS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {"master": master}
"""For each kind: what makes one for a seat of a game of an edition; the text seeds its luck."""
