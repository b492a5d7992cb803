"""The sheets: what columns each has, and how its rows are made from a story.

On money: who had how much at the end of each turn, where all accounts of a row add up to zero, and every payment with
its rule and its formula, by which each account changes from one row to the next. On deeds: the state of each at the
end, and all that happened to them. On auctions: a row for each, and one for each bid, linked by the auction's number.
On shares: who held whom, every change of hands, reports, dividends.

A sealed bid is listed only as the reveal showed it to everybody, with the nonce that opens its commitment: the sha256
of nonce, amount, seat, auction and round, joined by colons. What a trade of shares between two players cost is theirs
alone (haustein-14, H33).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import PlaceBid, SealBid, SeatCommand
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, POT, Holder, Space, seat_of, snake
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import DividendPaid, OfferShares, ReportFiled, SharesIssued, SharesMoved, SharesVoided
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot
from hub.features.export.teller import Teller
from hub.records.story import ShownFact, Story, sales, sealed_sales
from hub.spreadsheet import Cell, local_time

Kind: TypeAlias = Literal["text", "count", "money", "time", "id"]


class Column(Struct, frozen=True):
    """A column: `id` names it in JSON and its heading in the locales, unless it has a `title` of its own."""

    id: str
    kind: Kind = "text"
    title: str = ""


class Sheet(Struct, frozen=True):
    """A table of an export. `rows` yields as many cells as there are columns.

    A sheet that not every edition has is `about` a command: rules that do not know it have no such sheet.
    """

    id: str
    columns: Callable[[Story], Sequence[Column]]
    rows: Callable[[Story, Teller], Iterable[tuple[Cell, ...]]]
    about: type[SeatCommand] | None = None


money, figure, for_programs = (partial(Column, kind=kind) for kind in ("money", "count", "id"))
"""Columns with amounts, with other figures, and with what only programs read: a workbook hides them."""


def fixed(*columns: Column | str) -> Callable[[Story], Sequence[Column]]:
    """Columns that are the same for every game; those with texts by their ids alone."""
    made = tuple(Column(column) if isinstance(column, str) else column for column in columns)
    return lambda _story: made


MOVE, TURN, TIME = figure("move"), figure("turn"), Column("time", "time")
"""When something happened; the first columns of every sheet that follows the game."""

REASONS = map(for_programs, ("purpose", "row", "inputs"))
JOURNAL_COLUMNS = fixed(MOVE, TURN, TIME, "payer", "payee", money("amount"), "happened", "formula", *REASONS)


def balance_columns(story: Story) -> Sequence[Column]:
    """One for each seat, then the pot and the bank."""
    seats = [Column(f"seat_{seat}", "money", name) for seat, name in enumerate(story.record.names)]
    return [TURN, Column("on_turn"), TIME, *seats, Column("pot", "money"), Column("bank", "money")]


def balance_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per turn; turn 0 is what everybody began with."""
    for end in story.turns:
        on_turn = "" if end.seat == NOBODY else tell.account(end.seat)
        yield end.turn, on_turn, local_time(end.at_ms), *end.balances[:POT], end.balances[POT], end.balances[BANK]


def journal_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for shown in story.facts:
        fact = shown.fact
        if isinstance(fact, MoneyMoved):
            yield (
                shown.move,
                shown.turn,
                local_time(shown.at_ms),
                tell.account(fact.payer),
                tell.account(fact.payee),
                fact.amount,
                tell.payment(fact),
                tell.formula(fact),
                fact.purpose,
                story.rules.rows.get(fact.purpose, ""),
                "; ".join(f"{name} {value}" for name, value in fact.inputs.items()),
            )


STANDING = fixed(figure("space"), "deed", "group", money("price"), "owner", "standing", "mortgaged")
CHANGES = fixed(MOVE, TURN, TIME, "deed", "change", "before", "after")


def standing(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """Every deed of the track, also those that nobody bought."""
    owners: dict[Space, Holder] = {}
    stages: dict[Space, int] = {}
    mortgaged: dict[Space, bool] = {}
    for shown in story.facts:
        match shown.fact:
            case DeedMoved(deed=deed, target=target):
                owners[deed] = target
            case StageSet(deed=deed, stage=stage):
                stages[deed] = stage
            case DeedMortgaged(deed=deed):
                mortgaged[deed] = True
            case MortgageLifted(deed=deed):
                mortgaged[deed] = False
    for space, card in story.rules.track.deeds.items():
        owner, stands = tell.owner(owners.get(space, NOBODY)), tell.standing(space, stages.get(space, 0))
        mark = tell.words.text("export.yes") if mortgaged.get(space) else ""
        yield space, tell.space(space), tell.group(card.group), card.price, owner, stands, mark


def changes(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One row whenever a deed changes hands, is mortgaged or redeemed, or is built on."""
    for shown in story.facts:
        found = _change(shown.fact, tell)
        if found is not None:
            deed, before, after = found
            change = tell.words.text(f"export.change.{snake(type(shown.fact).__name__)}")
            yield shown.move, shown.turn, local_time(shown.at_ms), tell.space(deed), change, before, after


def _change(fact: Fact, tell: Teller) -> tuple[Space, str, str] | None:
    match fact:
        case DeedMoved(deed=deed, source=source, target=target):
            return deed, tell.owner(source), tell.owner(target)
        case StageSet(deed=deed, before=before, stage=stage):
            return deed, tell.standing(deed, before), tell.standing(deed, stage)
        case DeedMortgaged(deed=deed) | MortgageLifted(deed=deed):
            return deed, "", ""
    return None


AUCTION, LOT = figure("auction"), "lot"
SALES = fixed(AUCTION, TURN, TIME, LOT, figure("bids"), "winner", money("price"), "outcome")
OFFERS = fixed(AUCTION, TURN, TIME, LOT, "bidder", money("bid"), "passed")

SEALED_SALES = fixed(
    AUCTION, TURN, TIME, LOT, "seller", money("minimum"), figure("rounds"), "winner", money("price"), "drawn", "outcome"
)

SEALED_OFFERS = fixed(
    AUCTION, figure("round"), TURN, TIME, LOT, figure("seat_number"), "bidder", money("bid"), "nonce", "commitment"
)


def auction_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for number, sale in enumerate(sales(story), 1):
        count = sum(amount is not None for _, _, amount in sale.bids)
        sold = sale.outcome == "sold"
        winner, price = (tell.account(seat_of(sale.winner)), sale.price) if sold else ("", None)
        outcome = tell.words.text(f"export.outcome.{sale.outcome}")
        opened = sale.opened
        yield number, opened.turn, local_time(opened.at_ms), lot_name(sale.lot, tell), count, winner, price, outcome


def bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for number, sale in enumerate(sales(story), 1):
        lot = lot_name(sale.lot, tell)
        for shown, seat, amount in sale.bids:
            passed = tell.words.text("export.yes") if amount is None else ""
            yield number, shown.turn, local_time(shown.at_ms), lot, tell.account(seat), amount, passed


def lot_name(lot: Lot, tell: Teller) -> str:
    match lot:
        case DeedLot(deed=deed):
            return tell.space(deed)
        case EstateLot(deeds=deeds):
            return ", ".join(map(tell.space, deeds))
        case BuildingLot(building=building):
            return tell.building(building)
        case SharesLot(issuer=issuer, count=count):
            return tell.words.text("export.lot.shares", count=count, issuer=tell.account(issuer))


def sealed_sale_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for sale in sealed_sales(story):
        fact, closed = sale.fact, sale.closed
        sold = closed if closed is not None and closed.seat != NOBODY else None
        winner, price = (tell.account(seat_of(sold.seat)), sold.amount) if sold else ("", None)
        yield (
            fact.auction,
            sale.opened.turn,
            local_time(sale.opened.at_ms),
            lot_name(fact.lot, tell),
            tell.account(fact.seller),
            fact.minimum,
            len(sale.reveals),
            winner,
            price,
            tell.words.text("export.yes") if closed is not None and closed.drawn else "",
            tell.words.text(f"export.outcome.{sale.outcome}"),
        )


def sealed_bid_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    for sale in sealed_sales(story):
        lot = lot_name(sale.fact.lot, tell)
        for shown, reveal in sale.reveals:
            when = (reveal.auction, reveal.round, shown.turn, local_time(shown.at_ms), lot)
            bids = zip(reveal.seats, reveal.amounts, reveal.nonces, reveal.commitments, strict=True)
            for seat, amount, nonce, commitment in bids:
                yield *when, seat, tell.account(seat), amount, nonce, commitment


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


SHEETS = (
    Sheet("balances", balance_columns, balance_rows),
    Sheet("journal", JOURNAL_COLUMNS, journal_rows),
    Sheet("deeds", STANDING, standing),
    Sheet("deed_changes", CHANGES, changes),
    Sheet("auctions", SALES, auction_rows, PlaceBid),
    Sheet("bids", OFFERS, bid_rows, PlaceBid),
    Sheet("sealed_auctions", SEALED_SALES, sealed_sale_rows, SealBid),
    Sheet("sealed_bids", SEALED_OFFERS, sealed_bid_rows, SealBid),
    Sheet("shares", holding_columns, holding_rows, OfferShares),
    Sheet("share_moves", MOVES, move_rows, OfferShares),
    Sheet("reports", REPORTED, report_rows, OfferShares),
    Sheet("dividends", PAID, dividend_rows, OfferShares),
)
"""In the order in which they are shown. Sheets that do not concern a game's rules are left out."""
