"""Bots. They see what their seat may see and send what people send: the same commands, judged alike.

`hub.simulation` plays whole games with them, `hub.wiring.play` lets them take seats at a real table. The table knows
them only as something that chooses commands. They are loaded by whoever makes the first: many a table has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from hub.bots.interfaces import Bot
from hub.rules.slots import Rules


def sensible(rules: Rules) -> Callable[[str], Bot]:
    """Sensible bots use their luck only to scatter sealed bids; they share what they know of the track."""
    from hub.bots.sensible.chart import Chart
    from hub.bots.sensible.player import Sensible

    chart = Chart.of(rules)
    return lambda seed: Sensible(chart, seed)


def bold(rules: Rules) -> Callable[[str], Bot]:
    """Bold bots are sensible ones that keep little back: careful ones can be measured against them."""
    from hub.bots.sensible.chart import BOLD_PERCENT, Chart
    from hub.bots.sensible.player import Sensible

    chart = Chart.of(rules, BOLD_PERCENT)
    return lambda seed: Sensible(chart, seed)


def random_legal(_rules: Rules) -> Callable[[str], Bot]:
    """Random bots need nothing but luck."""
    from hub.bots.random_legal import RandomLegal

    return RandomLegal


BOTS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {
    "sensible": sensible,
    "bold": bold,
    "random": random_legal,
}
"""For each kind of bot: what makes one for a seat of a game of an edition; the text seeds its luck."""


def load_bots() -> None:
    """Load all of them, for whoever makes one later where nobody should wait."""
    import_module("hub.bots.random_legal")
    import_module("hub.bots.sensible.player")
