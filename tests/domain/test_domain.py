"""The smallest parts: deeds kept twice, shares of an amount, undo as log entries, kinds in unions, who knows what."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hub.domain
from hub.domain.auctions import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidTakenBack,
    MaximumHidden,
    MaximumTakenBack,
    SealedAuctionOpened,
    SealedAuctionVoided,
    commitment_of,
)
from hub.domain.commands import Advance, Buy, Command, SeatCommand
from hub.domain.corrections import Correction
from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.facts import Fact, Named
from hub.domain.history import Move, Redone, Undone, effective, effective_facts
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved, half_up, percent_up, shared_out
from hub.domain.secrecy import Circle, bidders_since, circle_of, moves_to_take_back, shown_moves, without_unseen_bids
from hub.domain.state import GameStarted, fold
from hub.domain.tasks import AnyTask, DeedLot, Task
from hub.domain.turns import TurnBegan
from hub.domain.unions import AnyCommand, AnyCorrection, AnyFact, AnySeatCommand

LOT = DeedLot(1)
OPENED, REVEALED = SealedAuctionOpened(1, LOT, BANK, 0), BidsRevealed(1, 1, (0, 1), (5, 6), ("", ""), ("", ""))
OPEN = MoneyMoved(0, BANK, 5, "bail", {})


def test_hands_follow_the_owners():
    """Deeds lie in their owner's hand in track order, whoever had them before; the bank has no hand."""
    moves = [(9, NOBODY, 0), (3, NOBODY, 0), (6, NOBODY, 1), (3, 0, 1), (9, 0, NOBODY)]
    state = fold([GameStarted(2, 12, {}, {}), *(DeedMoved(*move) for move in moves)])
    assert state.deeds.hands == [(), (3, 6), ()]
    assert [space for space, owner in enumerate(state.deeds.owner) if owner == 1] == [*owned_by(state, 1)]
    assert owned_by(state, NOBODY) == ()


def test_a_hand_stays_as_it_was():
    """Rules that move the deeds of a seat one by one go through the hand as it was before."""
    state = fold([GameStarted(2, 12, {}, {}), DeedMoved(3, NOBODY, 0)])
    before = owned_by(state, 0)
    fold([DeedMoved(3, 0, 1)], state)
    assert before == (3,)


@given(st.integers(0, 10**9), st.integers(0, 300), st.sampled_from([1, 10, 100]))
def test_percent_up_is_the_next_unit_at_or_above_the_exact_share(amount, percent, unit):
    """The result is a multiple of the unit, at least the exact share, and less than one unit more."""
    share = percent_up(amount, percent, unit)
    assert share % unit == 0
    assert amount * percent <= share * 100 < amount * percent + 100 * unit


@pytest.mark.parametrize(
    ("amount", "part", "rounded"),
    [(5, (1, 2), 3), (4, (1, 2), 2), (7, (1, 3), 2), (8, (1, 3), 3), (0, (1, 2), 0), (1, (1, 25), 0), (13, (1, 25), 1)],
)
def test_a_half_and_more_is_rounded_up(amount: int, part: tuple[int, int], rounded: int):
    """2.5 is 3, 7/3 is 2, 8/3 is 3, 13/25 is 1 (H3, H15, H18)."""
    assert half_up(amount, *part) == rounded


@pytest.mark.parametrize(
    ("amount", "weights", "parts"),
    [
        (100, (1, 1, 1), [34, 33, 33]),
        (10, (3, 5, 2), [3, 5, 2]),
        (1, (1, 1), [0, 1]),
        (3, (1, 1, 1, 1), [0, 1, 1, 1]),
        (2, (1, 1, 1, 1), [0, 1, 1, 0]),
        (25, (2, 7, 7), [3, 11, 11]),
        (0, (1, 2), [0, 0]),
    ],
)
def test_what_is_shared_out_is_all_there_is_and_no_more(amount: int, weights: tuple[int, ...], parts: list[int]):
    """Each part half up while it lasts, the first of the largest takes the rest: 25 by 2:7:7 is 3.1, 10.9 and 10.9."""
    assert shared_out(amount, weights) == parts


def move(number: int) -> Move:
    return Move(Advance(0), (TurnBegan(0, number),))


STEPS = st.lists(st.one_of(st.just("move"), st.integers(1, 4), st.just("redo")), max_size=60)


@given(STEPS)
def test_effective_log_equals_a_list_with_a_redo_stack(steps):
    """Whatever is done, undone and redone, the moves in force are those of the model."""
    entries, done, taken_back, number = [], [], [], 0
    for step in steps:
        if step == "move":
            number += 1
            entries.append(move(number))
            done.append(number)
            taken_back = []
        elif step == "redo":
            if taken_back:
                entries.append(Redone())
                done += taken_back.pop()
        elif step <= len(done):
            entries.append(Undone(step))
            taken_back.append(done[-step:])
            done = done[:-step]
    assert done == [fact.number for fact in effective_facts(entries)]
    assert taken_back == [[entries[i].facts[0].number for i in group] for group in effective(entries).redo]


@pytest.mark.parametrize("entries", [[Undone(1)], [move(1), Undone(2)], [move(1), Undone(0)], [move(1), Redone()]])
def test_impossible_entries_are_named(entries):
    """A log that undoes or redoes what is not there is broken, and says where."""
    with pytest.raises(ValueError, match="entry"):
        effective(entries)


def test_what_was_taken_back_last_comes_back_first():
    """Two moves are undone one after the other: the first redo brings back the older one."""
    entries = [move(1), move(2), Undone(1), Undone(1), Redone()]
    assert [fact.number for fact in effective_facts(entries)] == [1]
    assert [fact.number for fact in effective_facts([*entries, Redone()])] == [1, 2]


def test_a_new_move_forgets_what_could_be_redone():
    """After undo and a different move there is nothing to redo."""
    assert effective([move(1), Undone(1), move(2)]).redo == []


def below(base: type) -> Iterator[type]:
    kinds = base.__subclasses__()
    for kind in kinds:
        yield from below(kind)
    if not kinds:
        yield base


@pytest.mark.parametrize(
    ("base", "union"),
    [
        (Fact, AnyFact),
        (SeatCommand, AnySeatCommand),
        (Correction, AnyCorrection),
        (Command, AnyCommand),
        (Task, AnyTask),
    ],
)
def test_a_union_holds_every_kind(base: type[Named], union: Any) -> None:
    """Whatever is defined in any file of the domain, also in one that nobody has named anywhere."""
    for path in sorted(Path(hub.domain.__file__).parent.glob("*.py")):
        import_module(f"hub.domain.{path.stem}")
    forgotten = {kind for kind in below(base) if kind.__module__.startswith("hub.")} - set(get_args(union))
    assert forgotten == set(), "import its file in the module that collects the union"
    assert len(get_args(union)) >= 10


def bid(seat: int, auction: int = 1) -> tuple[BidSealed, BidHidden]:
    return BidSealed(seat, auction, 1, "seal"), BidHidden(seat, auction, 77, "nonce")


def moves(*facts: object) -> list[Move]:
    return [Move(Buy(0), one if isinstance(one, tuple) else (one,)) for one in facts]


def test_no_bid_lies_when_an_auction_opens():
    """However the last one ended, nobody's bid from then is revealed with the next lot."""
    state = fold((OPENED, *bid(1), SealedAuctionOpened(2, LOT, BANK, 0)))
    assert (state.bids.auctions, state.bids.hidden) == (2, {})


@pytest.mark.parametrize("fact", [BidHidden(1, 1, 77, "n"), MaximumHidden(1, LOT, 300), MaximumTakenBack(1, LOT)])
def test_a_bid_in_secret_is_its_seats_alone(fact: object) -> None:
    """Not even the banker knows it, who may sit at the table, too (haustein-08)."""
    assert circle_of(fact) == Circle((1,), banker=False)


@pytest.mark.parametrize("purpose", ["share_trade", "trade_protection"])
@pytest.mark.parametrize(("payer", "payee", "seats"), [(0, 2, (0, 2)), (0, BANK, (0,)), (BANK, 2, (2,))])
def test_what_two_paid_for_shares_is_theirs_and_the_bankers(
    purpose: str, payer: int, payee: int, seats: tuple[int, ...]
) -> None:
    """The fee as well, from which the price could be worked out."""
    assert circle_of(MoneyMoved(payer, payee, 5, purpose, {})) == Circle(seats, banker=True)


@pytest.mark.parametrize("fact", [OPEN, OPENED, REVEALED, bid(0)[0], BidAbstained(0, 1), BidTakenBack(0, 1)])
def test_all_else_is_everybodys(fact: object) -> None:
    """That somebody has bid, abstained or taken a bid back is seen at the table; what was bid is not."""
    assert circle_of(fact) is None


def test_from_the_first_bid_of_a_running_round_nothing_leaves_the_hub() -> None:
    """Whatever came after depends on it; a reveal lets all out, and so does an auction that was dropped."""
    running = moves(OPEN, OPENED, bid(0), OPEN)
    assert shown_moves(running) == running[:2]
    for end in (REVEALED, SealedAuctionVoided(1, LOT)):
        ended = [*running, *moves(end)]
        assert shown_moves(ended) == ended
        assert shown_moves([*ended, *moves(bid(1))]) == ended


def test_bids_that_were_never_shown_are_in_no_record() -> None:
    """Neither one that was taken back, with the move that did so, nor those of an auction that was dropped."""
    taken = moves(OPENED, bid(0), bid(1), BidTakenBack(0, 1), bid(0), REVEALED)
    assert without_unseen_bids(taken) == [taken[0], taken[2], taken[4], taken[5]]
    dropped = moves(OPENED, bid(0), BidAbstained(1, 1), SealedAuctionVoided(1, LOT))
    assert without_unseen_bids(dropped) == [dropped[0], dropped[3]]


def test_an_undo_past_a_reveal_goes_to_before_its_first_bid() -> None:
    """All bids of that auction are made again, those of an earlier one stand; an undo of less stops where it is."""
    played = moves(bid(0, 1), REVEALED, OPEN, bid(0, 2), bid(1, 2), BidsRevealed(2, 1, (), (), (), ()), OPEN)
    assert [moves_to_take_back(played, count) for count in (0, 1, 2, 4)] == [0, 1, 4, 4]
    assert moves_to_take_back(played, 6) == 7


def test_who_has_bid_in_the_running_round_counts_though_they_took_it_back() -> None:
    """An undo may bring the bid back; bids of the round before the last reveal are known to all."""
    played = moves(OPENED, bid(2), REVEALED, bid(0), BidTakenBack(0, 1), bid(1))
    assert bidders_since(reversed(played)) == {0, 1}
    assert bidders_since(reversed(moves(bid(2), OPENED, bid(0)))) == {0}


def test_a_seal_binds_every_figure() -> None:
    """Another nonce, amount, seat, auction or round is another seal; no text of a bid tells its amount."""
    figures = ("n", 120, 0, 1, 1)
    others = [(*figures[:at], changed, *figures[at + 1 :]) for at, changed in enumerate(("m", 121, 1, 2, 2))]
    assert len({commitment_of(*each) for each in (figures, *others)}) == 6
    assert "77" not in repr(bid(0)[1])
    assert "nonce'" not in repr(bid(0)[1])
