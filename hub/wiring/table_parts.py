"""One table, and all that acts at it without people: of this a process may have one, or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hub.bots import BOTS
from hub.bots.ports import Bot
from hub.bots.sight import Sight
from hub.foresight.advising import AdviceThread
from hub.foresight.hindsight.looking_back import HindsightThread
from hub.foresight.lengths import LengthThread, PaceHere
from hub.foresight.thinking import Masters
from hub.foresight.watching import OutlookThread
from hub.lab.at_table import LabThread
from hub.rules.slots import Rules
from hub.table.automatic.auctioneer import Auctioneer
from hub.table.automatic.bots import BotThread, Chooser, MakeChooser
from hub.table.automatic.hands import Hands
from hub.table.automatic.woken import Woken
from hub.table.game.chance import Dice
from hub.table.ports.board import Board, Simulator
from hub.table.ports.foreign import ForeignEdition
from hub.table.ports.storage import Store
from hub.table.table import Table


@dataclass(frozen=True)
class TableParts:
    """A table that was resumed and listens to nobody yet."""

    table: Table
    masters: Masters
    lab: LabThread


def table_parts(
    store: Store,
    board: Board,
    editions: Mapping[str, Rules],
    foreign: Sequence[ForeignEdition],
    lab_folder: Path,
    closing: ExitStack,
) -> TableParts:
    """Make them, to be ended with `closing`. Raises StoreError."""
    masters = Masters()
    closing.callback(masters.close)
    bots: dict[str, MakeChooser] = {**{kind: chooser_of(make) for kind, make in BOTS.items()}, "master": masters}
    table = Table(store, board, editions, Dice(), bots, foreign)
    closing.callback(table.stop)
    return TableParts(table, masters, LabThread(table.lab, lab_folder, lambda: PaceHere(table.past).turn_s()))


def begin_automatic(parts: TableParts, simulator: Simulator | None, closing: ExitStack) -> None:
    """What happens without people: bots, the auctioneer, foresight, hindsight, the laboratory, hands on a board."""
    table = parts.table
    threads: list[Woken] = [BotThread(table, rest=parts.masters.close), Auctioneer(table.auction), parts.lab]
    threads += [OutlookThread(table.outlook), LengthThread(table.length, table.past)]
    threads += [HindsightThread(table.hindsight), AdviceThread(table.advice)]
    if simulator is not None:
        threads.append(Hands(table, simulator))
    for thread in threads:
        table.subscribe(thread.wake)
        thread.start()
        closing.callback(thread.stop)


def chooser_of(make: Callable[[Rules], Callable[[str], Bot]]) -> MakeChooser:
    """A bot as the table takes it: something that chooses for a seat of a game."""

    def made(rules: Rules, seed: str) -> Chooser:
        bot = make(rules)(seed)
        return lambda game, seat: bot.choose(Sight(game, seat))

    return made
