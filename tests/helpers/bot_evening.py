"""Bots at all seats of a real table, which move one at a time when the test says so, the same way on each run."""

import itertools
from collections.abc import Mapping

from helpers.house import House

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.commands import Advance
from hub.domain.tasks import AdvancePending
from hub.rules.slots import Rules
from hub.table.automatic.bots import BotDesk, Chooser, MakeChooser
from hub.table.game.chance import Dice
from hub.table.requests import AgreeHouseRules, Begin, ChooseEdition, Play, SetBot
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience
from hub.table.wire.contract import BotKind

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gustav", "Hanna")


def lucky(seed: str) -> Mapping[str, MakeChooser]:
    """Bot factories whose seeds are derived from `seed`, in the order in which bots are made."""
    count = itertools.count()

    def seeded(kind: str) -> MakeChooser:
        make = chooser_of(BOTS[kind])

        def made(rules: Rules, _luck: str) -> Chooser:
            return make(rules, f"{seed}/{next(count)}")

        return made

    return {kind: seeded(kind) for kind in BOTS}


class RobotEvening:
    """Opens a house and begins a game in it; nobody moves pieces, so the banker confirms all moves."""

    def __init__(
        self, house: House, edition: str, bots: tuple[BotKind, ...], house_rules: tuple[str, ...], seed: str
    ) -> None:
        self.house, self.moves = house, 0
        house.by_hand = True
        house.open(*NAMES[: len(bots)])
        house.bot_thread.stop()
        house.table.state.chance = Dice(seed)
        house.table.bots = BotDesk(house.table.state, house.table._lock, lucky(seed))
        house.do(ChooseEdition(edition))
        for seat, bot in enumerate(bots):
            house.do(SetBot(seat, bot))
        house.do(AgreeHouseRules(house_rules))
        house.do(Begin())

    def move(self) -> bool:
        """Carry out the next command that a bot wants; returns False once the game is over."""
        wanted = self.house.table.bots.wanted()
        if wanted is not None:
            request = Request(f"evening-{self.moves}", Play(wanted.command, wanted.question))
            ack = self.house.table.request(Audience("seat", wanted.seat), request)
            assert ack.ok, f"{wanted.command} was refused: {ack.reason}"
        elif isinstance(task := self.house.task, AdvancePending):
            self.house.play(Advance(task.seat))
        else:
            assert self.house.view().phase == "over", f"nobody answers {task}"
            return False
        self.moves += 1
        return True
