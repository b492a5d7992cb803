"""The figures of an evening are those of the game, counted again here; stepping through it shows what stood there."""

from collections import Counter, defaultdict

import msgspec
import pytest
from helpers.logged import in_turns, logged, recorded
from msgspec import structs
from records.test_retelling import BIDDING, SECRET

from hub.domain.auctions import (
    AuctionClosed,
    AuctionOpened,
    BidPlaced,
    BidsRevealed,
    SealedAuctionClosed,
    SealedAuctionOpened,
)
from hub.domain.commands import Bundle
from hub.domain.corrections import Corrected
from hub.domain.deeds import PRINTED, DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import CreditSet, MoneyMoved
from hub.domain.offers import Offer, TradeClosed, TradeOffered
from hub.domain.pieces import PieceMoved, SeatJailed
from hub.domain.shares import SharesIssued, SharesMoved, SharesVoided
from hub.domain.tasks import DeedLot, EstateLot
from hub.domain.turns import DiceThrown, GameWon, OpeningThrown, RentThrown, TurnBegan
from hub.features.evening.contract import SaleView
from hub.features.evening.evening import awards, biggest_rents, by_chance, dice, evening_of, verdict
from hub.records.story import ShownFact, moves_of, sales, story_of

GAMES = ("classic/mixed-5", "mpmp/fallen-a-5", "haustein/mixed-4", "mega/corrected-3", "euronopoly/sensible-4")
RENTS = {"rent_street", "rent_station", "rent_utility", "rent_utility_card"}
CRITICAL = ((1, 3.841, 0.05), (2, 5.991, 0.05), (5, 11.070, 0.05), (5, 15.086, 0.01), (10, 18.307, 0.05))
"""Degrees of freedom, figure and chance, as tables of the distribution print them."""


class Pocketbook:
    """What a spectator with pencil and paper knows after each turn: cash, deeds, buildings, loans and shares."""

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        self.cash, self.credit, self.bills = Counter(), Counter(), defaultdict(list)
        self.owner, self.mortgaged, self.shares = {}, set(), defaultdict(Counter)
        self.turns = [self.worths()]

    def note(self, fact):
        match fact:
            case TurnBegan():
                self.turns.append(self.worths())
            case MoneyMoved(payer=payer, payee=payee, amount=amount):
                self.cash[payer] -= amount
                self.cash[payee] += amount
            case CreditSet(seat=seat, owed=owed):
                self.credit[seat] = owed
        self.note_estate(fact)

    def note_estate(self, fact):
        """Of deeds and shares."""
        match fact:
            case DeedMoved(deed=deed, target=target):
                self.owner[deed] = target
            case StageSet(deed=deed, before=before, stage=stage, paid=paid):
                printed = self.rules.track.deeds[deed].house_price
                new = [printed if paid == PRINTED else paid] * (stage - before)
                self.bills[deed] = [*self.bills[deed][:stage], *new]
            case DeedMortgaged(deed=deed):
                self.mortgaged.add(deed)
            case MortgageLifted(deed=deed):
                self.mortgaged.discard(deed)
            case SharesIssued(count=count):
                self.shares = {seat: Counter({seat: count}) for seat in range(self.seats)}
            case SharesMoved(issuer=issuer, source=source, target=target, count=count):
                self.shares[issuer].update({source: -count, target: count})
            case SharesVoided(issuer=issuer):
                self.shares[issuer] = Counter()

    def estate(self, seat):
        """Printed prices less mortgages, and what was paid for what stands on the deeds."""
        cards = [self.rules.track.deeds[deed] for deed, owner in self.owner.items() if owner == seat]
        loans = sum(card.mortgage for card in cards if card.space in self.mortgaged)
        return sum(card.price + sum(self.bills[card.space]) for card in cards) - loans

    def price(self, issuer):
        """One share of a player, a half and more rounded up."""
        issued = sum(self.shares[issuer].values())
        return (2 * (self.cash[issuer] + self.estate(issuer)) + issued) // (2 * issued) if issued else 0

    def worths(self):
        return tuple(
            self.cash[seat]
            + self.estate(seat)
            - self.credit[seat]
            + sum(held[seat] * self.price(issuer) for issuer, held in self.shares.items())
            for seat in range(self.seats)
        )


@pytest.mark.parametrize("name", GAMES)
def test_net_worth_is_what_a_spectator_would_add_up(name):
    """Turn by turn and seat by seat, in every edition, with credit and shares where there are some."""
    played, game = recorded(name)
    book = Pocketbook(played.rules, len(played.record.names))
    for fact in game.facts():
        book.note(fact)
    shown = evening_of(played)
    assert [*zip(*shown.wealth.seats, strict=True)] == [*book.turns[1:], book.worths()]
    assert shown.wealth.turns == tuple(range(shown.turns + 1))
    ends, at_ms = [], played.record.started_ms
    for stored, move in moves_of(played):
        ends += [at_ms] * sum(isinstance(fact, TurnBegan) for fact in move.facts)
        at_ms = stored.at_ms
    assert shown.wealth.at_ms == (*ends, at_ms)
    assert (shown.started_ms, shown.ended_ms) == (played.record.started_ms, at_ms)


@pytest.mark.parametrize("name", GAMES)
def test_rents_throws_and_auctions_are_counted(name):
    """Rent and landings by space, the highest rents, the faces of all dice, every auction with its end."""
    played, game = recorded(name)
    facts, shown = game.facts(), evening_of(played)
    told = list(in_turns(facts))
    rents = [(turn, fact) for turn, fact in told if isinstance(fact, MoneyMoved) and fact.purpose in RENTS]
    paid = [fact for _, fact in rents]
    by_deed, landed = defaultdict(list), Counter()
    for fact in paid:
        by_deed[fact.inputs["deed"]].append(fact.amount)
    for fact in facts:
        landed[fact.space if isinstance(fact, PieceMoved) and fact.by != "correction" else None] += 1
    assert {one.space: (one.rent, one.times) for one in shown.rents if one.rent} == {
        deed: (sum(amounts), len(amounts)) for deed, amounts in by_deed.items()
    }
    assert all(one.landed == landed[one.space] for one in shown.rents)
    dearest = sorted(rents, key=lambda rent: -rent[1].amount)[:5]
    said = [(rent.turn, rent.deed, rent.payer, rent.payee, rent.amount) for rent in shown.biggest]
    assert said == [(turn, fact.inputs["deed"], fact.payer, fact.payee, fact.amount) for turn, fact in dearest]
    thrown = [fact.faces for fact in facts if isinstance(fact, DiceThrown | OpeningThrown | RentThrown)]
    assert shown.throws == len(thrown)
    assert sum(sum(die.counts) for die in shown.dice) == sum(map(len, thrown))
    fallen = Counter(faces[:2] for faces in thrown if len(faces) > 1)
    of_sum = [sum(fallen[one, total - one] for one in range(1, 7)) for total in range(2, 13)]
    assert shown.sums.counts == tuple(of_sum)
    assert shown.sums.doubles == sum(fallen[one, one] for one in range(1, 7))
    opened = [(turn, fact.lot) for turn, fact in told if isinstance(fact, AuctionOpened | SealedAuctionOpened)]
    assert [(sale.turn, sale.lot) for sale in shown.sales] == opened
    sold = [(sale.winner, sale.price) for sale in shown.sales if sale.outcome == "sold"]
    closed = [fact for fact in facts if isinstance(fact, AuctionClosed | SealedAuctionClosed) and fact.seat >= 0]
    called = sum(isinstance(fact, BidPlaced) for fact in facts)
    assert sum(sale.bids for sale in shown.sales if not sale.sealed) == called, "who drops out bids nothing"
    bids = [amount for fact in facts if isinstance(fact, BidsRevealed) for amount in fact.amounts if amount]
    assert sum(sale.bids for sale in shown.sales if sale.sealed) == len(bids), "0 is no bid"
    assert sorted(sold) == sorted((fact.seat, fact.amount) for fact in closed)
    assert shown.winner == next((fact.seat for fact in facts if isinstance(fact, GameWon)), BANK)


def test_the_speed_die_is_counted_apart():
    """Two white dice are alike; the third, with its symbols, is judged for itself."""
    played, game = recorded("mega/corrected-3")
    white, speed = evening_of(played).dice
    assert white.printed == ("1", "2", "3", "4", "5", "6")
    thrown = [fact.faces for fact in game.facts() if isinstance(fact, DiceThrown | RentThrown)]
    assert set(speed.printed) == {"1", "2", "3", "mogul", "bus"}
    assert speed.counts == tuple(sum(faces[2:] == (face,) for faces in thrown) for face in range(1, 7))


def test_nobody_goes_home_without_an_award():
    """Whoever did most shares an award with equals; who did most of nothing is thanked for good company."""
    for name in GAMES:
        played, game = recorded(name)
        shown = evening_of(played)
        assert {seat for award in shown.awards for seat in award.seats} == set(range(len(shown.names))), name
        received = Counter()
        for fact in game.facts():
            if isinstance(fact, MoneyMoved) and fact.purpose in RENTS:
                received[fact.payee] += fact.amount
        landlord = next(award for award in shown.awards if award.award == "landlord")
        assert landlord.figure == max(received.values())
        assert all(received[seat] == landlord.figure for seat in landlord.seats)


def told(*facts):
    """A story of these facts, a move each unless they come with their moves."""
    shown = (fact if isinstance(fact, ShownFact) else ShownFact(at, 1, 0, fact) for at, fact in enumerate(facts))
    return structs.replace(story_of(recorded("classic/mixed-5")[0]), facts=tuple(shown))


def given(name, story, sales=(), wealth=None):
    """Who is given an award, and for what."""
    found = awards(story, wealth or evening_of(recorded("classic/mixed-5")[0]).wealth, sales)
    return [(award.seats, award.figure) for award in found if award.award == name]


def test_what_the_banker_puts_right_wins_no_award():
    """A deed that a correction hands over was bought by nobody; one that was bought counts."""
    corrected = Corrected("deed", "Anna had paid for it")
    mended = (ShownFact(1, 1, 0, fact) for fact in (DeedMoved(1, NOBODY, 0), corrected))
    story = told(*mended, ShownFact(2, 1, 0, DeedMoved(3, NOBODY, 1)))
    assert given("collector", story) == [((1,), 1)]


TO_BANK = (MoneyMoved(0, BANK, 900, "rent_street", {"deed": 1}),)
"""A rent that was owed to somebody who then fell to the bank."""


TRADES = tuple(
    fact
    for number, (seat, to, how) in enumerate([(0, 1, "declined"), (0, 2, "lapsed"), (1, 2, "accepted")], 1)
    for fact in (TradeOffered(Offer(number, seat, to, Bundle(), Bundle())), TradeClosed(number, to, how))
)
"""Three offers, of which one led to a trade."""


@pytest.mark.parametrize(
    ("award", "facts", "won"),
    [
        ("landlord", TO_BANK, []),
        ("guest", TO_BANK, [((0,), 900)]),
        ("patron", (MoneyMoved(0, 1, 100, "card_pay", {}), MoneyMoved(1, BANK, 20, "card_pay", {})), [((1,), 20)]),
        ("traveller", (PieceMoved(0, 5, 1, "ticket"), PieceMoved(1, 38, 20, "mogul")), [((1,), 22)]),
        ("builder", (MoneyMoved(0, BANK, 50, "building", {}), MoneyMoved(1, BANK, 60, "tax", {})), [((0,), 50)]),
        (
            "doubles",
            (DiceThrown(0, (2, 4, 4), "hub", 0), DiceThrown(1, (4, 4, 1), "hub", 0), RentThrown(1, (4, 4), "hub")),
            [((1,), 2)],
        ),
        ("collector", (DeedMoved(1, NOBODY, 0), DeedMoved(1, 0, 1), DeedMoved(1, 1, NOBODY)), [((0,), 1)]),
        ("jailbird", (SeatJailed(0, 10, "correction"), SeatJailed(2, 10, "doubles")), [((2,), 1)]),
        ("company", (DiceThrown(1, (1, 2), "hub", 0),), [((1,), 1)]),
        ("trader", TRADES, [((1, 2), 1)]),
        ("comeback", (), [((0,), 400)]),
        ("bargain", (), [((1,), 60)]),
    ],
)
def test_an_award_is_for_what_it_is_called(award, facts, won):
    """Money for the bank, spaces on the shorter way, throws; from the lowest point to the end, in one auction."""
    worth = (1500, 400, 900, 800), (1500, 1500, 1500, 2500), (1500, 0, 0, 700)  # one was never below, one is out
    wealth = structs.replace(evening_of(recorded("classic/mixed-5")[0]).wealth, seats=worth)
    sale = SaleView(lot=DeedLot(1), sealed=False, turn=1, outcome="sold", winner=0, price=10, printed=60, bids=1)
    sales = sale, structs.replace(sale, price=30), structs.replace(sale, winner=1, price=0)
    assert given(award, told(*facts), sales if award == "bargain" else (), wealth) == won


def test_of_equal_rents_the_earlier_comes_first():
    """As they were paid."""
    story = told(*(MoneyMoved(0, 1, amount, "rent_street", {"deed": 1}) for amount in (4, 9, 9)))
    assert [rent.move for rent in biggest_rents(story)] == [1, 2, 0]


def test_an_auction_that_never_began_is_none_of_the_evenings():
    """Of an estate's two deeds one is called when the banker corrects whose turn it is, which closes both."""
    facts = AuctionOpened(DeedLot(6)), AuctionClosed(DeedLot(8), NOBODY, 0), AuctionClosed(DeedLot(6), NOBODY, 0)
    story = told(*(ShownFact(1, 1, 0, fact) for fact in facts))
    assert [(sale.lot, sale.outcome) for sale in sales(story)] == [(DeedLot(6), "unsold")]


def test_an_estate_is_worth_what_its_deeds_cost_together():
    """Badstraße 1,200, Chausseestraße 2,000 and Schlossallee 8,000; then the first two."""
    story = evening_of(recorded("edges/estate_in_one_lot")[0])
    assert [sale.printed for sale in story.sales] == [11_200, 3_200]


def test_a_mortgaged_estate_is_no_bargain_for_its_mortgage():
    """Two streets of 60 for 70: 50 below the price; with 30 borrowed on one of them only 20."""
    for mortgaged, below in (((), 50), ((1,), 20)):
        lot = EstateLot((1, 3), mortgaged)
        sale = SaleView(lot=lot, sealed=False, turn=1, outcome="sold", winner=0, price=70, printed=120, bids=1)
        assert given("bargain", told(), (sale,)) == [((0,), below)]


@pytest.mark.parametrize(("freedom", "figure", "chance"), CRITICAL)
def test_the_test_agrees_with_printed_tables(freedom, figure, chance):
    """For odd and even degrees of freedom."""
    assert by_chance(figure, freedom) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((0,) * 6, "few"),
        ((29, 0, 0, 0, 0, 0), "few"),
        ((5, 5, 5, 5, 5, 5), "even"),
        ((12, 8, 9, 11, 7, 13), "even"),
        ((20, 10, 10, 10, 10, 24), "odd"),
        ((30, 10, 10, 10, 10, 10), "uneven"),
    ],
)
def test_what_dice_are_called(counts, said):
    """Below thirty throws nothing, however they fell; then by how rare it is."""
    assert verdict(counts) == said


def test_dice_of_the_family_are_judged_apart_from_those_of_the_hub():
    """Sixty faces, of which 2.8 is the figure: by the tables 70 to 75 of 100 honest dice deviate as much or more."""
    faces = [face for face, count in enumerate((12, 8, 9, 11, 7, 13), 1) for _ in range(count)]
    thrown = [DiceThrown(0, (one, other), "hub", 0) for one, other in zip(faces[:30], faces[30:], strict=True)]
    hub, family = dice(told(*thrown, DiceThrown(0, (6, 6), "typed", 1)))
    assert (hub.source, hub.chi, hub.verdict) == ("hub", 280, "even")
    assert 700 < hub.permille < 750
    assert (family.source, family.counts, family.verdict) == ("typed", (0, 0, 0, 0, 0, 2), "few")


def test_the_story_ends_before_bids_that_are_not_revealed():
    """Whoever reads it."""
    played, _ = logged(BIDDING)
    story = evening_of(played)
    assert not story.whole
    assert story.moves == len(played.entries) - 1
    assert str(SECRET).encode() not in msgspec.json.encode(story)
