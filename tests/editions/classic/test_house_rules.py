"""Row classic-33: taxes and fines to the middle, free parking collects; off unless agreed on."""

import pytest
from helpers.scene import Scene

from hub.domain.commands import PayBail, StartGame
from hub.domain.ids import POT
from hub.editions.classic import RULES
from hub.rules.game import Reason

pytestmark = pytest.mark.rule("classic-33")
WITH_POT = RULES.with_house_rules(["pot"])


@pytest.fixture
def scene() -> Scene:
    """Three players who agreed on the pot; a fine of 15 lies on top."""
    return Scene(WITH_POT, 3, {"chance": 14})


def test_classic_33_taxes_and_fines_go_to_the_middle(scene):
    """Tax, bail and card payments to the bank fill the pot; purchases do not."""
    scene.lands(0, 4)
    assert scene.balance(POT) == 200
    scene.jailed(1)
    scene.do(PayBail(1))
    assert scene.balance(POT) == 250
    scene.turn(2)
    scene.lands(2, 7)
    scene.draw(2)
    assert scene.balance(POT) == 265


def test_classic_33_free_parking_collects(scene):
    """A player who lands there takes all of it, and an empty pot gives nothing."""
    scene.lands(0, 4)
    scene.lands(1, 20)
    assert (scene.balance(1), scene.balance(POT)) == (1700, 0)
    scene.lands(2, 20)
    assert scene.balance(2) == 1500


def test_classic_33_is_off_unless_agreed_on():
    """The edition itself has no pot, and a game cannot start with house rules nobody agreed on."""
    plain = Scene(RULES)
    plain.lands(0, 4)
    assert plain.balance(POT) == 0
    decks = {name: tuple(cards) for name, cards in RULES.track.decks.items()}
    fresh = Scene(RULES).game
    fresh.state.turns.out = []
    assert fresh.refuse(StartGame(3, decks, house_rules=("pot",))).reason == Reason.HOUSE_RULES_DIFFER


def test_unknown_house_rules_are_named():
    """Only what the edition offers can be agreed on."""
    with pytest.raises(KeyError, match="lottery"):
        RULES.with_house_rules(["lottery"])
