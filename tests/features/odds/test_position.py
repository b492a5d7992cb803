"""A position holds what its seat may know: whatever differs elsewhere makes no difference."""

import pickle

import pytest

from hub.domain.auctions import commitment_of
from hub.domain.shares import ShareOffer
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, AuctionRunning, DeedLot, SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.odds.position import Playing, seen_by, unseen_cards
from hub.table.game.chance import Dice

COMMANDS = 150


def bidding(state: State, amounts: dict[int, int]) -> State:
    """The same game while a deed is auctioned: seats 0 and 1 have bid in secret, seat 2 has still to."""
    state.bids.hidden = {seat: (amount, f"{seat}{amount}") for seat, amount in amounts.items()}
    commitments = tuple(
        (seat, commitment_of(f"{seat}{amount}", amount, seat, 1, 1)) for seat, amount in amounts.items()
    )
    deed = next(space for space in EDITIONS["haustein"].track.deeds if state.deeds.owner[space] < 0)
    task = SealedAuctionRunning(1, DeedLot(deed), -1, "all_pay", (0, 1, 2), (2,), commitments)
    AgendaSet((*state.agenda.tasks[:-1], task), state.agenda.step).fold(state)
    return state


def rollouts(edition: str, state: State, seat: int | None, count: int = 6):
    rules = EDITIONS[edition]
    return Playing(seen_by(rules, state, seat)).rollouts("test", range(count))


def cards(state: State, turned: bool) -> None:
    """The order of cards that nobody has seen."""
    for deck, pile in state.decks.piles.items():
        unseen = unseen_cards(state.decks, deck)
        assert unseen > 2
        pile[:unseen] = reversed(pile[:unseen]) if turned else pile[:unseen]


def tickets(state: State, turned: bool) -> None:
    """The order of tickets, into whose pile nobody has looked."""
    state.tickets.pile.sort(reverse=turned)


def maximum(state: State, high: bool) -> None:
    """Up to how much the hub bids for seat 1 in the open auction of a deed."""
    AgendaSet((AuctionRunning(DeedLot(39), (0, 1, 2), minimum=20),), 1).fold(state)
    state.open_bids.maxima = {1: (DeedLot(39), 350 if high else 30)}


def sealed(state: State, high: bool) -> None:
    """What seat 1 has written down, who is asked again; seat 0 knows its own bid."""
    bidding(state, {0: 30, 1: 90 if high else 10})


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize(
    ("edition", "commands", "differ"),
    [("classic", 12, cards), ("mega", 60, tickets), ("classic", 12, maximum), ("haustein", COMMANDS, sealed)],
)
def test_what_a_seat_does_not_know_makes_no_difference(played, edition, commands, differ, seat):
    """Two games that differ only in that are one position, and are played on alike."""
    rules, states = EDITIONS[edition], [played(edition, commands) for _ in range(2)]
    for state, otherwise in zip(states, (False, True), strict=True):
        differ(state, otherwise)
    one, other = states
    assert one != other
    assert seen_by(rules, one, seat).state == seen_by(rules, other, seat).state
    assert rollouts(edition, one, seat, 3) == rollouts(edition, other, seat, 3)


def test_cards_that_went_back_under_the_pile_stay_where_they_lie(played):
    """Everybody saw them: they come back in their order, and only those above them are shuffled."""
    state = played("classic", COMMANDS)
    position = seen_by(EDITIONS["classic"], state, None)
    tops = set()
    for number in range(20):
        drawn = position.drawn(Dice(number))
        for deck, pile in state.decks.piles.items():
            unseen = unseen_cards(state.decks, deck)
            assert 0 < unseen < len(pile)
            assert drawn.decks.piles[deck][unseen:] == pile[unseen:]
            assert sorted(drawn.decks.piles[deck][:unseen]) == sorted(pile[:unseen])
            tops.add((deck, *drawn.decks.piles[deck][:unseen]))
    assert len(tops) > 10


@pytest.mark.parametrize(
    ("seat", "hidden", "waiting"), [(0, {0: (30, "030")}, (1, 2)), (None, {}, (0, 1, 2))], ids=["seat 0", "onlooker"]
)
def test_whose_sealed_bid_is_not_known_is_asked_again(played, seat, hidden, waiting):
    """Seat 0 keeps its own; to an onlooker nobody has bid."""
    seen = seen_by(EDITIONS["haustein"], bidding(played("haustein", COMMANDS), {0: 30, 1: 10}), seat).state
    assert (seen.bids.hidden, seen.agenda.task.waiting) == (hidden, waiting)
    assert [seat for seat, _ in seen.agenda.task.commitments] == [*hidden]


@pytest.mark.parametrize(("seat", "known"), [(0, {7}), (1, {7}), (2, set()), (None, set())])
def test_an_offer_of_shares_is_between_two(played, seat, known):
    """Nobody else knows that it was made."""
    state = played("haustein", COMMANDS)
    state.shares.offers = {7: ShareOffer(7, 0, 1, 0, 2, 50, selling=True)}
    assert seen_by(EDITIONS["haustein"], state, seat).state.shares.offers.keys() == known


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_another_process_gets_the_same_position(played, edition):
    """With every house rule in force: what is declared travels, what follows from it is derived again."""
    rules = EDITIONS[edition].with_house_rules([rule.agreed()[0] for rule in EDITIONS[edition].house_rules])
    position = seen_by(rules, played(edition, 60), None)
    sent = pickle.loads(pickle.dumps(position))
    assert sent.rules.handlers.keys() == rules.handlers.keys()
    assert Playing(sent).rollouts("sent", range(1)) == Playing(position).rollouts("sent", range(1))
