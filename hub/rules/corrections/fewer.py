"""Corrections of an edition that knows neither mortgages nor release cards (euro-17)."""

from __future__ import annotations

from hub.domain.corrections import CorrectMortgage, CorrectReleaseCard
from hub.rules.corrections.slot import Corrections
from hub.rules.handlers import Handlers
from hub.rules.parts import part


@part(sheet=None)
class FewerCorrections(Corrections):
    """Without those that would put the table into a state it can never be in."""

    def handlers(self) -> Handlers:
        missing = (CorrectMortgage, CorrectReleaseCard)
        return tuple(handler for handler in super().handlers() if handler.command not in missing)
