"""Reports to the supervision: due after the town hall square, possible at any time, fined if late.

Rows haustein-19 to -21 [H23, H24, H25]. The supervision is the hub, which fills in the true figures; the banker may
demand a report in its name.
"""

from collections.abc import Iterable

from hub.domain.ids import BANK, Seat, Space
from hub.domain.share_dealing import DemandReport, FileReport
from hub.domain.shares import Report, ReportFiled, ReportKind, ReportOwed, held_by
from hub.domain.tasks import AdvancePending
from hub.rules.asking import absent
from hub.rules.assets import estate_value
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.needs import SIDES
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


def file(game: Game, seat: Seat, kind: ReportKind) -> None:
    """Emit a report of what the seat has now."""
    state = game.state
    cash, held = state.ledger.balances[seat], tuple(held_by(state, seat))
    game.emit(ReportFiled(Report(seat, kind, state.turns.number, cash, estate_value(game, seat), held)))


@part(sheet=None)
class Reports:
    """Anybody may report at any time, which also fulfils the duty. Demands are not offered: the banker sends them."""

    def handlers(self) -> Handlers:
        return (
            Handler(FileReport, self.refuse_report, self.report, free=self.free_report),
            Handler(DemandReport, self.refuse_demand, self.demand),
        )

    def refuse_report(self, game: Game, command: FileReport) -> Rejected | None:
        return absent(game, command.seat)

    def report(self, game: Game, command: FileReport) -> None:
        file(game, command.seat, "annual" if command.seat in game.state.shares.owed else "interim")

    def refuse_demand(self, game: Game, command: DemandReport) -> Rejected | None:
        rejected = absent(game, command.seat)
        if rejected is None and command.seat in game.state.shares.owed:
            return Rejected(Reason.REPORT_OWED_ALREADY)
        return rejected

    def demand(self, game: Game, command: DemandReport) -> None:
        game.emit(ReportOwed(command.seat, game.state.turns.number, demanded=True))

    def free_report(self, game: Game, seat: Seat) -> Iterable[Choice]:
        yield Choice(FileReport(seat))


@part(sheet="report_due")
class ReportDue:
    """A seat that reaches or passes the town hall square going forward owes a report in this turn.

    That is the first space after the `corner`th corner from the start, whatever a family calls it. Moves backward or to
    jail never count.
    """

    corner: int

    def space(self, track: Track) -> Space:
        """The town hall square of a track."""
        return self.corner * len(track.spaces) // SIDES + 1

    def figures(self, track: Track) -> dict[str, int]:
        """The figures for the sentence about it."""
        return {"space": self.space(track)}

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        square = self.space(game.rules.track)
        before, behind = origin < square, square <= task.space
        touched = before or behind if task.salary else before and behind  # a salary: it went past the start
        if touched and task.seat not in game.state.shares.owed:
            game.emit(ReportOwed(task.seat, game.state.turns.number, demanded=False))


@part(sheet="late_reports")
class LateReports:
    """At the end of the turn after the one in which a report was due: fine the seat once, and make the report."""

    fine: int

    def enter(self, game: Game) -> None:
        owed, turn = game.state.shares.owed, game.state.turns.number
        for seat, since in [*owed.items()] if owed else ():
            if since < turn:
                pay(game, seat, BANK, self.fine, "late_report", {"turn": since})
                file(game, seat, "late")
