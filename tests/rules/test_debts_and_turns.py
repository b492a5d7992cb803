"""Debts at their edges: who is asked, in which order, and who may give up."""

from types import SimpleNamespace

import pytest
from helpers.scene import Scene
from helpers.seated import Seated
from msgspec.structs import replace

from hub.domain.commands import DeclareBankruptcy, Decline, PayDebt, PlaceBid
from hub.domain.corrections import CorrectDeed, CorrectMoney
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AgendaSet, DebtPending
from hub.editions import EDITIONS
from hub.rules import payments
from hub.rules.auctions.ascending import Ascending, next_call
from hub.rules.trade import _debts
from hub.table.requests import Correct, Play


def poor(seated: Seated, seat: int, balance: int) -> None:
    """Leave a seat with so much."""
    seated.do(Correct(CorrectMoney(seat, BANK, 1500 - balance)))


@pytest.mark.parametrize(("deed", "allowed"), [(15, False), (12, True)])
def test_who_could_just_pay_may_not_give_up(playing: Seated, deed: int, allowed: bool) -> None:
    """Two stations bring 100 each, the tax is 200; with the works, which bring 75, there is no way out (classic-28)."""
    playing.do(Correct(CorrectDeed(5, 0)))
    playing.do(Correct(CorrectDeed(deed, 0)))
    poor(playing, 0, 0)
    playing.throw(0, 1, 3)
    pay = playing.ask(Play(PayDebt(0)))
    assert (pay.reason, pay.details) == (
        ("beyond_means", {"money": 175}) if allowed else ("not_enough_money", {"missing": 200})
    )
    ack = playing.ask(Play(DeclareBankruptcy(0)))
    assert (ack.ok, ack.reason) == ((True, None) if allowed else (False, "money_can_be_raised"))


def test_who_leads_an_auction_with_all_they_have_is_not_passed_over(playing: Seated) -> None:
    """Anna cannot bid more than her own bid: it is the others' turn, and the count begins."""
    poor(playing, 0, 50)
    playing.throw(0, 2, 3)
    playing.play(Decline(0))
    playing.play(PlaceBid(0, 50))
    call = next_call(playing.table.state.live.game)
    assert (type(call).__name__, call.call) == ("CallLot", 1)


def test_of_several_debts_the_one_that_is_due_next_is_set_off_first() -> None:
    """Tasks lie on a pile, the next on top; debts to or of others are left out."""
    due = [
        MoneyMoved(payer, payee, amount, "rent_street", {})
        for payer, payee, amount in ((1, 0, 30), (1, 0, 10), (1, 2, 5))
    ]
    tasks = [DebtPending(one.payer, one) for one in due]
    price = SimpleNamespace(payer=0, payee=1)
    assert [task.due.amount for task in _debts(tasks, price)] == [10, 30]


def test_what_was_owed_to_the_bankrupt_is_owed_to_their_creditor_and_by_that_one_no_more() -> None:
    """Both 1 and 2 still owe 0, who falls to 1: 2 pays 1, and 1 owes nobody."""
    scene = Scene(next(iter(EDITIONS.values())))
    owed = [MoneyMoved(payer, payee, 900, "rent_street", {}) for payer, payee in ((2, 0), (1, 0), (0, 1))]
    scene.cash(0)
    scene.given(AgendaSet(tuple(DebtPending(one.payer, one) for one in owed), 1))
    scene.do(DeclareBankruptcy(0))
    assert scene.task == DebtPending(2, replace(owed[0], payee=1))
    assert len(scene.game.state.agenda.tasks) == 1


def test_of_those_who_owe_several_who_went_out_meanwhile_owe_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A payment may put its payer out (E30); the next ones of that seat are not asked for any more."""
    turns = SimpleNamespace(out=[False, False])
    game, paid = SimpleNamespace(state=SimpleNamespace(turns=turns), tasks=["before"]), []

    def pay(_game: object, due: MoneyMoved) -> None:
        paid.append(due.amount)
        game.tasks.append(due.amount)
        turns.out[due.payer] = due.amount == 20

    monkeypatch.setattr(payments, "pay_or_owe", pay)
    payments.pay_in_turn(
        game, [MoneyMoved(seat, BANK, amount, "", {}) for seat, amount in ((0, 10), (1, 20), (1, 30), (0, 40))]
    )
    assert paid == [10, 20, 40]
    assert game.tasks == ["before", 40, 20, 10], "the first is on top, and so asked first (K21)"


@pytest.mark.parametrize(("minimum", "least"), [(1, 100), (50, 100), (100, 100), (101, 200), (0, 0)])
def test_the_least_bid_is_a_multiple_and_not_below_the_minimum(minimum: int, least: int) -> None:
    """Where bids go by hundreds, a house of 50 is called out at 100, not at nothing (D40)."""
    assert Ascending(minimum=1, step=100)._in_steps(minimum) == least
