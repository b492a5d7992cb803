"""Corrections of an edition without mortgages and release cards (euro-17)."""

from hub.domain.corrections import CorrectMortgage, CorrectReleaseCard
from hub.rules.corrections.slot import Corrections
from hub.rules.handlers import Handlers
from hub.rules.parts import part


@part(sheet=None)
class FewerCorrections(Corrections):
    """Leaves out the corrections that would lead to a state that cannot occur in this edition."""

    def handlers(self) -> Handlers:
        missing = (CorrectMortgage, CorrectReleaseCard)
        return tuple(handler for handler in super().handlers() if handler.command not in missing)
