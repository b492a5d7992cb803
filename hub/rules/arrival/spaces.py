"""Spaces without a deed: nothing happens, a tax, a card, the way to jail (classic-10, -12, -13, -17)."""

from hub.domain.ids import BANK, POT
from hub.domain.tasks import AdvancePending, DrawPending
from hub.rules.game import Game
from hub.rules.moving import go_to_jail
from hub.rules.parts import part
from hub.rules.payments import pay


@part(sheet=None)
class NothingHappens:
    """Start (its salary was paid on the way), visiting jail, free parking."""

    def land(self, game: Game, task: AdvancePending) -> None:
        """Nothing."""


@part(sheet=None)
class TaxDue:
    """The tax printed on the space."""

    def land(self, game: Game, task: AdvancePending) -> None:
        amount = game.rules.track.spaces[task.space].amount
        pay(game, task.seat, BANK, amount, "tax", {"space": task.space})


@part(sheet=None)
class CardSpace:
    """A card of `deck` has to be taken."""

    deck: str

    def land(self, game: Game, task: AdvancePending) -> None:
        game.ask(DrawPending(task.seat, self.deck))


@part(sheet="pot_collected")
class PotCollected:
    """A player who lands here gets what lies in the middle (classic-33)."""

    def land(self, game: Game, task: AdvancePending) -> None:
        pay(game, POT, task.seat, game.state.ledger.balances[POT], "pot", {"space": task.space})


@part(sheet="off_to_jail")
class OffToJail:
    """Straight to jail."""

    def land(self, game: Game, task: AdvancePending) -> None:
        go_to_jail(game, task.seat, "space")
