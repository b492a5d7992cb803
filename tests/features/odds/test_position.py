"""A position holds what its seat may know: whatever differs elsewhere makes no difference."""

import copy
import pickle

import pytest

from hub.domain.bidding import commitment_of
from hub.domain.shares import ShareOffer
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, AuctionRunning, DeedLot, SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.odds.position import Playing, seen_by, unseen_cards
from hub.table.game.chance import Dice

COMMANDS = 150


def copied(state: State) -> State:
    return copy.deepcopy(state)


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


@pytest.mark.parametrize("seat", [None, 0])
def test_the_order_of_unseen_cards_makes_no_difference(played, seat):
    """Two games that differ only in cards nobody has seen are played on alike."""
    one, other = played("classic", 12), played("classic", 12)
    for deck, pile in other.decks.piles.items():
        unseen = unseen_cards(other.decks, deck)
        assert unseen > 2
        pile[:unseen] = reversed(pile[:unseen])
    assert one.decks.piles != other.decks.piles
    assert rollouts("classic", one, seat) == rollouts("classic", other, seat)


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


def test_the_order_of_tickets_makes_no_difference(played):
    """Nobody has looked into the pile."""
    one, other = played("mega", 60), played("mega", 60)
    other.tickets.pile.reverse()
    assert one.tickets.pile != other.tickets.pile
    assert seen_by(EDITIONS["mega"], one, None).state == seen_by(EDITIONS["mega"], other, None).state
    assert rollouts("mega", one, None) == rollouts("mega", other, None)


def test_a_sealed_bid_of_another_makes_no_difference(played):
    """Seat 0 knows its own bid; what seat 1 has written down is asked for again, whatever it was."""
    one = bidding(played("haustein", COMMANDS), {0: 30, 1: 10})
    other = bidding(played("haustein", COMMANDS), {0: 30, 1: 90})
    rules = EDITIONS["haustein"]
    seen = seen_by(rules, one, 0)
    assert seen.state == seen_by(rules, other, 0).state
    assert seen.state.bids.hidden == {0: (30, "030")}
    assert seen.state.agenda.task.waiting == (1, 2)
    assert rollouts("haustein", one, 0, 3) == rollouts("haustein", other, 0, 3)


def test_an_onlooker_knows_no_sealed_bid_at_all(played):
    """Everybody who has bid is asked again."""
    seen = seen_by(EDITIONS["haustein"], bidding(played("haustein", COMMANDS), {0: 30, 1: 10}), None).state
    assert seen.bids.hidden == {}
    assert seen.agenda.task.waiting == (0, 1, 2)
    assert seen.agenda.task.commitments == ()


@pytest.mark.parametrize(("seat", "known"), [(0, {7}), (1, {7}), (2, set()), (None, set())])
def test_an_offer_of_shares_is_between_two(played, seat, known):
    """Nobody else knows that it was made."""
    state = played("haustein", COMMANDS)
    state.shares.offers = {7: ShareOffer(7, 0, 1, 0, 2, 50, selling=True)}
    assert seen_by(EDITIONS["haustein"], state, seat).state.shares.offers.keys() == known


@pytest.mark.parametrize("seat", [None, 0])
def test_a_maximum_of_another_makes_no_difference(played, seat):
    """Up to how much the hub bids for seat 1 in the open auction of a deed is known to seat 1 alone."""
    one, other = played("classic", 12), played("classic", 12)
    for state, maximum in ((one, 30), (other, 350)):
        AgendaSet((AuctionRunning(DeedLot(39), (0, 1, 2), minimum=20),), 1).fold(state)
        state.open_bids.maxima = {1: (DeedLot(39), maximum)}
    assert seen_by(EDITIONS["classic"], one, seat).state == seen_by(EDITIONS["classic"], other, seat).state


def test_the_game_itself_stays_as_it_is(played):
    """Looking at a game and playing it on change nothing about it."""
    state = bidding(played("haustein", COMMANDS), {0: 30, 1: 10})
    before = copied(state)
    rollouts("haustein", state, None, 2)
    assert copied(state) == before


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_another_process_gets_the_same_position(played, edition):
    """With every house rule in force: what is declared travels, what follows from it is derived again."""
    rules = EDITIONS[edition].with_house_rules([rule.agreed()[0] for rule in EDITIONS[edition].house_rules])
    position = seen_by(rules, played(edition, 60), None)
    sent = pickle.loads(pickle.dumps(position))
    assert sent.rules.handlers.keys() == rules.handlers.keys()
    assert Playing(sent).rollouts("sent", range(1)) == Playing(position).rollouts("sent", range(1))
