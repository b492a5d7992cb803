"""A game cut into what may have moved its odds: chance, and what was decided otherwise than bots would have."""

import itertools

import pytest
from helpers.logged import recorded
from msgspec.structs import replace

from hub.domain.commands import AcceptTrade, Bundle, Buy, OfferTrade, Throw
from hub.domain.corrections import Correction
from hub.domain.history import Move, effective
from hub.domain.turns import DiceThrown, OpeningThrown
from hub.features.odds.hindsight.spans import WatchedMove, spans_of, steps

EDITIONS = ("classic", "mpmp", "haustein", "mega", "euronopoly")


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
    usual = [step.number for step in steps(rules, moves) if step.is_usual and not isinstance(step.move.command, Throw)]
    assert usual
    decided = {
        number
        for span in spans
        if not span.is_chance and span.kind not in ("auction", "deal")
        for number in range(span.first, span.end)
    }
    assert decided.isdisjoint(usual)


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
    unusual = [
        step.number for step in steps(rules, moves) if isinstance(step.move.command, AcceptTrade) and not step.is_usual
    ]
    assert {number + 1 for number in unusual} <= {deal.end for deal in deals}


def test_a_purchase_instead_of_which_bots_would_have_done_something_else_is_one():
    """Put by hand before a throw: a bot would have bought, the person lets it be auctioned."""
    rules, moves = game("classic/sensible-2")
    place = next(number for number, move in enumerate(moves) if isinstance(move.command, Buy))
    step = next(step for step in steps(rules, moves[: place + 1]) if step.number == place)
    assert step.is_usual
    assert step.expected == moves[place].command


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
    others = (replace(offer, seat=1, to=0), replace(offer, to=2), replace(offer, take=Bundle(money=61)), Buy(0), None)
    usual = [WatchedMove(0, Move(offer, ()), 1, expected).is_usual for expected in (replace(offer), *others)]
    assert usual == [True, False, False, False, False, False]
