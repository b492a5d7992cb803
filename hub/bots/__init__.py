"""Bots. They see what their seat may see, and send the same commands as people, subject to the same rules.

`hub.simulation` plays whole games with them; `hub.composition` seats them at a real table, which knows them only as
functions that choose commands.
"""

from collections.abc import Callable, Mapping

from hub.bots.random_legal import RandomLegal
from hub.bots.sensible.chart import BOLD_PERCENT, Chart
from hub.bots.sensible.player import Sensible
from hub.bots.sight import Bot
from hub.rules.slots import Rules


def sensible(rules: Rules) -> Callable[[str], Bot]:
    """A factory of sensible bots, which use their seed only to scatter sealed bids and share a chart of the track."""
    chart = Chart.of(rules)
    return lambda seed: Sensible(chart, seed)


def bold(rules: Rules) -> Callable[[str], Bot]:
    """A factory of bold bots: sensible ones with a small reserve, as opponents to measure careful ones against."""
    chart = Chart.of(rules, BOLD_PERCENT)
    return lambda seed: Sensible(chart, seed)


def random_legal(_rules: Rules) -> Callable[[str], Bot]:
    """A factory of random bots, which need only a seed."""
    return RandomLegal


BOTS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {
    "sensible": sensible,
    "bold": bold,
    "random": random_legal,
}
"""For each kind of bot: what makes one for a seat of a game of an edition; the text seeds its luck."""
