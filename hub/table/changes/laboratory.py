"""The laboratory's order and progress at this table; `hub.features.laboratory` plays the games.

None of this is stored with the table: after a restart nothing runs until the banker asks again, which continues.
"""

from __future__ import annotations

from msgspec.structs import replace

from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.family_tables import on_tables
from hub.table.interfaces.storage import StoreError
from hub.table.state import LabOrder, TableState
from hub.table.wire.lab_views import LabGames, LabQuestion, LabReportView, LabTrouble, LabView
from hub.table.wire.refusals import Refusal, TableReason, refusal

SEATS_USUAL = 4


def ready(state: TableState, report: LabReportView | None) -> bool:
    """Note that there is a laboratory, and its last report, if any. Returns whether the view has changed."""
    state.lab = LabView(report=report)
    return True


def start(state: TableState, games: LabGames) -> Refusal | None:
    """Order games by the rules of this table and, to compare, by the printed ones; one order at a time."""
    if state.lab is None:
        return refusal(TableReason.NO_LAB)
    if state.lab.running:
        return refusal(TableReason.LAB_RUNNING)
    try:
        edition = _edition(state)
    except (TableError, StoreError):
        return refusal(TableReason.NO_LAB)
    live, lobby = state.live, state.lobby
    question = LabQuestion(
        edition=edition.board,
        own_tables=bool(edition.track.printing.digest),
        house_rules=live.game.rules.agreed if live else lobby.house_rules,
        seats=_seats(edition, len(lobby.seats)),
        games=games,
    )
    state.lab_order = LabOrder(question, edition)
    state.lab = LabView(running=True, question=question, report=state.lab.report)
    return None


def stop(state: TableState) -> Refusal | None:
    """Cancel the order; finished games are kept."""
    state.lab_order = None
    if state.lab is not None:
        state.lab = replace(state.lab, running=False, left_s=-1)
    return None


def note(state: TableState, order: LabOrder, played: int, whole: int, left_s: int) -> bool:
    """Note progress, unless the order was cancelled. Returns whether the view has changed."""
    if state.lab is None or state.lab_order is not order:
        return False
    state.lab = replace(state.lab, played=played, whole=whole, left_s=left_s)
    return True


def found(state: TableState, order: LabOrder, report: LabReportView) -> bool:
    """Note the report, even if the order was cancelled at the last moment. Returns whether the view has changed."""
    if state.lab is None:
        return False
    if state.lab_order is order:
        stop(state)
    state.lab = replace(state.lab, report=report)
    return True


def failed(state: TableState, order: LabOrder, trouble: LabTrouble) -> bool:
    """Note that the run failed; finished games are kept. Returns whether the view has changed."""
    if state.lab is None or state.lab_order is not order:
        return False
    stop(state)
    state.lab = replace(state.lab, trouble=trouble)
    return True


def _edition(state: TableState) -> Rules:
    """The rules at the table, with their tables and without house rules. Raises TableError, StoreError."""
    live = state.live
    if live is None:
        return state.editions[state.lobby.edition]
    return on_tables(state.editions[live.record.edition], live.game.rules.track.printing.digest, state.store.document)


def _seats(edition: Rules, sitting: int) -> int:
    """The number of people at the table if the edition allows it, else the usual one within what it allows."""
    least, most = edition.seats
    return sitting if least <= sitting <= most else max(least, min(most, SEATS_USUAL))
