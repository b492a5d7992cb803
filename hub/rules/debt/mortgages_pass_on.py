"""Mortgages that pass on unchanged: a new owner pays no interest, only whoever redeems does (mpmp-06) [P8]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.commands import KeepMortgage
from hub.domain.ids import Seat, Space
from hub.rules.actions import Action
from hub.rules.debt.mortgages import BankMortgages
from hub.rules.game import Game


@dataclass(frozen=True)
class MortgagesPassOn(BankMortgages):
    """As `BankMortgages`, but a new owner is asked nothing and owes nothing."""

    def actions(self) -> tuple[Action[Any], ...]:
        return tuple(action for action in super().actions() if action.command is not KeepMortgage)

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """Nothing: the mortgage stays on the deed."""
