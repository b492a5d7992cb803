"""Who may know what, fact by fact, and what of a running round leaves the hub."""

import pytest

from hub.domain.auctions import MaximumHidden, MaximumTakenBack
from hub.domain.bidding import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidTakenBack,
    SealedAuctionOpened,
    SealedAuctionVoided,
    commitment_of,
)
from hub.domain.commands import Buy
from hub.domain.history import Move
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import Circle, bidders_since, circle_of, moves_to_take_back, shown_moves, without_unseen_bids
from hub.domain.state import fold
from hub.domain.tasks import DeedLot

LOT = DeedLot(1)
OPENED, REVEALED = SealedAuctionOpened(1, LOT, BANK, 0), BidsRevealed(1, 1, (0, 1), (5, 6), ("", ""), ("", ""))
OPEN = MoneyMoved(0, BANK, 5, "bail", {})


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
