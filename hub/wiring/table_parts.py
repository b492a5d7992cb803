"""One table and everything that acts at it on its own; a process may have one of these, or many.

Code for computations is imported inside functions, when it is first needed (`later`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hub.bots import BOTS
from hub.bots.interfaces import Bot
from hub.bots.sight import Sight
from hub.domain.ids import NOBODY
from hub.lab.at_table import LabThread
from hub.rules.slots import Rules
from hub.table.automatic.auctioneer import Auctioneer
from hub.table.automatic.bots import BotThread, Chooser, MakeChooser
from hub.table.automatic.hands import HandsThread
from hub.table.changes.pausing import is_frozen
from hub.table.game.chance import Dice
from hub.table.interfaces.board import Board, Simulator
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.interfaces.storage import Store
from hub.table.table import Table
from hub.wiring.later import Later, LateThread, Thread

if TYPE_CHECKING:
    from hub.odds.thinking import Masters


@dataclass(frozen=True)
class TableParts:
    """A table that has been resumed but does not take requests yet."""

    table: Table
    masters: Later[Masters]
    lab: LabThread


def table_parts(
    store: Store,
    board: Board,
    editions: Mapping[str, Rules],
    foreign: Sequence[ForeignEdition],
    lab_folder: Path,
    closing: ExitStack,
) -> TableParts:
    """Create the parts, which end with `closing`. Raises StoreError."""
    masters = Later(_masters)
    closing.callback(lambda: masters.if_made(close))

    def master(rules: Rules, seed: str) -> Chooser:
        return masters()(rules, seed)

    bots: dict[str, MakeChooser] = {**{kind: chooser_of(make) for kind, make in BOTS.items()}, "master": master}
    table = Table(store, board, editions, Dice(), bots, foreign)
    closing.callback(table.stop)
    return TableParts(table, masters, LabThread(table.lab, lab_folder, lambda: turn_s_here(table)))


def begin_automatic(
    parts: TableParts,
    simulator: Simulator | None,
    closing: ExitStack,
    bots_wait: Callable[[], bool] = lambda: False,
    falls_asleep: Callable[[], None] = lambda: None,
) -> None:
    """Start everything that acts on its own: bots, auctioneer, odds, hindsight, laboratory, simulated hands.

    `bots_wait` returns whether bots should pause. `falls_asleep` is called once if this computer cannot be kept awake
    while a game is played.
    """
    table = parts.table
    threads: list[Thread] = [_bots(parts, bots_wait), _auctioneer(table), parts.lab, *_odds_threads(table)]
    threads.append(_awake(table, falls_asleep))
    if simulator is not None:
        threads.append(HandsThread(table, simulator))
    for thread in threads:
        table.subscribe(thread.wake)
        thread.start()
        closing.callback(thread.stop)


def _bots(parts: TableParts, bots_wait: Callable[[], bool]) -> LateThread:
    table = parts.table

    def make() -> Thread:
        if any(seat.bot == "master" for seat in table.state.lobby.seats):
            parts.masters()  # now, not under the lock
        return BotThread(table, rest=lambda: parts.masters.if_made(close), waits=bots_wait)

    return LateThread("bots", table.bots.is_open, make)


def _auctioneer(table: Table) -> LateThread:
    return LateThread("auctioneer", table.auction.is_open, lambda: Auctioneer(table.auction))


def _awake(table: Table, falls_asleep: Callable[[], None]) -> LateThread:
    def plays() -> bool:
        live = table.state.live
        return live is not None and live.game.state.turns.winner == NOBODY and not is_frozen(table.state)

    def make() -> Thread:
        from hub.wiring.awake import AwakeThread

        return AwakeThread(plays, falls_asleep)

    return LateThread("awake", plays, make)


def _odds_threads(table: Table) -> list[LateThread]:
    def outlook() -> Thread:
        from hub.odds.watching import OutlookThread

        return OutlookThread(table.outlook)

    def length() -> Thread:
        from hub.odds.lengths import LengthThread

        return LengthThread(table.length, table.past)

    def hindsight() -> Thread:
        from hub.odds.hindsight.looking_back import HindsightThread

        return HindsightThread(table.hindsight)

    def advice() -> Thread:
        from hub.odds.advising import AdviceThread

        return AdviceThread(table.advice)

    return [
        LateThread("outlook", table.outlook.is_open, outlook),
        LateThread("length", lambda: table.length.settings() is not None, length),
        LateThread("hindsight", table.hindsight.is_open, hindsight),
        LateThread("advice", table.advice.is_open, advice),
    ]


def turn_s_here(table: Table) -> float:
    """How many seconds turns have recently taken at this table."""
    from hub.odds.lengths import PaceHere

    return PaceHere(table.past).turn_s()


def close(masters: Masters) -> None:
    """End their processes."""
    masters.close()


def _masters() -> Masters:
    from hub.odds.thinking import Masters

    return Masters()


def chooser_of(make: Callable[[Rules], Callable[[str], Bot]]) -> MakeChooser:
    """Adapt a bot to the interface of the table, which passes in a seat of a game to choose for."""

    def made(rules: Rules, seed: str) -> Chooser:
        bot = make(rules)(seed)
        return lambda game, seat: bot.choose(Sight(game, seat))

    return made
