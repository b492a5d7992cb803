"""Rows haustein-19 to -22: reports, what a late one costs, and dividends before the salary."""

import pytest

from hub.domain.commands import LeaveGame, PayDebt
from hub.domain.ids import BANK, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import BuyShares, DemandReport, DividendPaid, FileReport, Report, ReportFiled, ReportOwed
from hub.domain.tasks import DebtPending, ThrowPending
from hub.rules.game import Reason


def owing(scene):
    return set(scene.game.state.shares.owed)


def last(scene, seat):
    return scene.game.state.shares.reports[seat]


@pytest.mark.parametrize(
    ("space", "faces", "card", "ends", "owes"),
    [
        pytest.param(31, (1, 2), None, 31, True, id="onto it"),
        pytest.param(32, (2, 3), None, 32, True, id="over it"),
        pytest.param(30, (1, 2), None, 10, False, id="short of it, and to jail"),
        pytest.param(34, (1, 2), None, 34, False, id="away from it"),
        pytest.param(1, (1, 2), None, 1, False, id="over the start only"),
        pytest.param(22, (1, 2), 1, 0, True, id="by a card to the start"),
        pytest.param(22, (1, 2), 5, 5, True, id="by a card over the square and the start"),
        pytest.param(36, (1, 2), 3, 24, False, id="by a card over the start that stops before it"),
        pytest.param(36, (1, 2), 9, 33, False, id="by a card three spaces back"),
    ],
)
def test_haustein_19_touching_or_crossing_the_town_hall_square(scene_of, space, faces, card, ends, owes):
    """Forward onto space 31 or beyond it, by cards as well (H23); never backward or to jail."""
    scene = scene_of(chance=card)
    scene.owns(1, 1, 5, 31, 32, 34)
    scene.lands(0, space, *faces)
    if card:
        assert owing(scene) == set()
        scene.draw(0)
    assert (scene.space(0), owing(scene)) == (ends, {0} if owes else set())


def test_haustein_19_the_report_holds_cash_shares_and_real_estate(scene):
    """The hub fills in the true figures (H25): cash after the rent, a station, own and foreign shares."""
    scene.passes_shares(2, 2, 0, 5)
    scene.owns(0, 5)
    scene.owns(1, 31)
    scene.cash(1326)
    scene.lands(0, 31)
    assert scene.do(FileReport(0))[0] == ReportFiled(Report(0, "annual", 2, 1300, 200, ((0, 25), (2, 5))))
    assert owing(scene) == set()


def test_haustein_20_an_interim_report_at_any_time(scene):
    """Also during an auction, and no matter whose turn it is."""
    scene.do(FileReport(2))
    assert (last(scene, 2).kind, last(scene, 2).cash) == ("interim", 1500)
    scene.cash(1500, 700)
    scene.throw(0, 2, 3)
    scene.do(FileReport(1))
    assert (last(scene, 1).kind, last(scene, 1).cash) == ("interim", 700)


def test_haustein_20_the_supervision_may_demand_one(scene):
    """It is owed from then on, as an annual one is."""
    facts = scene.do(DemandReport(2))
    assert facts[0] == ReportOwed(2, scene.game.state.turns.number, demanded=True)
    assert owing(scene) == {2}
    assert scene.refused(DemandReport(2)) == Reason.REPORT_OWED_ALREADY
    scene.do(FileReport(2))
    assert (owing(scene), last(scene, 2).kind) == (set(), "annual")


def test_haustein_20_a_trade_with_the_bank_uses_live_figures(scene):
    """The bank needs no report: its price is today's (H19)."""
    scene.passes_shares(1, 1, BANK, 3)
    scene.cash(1500, 3000, 0)
    scene.do(BuyShares(0, 1, 1))
    assert scene.balance(0) == 1500 - 120
    assert last(scene, 1).cash == 1500


@pytest.fixture
def owed(scene):
    scene.owns(1, 31)
    scene.owns(2, 5)
    scene.lands(0, 31)
    assert (owing(scene), scene.on_turn) == ({0}, 1)
    return scene


def test_haustein_21_in_time_until_the_next_player_has_ended_their_turn(owed):
    """In the following turn it costs nothing."""
    owed.do(FileReport(0))
    owed.throw(1, 2, 3)
    assert (owed.balance(0), owed.balance(POT), last(owed, 0).kind) == (1474, 0, "annual")


def test_haustein_21_late_costs_150_once(owed):
    """When the following player's turn has ended: 150 to the middle, and the report is made (H24)."""
    owed.throw(1, 2, 3)
    assert owed.on_turn == 2
    assert (owed.balance(0), owed.balance(POT), owing(owed)) == (1474 - 150, 150, set())
    assert (last(owed, 0).kind, last(owed, 0).cash) == ("late", 1324)
    owed.owns(0, 8)
    owed.throw(2, 2, 6)
    assert owed.balance(POT) == 150


def test_haustein_21_who_is_out_owes_no_report(owed):
    """Whoever went home is fined no more, and the others play on."""
    owed.do(LeaveGame(0))
    assert owing(owed) == set()
    owed.throw(1, 2, 3)
    assert (owed.balance(POT), owed.task) == (0, ThrowPending(2))


def test_haustein_21_a_double_of_the_next_player_gives_more_time(owed):
    """The turn ends with its last throw."""
    owed.owns(2, 6)
    owed.throw(1, 3, 3)
    assert (owed.on_turn, owing(owed), owed.balance(POT)) == (1, {0}, 0)


def test_haustein_21_who_cannot_pay_the_fine_owes_it(owed):
    """A debt to the middle, before the next turn begins."""
    owed.cash(100)
    owed.owns(0, 39)
    owed.throw(1, 2, 3)
    assert isinstance(owed.task, DebtPending)
    assert (owed.task.due.payee, owed.task.due.amount) == (POT, 150)
    owed.cash(160)
    owed.do(PayDebt(0))
    assert (owed.balance(POT), owed.on_turn) == (150, 2)


def paid(facts):
    """(purpose, payee, amount) of each payment."""
    return [(fact.purpose, fact.payee, fact.amount) for fact in facts if isinstance(fact, MoneyMoved)]


def dividend(facts):
    found = [fact for fact in facts if isinstance(fact, DividendPaid)]
    assert len(found) == 1
    return found[0]


@pytest.fixture
def before_start(scene):
    """Seat 0 stands five spaces before the start; seat 1 holds five of its shares, seat 2 three, the bank two."""
    scene.passes_shares(0, 0, 1, 5)
    scene.passes_shares(0, 0, 2, 3)
    scene.passes_shares(0, 0, BANK, 2)
    scene.stands(0, 35)
    return scene


def test_haustein_22_before_the_salary_to_all_other_holders(before_start):
    """1,500 reported are 60 a share: 300, 180 and 120, then the salary; own shares earn nothing (H28, H29)."""
    facts = before_start.throw(0, 2, 3)
    assert dividend(facts) == DividendPaid(0, 1500, False, (1, 2, BANK), (5, 3, 2), (300, 180, 120))
    assert paid(facts) == [("dividend", 1, 300), ("dividend", 2, 180), ("dividend", BANK, 120), ("salary", 0, 400)]
    assert before_start.balance(0) == 1500 - 600 + 400


def test_haustein_22_passing_counts_like_landing(before_start):
    """And pays the smaller salary."""
    before_start.owns(0, 3)
    facts = before_start.throw(0, 2, 6)
    assert [payment[0] for payment in paid(facts)] == ["dividend"] * 3 + ["salary"]
    assert before_start.balance(0) == 1500 - 600 + 200


def test_haustein_22_the_last_report_counts_not_the_cash_of_today(before_start):
    """1,490 reported: 298, 178.8 and 119.2, a half and more rounded up."""
    before_start.cash(1490)
    before_start.do(FileReport(0))
    before_start.cash(5000)
    facts = before_start.throw(0, 2, 3)
    assert (dividend(facts).reported, dividend(facts).amounts) == (1490, (298, 179, 119))


@pytest.mark.parametrize(
    ("cash", "capped", "amounts"),
    [
        pytest.param(600, False, (300, 180, 120), id="what just suffices is paid in full"),
        pytest.param(599, True, (299, 180, 120), id="the largest holder gets one less"),
        pytest.param(100, True, (50, 30, 20), id="by shares, 5 to 3 to 2"),
        pytest.param(33, True, (16, 10, 7), id="9.9 and 6.6 become 10 and 7, the largest holder gets the rest"),
        pytest.param(0, True, (0, 0, 0), id="without cash nothing is paid"),
    ],
)
def test_haustein_22_never_more_than_the_cash_in_hand(before_start, cash, capped, amounts):
    """600 are due on the 1,500 reported; nobody goes into debt, and no salary is touched (H27)."""
    before_start.cash(cash)
    facts = before_start.throw(0, 2, 3)
    assert (dividend(facts).capped, dividend(facts).amounts) == (capped, amounts)
    assert before_start.balance(0) == cash - sum(amounts) + 400
    assert len(paid(facts)) == 1 + sum(amount > 0 for amount in amounts)


def test_haustein_22_who_holds_all_their_shares_pays_none(scene):
    """Nobody to pay."""
    scene.stands(0, 35)
    assert paid(scene.throw(0, 2, 3)) == [("salary", 0, 400)]


def test_haustein_22_not_backwards_and_not_to_jail(scene_of):
    """Only the way forward leads over the start."""
    scene = scene_of(chance=9)
    scene.passes_shares(0, 0, 1, 5)
    scene.lands(0, 7)
    assert not [payment for payment in paid(scene.draw(0)) if payment[0] == "dividend"]
    scene.stands(0, 27)
    scene.turn(0)
    assert not paid(scene.throw(0, 1, 2))
