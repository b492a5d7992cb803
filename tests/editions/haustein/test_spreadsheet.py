"""Row haustein-25: the course of the game as a spreadsheet, as the authors of the rules kept one."""

import io

from features.export.conftest import rows
from helpers.logged import recorded
from openpyxl import load_workbook

from hub.domain.auctions import BidsRevealed
from hub.domain.shares import DividendPaid, ReportFiled
from hub.features.export.book import as_xlsx, book_of

GAME = "haustein/sensible-4"


def test_haustein_25_the_workbook_has_a_sheet_for_everything_the_authors_noted():
    """Balances, holdings, trades, reports, dividends and auctions each have a page that another program can open."""
    played, _ = recorded(GAME)
    book = book_of(played, "de")
    opened = load_workbook(io.BytesIO(as_xlsx(book)))
    pages = {page.id: opened[page.title] for page in book.pages}
    wanted = {"balances", "journal", "shares", "share_moves", "reports", "dividends", "sealed_auctions", "sealed_bids"}
    assert wanted <= set(pages)
    assert {name for name in wanted if pages[name].max_row < 2} == set()


def test_haustein_25_every_report_stands_in_it_with_its_cash():
    """One row for each report that was filed."""
    played, game = recorded(GAME)
    filed = [fact.report.cash for fact in game.facts() if isinstance(fact, ReportFiled)]
    assert filed
    assert [row["cash"] for row in rows(book_of(played, "en"), "reports")] == filed


def test_haustein_25_every_dividend_and_every_revealed_bid_stand_in_it():
    """No dividend and no round of bids is left out."""
    played, game = recorded(GAME)
    book = book_of(played, "en")
    bids = [amount for fact in game.facts() if isinstance(fact, BidsRevealed) for amount in fact.amounts]
    paid = [amount for fact in game.facts() if isinstance(fact, DividendPaid) for amount in fact.amounts]
    assert [row["bid"] for row in rows(book, "sealed_bids")] == bids
    assert [row["dividend"] for row in rows(book, "dividends")] == paid
    assert min(len(bids), len(paid)) >= 10
