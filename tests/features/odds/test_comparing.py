"""What could be done: few allowed answers, compared by the same chance."""

import math
import time
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

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
    Draw,
    Mortgage,
    OfferTrade,
    PassBid,
    PlaceBid,
    Redeem,
    SealBid,
    Throw,
)
from hub.domain.deeds import DeedMortgaged, DeedMoved
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State
from hub.domain.tasks import (
    AgendaSet,
    AuctionRunning,
    BuyPending,
    DebtPending,
    DeedLot,
    SealedAuctionRunning,
    Task,
    ThrowPending,
    asked,
)
from hub.editions import EDITIONS
from hub.features.odds import candidates as module
from hub.features.odds.candidates import CANDIDATES_MAXIMUM, _offered, answers_to, candidates, trades
from hub.features.odds.comparing import Arena, Compared, InThisProcess, compare
from hub.features.odds.outlook import Budget
from hub.features.odds.position import Position, seen_by
from hub.rules.game import Game
from hub.simulation.workers import GivenUp, Workers

ANSWERS = [Buy(0), Decline(0), Throw(0), Draw(0), Buy(1), Decline(1), Throw(1), Draw(1)]

WON, LOST = (1.0, 0.0), (0.0, 1.0)

CLASSIC = EDITIONS["classic"]
BROWN = (1, 3)


def wins(of_seat_0: str) -> list[tuple[float, float]]:
    """Rollouts that were played to the end: `w` where seat 0 won."""
    return [WON if letter == "w" else LOST for letter in of_seat_0]


class Loaded:
    """An arena in which seat 0 wins after answer n exactly `wins[n]` of each hundred rollouts."""

    def __init__(self, wins: list[int]) -> None:
        self.wins, self.asked = wins, list[tuple[tuple[int, ...], range]]()

    def play(self, answers, numbers, _deadline_s):
        """Number 37 n modulo 100, so that the wins are spread."""
        self.asked.append((tuple(answers), numbers))
        return [[WON if 37 * n % 100 < self.wins[answer] else LOST for n in numbers] for answer in answers]


def at_buying(played) -> Position:
    """Seat 0 may complete a group for little money."""
    state = played("classic", 3)
    DeedMoved(1, NOBODY, 0).fold(state)
    AgendaSet((BuyPending(0, 3, 60),), 1).fold(state)
    return seen_by(CLASSIC, state, 0)


def test_the_best_is_first_and_has_most_rollouts():
    """Half of those that are left go each time; the first one stays, since it is what would be done anyway."""
    arena = Loaded([5, 40, 10, 60, 20, 55, 30, 1])
    found = compare(arena, ANSWERS, 0, Budget(960))
    assert found[0].command == ANSWERS[3]
    assert {one.command for one in found} == set(ANSWERS)
    left = [answers for answers, _ in arena.asked]
    assert left[0] == tuple(range(8))
    assert set(left[-1]) == {0, 3, 5}
    assert len(found[0].rollouts) == max(len(one.rollouts) for one in found)
    assert len(found[0].rollouts) > 3 * min(len(one.rollouts) for one in found)
    assert sum(len(one.rollouts) for one in found) <= 960


def test_the_same_numbers_are_played_after_each_answer():
    """From 0 on without a gap, for all that are left at once."""
    arena = Loaded([50, 40, 30])
    compare(arena, ANSWERS[:3], 0, Budget(300))
    numbers = [number for _, part in arena.asked for number in part]
    assert numbers == list(range(len(numbers)))


def test_little_time_is_enough_for_an_answer():
    """Each answer has some rollouts, however slow they are."""

    class Slow(Loaded):
        def play(self, answers, numbers, deadline_s):
            time.sleep(0.02)
            return super().play(answers, numbers[:2], deadline_s)

    arena = Slow([50, 40, 30, 20])
    found = compare(arena, ANSWERS[:4], 0, Budget(10_000, seconds=0))
    assert len(arena.asked) == 1
    assert [len(one.rollouts) for one in found] == [2] * 4


def test_what_chance_explains_is_no_difference():
    """By pairs: two answers that win the same rollouts but a few differ by those alone."""
    common = wins("wl" * 200)
    one, two = Compared(Buy(0), common), Compared(Decline(0), wins("ll" * 3) + common[6:])
    lead, error = one.lead(two, 0)
    assert lead == pytest.approx(3 / 400)
    assert error < 0.01
    assert not one.is_better(two, 0)
    assert one.is_better(Compared(Decline(0), wins("ll" * 30) + common[60:]), 0)
    assert one.odds(0) == one.odds(1) == 0.5
    low, high = one.bounds(0)
    assert low < 0.5 < high
    assert Compared(Buy(0), []).bounds(0) == (0.0, 1.0)
    assert one.lead(Compared(Buy(0), []), 0) == (0.0, math.inf)


def test_two_equal_results_are_no_certainty():
    """Both rollouts came out a tenth better, as they may by chance; a dozen that agree are more than chance."""
    better, worse = (0.6, 0.4), (0.5, 0.5)
    assert not Compared(Buy(0), [better] * 2).is_better(Compared(Decline(0), [worse] * 2), 0)
    assert Compared(Buy(0), [better] * 12).is_better(Compared(Decline(0), [worse] * 12), 0)


@pytest.mark.gate
def test_workers_find_what_is_found_here(played):
    """However the rollouts are cut into portions."""
    position, answers = at_buying(played), [Decline(0), Buy(0)]
    budget = Budget(200)
    with Workers(1) as workers:
        there = compare(Arena(workers, position, answers, "x"), answers, 0, budget)
    assert there == compare(Arena(InThisProcess(jobs=1), position, answers, "x"), answers, 0, budget)
    assert there[0].command == Buy(0)


def test_what_is_not_wanted_any_more_is_given_up(played):
    """Within moments, and without an answer."""
    position, answers = at_buying(played), [Buy(0), Decline(0)]
    with Workers(1) as workers, pytest.raises(GivenUp):
        compare(Arena(workers, position, answers, "x", lambda: True), answers, 0, Budget(10_000_000))


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
                seen = Game(rules, seen_by(rules, state, seat).state)
                assert found[0] == BOTS["sensible"](rules)("usual").choose(Sight(seen, seat))
    assert len(kinds) > 2


def test_a_deed_on_offer_is_bought_or_left(played):
    """Where the money is short, what brings it comes before."""
    state = asking(played("classic", 3), BuyPending(0, 1, 60))
    assert set(of(state)) == {Buy(0), Decline(0)}
    own(state, 0, 5)
    cash(state, 0, 20)
    assert set(of(state)) == {Decline(0), Mortgage(0, 5)}


@pytest.mark.parametrize(("step", "wanted"), [(1, {30, 200, 300, 400, 450}), (30, {30, 180, 300, 390, 450})])
def test_bids_come_in_a_few_steps(played, step, wanted):
    """From the lowest one up to more than the deed is worth, in whole notes, as far as the cash goes; and passing."""
    state = asking(played("classic", 3), AuctionRunning(DeedLot(39), (0, 1, 2), minimum=30, step=step))
    cash(state, 0, 450)
    found = of(state)
    bids = sorted(command.amount for command in found if isinstance(command, PlaceBid))
    assert wanted <= set(bids)
    assert bids[-1] == 450
    assert PassBid(0) in found


def test_sealed_bids_are_parts_of_what_the_deed_is_worth(played):
    """Where everybody pays, less than all of it is often best."""
    rules, state, deed = EDITIONS["haustein"], played("haustein", 3), 39
    asking(state, SealedAuctionRunning(1, DeedLot(deed), BANK, "all_pay", (0, 1, 2), (0, 1, 2)))
    bids = {one.amount for one in candidates(seen_by(rules, state, 0), 0) if isinstance(one, SealBid)}
    assert {rules.track.deeds[deed].price * part // 100 for part in (10, 25, 50, 75, 100)} <= bids


def test_a_debt_may_be_paid_by_any_mortgage(played, monkeypatch):
    """The one that brings least comes first; where there are too many answers the first ones are compared."""
    state = asking(played("classic", 3), DebtPending(0, MoneyMoved(0, 1, 300, "rent_street", {})))
    own(state, 0, 5, 12, 39)
    cash(state, 0, 20)
    found = of(state)
    assert [command.deed for command in found if isinstance(command, Mortgage)] == [12, 5, 39]
    monkeypatch.setattr(module, "CANDIDATES_MAXIMUM", 2)
    assert of(state) == found[:2]


@pytest.mark.parametrize(("gains", "taken"), [((10, 50, 30, 0, 40, -5), [50, 40, 30]), ((0, -5), [])])
def test_of_many_trades_those_with_the_largest_joint_gain_are_compared(monkeypatch, gains, taken):
    """Three of them, and none that brings nobody anything."""
    found = [Deal(1, (gain,), (), gain, 0) for gain in gains]
    monkeypatch.setattr(module, "deals", lambda *_: found)
    monkeypatch.setattr(module, "_for_money", lambda *_: ([], []))
    sight = SimpleNamespace(seat=0, unit=1, ledger=SimpleNamespace(balances=[1_000, 1_000]))
    assert [offer.give.deeds[0] for offer in trades(sight, None, shrewd=False)] == taken


def test_before_a_throw_one_may_build_and_trade(played):
    """Or redeem; once in each group; an offer that makes a group whole halves the gain; none without gain."""
    state = asking(played("classic", 3, seats=2), ThrowPending(0))
    own(state, 0, *BROWN, 5, 6, 8)
    own(state, 1, 9, 12)
    DeedMortgaged(5).fold(state)
    found = of(state)
    assert {Throw(0), Redeem(0, 5)} <= {*found}
    assert len([command for command in found if isinstance(command, Build)]) == 1
    offers = {(one.give.deeds, one.take.deeds): one for one in found if isinstance(one, OfferTrade)}
    assert offers.keys() == {((), (9,)), ((6, 8), ())}
    fair = offers[(), (9,)]
    # together they are worth 250 % of their prices, two alone 125 %, one alone its price
    gain, loss = 250 * (100 + 100 + 120) // 100 - 125 * (100 + 100) // 100, 120
    assert fair.give.money - loss == gain - fair.give.money


def test_a_shrewd_offer_is_the_least_that_a_sensible_bot_accepts(played):
    """To buy what makes a group whole, or what nobody has more of; to sell; never a whole group, or for a unit less."""
    state = asking(played("classic", 3, seats=2), ThrowPending(0))
    own(state, 0, *BROWN, 6, 8)
    own(state, 1, 9, 12, 37, 39)

    def answer(offer):
        game = Game(CLASSIC, Position(CLASSIC, state).copied())
        game.decide(offer)
        return BOTS["sensible"](CLASSIC)("x").choose(Sight(game, 1))

    offers = [one for one in of(state, shrewd=True) if isinstance(one, OfferTrade)]
    assert {(one.give.deeds, one.take.deeds) for one in offers} == {((), (9,)), ((), (12,)), ((6, 8), ())}
    for offer in offers:
        give, take = offer.give.money - bool(offer.give.money), offer.take.money + bool(offer.take.money)
        less = replace(offer, give=replace(offer.give, money=give), take=replace(offer.take, money=take))
        assert isinstance(answer(offer), AcceptTrade), offer
        assert isinstance(answer(less), DeclineTrade), less


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
