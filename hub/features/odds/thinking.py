"""Masters at a real table: their rollouts are played by separate processes, without holding the table's lock."""

from contextlib import ExitStack

from hub.bots.sight import Sight
from hub.features.odds.master import master
from hub.features.odds.outlook import usual_jobs
from hub.rules.slots import Rules
from hub.simulation.workers import Workers
from hub.table.automatic.bots import Chooser, MoreBots


def table_bots(closing: ExitStack) -> MoreBots:
    """Masters for a table. Processes begin with the first dilemma, rest while no bot plays, and end with `closing`."""
    workers = Workers(usual_jobs())
    closing.callback(workers.close)

    def chooser(rules: Rules, seed: str) -> Chooser:
        """What chooses for one seat of one game."""
        bot = master(rules, workers)(seed)
        return lambda game, seat: bot.consider(Sight(game, seat))

    return MoreBots({"master": chooser}, workers.close)
