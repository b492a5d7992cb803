"""Mortgages: the bank lends half the price on a deed and takes it back with interest (classic-25, classic-26)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.agenda import open_task
from hub.domain.commands import KeepMortgage, Mortgage, Redeem
from hub.domain.deeds import DeedMortgaged, MortgageLifted, owned_by
from hub.domain.ids import BANK, Seat, Space
from hub.domain.money import percent_up
from hub.domain.tasks import MortgageChoicePending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import absent, no_business, no_pause_for, open_of, owes, short_of
from hub.rules.game import Game
from hub.rules.payments import INHERITED, after_levy, pay, with_levy
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import stands_in_the_way


@dataclass(frozen=True)
class BankMortgages:
    """`interest_percent` is due on redeeming and once more when a mortgaged deed changes hands.

    It is rounded up to `unit` (K18).
    """

    interest_percent: int
    unit: int = 1

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(Mortgage, self.refuse_mortgage, self.mortgage, free=self.free_mortgages),
            Action(
                Redeem,
                self.refuse_redeem,
                self.redeem,
                self.answers_redeem,
                self.free_redemptions,
            ),
            Action(KeepMortgage, self.refuse_keep, self.keep, answers=self.answers_keep),
        )

    def interest(self, game: Game, deed: Space) -> int:
        """The interest on the mortgage of a deed."""
        return percent_up(game.rules.track.deeds[deed].mortgage, self.interest_percent, self.unit)

    def redemption(self, game: Game, deed: Space) -> int:
        """What it costs to redeem a deed."""
        return game.rules.track.deeds[deed].mortgage + self.interest(game, deed)

    def raisable(self, game: Game, seat: Seat) -> int:
        """What a seat could borrow on its unmortgaged deeds once their groups are unbuilt."""
        mortgaged, deeds = game.state.deeds.mortgaged, game.rules.track.deeds
        loans = [deeds[deed].mortgage for deed in owned_by(game.state, seat) if not mortgaged[deed]]
        return sum([after_levy(game, seat, loan, "mortgage") for loan in loans])

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """The new owner of a mortgaged deed chooses: redeem it now, or pay the interest now and again later."""
        game.ask(MortgageChoicePending(seat, deed, self.redemption(game, deed), self.interest(game, deed), bought))

    def refuse_mortgage(self, game: Game, command: Mortgage) -> Rejected | None:
        seat = command.seat
        rejected = absent(game, seat) or no_business(game) or self._not_owner(game, seat, command.deed)
        if rejected is not None:
            return rejected
        if game.state.deeds.mortgaged[command.deed]:
            return Rejected(Reason.ALREADY_MORTGAGED)
        if stands_in_the_way(game, seat, game.rules.track.deeds[command.deed]):
            return Rejected(Reason.GROUP_BUILT)
        return None

    def mortgage(self, game: Game, command: Mortgage) -> None:
        deed = game.rules.track.deeds[command.deed]
        game.emit(DeedMortgaged(deed.space))
        pay(
            game,
            BANK,
            command.seat,
            deed.mortgage,
            "mortgage",
            {"deed": deed.space, "price": deed.price},
        )
        game.rules.scarcity.judge_anew(game)

    def refuse_redeem(self, game: Game, command: Redeem) -> Rejected | None:
        seat, deed = command.seat, command.deed
        rejected = no_pause_for(game, seat) or self._not_owner(game, seat, deed)
        if rejected is not None:
            return rejected
        if not game.state.deeds.mortgaged[deed]:
            return Rejected(Reason.NOT_MORTGAGED)
        if owes(game, seat):
            return Rejected(Reason.OWES_MONEY)
        return short_of(game, seat, with_levy(game, seat, self.redemption(game, deed), "redemption"))

    def redeem(self, game: Game, command: Redeem) -> None:
        game.tasks = [task for task in game.tasks if not self._asked_about(task, command.deed)]
        loan = game.rules.track.deeds[command.deed].mortgage
        inputs = {
            "deed": command.deed,
            "loan": loan,
            "interest": self.interest(game, command.deed),
        }
        pay(
            game,
            command.seat,
            BANK,
            self.redemption(game, command.deed),
            "redemption",
            inputs,
        )
        game.emit(MortgageLifted(command.deed))

    def refuse_keep(self, game: Game, command: KeepMortgage) -> Rejected | None:
        task = open_of(game, MortgageChoicePending, command.seat)
        if type(task) is Rejected:
            return task
        return None if task.deed == command.deed else Rejected(Reason.NOT_NOW)

    def keep(self, game: Game, command: KeepMortgage) -> None:
        task = game.settle()
        assert isinstance(task, MortgageChoicePending)
        loan = game.rules.track.deeds[task.deed].mortgage
        inputs = {"deed": task.deed, "loan": loan, "percent": self.interest_percent}
        if not task.bought:
            inputs[INHERITED] = 1
        pay(game, task.seat, BANK, task.interest, "mortgage_interest", inputs)

    def answers_redeem(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, MortgageChoicePending):
            yield Choice(Redeem(seat, task.deed), role="ok", cost=task.redemption, purpose="redemption")

    def answers_keep(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, MortgageChoicePending):
            purpose = "mortgage_interest" if task.bought else ""
            yield Choice(KeepMortgage(seat, task.deed), role="cancel", cost=task.interest, purpose=purpose)

    def free_mortgages(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for deed in owned_by(game.state, seat):
            if not game.state.deeds.mortgaged[deed]:
                yield Choice(Mortgage(seat, deed), cost=-game.rules.track.deeds[deed].mortgage, purpose="mortgage")

    def free_redemptions(self, game: Game, seat: Seat) -> Iterable[Choice]:
        asking = open_task(game.state)
        for deed in owned_by(game.state, seat):
            if game.state.deeds.mortgaged[deed] and not self._asked_about(asking, deed):
                yield Choice(Redeem(seat, deed), cost=self.redemption(game, deed), purpose="redemption")

    def _asked_about(self, task: Task | None, deed: Space) -> bool:
        return isinstance(task, MortgageChoicePending) and task.deed == deed

    def _not_owner(self, game: Game, seat: Seat, deed: Space) -> Rejected | None:
        if deed not in game.rules.track.deeds:
            return Rejected(Reason.NO_SUCH_DEED)
        return None if game.state.deeds.owner[deed] == seat else Rejected(Reason.NOT_OWNER)
