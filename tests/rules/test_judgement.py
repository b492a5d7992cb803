"""What the engine keeps between two moves is right as long as it is used: a judgement, a sorted hand."""

import pytest
from helpers.scene import Scene

from hub.domain.commands import Build, Buy, Redeem, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import (
    AdvancePending,
    AgendaSet,
    AuctionRunning,
    BusPending,
    BuyPending,
    CatchUpPending,
    DebtPending,
    DeedLot,
    DrawPending,
    GiftPending,
    MortgageChoicePending,
    PlacingPending,
    RentThrowPending,
    ShortagePending,
    SpacePending,
    Task,
    TicketPending,
)
from hub.editions import EDITIONS
from hub.rules.assets import plots
from hub.rules.game import Reason, Rejected


def test_a_judgement_holds_until_something_changes():
    """A command that was allowed is judged again after another move, also if it is the very same object."""
    scene = Scene(EDITIONS["classic"])
    scene.owns(0, 1, 3)
    build, throw = Build(0, 1), Throw(0, (1, 3))
    assert scene.game.refuse(build) is None
    scene.game.decide(throw)
    assert scene.game.decide(build) == Rejected(Reason.NOT_NOW)


def test_a_judgement_does_not_outlive_its_state():
    """What was allowed before an undo is judged by the state that the undo leads to."""
    scene = Scene(EDITIONS["classic"])
    scene.throw(0, 1, 2)
    buy = Buy(0)
    assert scene.game.refuse(buy) is None
    scene.game.restart(Scene(EDITIONS["classic"]).game.state)
    assert scene.game.decide(buy) == Rejected(Reason.NOT_NOW)


def test_a_refused_command_is_refused_again():
    """Asking twice does not help, and another command that was allowed in between opens no door."""
    scene = Scene(EDITIONS["classic"])
    scene.owns(0, 1, 3)
    redeem = Redeem(0, 1)
    assert scene.game.refuse(redeem) == Rejected(Reason.NOT_MORTGAGED)
    assert scene.game.refuse(Build(0, 1)) is None
    assert scene.game.decide(redeem) == Rejected(Reason.NOT_MORTGAGED)


def test_a_hand_is_sorted_as_it_is_now():
    """Deeds that come and go are in the groups of their owner at once, and come back as they were."""
    scene = Scene(EDITIONS["classic"])
    group = scene.game.rules.track.deeds[1].group
    scene.owns(0, 3)
    assert [*plots(scene.game, 0, group)] == [3]
    scene.owns(0, 1)
    assert [*plots(scene.game, 0, group)] == [1, 3]
    assert [*scene.game.hand(0).buildable] == [1, 3]
    scene.given(DeedMoved(1, 0, NOBODY))
    assert [*plots(scene.game, 0, group)] == [3]
    assert [*scene.game.hand(0).buildable] == []
    assert [*plots(scene.game, NOBODY, group)] == []


DECISIONS = (
    BuyPending(0, 1, 6_000),
    DrawPending(0, "chance"),
    DebtPending(0, MoneyMoved(0, 1, 300_000, "rent_street", {})),
    MortgageChoicePending(0, 3, 3_300, 300),
    CatchUpPending(0, 3, 5_000),
    BusPending(0),
    GiftPending(0, 10_000),
    TicketPending(0, (2,)),
    SpacePending(0, (1,), "auction"),
    AdvancePending(0, 5, "mogul"),
    AdvancePending(0, 5, "bus"),
)
UNDER_WAY = (
    AdvancePending(0, 5, "throw"),
    AuctionRunning(DeedLot(1), (0, 1)),
    RentThrowPending(0, 10, 400),
    ShortagePending("house", 1, (0, 1)),
    PlacingPending(0, "house", 1),
)


@pytest.mark.parametrize("task", [*DECISIONS, *UNDER_WAY], ids=lambda task: type(task).__name__)
def test_others_redeem_at_any_decision_but_not_amid_a_throw_or_an_auction(task: Task):
    """Play is interrupted for it wherever somebody has to decide (K12), also before a symbol's second move (D11)."""
    scene = Scene(EDITIONS["mega"])
    scene.owns(1, 7)
    scene.mortgaged(7)
    scene.given(AgendaSet((task,), 1))
    assert scene.game.refuse(Redeem(1, 7)) == (None if task in DECISIONS else Rejected(Reason.NOT_NOW))
