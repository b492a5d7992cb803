"""What the engine keeps between two moves is right as long as it is used: a judgement, a sorted hand."""

from helpers.scene import Scene

from hub.domain.commands import Build, Buy, Redeem, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
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
