"""Mortgages that pass to a new owner unchanged: interest is paid only on redeeming (mpmp-06) [P8]."""

from hub.domain.commands import KeepMortgage
from hub.domain.ids import Seat, Space
from hub.rules.debt.mortgages import BankMortgages
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part


@part(sheet="mortgages_pass_on")
class MortgagesPassOn(BankMortgages):
    """Like `BankMortgages`, but a new owner is not asked and owes nothing."""

    def handlers(self) -> Handlers:
        return tuple(handler for handler in super().handlers() if handler.command is not KeepMortgage)

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """Nothing: the mortgage stays on the deed."""
