"""Mortgages: the bank lends half the price on a deed and takes it back with interest (classic-25, classic-26)."""

from collections.abc import Iterable

from hub.domain.commands import KeepMortgage, Mortgage, Redeem
from hub.domain.deeds import DeedMortgaged, MortgageLifted, owned_by
from hub.domain.ids import BANK, Seat, Space
from hub.domain.ledger import percent_up
from hub.domain.tasks import MortgageChoicePending, Task
from hub.rules.asking import absent, answer_to, cannot_pay, no_business, no_free_moment_for, not_owner
from hub.rules.assets import stands_in_the_way
from hub.rules.building.evenly import refuse_losing_place
from hub.rules.game import Choice, Game, Handler, Handlers, Reason, Rejected, part
from hub.rules.payments import INHERITED, after_levies, pay


@part(sheet="bank_mortgages")
class BankMortgages:
    """`interest_percent`, rounded up to `unit`, is due on redeeming and when a mortgaged deed changes hands (K18)."""

    interest_percent: int
    unit: int = 1

    def handlers(self) -> Handlers:
        return (
            Handler(Mortgage, self.refuse_mortgage, self.mortgage, free=self.free_mortgages),
            Handler(Redeem, self.refuse_redeem, self.redeem, self.answers_redeem, self.free_redemptions),
            answer_to(MortgageChoicePending, KeepMortgage, self.keep, self.refuse_keep, self.answers_keep),
        )

    def interest(self, game: Game, deed: Space) -> int:
        return percent_up(game.rules.track.deeds[deed].mortgage, self.interest_percent, self.unit)

    def redemption(self, game: Game, deed: Space) -> int:
        return game.rules.track.deeds[deed].mortgage + self.interest(game, deed)

    def raisable(self, game: Game, seat: Seat, deeds: Iterable[Space]) -> int:
        """What a seat could borrow on those of these deeds that are not mortgaged, once their groups are unbuilt."""
        mortgaged, printed = game.state.deeds.mortgaged, game.rules.track.deeds
        loans = [printed[deed].mortgage for deed in deeds if not mortgaged[deed]]
        return after_levies(game, seat, loans, "mortgage")

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """The new owner of a mortgaged deed chooses: redeem it now, or pay the interest now and again later."""
        game.ask(MortgageChoicePending(seat, deed, self.redemption(game, deed), self.interest(game, deed), bought))

    def refuse_mortgage(self, game: Game, command: Mortgage) -> Rejected | None:
        seat = command.seat
        if rejected := absent(game, seat) or no_business(game) or not_owner(game, seat, command.deed):
            return rejected
        if game.state.deeds.mortgaged[command.deed]:
            return Rejected(Reason.ALREADY_MORTGAGED)
        deed = game.rules.track.deeds[command.deed]
        if stands_in_the_way(game, seat, deed):
            return Rejected(Reason.GROUP_BUILT)
        return refuse_losing_place(game, seat, deed)

    def mortgage(self, game: Game, command: Mortgage) -> None:
        deed = game.rules.track.deeds[command.deed]
        game.emit(DeedMortgaged(deed.space))
        pay(game, BANK, command.seat, deed.mortgage, "mortgage", {"deed": deed.space, "price": deed.price})
        game.rules.scarcity.judge_again(game)

    def refuse_redeem(self, game: Game, command: Redeem) -> Rejected | None:
        seat, deed = command.seat, command.deed
        if rejected := no_free_moment_for(game, seat) or not_owner(game, seat, deed):
            return rejected
        if not game.state.deeds.mortgaged[deed]:
            return Rejected(Reason.NOT_MORTGAGED)
        return cannot_pay(game, seat, self.redemption(game, deed), "redemption")

    def redeem(self, game: Game, command: Redeem) -> None:
        game.tasks = [task for task in game.tasks if not self._asked_about(task, command.deed)]
        deed, loan = command.deed, game.rules.track.deeds[command.deed].mortgage
        inputs = {"deed": deed, "loan": loan, "interest": self.interest(game, deed)}
        pay(game, command.seat, BANK, self.redemption(game, deed), "redemption", inputs)
        game.emit(MortgageLifted(deed))

    def refuse_keep(self, game: Game, command: KeepMortgage, task: MortgageChoicePending) -> Rejected | None:
        return None if task.deed == command.deed else Rejected(Reason.NOT_NOW)

    def keep(self, game: Game, command: KeepMortgage, task: MortgageChoicePending) -> None:
        loan = game.rules.track.deeds[task.deed].mortgage
        inputs = {"deed": task.deed, "loan": loan, "percent": self.interest_percent}
        if not task.bought:
            inputs[INHERITED] = 1
        pay(game, task.seat, BANK, task.interest, "mortgage_interest", inputs)

    def answers_redeem(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, MortgageChoicePending):
            yield Choice(Redeem(seat, task.deed), role="ok", cost=task.redemption, purpose="redemption")

    def answers_keep(self, game: Game, task: MortgageChoicePending, seat: Seat) -> Iterable[Choice]:
        purpose = "mortgage_interest" if task.bought else ""
        yield Choice(KeepMortgage(seat, task.deed), role="cancel", cost=task.interest, purpose=purpose)

    def free_mortgages(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for deed in owned_by(game.state, seat):
            if not game.state.deeds.mortgaged[deed]:
                yield Choice(Mortgage(seat, deed), cost=-game.rules.track.deeds[deed].mortgage, purpose="mortgage")

    def free_redemptions(self, game: Game, seat: Seat) -> Iterable[Choice]:
        asking = game.state.agenda.task
        for deed in owned_by(game.state, seat):
            if game.state.deeds.mortgaged[deed] and not self._asked_about(asking, deed):
                yield Choice(Redeem(seat, deed), cost=self.redemption(game, deed), purpose="redemption")

    def _asked_about(self, task: Task | None, deed: Space) -> bool:
        return isinstance(task, MortgageChoicePending) and task.deed == deed


@part(sheet="mortgages_pass_on")
class MortgagesPassOn(BankMortgages):
    """Like `BankMortgages`, but a new owner is not asked and owes nothing."""

    def handlers(self) -> Handlers:
        return tuple(handler for handler in super().handlers() if handler.command is not KeepMortgage)

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """Nothing: the mortgage stays on the deed."""
