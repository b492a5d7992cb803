"""What is counted of a game: sales, what deeds cost and earn, how long they have an owner, who goes out."""

import pickle

import pytest
from features.laboratory.games import CLASSIC, lab_of
from msgspec.structs import replace

from hub.domain.commands import Throw
from hub.domain.deeds import DeedMoved, StageSet
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import SeatBankrupted, TurnBegan
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.simulation.setting import UNDECIDED, DeedCount, GameCount, WrongVersion, play_games

STREET = 1


def test_a_winners_place_is_how_many_took_their_first_turn_before(monkeypatch):
    """Turns go round the table from whoever began, whichever seat that was."""
    began, winners = list[list[int]](), list[int]()
    noted = GameCount.noted

    def listening(self, game, command, facts):
        noted(self, game, command, facts)
        if not hasattr(self, "order"):
            self.order = list[int]()
            began.append(self.order)
            winners.append(NOBODY)
        self.order += [fact.seat for fact in facts if isinstance(fact, TurnBegan) and fact.seat not in self.order]
        winners[-1] = game.state.turns.winner

    monkeypatch.setattr(GameCount, "noted", listening)
    played = play_games(lab_of().packed[0], range(5))
    places = [order.index(won) if won != NOBODY else UNDECIDED for order, won in zip(began, winners, strict=True)]
    assert [game.place for game in played] == places
    assert {order[0] for order in began} != {0}
    assert any(place not in {0, UNDECIDED} for place in places), "else both directions come to the same"


def at_turn(number: int) -> Game:
    game = Game(CLASSIC)
    game.state.turns.number = number
    return game


def counted(*noted: tuple[int, object], last: int) -> DeedCount:
    """What is counted for the first street when these facts come in these turns."""
    count = GameCount(CLASSIC)
    for turn, fact in noted:
        count.noted(at_turn(turn), Throw(0), (fact,))
    return count.deeds(last)[0]


def test_a_deed_costs_its_price_and_its_buildings_and_earns_its_rents():
    """60 for the deed, 50 for a house at the printed price, 70 for one that was auctioned; two rents."""
    found = counted(
        (3, MoneyMoved(0, BANK, 60, "purchase", {"deed": STREET})),
        (3, DeedMoved(STREET, NOBODY, 0)),
        (5, StageSet(0, STREET, 0, 1, {})),
        (6, StageSet(0, STREET, 1, 2, {}, 70)),
        (7, MoneyMoved(1, 0, 10, "rent_street", {"deed": STREET})),
        (9, MoneyMoved(1, 0, 30, "rent_street", {"deed": STREET})),
        last=13,
    )
    assert found == DeedCount(sold=1, spent=180, earned=40, built=2, owned=10)


@pytest.mark.parametrize("purpose", ["purchase", "auction", "auction_bid", "commission"])
def test_whatever_a_deed_costs_is_spent_on_it(purpose):
    """Also what is paid for it to go there from afar; bail, with the same figures, is not."""
    assert counted((1, MoneyMoved(0, BANK, 12, purpose, {"deed": STREET})), last=2).spent == 12
    assert counted((1, MoneyMoved(0, BANK, 12, "bail", {"deed": STREET})), last=2).spent == 0


def test_buildings_that_are_sold_back_were_still_built():
    """What came back is no rent, and what was spent stays spent."""
    built, sold = StageSet(0, STREET, 0, 3, {}), StageSet(0, STREET, 3, 0, {})
    found = counted((1, DeedMoved(STREET, NOBODY, 0)), (2, built), (3, sold), last=4)
    assert (found.built, found.spent, found.earned) == (3, 150, 0)


def test_a_deed_is_owned_until_the_bank_has_it_back_and_can_be_sold_again():
    """From one player to another is no sale; turns without an owner do not count."""
    moves = ((2, NOBODY, 0), (5, 0, 1), (12, 1, NOBODY), (20, NOBODY, 2))
    found = counted(*((turn, DeedMoved(STREET, source, target)) for turn, source, target in moves), last=25)
    assert (found.sold, found.owned) == (2, 15)


def test_bankruptcies_are_noted_by_turn():
    """In the order in which they come."""
    count = GameCount(CLASSIC)
    for turn in (40, 70):
        count.noted(at_turn(turn), Throw(0), (SeatBankrupted(0, BANK),))
    assert count.bankrupt == [40, 70]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_played(edition):
    """A game has its turns, a count for each deed, and all but the winner went out if it ended."""
    seats = max(EDITIONS[edition].seats[0], 3)
    (found,) = play_games(lab_of(edition=edition, seats=seats).packed[0], range(1))
    assert found.fault == ""
    assert len(found.deeds) == len(EDITIONS[edition].track.deeds)
    assert sum(deed.sold for deed in found.deeds) > 0
    assert sum(deed.earned for deed in found.deeds) > 0
    assert all(0 <= deed.owned <= found.turns for deed in found.deeds)
    assert not found.ended or len(found.bankrupt) == seats - 1


def test_a_game_that_does_not_end_is_bounded_and_has_no_winner():
    """Ten turns are never enough for a game."""
    lab = lab_of()
    (found,) = play_games(pickle.dumps((replace(lab.setting, turns_maximum=10), lab.rules[0])), range(1))
    assert (found.place, found.ended, found.fault) == (UNDECIDED, False, "")
    assert found.turns <= 11


def test_variants_share_their_chance():
    """House rules that change nothing in a game leave it as it was: the same turns, the same winner."""
    printed, same = (play_games(packed, range(8)) for packed in lab_of(("rounds:60",)).packed)
    short = [(one, other) for one, other in zip(printed, same, strict=True) if one.turns <= 120]
    assert len(short) == 2, "a round has two turns at least, so these ended before round 60"
    assert [(one.turns, one.place) for one, _ in short] == [(other.turns, other.place) for _, other in short]
    assert [game.number for game in same] == [*range(8)]


def test_another_version_is_not_played():
    """Its games would be other games."""
    lab = lab_of()
    with pytest.raises(WrongVersion):
        play_games(pickle.dumps((replace(lab.setting, version="0.0.0+other"), lab.rules[0])), range(1))
