"""The banker's order, and the laboratory as the banker sees it: its question, its progress, its report (ODDS.md).

None of this is stored with the table: after a restart nothing runs until the banker asks again, which continues.
`at_table` has the games played.
"""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hub.rules.slots import Contradiction, Rules
from hub.rules.track import TableError
from hub.table.automatic.threads import Desk
from hub.table.game.stored import on_tables
from hub.table.interfaces.storage import StoreError
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import Kept, TableState, ViewField
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal

SEATS_USUAL = 4
LabGames: TypeAlias = Literal[100, 400, 2000]
"""How many games of each variant are played: for a first look, as usual, for small differences."""

LabTrouble: TypeAlias = Literal["", "lost", "unstored", "failed"]
"""Why the laboratory stopped by itself: a process was ended, the disk does not take games, a fault of ours."""

CROSSING = ()


class LabQuestion(Struct, frozen=True, kw_only=True):
    """What is compared: an edition, perhaps on a family's own tables, without house rules, with each and with all.

    `edition` is its id, or what the family calls its board.
    `games` is the number of games of each variant; without agreed house rules there is only one.
    """

    edition: str
    own_tables: bool
    house_rules: tuple[str, ...]
    seats: int
    games: int


class LabReportView(Struct, frozen=True):
    """A finished report, at `/api/laboratory?report=NAME&language=de`. Anybody who knows the name may read it."""

    name: str
    question: LabQuestion


class LabView(Struct, frozen=True, kw_only=True):
    """The laboratory of the hub. While it is `running`, `played` of `whole` games are finished.

    `left_s` is roughly how many seconds remain, -1 if unknown; once all games are finished, the report is written. A
    run that was stopped keeps its figures. `report` is the newest one, None before there is any.
    """

    running: bool = False
    question: LabQuestion | None = None
    played: int = 0
    whole: int = 0
    left_s: int = -1
    trouble: LabTrouble = ""
    report: LabReportView | None = None


class LabOrder(Struct, frozen=True, eq=False):
    """An order for the laboratory, with the edition without house rules. Compared by identity, not by content."""

    question: LabQuestion
    edition: Rules


LAB: Kept[LabView | None] = Kept("lab", None)

ORDER: Kept[LabOrder | None] = Kept("lab order", None)

FIELDS = (("lab", ViewField(LabView | None, None, lambda table, to: LAB.at(table) if to.role == "banker" else None)),)


def cancel(table: TableState) -> None:
    """Cancel the order; finished games are kept."""
    ORDER.put(table, None)
    if (lab := LAB.at(table)) is not None:
        LAB.put(table, replace(lab, running=False, left_s=-1))


class LabDesk(Desk):
    """Whatever is reported here is shown to the banker only. Methods may be called from any thread."""

    def ready(self, report: LabReportView | None) -> None:
        """Announce that there is a laboratory, and the report of an earlier evening, if any."""
        with self._lock:
            self._show(LabView(report=report))

    def wanted(self) -> LabOrder | None:
        return ORDER.at(self._state)

    def played(self, order: LabOrder, played: int, whole: int, left_s: int) -> None:
        """Report progress: finished games, games in all, and roughly how many seconds remain (-1: unknown)."""
        with self._lock:
            lab = LAB.at(self._state)
            if lab is not None and self.wanted() is order:
                self._show(replace(lab, played=played, whole=whole, left_s=left_s))

    def found(self, order: LabOrder, report: LabReportView) -> None:
        """Announce that the report can be opened, even if the order was cancelled at the last moment."""
        with self._lock:
            if self.wanted() is order:
                cancel(self._state)
            if (lab := LAB.at(self._state)) is not None:
                self._show(replace(lab, report=report))

    def failed(self, order: LabOrder, trouble: LabTrouble) -> None:
        """Report that the run stopped because of an error; finished games are kept."""
        with self._lock:
            if self.wanted() is order:
                cancel(self._state)
                if (lab := LAB.at(self._state)) is not None:
                    self._show(replace(lab, trouble=trouble))

    def _show(self, lab: LabView) -> None:
        LAB.put(self._state, lab)
        self._state.show_only(Audience("banker").__eq__)
        self._publish()


def _edition(table: TableState) -> Rules:
    """The rules at the table, with their tables and without house rules. Raises TableError, StoreError."""
    live = table.live
    if live is None:
        return table.editions[table.lobby.edition]
    return on_tables(table.editions[live.record.edition], live.game.rules.track.printing.digest, table.store.document)


LabReason = StrEnum("LabReason", "NO_LAB LAB_RUNNING")
"""Why bots do not begin to play."""


class StartLab(Action):
    """Have bots play this many games by the rules of this table, without house rules and with each, for a report.

    With `house_rules` these are tried in place of the agreed ones. Games that were played for it before are not played
    again.
    """

    who = (BANKER,)
    games: LabGames
    house_rules: tuple[str, ...] | None = None

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        lab = LAB.at(table)
        if lab is None:
            return refusal(LabReason.NO_LAB)
        if lab.running:
            return refusal(LabReason.LAB_RUNNING)
        try:
            edition = _edition(table)
            agreed = table.live.game.rules.agreed if table.live else table.lobby.house_rules
            rules = edition.with_house_rules(agreed if self.house_rules is None else self.house_rules)
        except (TableError, StoreError):
            return refusal(LabReason.NO_LAB)
        except Contradiction:
            return refusal(TableReason.HOUSE_RULES_CONTRADICT)
        except KeyError:
            return refusal(TableReason.NO_SUCH_HOUSE_RULE)
        least, most = edition.seats
        sitting = len(table.lobby.seats)
        question = LabQuestion(
            edition=edition.board,
            own_tables=bool(edition.track.printing.digest),
            house_rules=rules.agreed,
            seats=sitting if least <= sitting <= most else max(least, min(most, SEATS_USUAL)),
            games=self.games,
        )
        ORDER.put(table, LabOrder(question, edition))
        LAB.put(table, LabView(running=True, question=question, report=lab.report))
        return None


class StopLab(Action):
    """Stop the laboratory; finished games are kept."""

    who = (BANKER,)

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        cancel(table)
        return None


REQUESTS = (StartLab, StopLab)
