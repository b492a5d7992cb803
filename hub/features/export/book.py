"""All sheets of a game, made once for every format. New kinds of sheets are added to `SHEETS`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hub.features.export.auctions import AUCTIONS, BIDS
from hub.features.export.balances import BALANCES
from hub.features.export.deeds import DEED_CHANGES, DEEDS
from hub.features.export.journal import JOURNAL
from hub.features.export.sealed import SEALED_AUCTIONS, SEALED_BIDS
from hub.features.export.shares import DIVIDENDS, REPORTS, SHARE_MOVES, SHARES
from hub.features.export.sheets import Column, Sheet
from hub.features.export.teller import Teller
from hub.records.story import story_of
from hub.spreadsheet import Cell
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord
from hub.words import Language, Words

SHEETS: tuple[Sheet, ...] = (
    BALANCES,
    JOURNAL,
    DEEDS,
    DEED_CHANGES,
    AUCTIONS,
    BIDS,
    SEALED_AUCTIONS,
    SEALED_BIDS,
    SHARES,
    SHARE_MOVES,
    REPORTS,
    DIVIDENDS,
)
"""In the order in which they are shown. Sheets that do not concern a game's rules are left out."""


@dataclass(frozen=True)
class Page:
    """A sheet of one game: its title, a heading for each column, its rows."""

    id: str
    title: str
    columns: Sequence[Column]
    headings: Sequence[str]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True)
class Book:
    """All sheets of one game in one language."""

    record: GameRecord
    language: Language
    pages: Sequence[Page]


def book_of(played: Played, language: Language) -> Book:
    """Make the sheets of a game. Raises PagesNotBuilt if the texts are not there."""
    words, story = Words(language), story_of(played)
    tell = Teller(words, story)
    pages = []
    for sheet in SHEETS:
        if sheet.about is None or sheet.about in played.rules.handlers:
            columns = sheet.columns(story)
            headings = [_heading(column, words) for column in columns]
            title = words.text(f"export.sheet.{sheet.id}")
            pages.append(Page(sheet.id, title, columns, headings, list(sheet.rows(story, tell))))
    return Book(played.record, language, pages)


def _heading(column: Column, words: Words) -> str:
    """Amounts say in their heading that they are money; their cells are bare figures."""
    heading = column.title or words.text(f"export.column.{column.id}")
    return words.text("export.in_money", heading=heading) if column.kind == "money" else heading
