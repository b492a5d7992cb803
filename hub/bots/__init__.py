"""Automatic players. They see what their seat may see and want what people want: the same commands, judged alike.

`hub.simulation` plays whole games with them, `hub.play` lets them take seats at a real table. The table knows them
only as something that chooses commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hub.bots.ports import Bot
from hub.bots.random_legal import RandomLegal
from hub.bots.sensible.player import Sensible
from hub.rules.ports import Rules

BOTS: Mapping[str, Callable[[Rules, str], Bot]] = {
    "sensible": lambda rules, _seed: Sensible(rules),
    "random": lambda _rules, seed: RandomLegal(seed),
}
"""How each kind of automatic player is made for one seat of one game; `seed` names its luck."""
