"""The rules in force as the page `/rules` tells them, in two columns, and below them all deeds with their figures.

The print is as large as fills its pages.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from msgspec import Struct

from hub.features.printing.colours import HAIR, INK, SOFT, pale
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, BOTTOM_MM, LEADING, PLAIN, TOP_MM, WIDTH_MM, Box, Paper
from hub.table.views.printed import SpaceView
from hub.table.views.rule_sheet import SheetLine, SheetView, sheet_view
from hub.words import Words, texts_of

KINDS = ("street", "station", "utility")
NAME_SHARE = 0.24
DOT_MM = 1.1

LEFT_MM, BETWEEN_MM = 10.0, 7.0
COLUMN_MM = (WIDTH_MM - 2 * LEFT_MM - BETWEEN_MM) / 2
HEIGHT_MM = BOTTOM_MM - TOP_MM
INDENT_MM = 3.2
POINTS_MAXIMUM, POINTS_MINIMUM, POINTS_STEP = 12.0, 8.5, 0.25
MM_PER_POINT = 25.4 / 72
INTRO_MM = 14.0


class PropertyTable(Struct, frozen=True):
    """A heading, the names of the columns, and a row for each deed: its colour, its name, its figures."""

    HIGH_MM_MINIMUM: ClassVar[float] = 3.7
    HIGH_MM_MAXIMUM: ClassVar[float] = 6.4

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]

    @property
    def least(self) -> float:
        """How much room it takes at least, in millimetres."""
        return (len(self.rows) + 2) * self.HIGH_MM_MINIMUM

    def draw(self, paper: Paper, box: Box) -> None:
        """Into its place, rows of one height."""
        high = box.height / (len(self.rows) + 2)
        points = min(9.0, high * 1.9)
        first = box.width * NAME_SHARE
        wide = (box.width - first) / len(self.columns)
        paper.text(box.x, box.y + high * 0.9, self.title, min(12.0, points * 1.25), font=BOLD)
        for number, name in enumerate(self.columns):
            x = box.x + first + (number + 1) * wide
            paper.text(x - 1, box.y + high * 1.75, name, points * 0.82, colour=SOFT, align="right")
        for row, (colour, name, figures) in enumerate(self.rows, 2):
            y = box.y + row * high
            if row % 2 == 0:
                paper.rectangle(Box(box.x, y, box.width, high), fill=pale(colour, 0.12), line=None)
            paper.circle(box.x + 2, y + high / 2, DOT_MM, fill=colour, line=HAIR)
            paper.fitted(Box(box.x + 4.5, y, first - 5, high), name, points, align="left")
            base = y + high / 2 + points * 0.125
            for number, figure in enumerate(figures):
                paper.text(box.x + first + (number + 1) * wide - 1, base, figure, points, font=PLAIN, align="right")


def deed_tables(printed: Printed, say: Callable[..., str]) -> list[PropertyTable]:
    """A table for each kind of deed there is; `say` words a key of the rule sheet."""
    grouped = [printed.view.spaces[space] for spaces in printed.rules.track.groups.values() for space in spaces]
    by_kind = {kind: [deed for deed in grouped if deed.kind == kind] for kind in KINDS}
    return [_table(printed, say, kind, deeds) for kind, deeds in by_kind.items() if deeds]


def _table(printed: Printed, say: Callable[..., str], kind: str, deeds: list[SpaceView]) -> PropertyTable:
    rents = max(len(deed.rents) for deed in deeds)
    built, commission = any(deed.house_price for deed in deeds), any(deed.commission for deed in deeds)
    lent = "sale" if any(deed.commission for deed in printed.rules.track.deeds.values()) else "mortgage"
    first = 0 if kind == "street" else 1
    times = "×" if kind == "utility" else ""
    columns = [say("column.price"), *(f"{number + first}" for number in range(rents))]
    columns += [*([say("column.house")] if built else []), say(f"column.{lent}")]
    columns += [say("column.commission")] if commission else []

    def row(deed: SpaceView) -> tuple[str, ...]:
        figures = [printed.amount(deed.price), *(times + printed.amount(rent) for rent in deed.rents)]
        figures += [""] * (rents - len(deed.rents)) + ([printed.amount(deed.house_price)] if built else [])
        return (*figures, printed.amount(deed.mortgage), *([printed.amount(deed.commission)] if commission else []))

    heading = {"street": "stage", "utility": "factor"}.get(kind, "owned")
    title = f"{say(f'kind.{kind}')} · {say(f'column.{heading}')}"
    rows = tuple((printed.colour(deed.group), deed.name, row(deed)) for deed in deeds)
    return PropertyTable(title, tuple(columns), rows)


class ColumnLine(Struct, frozen=True):
    """One line of a column: what is printed, how large, and how much room it takes; `last` may not end a column."""

    text: str
    points: float
    high: float
    font: str = PLAIN
    dot: bool = False
    indent: float = INDENT_MM
    last: bool = False


def rules_sheet(paper: Paper, printed: Printed) -> None:
    """As many pages as it takes in readable print, each of them full."""
    texts = RulesSheet(printed)
    tables = deed_tables(printed, texts.say)
    pages = _set(paper, texts, sum(table.least for table in tables))
    paper.fitted(Box(LEFT_MM, TOP_MM, WIDTH_MM - 2 * LEFT_MM, INTRO_MM - 3), texts.intro, 12, align="left")
    y = TOP_MM + INTRO_MM
    for number, columns in enumerate(pages):
        if number:
            paper.next_page()
            y = TOP_MM
        for place, column in enumerate(columns):
            _column(paper, column, LEFT_MM + place * (COLUMN_MM + BETWEEN_MM), y)
        y += max(sum(line.high for line in column) for column in columns) + 2
    _tables(paper, tables, y)


class RulesSheet:
    """The sentences of the sheet in one language, in the edition's own words where it has some."""

    def __init__(self, printed: Printed) -> None:
        sentences = Words(printed.words.language, texts_of(f"sheet.{printed.words.language}"))
        self._printed = printed
        self._words = sentences.beside(printed.rules.track.printing.words)
        self.view: SheetView = sheet_view(printed.rules)

    @property
    def intro(self) -> str:
        edition, view = self._printed.rules.id, self.view
        about = f"sheet.intro.{edition}"
        seats = self.say("seats", least=view.seats_min, most=view.seats_max)
        return f"{self._words.text(about) if about in self._words else ''} {seats}".strip()

    def say(self, key: str, **arguments: int | str) -> str:
        own = f"{self._printed.rules.id}.sheet.{key}"
        return self._words.text(own if own in self._words else f"sheet.{key}", **arguments)

    def sections(self) -> Iterator[tuple[str, list[str]]]:
        """Headings with their sentences: house rules first, then section by section."""
        if self.view.house_rules:
            yield self.say("house_rules"), [self._agreed(agreed) for agreed in self.view.house_rules]
        for section in self.view.sections:
            yield self.say(f"section.{section.id}"), list(dict.fromkeys(map(self._sentence, section.lines)))

    def _agreed(self, agreed: str) -> str:
        name, _, value = agreed.partition(":")
        words, figure = self._printed.words, {"value": int(value or 0)}
        title = words.text(f"house_rule.{name}.agreed" if value else f"house_rule.{name}", **figure)
        return f"{title}. {words.text(f'house_rule.{name}.hint', **figure)}"

    def _sentence(self, line: SheetLine) -> str:
        words = dict(line.args)
        if line.key == "to_pot":
            purposes = str(line.args["purposes"]).split(",")
            words["list"] = self._printed.listed([self.say(f"purpose.{purpose}") for purpose in purposes])
        if line.key == "stock":
            count = self._printed.words.text
            named = [count(f"building.count.{kind}", count=number) for kind, number in words.items()]
            words["list"] = self._printed.listed(named)
        if isinstance(line.args.get("space"), int):
            words["space"] = self._printed.view.spaces[int(line.args["space"])].name
        return self.say(line.key, **words)


def _set(paper: Paper, texts: RulesSheet, tables: float) -> list[list[list[ColumnLine]]]:
    """The largest print on the fewest pages: lines by page and column, with room for the tables below the last."""
    found: list[list[list[ColumnLine]]] = []
    points = POINTS_MINIMUM
    while points <= POINTS_MAXIMUM:
        pages = _pages(list(_lines(paper, texts, points)), tables)
        if found and len(pages) > len(found):
            break
        found = pages
        points += POINTS_STEP
    return found


def _pages(lines: list[ColumnLine], tables: float) -> list[list[list[ColumnLine]]]:
    """Full columns page by page; those of the last page are as long as each other, and leave room for the tables."""
    pages: list[list[list[ColumnLine]]] = []
    while True:
        room = HEIGHT_MM - (0 if pages else INTRO_MM)
        rest = sum(line.high for line in lines)
        low = rest / 2
        while low <= room - tables - 2:
            columns, left = _fill(lines, low)
            if not left:
                return [*pages, columns]
            low += 1
        columns, lines = _fill(lines, room)
        pages.append(columns)
        if not lines:
            return [*pages, [[], []]]


def _fill(lines: Sequence[ColumnLine], room: float) -> tuple[list[list[ColumnLine]], list[ColumnLine]]:
    """Two columns, and what does not go into them."""
    left, columns = list(lines), []
    for _ in range(2):
        column: list[ColumnLine] = []
        while left and sum(line.high for line in column) + left[0].high <= room:
            column.append(left.pop(0))
        while column and left and column[-1].last:
            left.insert(0, column.pop())
        columns.append(column)
    return columns, left


def _lines(paper: Paper, texts: RulesSheet, points: float) -> Iterator[ColumnLine]:
    high = points * LEADING * MM_PER_POINT
    for heading, sentences in texts.sections():
        yield ColumnLine(heading, points * 1.25, high * 1.9, BOLD, indent=0, last=True)
        for sentence in sentences:
            lines = paper.lines(sentence, PLAIN, points, COLUMN_MM - INDENT_MM)
            for number, text in enumerate(lines):
                spare = high * 0.25 if number == len(lines) - 1 else 0
                yield ColumnLine(text, points, high + spare, dot=number == 0, last=number == 0 and len(lines) > 1)


def _column(paper: Paper, lines: Sequence[ColumnLine], x: float, y: float) -> None:
    for line in lines:
        if line.font == BOLD:
            under = y + line.high - 0.6
            paper.text(x, under - 1.4, line.text, line.points, font=BOLD)
            paper.line(x, under, x + COLUMN_MM, under, INK, 0.3)
            y += line.high
            continue
        base = y + line.points * MM_PER_POINT * 0.95
        if line.dot:
            paper.circle(x + 1.1, base - line.points * MM_PER_POINT * 0.3, 0.5, fill=SOFT, line=None)
        paper.text(x + line.indent, base, line.text, line.points)
        y += line.high


def _tables(paper: Paper, tables: Sequence[PropertyTable], y: float) -> None:
    """All deeds; rows as high as fills the page."""
    rows = sum(len(table.rows) + 2 for table in tables)
    high = min(PropertyTable.HIGH_MM_MAXIMUM, (BOTTOM_MM - y) / max(1, rows))
    for table in tables:
        table.draw(paper, Box(LEFT_MM, y, WIDTH_MM - 2 * LEFT_MM, high * (len(table.rows) + 2)))
        y += high * (len(table.rows) + 2)
