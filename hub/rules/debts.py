"""Mortgages (classic-25, -26); debts: a seat raises money, then pays or falls (classic-28 to -30), or the bank lends.

A bankrupt seat's property goes to the creditor, or to the bank, which sells it: deed by deed without mortgages, or all
deeds together with their mortgages (mpmp-18).

Where the bank lends (euro-18, -19) [E29], it lends exactly what is missing, and every income pays it back first [E26].
A seat that owes more than the bank would pay for all it has is out at once; one that owes exactly as much stays in
[E31].
"""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from hub.domain.commands import DeclareBankruptcy, KeepMortgage, LeaveGame, Mortgage, PayDebt, Redeem
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet, owned_by
from hub.domain.ids import BANK, NOBODY, Account, Seat, Space, holder_of, seat_of
from hub.domain.ledger import CreditSet, MoneyMoved, percent_up
from hub.domain.offers import TradeClosed
from hub.domain.tasks import DebtPending, EstateLot, MortgageChoicePending, Task
from hub.domain.turns import SeatBankrupted, seats_from, solvent
from hub.rules.asking import (
    absent,
    answer_to,
    between_turns,
    cannot_pay,
    no_business,
    no_free_moment_for,
    not_owner,
    short_of,
)
from hub.rules.assets import raisable, stands_in_the_way
from hub.rules.building.evenly import refuse_losing_place
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import INHERITED, after_levies, carry_out, pay


@part(sheet="bank_mortgages")
class BankMortgages(Part):
    """`interest_percent`, rounded up to `unit` (K18), is due on redeeming and on getting a mortgaged deed (K17)."""

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


MINIMUM = 1

LENDING = "credit"
"""The purpose of what the bank lends. It does not count as income, or it would be paid back at once."""


class EstateSale(Protocol):
    """Sells the deeds of a seat that went bankrupt to the bank."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        """Put `deeds` up for sale; `mortgaged` are those of them on which a mortgage has just lapsed."""


@part(sheet="one_by_one")
class OneByOne(Part):
    """Each deed is auctioned separately, without its mortgage (classic-30) [K17]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        game.rules.auction.open(game, deeds)


@part(sheet="in_one_lot")
class InOneLot(Part):
    """The whole estate is auctioned as one lot, with its mortgages (mpmp-18) [P17]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        if deeds:
            sell_together(game, EstateLot(tuple(deeds), tuple(mortgaged)))


def sell_together(game: Game, lot: EstateLot) -> None:
    """Everybody still in the game may bid, starting with the seat on turn."""
    game.rules.auction.open_lot(game, lot, tuple(seats_from(game.state, game.state.turns.seat)), MINIMUM)


def leaving(sale: EstateSale) -> Handler[LeaveGame]:
    """Between turns, when nothing else is open, anybody may go home: all they have goes to the bank."""

    def refuse(game: Game, command: LeaveGame) -> Rejected | None:
        seat = command.seat
        if rejected := absent(game, seat):
            return rejected
        return None if between_turns(game) else Rejected(Reason.NOT_NOW)

    def leave(game: Game, command: LeaveGame) -> None:
        if game.state.credit.owed[command.seat]:
            game.emit(CreditSet(command.seat, 0))
        hand_over(game, command.seat, BANK, sale, by="leaving")

    return Handler(LeaveGame, refuse, leave)


def hand_over(
    game: Game, seat: Seat, creditor: Account, sale: EstateSale, by: Literal["debt", "leaving"] = "debt"
) -> None:
    """Sell its buildings, pass on its money, cards and deeds, put it out, and close what waits for it."""
    game.rules.building.liquidate(game, seat)
    heir = holder_of(creditor)
    pay(game, seat, creditor, game.state.ledger.balances[seat], "estate", {"seat": seat})
    for deck, card in release_cards(game.state, seat):
        game.emit(ReleaseCardMoved(deck, card, seat, heir))
    deeds = owned_by(game.state, seat)
    mortgaged = [deed for deed in deeds if game.state.deeds.mortgaged[deed]]
    for deed in deeds:
        game.emit(DeedMoved(deed, seat, heir))
        if heir == NOBODY and game.state.deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
    for offer in list(game.state.offers.open.values()):
        if seat in (offer.seat, offer.to):
            game.emit(TradeClosed(offer.id, offer.seat, "lapsed", offer.to))
    game.emit(SeatBankrupted(seat, creditor, by))
    game.drop_tasks(seat)
    _inherit_debts(game, seat, creditor)
    if len(solvent(game.state)) > 1:
        if heir == NOBODY:  # where the mortgages have lapsed [K17]
            sale.sell(game, deeds, mortgaged)
        else:
            for deed in reversed(mortgaged):
                game.rules.mortgages.inherit(game, deed, heir, bought=False)


def _inherit_debts(game: Game, seat: Seat, creditor: Account) -> None:
    """What others still owed the bankrupt seat they now owe its creditor; what the creditor owed it is settled."""
    owed = [task for task in game.tasks if isinstance(task, DebtPending) and task.due.payee == seat]
    for task in owed:
        place = game.tasks.index(task)
        due = MoneyMoved(task.due.payer, creditor, task.due.amount, task.due.purpose, task.due.inputs)
        game.tasks[place : place + 1] = [] if task.seat == creditor else [DebtPending(task.seat, due)]


@part(sheet="settle_or_fall")
class SettleOrFall(Part):
    """A debt stays open until it is paid; giving up is allowed only when selling to the bank could not cover it.

    `estate_sale` is how the bank sells the deeds of seats that go bankrupt to it.
    """

    estate_sale: EstateSale = OneByOne()

    def handlers(self) -> Handlers:
        return (
            answer_to(DebtPending, PayDebt, self.settle, self.refuse_pay, self.answers_pay),
            answer_to(DebtPending, DeclareBankruptcy, self.fall, self.refuse_fall),
            leaving(self.estate_sale),
        )

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The debtor is asked before anything else goes on."""
        game.ask(DebtPending(seat_of(due.payer), due))

    def limit(self, game: Game, seat: Seat) -> int | None:
        return None

    def refuse_pay(self, game: Game, command: PayDebt, task: DebtPending) -> Rejected | None:
        short = short_of(game, command.seat, task.due.amount)
        if short is None or (means := _means(game, command.seat)) >= task.due.amount:
            return short
        return Rejected(Reason.BEYOND_MEANS, {"money": means})

    def settle(self, game: Game, command: PayDebt, task: DebtPending) -> None:
        carry_out(game, task.due)

    def answers_pay(self, game: Game, task: DebtPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(PayDebt(seat), role="ok", cost=task.due.amount)

    def refuse_fall(self, game: Game, command: DeclareBankruptcy, task: DebtPending) -> Rejected | None:
        means = _means(game, command.seat)
        return Rejected(Reason.MONEY_CAN_BE_RAISED, {"means": means}) if means >= task.due.amount else None

    def fall(self, game: Game, command: DeclareBankruptcy, task: DebtPending) -> None:
        hand_over(game, command.seat, task.due.payee, self.estate_sale)


def _means(game: Game, seat: Seat) -> int:
    """What a seat has, and could raise from the bank."""
    return game.state.ledger.balances[seat] + raisable(game, seat)


class StaysWithBank(Struct, frozen=True):
    """Deeds that go to the bank can be bought by the next visitor; claims to them have lapsed [E32]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        """Nothing: the bank does not sell them at once."""


@part(sheet="bank_lends")
class BankLends(Part):
    """All cash is paid, and the bank lends the rest; nobody has to sell anything first [E30]."""

    def handlers(self) -> Handlers:
        return (leaving(StaysWithBank()),)

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The creditor is paid in full at once, even if the debtor is then out."""
        seat, state = seat_of(due.payer), game.state
        missing = due.amount - state.ledger.balances[seat]
        pay(game, BANK, seat, missing, LENDING, {})
        game.emit(CreditSet(seat, state.credit.owed[seat] + missing))
        game.emit(due)
        fall_if_overindebted(game, seat)

    def limit(self, game: Game, seat: Seat) -> int | None:
        return worth(game, seat)


@part(sheet=None)
def income_repays(game: Game, fact: MoneyMoved) -> None:
    """Reaction to income of a seat with credit: it repays the bank."""
    if fact.payee < 0 or fact.purpose == LENDING:
        return
    owed = game.state.credit.owed[seat := seat_of(fact.payee)]
    if owed and (amount := min(owed, game.state.ledger.balances[seat])):
        pay(game, seat, BANK, amount, "repayment", {"owed": owed})
        game.emit(CreditSet(seat, owed - amount))


@part(sheet=None)
def deed_lost(game: Game, fact: DeedMoved) -> None:
    """Reaction to a deed that changes hands: its former owner may now be worth less than they owe."""
    if fact.source != NOBODY:
        fall_if_overindebted(game, fact.source)


@part(sheet=None)
def building_lost(game: Game, fact: StageSet) -> None:
    """The same reaction to changes of buildings."""
    fall_if_overindebted(game, fact.seat)


def fall_if_overindebted(game: Game, seat: Seat) -> None:
    """Put a seat out that owes more than the bank would pay for all it has; most owe nothing."""
    owed = game.state.credit.owed[seat]
    if owed and owed > worth(game, seat):
        game.emit(CreditSet(seat, 0))
        hand_over(game, seat, BANK, StaysWithBank())


def worth(game: Game, seat: Seat) -> int:
    """What the bank would pay for all deeds and buildings of a seat."""
    own = owned_by(game.state, seat)
    deeds = sum(game.rules.track.deeds[space].mortgage for space in own)
    return deeds + game.rules.building.raisable(game, seat, own)
