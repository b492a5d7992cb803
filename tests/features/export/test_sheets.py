"""What is in the sheets agrees with the game and with each other."""

import time
from collections import Counter
from datetime import datetime, timedelta
from functools import cache

import pytest
from features.export.conftest import rows
from helpers.logged import GAMES, STARTED_MS, in_turns, logged, recorded

from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.commands import PlaceBid
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import circle_of
from hub.domain.tasks import SharesLot
from hub.domain.turns import TurnBegan
from hub.editions import EDITIONS
from hub.features.export.book import SHEETS, book_of
from hub.features.export.sheets import Sheet, fixed, lot_name
from hub.features.export.teller import Teller
from hub.records.story import moves_of, story_of
from hub.words import Words

NAMES = [
    f"{path.parent.name}/{path.stem}" for edition in EDITIONS for path in sorted((GAMES / edition).glob("*.jsonl"))
]
START = '{"record": 1, "edition": "classic", "seats": ["Anna", "Ben"]}'
OPENING = (
    START,
    '{"command": "throw", "seat": 0, "faces": [6, 5]}',
    '{"command": "throw", "seat": 1, "faces": [1, 2]}',
    '{"command": "throw", "seat": 0, "faces": [1, 2]}',
    '{"command": "advance", "seat": 0}',
)
BEFORE, LOANS = {"Owner": "The bank", "Buildings": ""}, {"Mortgaged": "yes", "Mortgage paid off": ""}
"""What a deed's changes begin with, and how it stands after the others."""

PRINTED = {1: ("Brown", 60), 5: ("Stations", 200), 12: ("Utilities", 150), 39: ("Dark blue", 400)}
"""Colour and price as they stand on some deeds of the classic edition."""

CALLED = {"holiday_home": "holiday home", "villa": "luxury villa"}
"""What stands on deeds, in English, where that is not its id."""


def between_two(facts):
    """What payments that are not everybody's changed, by turn and account."""
    changes = Counter()
    for turn, fact in in_turns(facts):
        if isinstance(fact, MoneyMoved) and circle_of(fact) is not None:
            for account, change in ((fact.payer, -fact.amount), (fact.payee, fact.amount)):
                changes[turn, "pot" if account == POT else f"seat_{account}"] += change
    return changes


def dated(played):
    """Each fact after the turn and the local time in which it happened."""
    found = [(stored.at_ms, fact) for stored, move in moves_of(played) for fact in move.facts]
    for (at_ms, _), (turn, fact) in zip(found, in_turns(fact for _, fact in found), strict=True):
        yield turn, datetime.fromtimestamp(at_ms / 1_000).isoformat(timespec="seconds"), fact


@cache
def book(name):
    return book_of(recorded(name)[0], "en")


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_game_adds_up(name):
    """Accounts change by the payments of a turn, shown or between two; rows are zero in sum, the last is the end."""
    played, game = recorded(name)
    kept = between_two(game.facts())
    balances, journal = rows(book(name), "balances"), rows(book(name), "journal")
    accounts = {f"seat_{seat}": seat_name for seat, seat_name in enumerate(played.record.names)}
    accounts |= {"pot": "The pot", "bank": "The bank"}
    before = dict.fromkeys(accounts, 0)
    for row in balances:
        payments = [payment for payment in journal if payment["turn"] == row["turn"]]
        for account, called in accounts.items():
            shown = sum(one["amount"] * ((one["payee"] == called) - (one["payer"] == called)) for one in payments)
            change = shown + kept[row["turn"], account]
            assert row[account] == before[account] + change, (row["turn"], account)
            before[account] = row[account]
        assert sum(before.values()) == 0
    ledger = game.game.state.ledger.balances
    assert list(before.values()) == [*ledger[:POT], ledger[POT], ledger[BANK]]
    begun = [fact.seat for fact in game.facts() if isinstance(fact, TurnBegan)]
    assert [row["turn"] for row in balances] == list(range(game.game.state.turns.number + 1))
    assert [row["on_turn"] for row in balances] == ["", *(played.record.names[seat] for seat in begun)]


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_game_ends_with_its_deeds(name):
    """Owner, buildings and mortgage of each deed are those of the position, to which one change led after the other."""
    played, game = recorded(name)
    led = {}
    for row in rows(book(name), "deed_changes"):
        if row["change"] in LOANS:
            assert row["before"] == row["after"] == ""
            led[row["deed"]] = LOANS[row["change"]]
        else:
            assert row["before"] == led.get((row["deed"], row["change"]), BEFORE[row["change"]])
            led[row["deed"], row["change"]] = row["after"]
    position, names = game.position(), [*played.record.names, "The bank"]
    found = rows(book(name), "deeds")
    assert [row["space"] for row in found] == list(game.game.rules.track.deeds)
    if name.startswith("classic/"):
        assert {row["space"]: (row["group"], row["price"]) for row in found}.items() >= PRINTED.items()
    for row in found:
        space = row["space"]
        assert row["owner"] == names[position.owners.get(space, NOBODY)] == led.get((row["deed"], "Owner"), "The bank")
        assert row["mortgaged"] == ("yes" if space in position.mortgaged else "") == led.get(row["deed"], "")
        stage, kind = position.buildings.get(space, 0), game.game.rules.track.deeds[space].kind
        standing = game.game.rules.ladders[kind].stages[stage] if stage else {}
        shown = (f"{count} {CALLED.get(name, name)}{'s' * (count > 1)}" for name, count in standing.items())
        assert row["standing"] == ", ".join(shown) == led.get((row["deed"], "Buildings"), "")


@pytest.mark.parametrize("name", [name for name in NAMES if PlaceBid in EDITIONS[name.partition("/")[0]].handlers])
def test_every_recorded_game_tells_its_auctions(name):
    """Each auction that was closed has its winner and price; its bids rise to that price, each when it was called."""
    auctions, bids = rows(book(name), "auctions"), rows(book(name), "bids")
    played, _ = recorded(name)
    seats, told = played.record.names, list(dated(played))
    closed = [fact for *_, fact in told if isinstance(fact, AuctionClosed) and fact.seat != NOBODY]
    sold = [(row["winner"], row["price"]) for row in auctions if row["outcome"] == "Sold"]
    assert sorted(sold) == sorted((seats[fact.seat], fact.amount) for fact in closed)
    opened = [when for *when, fact in told if isinstance(fact, AuctionOpened)]
    assert [[row["turn"], row["time"]] for row in auctions] == opened
    called = [(*when, seats[fact.seat], fact.amount) for *when, fact in told if isinstance(fact, BidPlaced)]
    called += [(*when, seats[fact.seat], None) for *when, fact in told if isinstance(fact, BidPassed)]
    said = [(row["turn"], row["time"], row["bidder"], row["bid"]) for row in bids]
    assert sorted(said, key=str) == sorted(called, key=str)
    assert all((row["passed"] == "yes") is (row["bid"] is None) for row in bids)
    for row in auctions:
        amounts = [bid["bid"] for bid in bids if bid["auction"] == row["auction"] and not bid["passed"]]
        assert len(amounts) == row["bids"]
        assert amounts == sorted(amounts)
        assert row["price"] is None or row["price"] == amounts[-1]


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_payment_is_shown_and_explained(language):
    """Each payment of a long game has its sentence, rule and formula, without gaps or keys in it."""
    played, game = recorded("classic/long-5")
    journal = rows(book_of(played, language), "journal")
    paid = [fact for fact in game.facts() if isinstance(fact, MoneyMoved)]
    assert [row["amount"] for row in journal] == [fact.amount for fact in paid]
    assert [row["row"] for row in journal] == [game.game.rules.rows[fact.purpose] for fact in paid]
    texts = [row[column] for row in journal for column in ("happened", "formula")]
    assert [text for text in texts if not text.endswith(".") or set("{}|#_") & set(text) or "purpose." in text] == []


def test_sentences_are_those_of_the_pages():
    """The examples of the pages' own tests, written here: accounts, spaces, figures and counts."""
    rent = (
        START,
        '{"setup": {"owners": {"1": 0, "3": 0}, "buildings": {"1": 5, "3": 4}, "balances": [1500, 2500]}}',
        '{"setup": {"spaces": [0, 38], "on_turn": 1}}',
        '{"command": "throw", "seat": 1, "faces": [1, 2]}',
        '{"command": "advance", "seat": 1}',
    )
    played, _ = logged(rent)
    last = rows(book_of(played, "de"), "journal")[-1]
    assert last["happened"] == "Ben zahlt Anna 250 Miete für Badstraße."
    assert last["formula"] == "Miete von Badstraße (1 Hotel): 250."
    assert (last["purpose"], last["row"]) == ("rent_street", "classic-07")
    assert "stage 5" in last["inputs"].split("; ")
    given = next(row for row in rows(book_of(played, "de"), "journal") if row["amount"] == 1_000)
    assert (given["payer"], given["payee"]) == ("Die Bank", "Ben")
    assert given["happened"] == "Die Bank zahlt 1.000 an Ben (Korrektur)."
    taxed = [*OPENING[:3], '{"command": "throw", "seat": 0, "faces": [1, 3]}', OPENING[4]]
    for language, tax in (("de", "Einkommensteuer"), ("en", "Income tax")):
        assert tax in rows(book_of(logged(taxed)[0], language), "journal")[-1]["formula"]


def test_what_was_taken_back_is_nowhere():
    """After an undo no sheet tells the purchase, and the balances are as before it."""
    bought, _ = logged([*OPENING, '{"command": "buy", "seat": 0}'])
    taken_back, _ = logged([*OPENING, '{"command": "buy", "seat": 0}', '{"undo": 1}'])
    never, _ = logged(OPENING)
    before, after, without = (book_of(played, "en") for played in (bought, taken_back, never))
    assert [row["purpose"] for row in rows(before, "journal")][-1] == "purchase"
    assert [page.rows for page in after.pages] == [page.rows for page in without.pages]


def test_an_auction_that_runs_has_no_winner_yet():
    """Its bids are there, because everybody heard them; winner and price are empty."""
    bid = ('{"command": "decline", "seat": 0}', '{"command": "place_bid", "seat": 1, "amount": 30}')
    played, _ = logged([*OPENING, *bid])
    book = book_of(played, "de")
    (sale,) = rows(book, "auctions")
    assert (sale["bids"], sale["winner"], sale["price"], sale["outcome"]) == (1, "", None, "Läuft noch")
    assert [(row["bidder"], row["bid"]) for row in rows(book, "bids")] == [("Ben", 30)]


def test_an_auction_that_began_again_is_two():
    """After a correction took the leader's money the first one is dropped, the second one decides."""
    auction = (
        '{"command": "decline", "seat": 0}',
        '{"command": "place_bid", "seat": 1, "amount": 30}',
        '{"command": "correct_money", "payer": 1, "payee": -1, "amount": 1490}',
        '{"command": "place_bid", "seat": 0, "amount": 5}',
        '{"command": "pass_bid", "seat": 1}',
    )
    played, _ = logged([*OPENING, *auction])
    found = [(row["outcome"], row["winner"], row["price"]) for row in rows(book_of(played, "en"), "auctions")]
    assert found == [("Called off", "", None), ("Sold", "Anna", 5)]


@pytest.mark.parametrize(("zone", "hours"), [("UTC0", 0), ("CET-1", 1), ("EST5", -5)])
def test_times_are_those_of_the_table(zone, hours, monkeypatch):
    """Wall clock of the move, local, in ISO 8601."""
    played, _ = logged(OPENING)
    with monkeypatch.context() as here:
        here.setenv("TZ", zone)
        time.tzset()
        first = rows(book_of(played, "en"), "journal")[0]
    time.tzset()
    expected = datetime(1970, 1, 1) + timedelta(milliseconds=STARTED_MS, hours=hours)
    assert first["time"] == expected.isoformat(timespec="seconds")


def test_amounts_say_that_they_are_money():
    """Only columns with amounts have the unit in their heading, a player's balance too."""
    book = book_of(logged(OPENING)[0], "de")
    for page in book.pages:
        for column, heading in zip(page.columns, page.headings, strict=True):
            assert heading.endswith(" (Geld)") == (column.kind == "money")
    assert book.pages[0].headings[3:5] == ["Anna (Geld)", "Ben (Geld)"]


def test_a_sheet_that_does_not_concern_the_rules_is_left_out(monkeypatch):
    """A sheet of other rules is in the list of all sheets and in no book of these."""
    played, _ = logged(OPENING)
    usual = [page.id for page in book_of(played, "en").pages]
    foreign = Sheet("foreign", fixed(), lambda _story, _tell: (), lambda rules: not rules.track.deeds)
    monkeypatch.setattr("hub.features.export.book.SHEETS", (*SHEETS, foreign))
    assert [page.id for page in book_of(played, "en").pages] == usual


def test_an_estate_is_named_by_its_deeds_in_the_editions_words():
    """The lot of an estate lists all deeds; why a rent is what it is says what the pages say."""
    played, _ = recorded("edges/estate_in_one_lot")
    lots = [row["lot"] for row in rows(book_of(played, "de"), "auctions")]
    assert lots == ["Badstraße, Chausseestraße, Schlossallee", "Badstraße, Chausseestraße"]
    played, _ = recorded("edges/throws_add_up_and_the_third_double")
    journal = rows(book_of(played, "en"), "journal")
    rent = next(row for row in journal if row["purpose"] == "rent_utility")
    assert rent["amount"] == 4200
    assert rent["formula"] == "200 times 21, the dice of the whole move, for 2 utilities owned."
    shares = lot_name(SharesLot(issuer=1, count=2), Teller(Words("en"), story_of(played)))
    assert shares == f"2 shares in {played.record.names[1]}"
