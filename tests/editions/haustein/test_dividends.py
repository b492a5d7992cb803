"""Row haustein-22: dividends on the way over the start, before the salary."""

import pytest

from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved, half_up, shared_out
from hub.domain.share_dealing import FileReport
from hub.domain.shares import DividendPaid


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
    assert paid(facts) == [
        ("dividend", 1, 300),
        ("dividend", 2, 180),
        ("dividend", BANK, 120),
        ("salary", 0, 400),
    ]
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


@pytest.mark.parametrize(
    ("amount", "weights", "parts"),
    [
        (100, (5, 3, 2), [50, 30, 20]),
        (1, (1, 1), [0, 1]),
        (0, (4, 1), [0, 0]),
        (3, (5, 5, 5, 5), [0, 1, 1, 1]),
        (7, (7,), [7]),
    ],
)
def test_haustein_22_parts_are_always_the_whole(amount, weights, parts):
    """Rounded parts never exceed what there is."""
    assert shared_out(amount, weights) == parts


@pytest.mark.parametrize(("amount", "count", "share"), [(1, 12, 0), (1, 13, 1), (25, 1, 1), (1487, 5, 297), (0, 25, 0)])
def test_haustein_22_a_part_of_25_is_rounded_half_up(amount, count, share):
    """12 / 25 is 0.48, 13 / 25 is 0.52."""
    assert half_up(amount, count, 25) == share
