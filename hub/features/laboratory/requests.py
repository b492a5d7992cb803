"""Requests to the laboratory of this table."""

from __future__ import annotations

from hub.features.laboratory.contract import LabGames
from hub.features.laboratory.desk import cancel, order
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal


class StartLab(Action):
    """Have bots play this many games by the rules of this table, and as many without house rules, for a report.

    Games that were played for it before are not played again.
    """

    who = (BANKER,)
    games: LabGames

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """Order the games."""
        return order(table, self.games)


class StopLab(Action):
    """Stop the laboratory; finished games are kept."""

    who = (BANKER,)

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """Cancel the order."""
        cancel(table)
        return None


REQUESTS = (StartLab, StopLab)
