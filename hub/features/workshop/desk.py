"""The workshop as the server asks it: designs are looked up, changed, checked and stored, one request at a time."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from hub.editions.fitting import effects_of
from hub.editions.reading import EFFECTS
from hub.features import offered
from hub.features.workshop.checks import DIGEST, DIGEST_LENGTH, faults_of, packed, tidy, unpacked
from hub.features.workshop.design import NAME, Design, WorkshopReason, changed, redone, undone
from hub.features.workshop.sizes import proposed, resized
from hub.features.workshop.spreadsheets import TablesForm, as_workbook, as_zip
from hub.features.workshop.stored import StoredDesigns
from hub.features.workshop.tables import TRACK, cells_of, columns_of, written
from hub.features.workshop.trials import Trials
from hub.features.workshop.views import (
    BaseView,
    DesignCard,
    DesignChange,
    DesignList,
    DesignView,
    NewDesign,
    Resizing,
    TrialState,
)
from hub.pictures.drawings import NoPicture
from hub.pictures.files import file_of, text_of
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.server.http.answers import HttpRefused, Wish
from hub.simulation.pace import USUAL_S
from hub.table.wire.audience import Refusal, TableReason
from hub.words import Language

PutOnTable = Callable[[Rules, Wish | None], Refusal | None]
Found = TypeVar("Found")


class Workshop:
    """Designs of a data folder from the editions there are; `put_on_table` has the lobby offer one, `trials` play it.

    One request at a time, as its routes see to; `tables` and `sheets` only read. Methods raise HttpRefused, and
    StoreError if something cannot be stored.
    """

    def __init__(
        self, folder: Path, editions: Mapping[str, Rules], put_on_table: PutOnTable, trials: Trials | None = None
    ) -> None:
        self._stored, self._editions, self._put_on_table = StoredDesigns(folder), editions, put_on_table
        self._trials = trials or Trials(lambda: USUAL_S)
        self._printed = cache(
            lambda edition: cells_of(editions[edition].track.printing.texts, lambda _where, picture: picture)
        )

    def once(self, wish: Wish, make: Callable[[], Found], again: Callable[[str], Found]) -> Found:
        """What `make` answers, or `again` for the design that this wish has changed. Raises HttpRefused, StoreError."""
        if (design := self._stored.changed_by(wish)) is not None:
            return again(design.id)
        self._stored.wish = wish
        try:
            return make()
        finally:
            self._stored.wish = None

    def designs(self) -> DesignList:
        cards = [
            DesignCard(id=one.id, name=one.name, base=one.base, changed_ms=one.changed_ms, gone=one.gone)
            for one in self._stored.all()
        ]
        return DesignList(tuple(card for card in cards if card.base in self._editions), tuple(self._editions))

    def base(self, edition: str) -> BaseView:
        """What an edition offers to those who make a design from it."""
        if edition not in self._editions:
            raise HttpRefused(TableReason.NO_SUCH_EDITION, 404)
        base = self._editions[edition]
        track = base.track
        return BaseView(
            edition=edition,
            columns=tuple(columns_of(base, TRACK)[1:]),
            kinds=tuple(base.arrivals),
            sizes=base.needs.sizes,
            groups={group: len(spaces) for group, spaces in track.groups.items()},
            decks=tuple(track.decks),
            effects={name: EFFECTS[name].__struct_fields__ for name in sorted(effects_of(track))},
            tickets=bool(track.tickets),
            cells=self._printed(edition),
        )

    def design(self, name: str) -> DesignView:
        return self._shown(self._there(name))

    def new(self, wanted: NewDesign) -> DesignView:
        if wanted.copy_of:
            other = self._there(wanted.copy_of)
            base, cells = other.base, other.cells
        else:
            base = wanted.base
            if base not in self._editions:
                raise HttpRefused(TableReason.NO_SUCH_EDITION, 404)
            spaces = self._editions[base].track.spaces if wanted.language == "en" else ()
            english = {f"track/{space.index}/name": space.english for space in spaces if space.english}
            cells = {**self._printed(base), **english}
        named = tidy(self._editions[base], cells, {NAME: wanted.name})
        return self._shown(self._stored.add(base, {**cells, **{key: text for key, text in named.items() if text}}))

    def change(self, name: str, change: DesignChange) -> DesignView:
        design = self._seen(name, change.version)
        cells = tidy(self._editions[design.base], design.cells, change.cells)
        for digest in (text for cell, text in cells.items() if text and cell.startswith("picture/")):
            if self._stored.picture(digest) is None:
                raise HttpRefused(WorkshopReason.PICTURE)
        return self._shown_after(self._kept(design, changed(design, cells)), change)

    def after(self, name: str, change: DesignChange) -> DesignView:
        """A design after this change, as the request for it is answered."""
        return self._shown_after(self._there(name), change)

    def resize(self, name: str, wanted: Resizing) -> DesignView:
        design = self._seen(name, wanted.version)
        base = self._editions[design.base]
        if wanted.spaces not in base.needs.sizes:
            raise HttpRefused(WorkshopReason.NO_CELL)
        return self._shown(self._kept(design, changed(design, resized(base, design.cells, wanted.spaces))))

    def undo(self, name: str, version: int) -> DesignView:
        design = self._seen(name, version)
        return self._shown(self._kept(design, undone(design)))

    def redo(self, name: str, version: int) -> DesignView:
        design = self._seen(name, version)
        return self._shown(self._kept(design, redone(design)))

    def delete(self, name: str) -> DesignList:
        self._stored.put(replace(self._there(name), gone=True))
        return self.designs()

    def restore(self, name: str) -> DesignList:
        self._stored.put(replace(self._there(name, gone=True), gone=False))
        return self.designs()

    def play(self, name: str) -> None:
        """Offer the design in the lobby, and choose it."""
        rules = self._rules(self._there(name))
        refused = self._put_on_table(rules, self._stored.wish)  # stored by the table first, with what it changes
        if refused is not None:
            raise HttpRefused(refused.reason, 503 if refused.reason == TableReason.NOT_STORED else 409)
        self._stored.note(self._there(name))

    def board(self, name: str) -> bytes:
        return packed(self._there(name), self._pictured)

    def tables(self, name: str, form: TablesForm) -> bytes:
        """The design as tables, in one file. What is wrong in it is in them as well."""
        design = self._there(name)
        texts = written(self._editions[design.base], design.cells, self._pictured).texts
        return {"zip": as_zip, "xlsx": as_workbook}[form](design.base, texts)

    def take(self, content: bytes) -> DesignView:
        """A new design from a file for a friend, or from tables."""
        base, cells = unpacked(content, self._editions, self.keep_picture)
        return self._shown(self._stored.add(base.id, cells))

    def keep_picture(self, content: bytes) -> str:
        """Keep a PNG or SVG, cleaned; what it is called in a cell."""
        try:
            text = text_of(content)
        except NoPicture as error:
            raise HttpRefused(WorkshopReason.PICTURE) from error
        digest = hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]
        self._stored.put_picture(digest, text.encode())
        return digest

    def picture(self, digest: str) -> tuple[bytes, str]:
        """A picture that was kept, and of which type its file is."""
        found = self._stored.picture(digest) if DIGEST.fullmatch(digest) else None
        if found is None:
            raise HttpRefused(WorkshopReason.PICTURE, 404)
        return file_of(found.decode())

    def sheets(self, name: str, language: Language, sheets: Sequence[str]) -> bytes:
        rules = self._rules(self._there(name))
        sheets_of = offered("sheets")
        if sheets_of is None:
            raise HttpRefused(WorkshopReason.NO_PRINT, 409, {"text": ""})
        return bytes(sheets_of(rules, language, sheets))

    def trial(self, name: str) -> TrialState:
        return TrialState(self._trials.of(self._there(name).id))

    def begin_trial(self, name: str) -> TrialState:
        design = self._there(name)
        return TrialState(self._trials.start(design.id, design.version, self._rules(design)))

    def end_trial(self, name: str) -> TrialState:
        self._trials.stop()
        return self.trial(name)

    def _there(self, name: str, *, gone: bool = False) -> Design:
        design = self._stored.get(name)
        if design is None or design.gone != gone or design.base not in self._editions:
            raise HttpRefused(WorkshopReason.NO_DESIGN, 404)
        return design

    def _seen(self, name: str, version: int) -> Design:
        """A design, as long as the page has seen its newest version."""
        design = self._there(name)
        if design.version != version:
            raise HttpRefused(TableReason.STALE, 409)
        return design

    def _kept(self, before: Design, after: Design) -> Design:
        return before if after is before else self._stored.put(after)

    def _rules(self, design: Design) -> Rules:
        """The edition on the tables of a design that has no fault."""
        try:
            base = self._editions[design.base]
            return base.with_tables(written(base, design.cells, self._pictured).texts)
        except TableError as error:
            raise HttpRefused(WorkshopReason.FAULTS, 409) from error

    def _shown(self, design: Design) -> DesignView:
        base, printed = self._editions[design.base], self._printed(design.base)
        return DesignView(
            id=design.id,
            base=design.base,
            version=design.version,
            cells=design.cells,
            faults=faults_of(base, printed, design.cells, self._pictured),
            undo=len(design.past),
            redo=len(design.future),
        )

    def _shown_after(self, design: Design, change: DesignChange) -> DesignView:
        only = next(iter(change.cells)) if len(change.cells) == 1 else ""
        return replace(self._shown(design), proposed=proposed(self._editions[design.base], design.cells, only))

    def _pictured(self, digest: str) -> str:
        return (self._stored.picture(digest) or b"").decode()
