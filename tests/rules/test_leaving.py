"""Somebody goes home in the middle of a game: what they have goes to the bank, and the others play on."""

import pytest
from helpers.scene import Scene

from hub.domain.commands import LeaveGame
from hub.domain.deeds import owned_by
from hub.domain.ledger import CreditSet
from hub.domain.tasks import asked
from hub.domain.turns import SeatBankrupted
from hub.editions import EDITIONS
from hub.rules.game import Reason


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_goes_home_leaves_everything_to_the_bank(edition: str, seat: int) -> None:
    """On turn or not, with a mortgage and a loan: they own nothing, are out without being called broke, nor asked."""
    rules = EDITIONS[edition]
    scene = Scene(rules)
    first, second = [deed.space for deed in rules.track.deeds.values()][:2]
    scene.owns(seat, first, second)
    scene.mortgaged(second)
    if edition == "euronopoly":
        scene.given(CreditSet(seat, 700))
    money = sum(scene.game.state.ledger.balances)
    facts = scene.do(LeaveGame(seat))
    state = scene.game.state
    assert [fact.by for fact in facts if isinstance(fact, SeatBankrupted)] == ["leaving"]
    assert state.turns.home == [seat]
    assert not owned_by(state, seat)
    assert state.ledger.balances[seat] == 0
    assert sum(state.ledger.balances) == money
    assert state.agenda.task is not None
    assert seat not in asked(state.agenda.task)
    assert scene.refused(LeaveGame(seat)) == Reason.SEAT_OUT


def test_nobody_goes_home_amid_a_turn(scene: Scene) -> None:
    """What has been begun is finished first, a debt above all."""
    scene.lands(0, 1)
    assert scene.refused(LeaveGame(1)) == Reason.NOT_NOW


def test_of_two_who_goes_home_the_other_wins() -> None:
    """The last one left has won."""
    scene = Scene(EDITIONS["classic"], seats=2)
    scene.do(LeaveGame(0))
    assert scene.game.state.turns.winner == 1
