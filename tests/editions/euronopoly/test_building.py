"""Rows euro-09 to -12: apartments, how they fit together, where and when they are built."""

import pytest

from hub.domain.commands import Build, Buy, BuyRemote, FinishPlacing
from hub.domain.ids import BANK
from hub.domain.tasks import BuildPending
from hub.editions.euronopoly import RULES
from hub.rules.game import Reason


def test_euro_09_three_apartments_are_a_holiday_home_three_of_those_a_villa():
    """What stands at each of the ten stages; the bank has as many as anybody wants."""
    stages = RULES.ladders["street"].stages
    worth = {"apartment": 1, "holiday_home": 3, "villa": 9}
    assert [sum(worth[kind] * count for kind, count in stage.items()) for stage in stages] == list(range(10))
    assert (stages[5], stages[9], RULES.stock) == ({"holiday_home": 1, "apartment": 2}, {"villa": 1}, {})


def test_euro_09_nothing_but_the_apartments_is_paid(scene):
    """Nine times the price of an apartment, and a villa stands there (E11)."""
    scene.owns(0, 16, 18, 19)
    for deed in (16, 18):
        scene.built(deed, 3)
    scene.built(19, 6)
    scene.visit(0, 16)
    bank = scene.balance(BANK)
    for _ in range(3):
        scene.do(Build(0, 19))
    assert (scene.stage(19), scene.balance(BANK)) == (9, bank + 3 * 260)


@pytest.mark.parametrize("stage", range(10))
def test_euro_09_the_rent_is_that_of_the_stage(scene, stage):
    """Printed on the deed for none to nine apartments; a whole group doubles nothing (E16)."""
    scene.owns(1, 16, 18, 19)
    scene.built(16, stage)
    scene.cash(9000)
    scene.visit(0, 16)
    assert scene.balance(0) == 9000 - RULES.track.deeds[16].rents[stage]


def test_euro_10_one_plot_holds_one_apartment(scene):
    """The second one needs another plot."""
    scene.owns(0, 16)
    scene.visit(0, 16)
    scene.do(Build(0, 16))
    assert (scene.stage(16), scene.on_turn) == (1, 1)
    scene.visit(0, 16)
    assert scene.on_turn == 1


def test_euro_10_two_plots_hold_two_each(scene):
    """Two on one and none on the other is fine, three on one are not."""
    scene.owns(0, 16, 18)
    scene.visit(0, 16)
    scene.do(Build(0, 16))
    scene.do(Build(0, 16))
    assert scene.refused(Build(0, 16)) == Reason.GROUP_INCOMPLETE
    scene.do(Build(0, 18))
    scene.do(Build(0, 18))
    assert scene.on_turn == 1


@pytest.mark.parametrize(("stage", "least"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 3)])
def test_euro_10_what_the_others_need_beside(scene, stage, least):
    """Up to two nothing, a holiday home an apartment on each of the others, two need two, a villa a holiday home."""
    scene.cash(20_000)
    scene.owns(0, 16, 18, 19)
    scene.built(19, stage - 1)
    scene.built(16, least)
    scene.built(18, max(least - 1, 0))
    scene.visit(0, 16)
    if least:
        assert scene.refused(Build(0, 19)) == Reason.UNEVEN
        scene.do(Build(0, 18))
    scene.do(Build(0, 19))
    assert scene.stage(19) == stage


def test_euro_10_nine_are_the_most(scene):
    """A villa is the end of it."""
    scene.owns(0, 16, 18, 19)
    for deed in (16, 18):
        scene.built(deed, 8)
    scene.built(19, 9)
    scene.visit(0, 16)
    assert scene.refused(Build(0, 19)) == Reason.FULLY_BUILT


def test_euro_11_building_on_arrival_on_all_own_plots_of_the_group(scene):
    """Any number, as far as they fit and the money goes, until one has enough (E12)."""
    scene.owns(0, 16, 18, 12)
    scene.visit(0, 16)
    assert scene.task == BuildPending(0, "orange")
    scene.do(Build(0, 18))
    assert scene.task == BuildPending(0, "orange")
    assert scene.refused(Build(0, 12)) == Reason.NOT_NOW
    scene.do(FinishPlacing(0))
    assert (scene.stage(18), scene.balance(0), scene.on_turn) == (1, 2740, 1)


def test_euro_11_nowhere_else_and_at_no_other_time(scene):
    """Not before the throw although one still stands there, not on another's plot, not without the money."""
    scene.owns(0, 16, 18)
    scene.stands(0, 16)
    assert scene.refused(Build(0, 16)) == Reason.NO_VISITOR
    scene.owns(1, 12)
    scene.visit(0, 12)
    assert scene.on_turn == 1
    scene.cash(259)
    scene.visit(0, 16)
    assert scene.on_turn == 1


def test_euro_12_a_plot_just_bought_is_not_built_on(scene):
    """Nor anything else in its group, until one comes there again (E13)."""
    scene.owns(0, 16)
    scene.visit(0, 18)
    scene.do(Buy(0))
    assert scene.on_turn == 1
    scene.visit(0, 18)
    scene.do(Build(0, 16))
    assert scene.stage(16) == 1


def test_euro_12_nor_one_bought_from_afar(scene):
    """The group waits for the next opportunity, here the next throw of the same turn."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.do(BuyRemote(0, 18))
    assert scene.refused(Build(0, 16)) == Reason.JUST_BOUGHT
    scene.stands(0, 24)
    scene.throw(0, 3, 3)
    scene.do(Build(0, 16))
    assert scene.stage(16) == 1
