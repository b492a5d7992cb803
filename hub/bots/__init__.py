"""Bots. They see what their seat may see and send what people send: the same commands, judged alike.

`hub.simulation` plays whole games with them, `hub.wiring.play` lets them take seats at a real table. The table knows
them only as something that chooses commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hub.bots.interfaces import Bot
from hub.bots.random_legal import RandomLegal
from hub.bots.sensible.chart import BOLD_PERCENT, Chart
from hub.bots.sensible.player import Sensible
from hub.rules.slots import Rules


def sensible(rules: Rules) -> Callable[[str], Bot]:
    """Sensible bots use their luck only to scatter sealed bids; they share what they know of the track."""
    chart = Chart.of(rules)
    return lambda seed: Sensible(chart, seed)


def bold(rules: Rules) -> Callable[[str], Bot]:
    """Bold bots are sensible ones that keep little back: careful ones can be measured against them."""
    chart = Chart.of(rules, BOLD_PERCENT)
    return lambda seed: Sensible(chart, seed)


def random_legal(_rules: Rules) -> Callable[[str], Bot]:
    """Random bots need nothing but luck."""
    return RandomLegal


BOTS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {
    "sensible": sensible,
    "bold": bold,
    "random": random_legal,
}
"""For each kind of bot: what makes one for a seat of a game of an edition; the text seeds its luck."""
