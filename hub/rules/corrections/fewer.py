"""Corrections of an edition that knows neither mortgages nor release cards (euro-17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.corrections import CorrectMortgage, CorrectReleaseCard
from hub.rules.actions import Action
from hub.rules.corrections.slot import Corrections


@dataclass(frozen=True)
class FewerCorrections(Corrections):
    """Without those that would put the table into a state it can never be in."""

    def actions(self) -> tuple[Action[Any], ...]:
        missing = (CorrectMortgage, CorrectReleaseCard)
        return tuple(action for action in super().actions() if action.command not in missing)
