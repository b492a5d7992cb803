"""Rows haustein-19 to -21: annual and interim reports, and what a late one costs."""

from __future__ import annotations

import pytest

from hub.domain.commands import PayDebt
from hub.domain.ids import BANK, POT
from hub.domain.share_dealing import BuyShares, DemandReport, FileReport
from hub.domain.shares import Report, ReportFiled, ReportOwed
from hub.domain.tasks import DebtPending
from hub.rules.reasons import Reason


def owing(scene):
    """Who owes a report."""
    return set(scene.game.state.shares.owed)


def last(scene, seat):
    """The last report of a seat."""
    return scene.game.state.shares.reports[seat]


@pytest.mark.parametrize(
    ("origin", "faces", "owes"),
    [
        (28, (1, 2), True),  # onto it
        (27, (2, 3), True),  # over it
        (27, (1, 2), False),  # short of it
        (31, (1, 2), False),  # away from it
        (38, (1, 2), False),  # over the start only
    ],
)
def test_haustein_19_touching_or_crossing_the_town_hall_square(scene, origin, faces, owes):
    """Forward onto space 31 or beyond it."""
    scene.owns(1, 31, 32)
    scene.stands(0, origin)
    scene.throw(0, *faces)
    assert owing(scene) == ({0} if owes else set())


def test_haustein_19_a_card_to_the_start_crosses_it(scene_of):
    """Cards that lead forward count (H23)."""
    scene = scene_of(chance=1)
    scene.lands(0, 22)
    assert owing(scene) == set()
    scene.draw(0)
    assert (scene.space(0), owing(scene)) == (0, {0})


def test_haustein_19_a_card_over_start_and_square_crosses_it(scene_of):
    """From 36 to 24 the way leads over the start and stops before the square; from 22 to 5 it leads over both."""
    scene = scene_of(chance=3)
    scene.lands(0, 36)
    scene.draw(0)
    assert (scene.space(0), owing(scene)) == (24, set())
    scene = scene_of(chance=5)
    scene.owns(1, 5)
    scene.lands(0, 22)
    scene.draw(0)
    assert (scene.space(0), owing(scene)) == (5, {0})


def test_haustein_19_backward_and_to_jail_never_count(scene_of):
    """Three spaces back from 7, and straight to jail from 30."""
    scene = scene_of(chance=9)
    scene.lands(0, 7)
    scene.draw(0)
    assert (scene.space(0), owing(scene)) == (4, set())
    scene.stands(1, 27)
    scene.turn(1)
    scene.throw(1, 1, 2)
    assert owing(scene) == set()


def test_haustein_19_the_report_holds_cash_shares_and_real_estate(scene):
    """The hub fills in the true figures (H25): cash after the rent, a station, own and foreign shares."""
    scene.passes_shares(2, 2, 0, 5)
    scene.owns(0, 5)
    scene.owns(1, 31)
    scene.stands(0, 28)
    scene.cash(1326)
    scene.throw(0, 1, 2)
    facts = scene.do(FileReport(0))
    assert facts[0] == ReportFiled(Report(0, "annual", 2, 1300, 200, ((0, 25), (2, 5))))
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


def owed_by_0(scene):
    """Seat 0 owes a report since its turn, and seat 1 is on turn."""
    scene.owns(1, 31)
    scene.owns(2, 5)
    scene.lands(0, 31)
    assert (owing(scene), scene.on_turn) == ({0}, 1)


def test_haustein_21_in_time_until_the_next_player_has_ended_their_turn(scene):
    """In the following turn it costs nothing."""
    owed_by_0(scene)
    scene.do(FileReport(0))
    scene.throw(1, 2, 3)
    assert (scene.balance(0), scene.balance(POT), last(scene, 0).kind) == (1474, 0, "annual")


def test_haustein_21_late_costs_150_once(scene):
    """When the following player's turn has ended: 150 to the middle, and the report is made (H24)."""
    owed_by_0(scene)
    scene.throw(1, 2, 3)
    assert scene.on_turn == 2
    assert (scene.balance(0), scene.balance(POT), owing(scene)) == (1474 - 150, 150, set())
    assert (last(scene, 0).kind, last(scene, 0).cash) == ("late", 1324)
    scene.owns(0, 8)
    scene.throw(2, 2, 6)
    assert scene.balance(POT) == 150


def test_haustein_21_a_double_of_the_next_player_gives_more_time(scene):
    """The turn ends with its last throw."""
    owed_by_0(scene)
    scene.owns(2, 6)
    scene.throw(1, 3, 3)
    assert (scene.on_turn, owing(scene), scene.balance(POT)) == (1, {0}, 0)


def test_haustein_21_who_cannot_pay_the_fine_owes_it(scene):
    """A debt to the middle, before the next turn begins."""
    owed_by_0(scene)
    scene.cash(100)
    scene.owns(0, 39)
    scene.throw(1, 2, 3)
    assert isinstance(scene.task, DebtPending)
    assert (scene.task.due.payee, scene.task.due.amount) == (POT, 150)
    scene.cash(160)
    scene.do(PayDebt(0))
    assert (scene.balance(POT), scene.on_turn) == (150, 2)
