"""Sheets on shares: who held whom after each turn, every change of hands, the reports, the dividends.

What a trade between two players cost is theirs alone and in none of them (haustein-14, H33).
"""

from collections.abc import Iterator, Sequence

from hub.domain.share_dealing import OfferShares
from hub.domain.shares import DividendPaid, ReportFiled, SharesIssued, SharesMoved, SharesVoided
from hub.features.export.sheets import MOVE, TIME, TURN, Column, Sheet, figure, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import ShownFact, Story
from hub.spreadsheet import Cell, local_time

ISSUER, COUNT = Column("issuer"), figure("shares")
MOVES = fixed(MOVE, TURN, TIME, ISSUER, COUNT, "source", "target", "by")
REPORTED = fixed(MOVE, TURN, TIME, "seat", "report", money("cash"), money("estate"), "holdings")
PAID = fixed(MOVE, TURN, TIME, ISSUER, money("reported"), "holder", COUNT, money("dividend"), "capped")


def holding_columns(story: Story) -> Sequence[Column]:
    """One for each holder, the bank last."""
    seats = [Column(f"seat_{seat}", "count", name) for seat, name in enumerate(story.record.names)]
    return [TURN, ISSUER, *seats, figure("bank")]


def holding_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per issuer at the end of each turn; turn 0 is how the game began."""
    seats = range(len(story.record.names))
    holdings = {issuer: [0] * (len(seats) + 1) for issuer in seats}
    facts = iter(story.facts)
    shown = next(facts, None)
    for end in story.turns:
        while shown is not None and shown.turn == end.turn:
            _fold(holdings, shown)
            shown = next(facts, None)
        for issuer, held in holdings.items():
            yield end.turn, tell.account(issuer), *held


def _fold(holdings: dict[int, list[int]], shown: ShownFact) -> None:
    match shown.fact:
        case SharesIssued(count=count):
            for issuer, held in holdings.items():
                held[issuer] = count
        case SharesMoved(issuer=issuer, source=source, target=target, count=count):
            holdings[issuer][source] -= count
            holdings[issuer][target] += count
        case SharesVoided(issuer=issuer):
            holdings[issuer] = [0] * len(holdings[issuer])


def move_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One whenever shares change hands or are void."""
    for shown in story.facts:
        when = (shown.move, shown.turn, local_time(shown.at_ms))
        match shown.fact:
            case SharesMoved(issuer=issuer, source=source, target=target, count=count, by=by):
                way = tell.words.text(f"export.by.{by}")
                yield *when, tell.account(issuer), count, tell.account(source), tell.account(target), way
            case SharesVoided(issuer=issuer):
                yield *when, tell.account(issuer), None, "", "", tell.words.text("export.by.void")


def report_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per report, as the supervision knows it."""
    for shown in story.facts:
        if isinstance(shown.fact, ReportFiled):
            report = shown.fact.report
            held = "; ".join(f"{tell.account(issuer)} {count}" for issuer, count in report.shares)
            kind = tell.words.text(f"export.report.{report.kind}")
            when = (shown.move, shown.turn, local_time(shown.at_ms))
            yield *when, tell.account(report.seat), kind, report.cash, report.estate, held


def dividend_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per holder of each dividend."""
    for shown in story.facts:
        fact = shown.fact
        if isinstance(fact, DividendPaid):
            capped = tell.words.text("export.yes") if fact.capped else ""
            for holder, count, amount in zip(fact.holders, fact.counts, fact.amounts, strict=True):
                when = (shown.move, shown.turn, local_time(shown.at_ms))
                yield *when, tell.account(fact.seat), fact.reported, tell.account(holder), count, amount, capped


SHARES = Sheet("shares", holding_columns, holding_rows, OfferShares)
SHARE_MOVES = Sheet("share_moves", MOVES, move_rows, OfferShares)
REPORTS = Sheet("reports", REPORTED, report_rows, OfferShares)
DIVIDENDS = Sheet("dividends", PAID, dividend_rows, OfferShares)
