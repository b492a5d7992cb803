"""Rows haustein-19 to -21: annual and interim reports, and what a late one costs."""

import pytest

from hub.domain.commands import PayDebt
from hub.domain.ids import BANK, POT
from hub.domain.share_dealing import BuyShares, DemandReport, FileReport
from hub.domain.shares import Report, ReportFiled, ReportOwed
from hub.domain.tasks import DebtPending
from hub.rules.reasons import Reason


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
