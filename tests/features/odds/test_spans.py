"""Spans of a game, which may have moved the odds, and what the odds between them say of luck, deals and decisions."""

import itertools
import random

import pytest
from helpers.logged import recorded
from msgspec import structs

from hub.domain.commands import AcceptTrade, Bundle, Buy, Draw, OfferTrade, Throw
from hub.domain.corrections import Correction
from hub.domain.deeds import DeedMoved
from hub.domain.history import Move, effective
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import PieceMoved
from hub.domain.turns import DiceThrown, OpeningThrown, TurnBegan
from hub.editions import EDITIONS
from hub.features.odds.hindsight.spans import FinishedGame, Span, WatchedMove, spans_of, steps
from hub.features.odds.hindsight.weighing import (
    DEALS,
    SURE,
    THROWS,
    TURNING_MAXIMUM,
    Change,
    Describer,
    Stretch,
    best_of,
    change_of,
    share_of,
    stretches,
    turning_points,
)

ANNA, BEN = 0, 1
THROW = Span("throw", 4, 5, (ANNA,), 2)
DEAL = Span("deal", 6, 8, (ANNA, BEN), 2)
PASSED = Span("declined", 9, 10, (BEN,), 3)


def won(*counts: int) -> list[tuple[float, ...]]:
    """So many rollouts won by each seat, in the order of the seats."""
    return rollouts([seat for seat, count in enumerate(counts) for _ in range(count)], len(counts))


def rollouts(winners: list[int], seats: int) -> list[tuple[float, ...]]:
    return [tuple(float(seat == winner) for seat in range(seats)) for winner in winners]


def test_luck_is_what_throws_changed_and_skill_what_decisions_did():
    """By hand: 50, a throw to 70, a deal to 60, an omission of Ben's to 90, a throw to the end; Anna wins."""
    spans = [THROW, DEAL, PASSED, Span("throw", 10, 11, (BEN,), 3)]
    measured = dict(zip(spans, (won(50, 50), won(70, 30), won(60, 40), won(90, 10)), strict=True))
    found = stretches(spans, measured, ANNA)
    anna, ben = (share_of(found, seat) for seat in (ANNA, BEN))
    assert (anna.start, anna.luck, anna.own, anna.others, anna.end) == (50, 30, -10, 30, 100)
    assert (ben.start, ben.luck, ben.own, ben.others, ben.end) == (50, -30, -20, 0, 0)
    assert [round(100 * change_of(stretch).by_seat[ANNA]) for stretch in found] == [20, -10, 30, 10]


def test_positions_that_were_not_measured_leave_longer_stretches():
    """Chance and chance are chance; what people had a part in is theirs."""
    spans = [THROW, Span("card", 5, 6, (ANNA,), 2), DEAL]
    measured = {THROW: won(5, 5), DEAL: won(7, 3)}
    first, second = stretches(spans, measured, BEN)
    assert (first.is_chance, len(first.spans), second.seats) == (True, 2, {ANNA, BEN})
    (whole,) = stretches(spans, {THROW: won(5, 5)}, BEN)
    assert (whole.is_chance, whole.seats, whole.after) == (False, {ANNA, BEN}, won(0, 10))


def test_rollouts_that_are_the_same_differ_for_certain_not():
    """Common luck: where nothing changed the difference is nothing at all; where all changed alike it is sure."""
    same = change_of(Stretch((THROW,), won(40, 60), won(40, 60)))
    assert (same.by_seat, same.is_sure) == ((0.0, 0.0), False)
    better = change_of(Stretch((THROW,), won(300, 700), won(400, 600)))
    assert better.by_seat == pytest.approx((0.1, -0.1))
    assert better.errors[ANNA] == pytest.approx((0.1 * 0.9 / 1000) ** 0.5, rel=0.02)
    assert better.is_sure


def test_a_few_equal_results_and_small_changes_prove_nothing():
    """Two rollouts that both changed alike may be luck; what is sure but less than two points is no turning point."""
    few = change_of(Stretch((THROW,), won(0, 2), won(2, 0)))
    small = change_of(Stretch((THROW,), won(5_000, 5_000), won(5_150, 4_850)))
    assert SURE * small.errors[ANNA] < 0.015 == pytest.approx(small.size)
    assert (few.is_sure, small.is_sure) == (False, False)
    loss = change_of(Stretch((THROW,), won(600, 200, 200), won(0, 500, 500)))
    assert (loss.size, loss.is_sure) == (pytest.approx(0.6), True), "a loss that two share is as great as it is"


def test_an_event_is_shown_with_what_it_caused():
    """Its own dice, the last space it led to, its first lines that everybody may know, up to the next event."""
    paid = [MoneyMoved(ANNA, BANK, amount, "bail", {}) for amount in (1, 2, 3, 4)]
    facts = (
        (TurnBegan(ANNA, 1), DiceThrown(ANNA, (1, 2), "hub", 0)),
        (PieceMoved(ANNA, 0, 30, "throw"), PieceMoved(ANNA, 30, 10, "card"), PieceMoved(BEN, 0, 7, "card")),
        (MoneyMoved(ANNA, BEN, 700, "share_trade", {}), *paid),
        (TurnBegan(BEN, 2), DiceThrown(BEN, (5, 6), "hub", 0)),
        (DeedMoved(1, NOBODY, BEN),),
    )
    moves = [Move(Draw(ANNA), told) for told in facts]
    thrown, undone = Span("throw", 0, 1, (ANNA,), 1), Span("undone", 3, 3, (BEN,), 2, missed="building", deeds=(3,))
    bought = Span("purchase", 4, 5, (BEN,), 2)
    describer = Describer(FinishedGame("g", 5, EDITIONS["classic"], moves, 2, ANNA), [thrown, undone, bought])
    told, missed, got = (
        describer.turned(Change(Stretch((span,), won(1, 0), won(1, 0)), (0.2, -0.2), (0.01, 0.02)))
        for span in (thrown, undone, bought)
    )
    assert (told.turn, told.faces, told.space, told.changes, told.reach) == (1, (1, 2), 10, (20, -20), 4)
    assert [line.args["amount"] for line in told.lines] == [1, 2, 3], "what was paid for shares is theirs alone"
    assert (missed.turn, missed.missed, missed.deeds, missed.faces) == (2, "building", (3,), ())
    assert (got.deeds, got.space, got.lines) == ((1,), -1, ())
    later = structs.replace(DEAL, turn=1)
    odds = describer.odds(stretches([thrown, later], {thrown: won(5, 5), later: won(7, 3)}, ANNA))
    assert (odds.turns, odds.seats[ANNA]) == ((1, 2), (0.5, 1.0)), "as the turn began, and the end"


def test_noise_makes_no_turning_points():
    """A thousand throws that changed nothing, measured with independent luck: hardly one looks like something."""
    luck = random.Random(20)
    measured = [rollouts(luck.choices((0, 1, 2), (5, 3, 2), k=400), 3) for _ in range(1_001)]
    changes = [change_of(Stretch((THROW,), before, after)) for before, after in itertools.pairwise(measured)]
    found = turning_points(changes)
    assert sum(change.is_sure for change in changes) <= 1_000 * 0.01
    assert SURE >= 3
    assert all(change.size < 0.16 for change in found)
    assert all(change.is_sure for change in found)


def test_what_is_praised_was_good_for_who_did_it():
    """The luckiest throw helped its thrower, the best deal one of the two; whatever hurt them is neither."""
    lucky = change_of(Stretch((THROW,), won(300, 700), won(600, 400)))
    unlucky = change_of(Stretch((Span("throw", 20, 21, (BEN,), 9),), won(300, 700), won(900, 100)))
    deal = change_of(Stretch((DEAL,), won(500, 500), won(640, 360)))
    missed = change_of(Stretch((PASSED,), won(500, 500), won(900, 100)))
    every = [unlucky, deal, missed, lucky]
    assert best_of(every, THROWS) == lucky
    assert best_of(every, DEALS) == deal
    assert best_of([unlucky], THROWS) is None
    assert best_of([missed], DEALS) is None
    assert turning_points(every) == [lucky, deal, missed, unlucky]
    assert len(turning_points([lucky] * 9)) == TURNING_MAXIMUM


def game(name: str) -> tuple[object, list[Move]]:
    """The rules of a recorded game and its moves in force."""
    played, _ = recorded(name)
    return played.rules, [played.entries[index].entry for index in effective([e.entry for e in played.entries]).moves]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_throw_is_a_span_and_nothing_lies_in_two(edition):
    """In the order of the game, each throw once; what bots decided as rollouts would is not there."""
    rules, moves = game(f"{edition}/sensible-4")
    spans = spans_of(rules, moves)
    thrown = [number for number, move in enumerate(moves) if isinstance(move.command, Throw)]
    assert [span.first for span in spans if span.kind == "throw"] == thrown
    assert all(before.end <= after.first for before, after in itertools.pairwise(spans))
    usual = {step.number for step in steps(rules, moves) if step.is_usual and not isinstance(step.move.command, Throw)}
    assert usual
    decided = [span for span in spans if not span.is_chance and span.kind not in ("auction", "deal")]
    assert not any(usual & {*range(span.first, span.end)} for span in decided)


def test_bots_that_are_sensible_decide_nothing_unexpected_by_themselves():
    """Every purchase, bid and building of such a game is what rollouts do, too."""
    kinds = {span.kind for span in spans_of(*game("classic/sensible-4"))}
    assert kinds.isdisjoint({"purchase", "declined", "auction", "building", "correction"})
    assert {"throw", "card"} <= kinds


def test_who_decides_at_random_decides_something():
    """Mixed with bots that do whatever is allowed there are decisions of many kinds, each with who decided."""
    spans = spans_of(*game("classic/mixed-5"))
    kinds = {span.kind for span in spans}
    assert {"declined", "auction", "decision", "undone"} <= kinds
    assert all(span.seats for span in spans)


def test_corrections_are_nobodys():
    """What the banker mends is neither luck nor anybody's decision."""
    rules, moves = game("classic/corrected-4")
    spans = [span for span in spans_of(rules, moves) if span.kind == "correction"]
    assert len(spans) == sum(isinstance(move.command, Correction) for move in moves)
    assert {span.seats for span in spans} == {()}


@pytest.mark.parametrize("name", ["classic/mixed-7", "haustein/mixed-4", "mega/mixed-4"])
def test_a_deal_is_that_of_two(name):
    """From the offer on, if nothing but what these two did lies between; never across a throw."""
    rules, moves = game(name)
    deals = [span for span in spans_of(rules, moves) if span.kind == "deal"]
    for deal in deals:
        within = [move.command for move in moves[deal.first : deal.end]]
        assert len(deal.seats) == 2
        assert not any(isinstance(command, Throw) for command in within)
        assert {command.seat for command in within} <= {*deal.seats}
    accepted = [step for step in steps(rules, moves) if isinstance(step.move.command, AcceptTrade)]
    assert {step.number + 1 for step in accepted if not step.is_usual} <= {deal.end for deal in deals}


def test_what_was_left_undone_comes_before_the_throw():
    """A throw in whose place a bot would have done something: the throw is measured from where it was certain."""
    rules, moves = game("classic/mixed-5")
    spans = spans_of(rules, moves)
    undone = [place for place, span in enumerate(spans) if span.kind == "undone"]
    assert undone
    for place in undone:
        missed, thrown = spans[place], spans[place + 1]
        assert (missed.first, missed.end) == (thrown.first, thrown.first)
        assert thrown.thrown
        assert thrown.is_chance
    offered = [span for span in spans if span.kind == "undone" and span.missed == "deal"]
    assert offered
    assert all(span.deeds for span in offered)


def test_faces_are_chance_whoever_threw():
    """Real dice and those of the hub are the same to what bots would have done."""
    rules, moves = game("classic/sensible-3")
    for step in steps(rules, moves[:60]):
        if any(isinstance(fact, DiceThrown | OpeningThrown) for fact in step.move.facts):
            assert step.expected == Throw(step.move.command.seat)
            assert step.is_usual


def test_an_offer_is_only_what_it_offers():
    """The same offer by somebody else is another decision."""
    offer = OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(money=60))
    others = (
        structs.replace(offer, seat=1, to=0),
        structs.replace(offer, to=2),
        structs.replace(offer, take=Bundle(money=61)),
        Buy(0),
        None,
    )
    usual = [WatchedMove(0, Move(offer, ()), 1, expected).is_usual for expected in (structs.replace(offer), *others)]
    assert usual == [True, False, False, False, False, False]
