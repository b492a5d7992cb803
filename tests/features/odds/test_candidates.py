"""The answers that a question offers: few, allowed, and never made from what the seat does not know."""

from types import SimpleNamespace

import pytest

from hub.bots import BOTS
from hub.bots.sensible.trading import Deal
from hub.bots.sight import Sight
from hub.domain.commands import (
    AcceptTrade,
    Build,
    Bundle,
    Buy,
    Decline,
    DeclineTrade,
    Mortgage,
    OfferTrade,
    PassBid,
    PlaceBid,
    Throw,
)
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, AuctionRunning, BuyPending, DeedLot, Task, ThrowPending, asked
from hub.editions import EDITIONS
from hub.features.odds.candidates import CANDIDATES_MAXIMUM, _offered, answers_to, candidates
from hub.features.odds.position import seen_by
from hub.rules.game import Game

CLASSIC = EDITIONS["classic"]
BROWN = (1, 3)


def asking(state: State, task: Task) -> State:
    AgendaSet((task,), 1).fold(state)
    return state


def of(state: State, seat: int = 0, *, shrewd: bool = False):
    return candidates(seen_by(CLASSIC, state, seat), seat, shrewd=shrewd)


def cash(state: State, seat: int, amount: int) -> None:
    MoneyMoved(BANK, seat, amount - state.ledger.balances[seat], "start_money", {}).fold(state)


def own(state: State, owner: int, *deeds: int) -> None:
    for deed in deeds:
        DeedMoved(deed, NOBODY, owner).fold(state)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_each_is_allowed_and_they_are_few(played, edition):
    """Whoever is asked has some, what a sensible bot would do among them; nobody else has any."""
    rules, kinds = EDITIONS[edition], set()
    for commands in range(10, 320, 31):
        state = played(edition, commands)
        task = state.agenda.task
        if task is None:
            continue
        for seat in range(3):
            found = candidates(seen_by(rules, state, seat), seat)
            assert bool(found) == (seat in asked(task))
            assert len(set(found)) == len(found) <= CANDIDATES_MAXIMUM
            game = Game(rules, state)
            assert all(game.refuse(command) is None for command in found)
            if found:
                kinds.add(type(task))
                usual = BOTS["sensible"](rules)("usual").choose(
                    Sight(Game(rules, seen_by(rules, state, seat).state), seat)
                )
                assert found[0] == usual
    assert len(kinds) > 2


def test_a_deed_on_offer_is_bought_or_left(played):
    """Where the money is short, what brings it comes before."""
    state = asking(played("classic", 3), BuyPending(0, 1, 60))
    assert set(of(state)) == {Buy(0), Decline(0)}
    own(state, 0, 5)
    cash(state, 0, 20)
    assert set(of(state)) == {Decline(0), Mortgage(0, 5)}


def test_bids_come_in_a_few_steps(played):
    """From the lowest one up to more than the deed is worth, as far as the cash goes; and passing."""
    state = asking(played("classic", 3), AuctionRunning(DeedLot(39), (0, 1, 2), minimum=20))
    cash(state, 0, 450)
    found = of(state)
    bids = sorted(command.amount for command in found if isinstance(command, PlaceBid))
    assert {20, 200, 300, 400, 450} <= set(bids)
    assert bids[-1] == 450
    assert PassBid(0) in found


def test_before_a_throw_one_may_build_and_trade(played):
    """Once in each group; an offer that makes two groups whole halves the gain, a shrewd one leaves less of it."""
    state = asking(played("classic", 3, seats=2), ThrowPending(0))
    own(state, 0, *BROWN, 6, 8)
    own(state, 1, 9)
    found = of(state)
    assert Throw(0) in found
    assert len([command for command in found if isinstance(command, Build)]) == 1
    (fair,) = [command for command in found if isinstance(command, OfferTrade) and command.take.deeds == (9,)]
    assert (fair.to, fair.give.deeds) == (1, ())
    shrewd = [one for one in of(state, shrewd=True) if isinstance(one, OfferTrade) and one.take.deeds == (9,)]
    assert fair in shrewd
    assert min(one.give.money for one in shrewd) < fair.give.money


@pytest.mark.parametrize(("price", "paid", "got"), [(120, 150, 0), (-120, 0, 100), (150, 150, 0)])
def test_a_price_between_two_notes_is_rounded_for_the_other_side(price, paid, got):
    """Where the smallest note is 50; else an offer that is said to share the gain would be refused."""
    sight = SimpleNamespace(seat=0, unit=50, ledger=SimpleNamespace(balances=[1_000, 1_000]))
    offer = _offered(sight, Deal(1, (), (9,), 0, 0), price)
    assert (offer.give.money, offer.take.money) == (paid, got)


def test_an_offer_is_accepted_or_declined(played):
    """By whom it was made to, as long as it can be."""
    state = asking(played("classic", 3, seats=2), ThrowPending(0))
    own(state, 0, 1)
    game = Game(CLASSIC, state)
    game.decide(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(money=70)))
    assert answers_to(seen_by(CLASSIC, state, 1), 1, 1) == (AcceptTrade(1, 1), DeclineTrade(1, 1))
    assert answers_to(seen_by(CLASSIC, state, 0), 0, 1) == ()
    cash(state, 1, 60)
    assert answers_to(seen_by(CLASSIC, state, 1), 1, 1) == ()


def test_an_offer_that_waits_is_no_answer_to_the_question(played):
    """Whoever stands on a deed is asked about that, whatever others offer meanwhile."""
    state = asking(played("classic", 3), BuyPending(0, 1, 60))
    own(state, 1, 3)
    Game(CLASSIC, state).decide(OfferTrade(1, 0, Bundle(deeds=(3,)), Bundle(money=900)))
    assert state.offers.open
    assert set(of(state)) == {Buy(0), Decline(0)}
