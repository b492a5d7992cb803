"""Editions with sealed bids and shares: what is secret is in no export, what is shown adds up."""

import random
from collections import Counter
from functools import cache

import pytest
from features.export.conftest import rows
from helpers.logged import in_turns, kept, logged, recorded
from helpers.play import random_command

from hub.domain.auctions import BidsRevealed, SealedAuctionOpened, commitment_of
from hub.domain.commands import Command, SealBid
from hub.domain.history import Entry, Move, Undone
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import shown_moves
from hub.domain.shares import AcceptShares, DividendPaid, OfferShares, ReportFiled
from hub.domain.state import fold
from hub.domain.turns import solvent
from hub.editions import EDITIONS
from hub.features.export.book import Book, as_csv, as_json, as_xlsx, book_of
from hub.rules.game import Game, Rejected, with_chance
from hub.table.game.chance import Dice
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord
from hub.words import LANGUAGES

RULES = next(rules for rules in EDITIONS.values() if SealBid in rules.handlers)
NAMES = ("Anna", "Ben", "Carla", "Deniz")
COMMANDS, SEEDS = 700, range(4)
SECRETS = (7_654_321, 6_543_217, 5_432_176)
AUCTION = (
    f'{{"record": 1, "edition": "{RULES.id}", "seats": ["Anna", "Ben", "Carla"]}}',
    '{"setup": {"balances": [9000000, 9000000, 9000000], "on_turn": 0}}',
    '{"command": "throw", "seat": 0, "faces": [1, 2]}',
    '{"command": "advance", "seat": 0}',
)
REPORTS = {"opening": "Opening report", "annual": "Annual report", "interim": "Interim report"}
REPORTS["late"] = "Late, by the exchange"
RUNNING = {"de": "Läuft noch", "en": "Still running"}
BIDS = tuple(
    f'{{"command": "seal_bid", "seat": {seat}, "amount": {amount}, "nonce": "{seat:032x}"}}'
    for seat, amount in enumerate(SECRETS)
)


class Night:
    """A game of random players who bid this and that and trade shares; `log` has some of it taken back."""

    def __init__(self, seed: int) -> None:
        self.luck, self.dice, self.game = random.Random(seed), Dice(seed), Game(RULES)
        self.log: list[Entry] = []
        self.do(RULES.opening.set_up(self.game, len(NAMES), self.dice))
        for number in range(COMMANDS):
            if self.game.state.turns.winner != NOBODY:
                break
            self.do(self.bolder(random_command(self.game, self.luck, self.dice)))
            if number % 15 == 0:
                self.trade()

    def do(self, command: Command) -> None:
        """Decide a command, which must be possible."""
        decided = self.game.decide(with_chance(self.game, command, self.dice))
        assert not isinstance(decided, Rejected), decided
        self.log.append(Move(command, decided))

    def bolder(self, command: Command) -> Command:
        if not isinstance(command, SealBid):
            return command
        bid = SealBid(command.seat, self.luck.randrange(60))
        return command if self.game.refuse(bid) else bid

    def trade(self) -> None:
        """Somebody sells a share to somebody, if that is possible now."""
        if self.game.state.turns.winner != NOBODY:
            return
        seat, to = self.luck.sample(solvent(self.game.state), 2)
        offer = OfferShares(seat, to, self.luck.choice((seat, to)), 1, 17, selling=True)
        if self.game.refuse(offer) is None:
            self.do(offer)
            accept = AcceptShares(to, len(self.game.state.shares.made))
            if self.game.refuse(accept) is None:
                self.do(accept)


def played(log: list[Entry]) -> Played:
    entries = tuple(kept(seq, entry) for seq, entry in enumerate(log))
    return Played(GameRecord("0123abcd", RULES.id, NAMES, 0), entries, RULES)


@cache
def night(seed: int) -> Night:
    return Night(seed)


def shown_facts(log: list[Entry]) -> list[object]:
    return [fact for move in shown_moves(log) for fact in move.facts]


def contents(book: Book) -> str:
    """Everything an export would write, as text."""
    return as_json(book).decode() + "".join(text.decode("utf-8-sig") for text in as_csv(book).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sealed_bid_is_in_no_export_before_the_reveal(language):
    """While a bid is missing, no format in either language has an amount, a nonce or their grouping anywhere."""
    for count in range(len(BIDS)):
        game, _ = logged([*AUCTION, *BIDS[:count]])
        book = book_of(game, language)
        assert as_xlsx(book)
        amounts = [form for amount in SECRETS for form in (f"{amount}", f"{amount:,}", f"{amount:_}".replace("_", "."))]
        text = contents(book)
        assert [word for word in (*amounts, *(f"{seat:032x}" for seat in range(3))) if word in text] == []
        (sale,) = rows(book, "sealed_auctions")
        assert (sale["winner"], sale["price"], sale["outcome"]) == ("", None, RUNNING[language])
        assert rows(book, "sealed_bids") == []


def test_the_secrets_above_would_be_found():
    """After the reveal the same search finds every amount and every nonce."""
    text = contents(book_of(logged([*AUCTION, *BIDS])[0], "en"))
    assert all(str(amount) in text for amount in SECRETS)
    assert all(f"{seat:032x}" in text for seat in range(3))


def test_a_bid_that_was_taken_back_stays_secret():
    """Undone before the reveal it is nowhere, though the log keeps it; undone after it the whole round is gone."""
    before, _ = logged([*AUCTION, *BIDS[:2], '{"undo": 1}'])
    after, _ = logged([*AUCTION, *BIDS, '{"undo": 3}'])
    for game in (before, after):
        assert any(isinstance(stored.entry, Undone) for stored in game.entries)
        assert [amount for amount in SECRETS if str(amount) in contents(book_of(game, "en"))] == []


def test_revealed_bids_can_be_checked():
    """Every bid of the sheet opens the commitment that stands beside it; the winner is who bid most."""
    book = book_of(logged([*AUCTION, *BIDS])[0], "en")
    found = rows(book, "sealed_bids")
    assert [(row["bidder"], row["bid"]) for row in found] == list(zip(("Anna", "Ben", "Carla"), SECRETS, strict=True))
    for row in found:
        binds = commitment_of(row["nonce"], row["bid"], row["seat_number"], row["auction"], row["round"])
        assert row["commitment"] == binds
    (sale,) = rows(book, "sealed_auctions")
    assert (sale["winner"], sale["price"], sale["outcome"], sale["rounds"]) == ("Anna", SECRETS[0], "Sold", 1)
    assert (sale["seller"], sale["drawn"]) == ("The bank", "")


@pytest.mark.parametrize("seed", SEEDS)
def test_balances_and_holdings_are_those_of_the_state(seed):
    """The last turn of both sheets is where shown moves lead, one by one; shares of an issuer are all or none."""
    log = night(seed).log
    state = fold(shown_facts(log))
    book = book_of(played(log), "en")
    last = list(rows(book, "balances")[-1].values())[3:]
    ledger = state.ledger.balances
    assert last == [*ledger[:POT], ledger[POT], ledger[BANK]]
    holdings = rows(book, "shares")
    assert [list(row.values())[2:] for row in holdings[-len(NAMES) :]] == state.shares.holdings
    moved = {issuer: Counter({issuer: state.shares.issued}) for issuer in NAMES}
    for row in rows(book, "share_moves"):
        if row["shares"] is None:
            moved[row["issuer"]].clear()
        else:
            moved[row["issuer"]].update({row["source"]: -row["shares"], row["target"]: row["shares"]})
    assert [[moved[one][holder] for holder in (*NAMES, "The bank")] for one in NAMES] == state.shares.holdings
    assert {sum(list(row.values())[2:]) for row in holdings} <= {0, state.shares.issued}
    assert {sum(list(row.values())[2:]) for row in holdings[: len(NAMES)]} == {state.shares.issued}, "at once"
    assert len(holdings) == len(NAMES) * len(rows(book, "balances"))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_sealed_auction_and_every_bid_in_it_is_shown(seed):
    """Who put it up, for how much at least; of each round that was revealed all bids, and the turn in which it was."""
    log = night(seed).log
    facts, book = shown_facts(log), book_of(played(log), "en")
    account = (*NAMES, "The bank")
    opened = [fact for fact in facts if isinstance(fact, SealedAuctionOpened)]
    told = [(row["auction"], row["seller"], row["minimum"]) for row in rows(book, "sealed_auctions")]
    assert told == [(fact.auction, account[fact.seller], fact.minimum) for fact in opened]
    revealed = [
        (fact.auction, fact.round, turn, *bid)
        for turn, fact in in_turns(facts)
        if isinstance(fact, BidsRevealed)
        for bid in zip(fact.seats, fact.amounts, strict=True)
    ]
    found = [
        (*(row[name] for name in ("auction", "round", "turn")), NAMES.index(row["bidder"]), row["bid"])
        for row in rows(book, "sealed_bids")
    ]
    assert found == revealed


def test_shares_of_who_is_out_are_gone():
    """They are worth nothing any more (haustein-24)."""
    game, played_to_the_end = recorded("haustein/mixed-2")
    last = [list(row.values())[2:] for row in rows(book_of(game, "en"), "shares")[-2:]]
    assert last == played_to_the_end.game.state.shares.holdings == [[25, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("seed", SEEDS)
def test_reports_and_dividends_are_all_there(seed):
    """Each report is a row, each holder of each dividend another; dividends add up with the payments of the journal."""
    log = night(seed).log
    facts, book = shown_facts(log), book_of(played(log), "en")
    reports = [fact.report for fact in facts if isinstance(fact, ReportFiled)]
    assert [list(row.values())[3:] for row in rows(book, "reports")] == [
        [NAMES[one.seat], REPORTS[one.kind], one.cash, one.estate, "; ".join(f"{NAMES[i]} {n}" for i, n in one.shares)]
        for one in reports
    ]
    dividends = rows(book, "dividends")
    assert [tuple(row.values())[3:] for row in dividends] == [
        (NAMES[fact.seat], fact.reported, (*NAMES, "The bank")[holder], count, amount, "yes" if fact.capped else "")
        for fact in facts
        if isinstance(fact, DividendPaid)
        for holder, count, amount in zip(fact.holders, fact.counts, fact.amounts, strict=True)
    ]
    paid = [row["amount"] for row in rows(book, "journal") if row["purpose"] == "dividend"]
    assert sum(row["dividend"] for row in dividends) == sum(paid)


def test_what_a_trade_cost_is_shown_to_nobody():
    """Number and kind of traded shares are in the sheet, the price and its payment are not (haustein-14)."""
    for seed in SEEDS:
        log = night(seed).log
        book = book_of(played(log), "en")
        trades = [fact for fact in shown_facts(log) if isinstance(fact, MoneyMoved) and fact.purpose == "share_trade"]
        assert trades
        assert [row for row in rows(book, "journal") if row["purpose"] == "share_trade"] == []
        moved = [row for row in rows(book, "share_moves") if row["by"] == "Trade"]
        assert len(moved) == len(trades)


def test_every_sheet_of_these_games_has_rows_somewhere():
    """Together the games fill every sheet but those of open auctions, and each of their sentences has its words."""
    books = [book_of(played(night(seed).log), "de") for seed in SEEDS]
    filled_sheets = {page.id for book in books for page in book.pages if page.rows}
    assert filled_sheets >= {page.id for page in books[0].pages} - {"auctions", "bids", "deed_changes"}
    texts = [row[name] for book in books for row in rows(book, "journal") for name in ("happened", "formula")]
    assert [text for text in texts if set("{}#") & set(text) or text.startswith(("Explanation.", "Purpose."))] == []
