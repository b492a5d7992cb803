"""Players as issuers of shares: reports, dividends, takeovers (haustein-13, -19 to -24) [H23 to H28, H30 to H32].

The supervision is the hub, which fills in the true figures of a report; the banker may demand one in its name.
"""

from collections.abc import Iterable
from typing import Literal

from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMoved, MortgageLifted, owned_by
from hub.domain.ids import BANK, NOBODY, Account, Seat, Space, holder_of
from hub.domain.ledger import half_up, shared_out
from hub.domain.shares import (
    DemandReport,
    DividendPaid,
    FileReport,
    Report,
    ReportFiled,
    ReportKind,
    ReportOwed,
    SeatTakenOver,
    ShareOfferClosed,
    SharesIssued,
    SharesMoved,
    SharesVoided,
    held_by,
)
from hub.domain.state import GameStarted
from hub.domain.tasks import AdvancePending
from hub.domain.turns import SeatBankrupted, seats_from
from hub.rules.asking import absent
from hub.rules.assets import estate_value
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.needs import SIDES
from hub.rules.payments import pay
from hub.rules.track import Track


@part(sheet="issuing")
class Issuing(Part):
    """`shares` for each player. The starting money is paid right afterwards, and is already in the report."""

    shares: int

    def react(self, game: Game, fact: GameStarted) -> None:
        game.emit(SharesIssued(self.shares))
        cash = game.rules.opening.money
        for seat in range(fact.seats):
            game.emit(ReportFiled(Report(seat, "opening", 0, cash, 0, ((seat, self.shares),))))


def file(game: Game, seat: Seat, kind: ReportKind) -> None:
    state = game.state
    cash, held = state.ledger.balances[seat], tuple(held_by(state, seat))
    game.emit(ReportFiled(Report(seat, kind, state.turns.number, cash, estate_value(game, seat), held)))


@part(sheet=None)
class Reports(Part):
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
class ReportDue(Part):
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
        # a salary: it went past the start
        touched = origin < square or square <= task.space if task.salary else origin < square <= task.space
        if touched and task.seat not in game.state.shares.owed:
            game.emit(ReportOwed(task.seat, game.state.turns.number, demanded=False))


@part(sheet="late_reports")
class LateReports(Part):
    """At the end of the turn after the one in which a report was due: fine the seat once, and make the report."""

    fine: int

    def enter(self, game: Game) -> None:
        owed, turn = game.state.shares.owed, game.state.turns.number
        for seat, since in [*owed.items()] if owed else ():
            if since < turn:
                pay(game, seat, BANK, self.fine, "late_report", {"turn": since})
                file(game, seat, "late")


@part(sheet="dividends")
class Dividends(Part):
    """Each share earns its part of the reported cash, in all no more than the cash in hand [H26, H27, H28].

    The bank's shares earn for the bank; a player's own earn nothing.
    """

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        if not task.salary:
            return
        holders = others_holding(game, task.seat)
        if holders:
            self._pay(game, task.seat, holders)

    def _pay(self, game: Game, seat: Seat, holders: dict[Account, int]) -> None:
        reported = game.state.shares.reports[seat].cash
        counts = tuple(holders.values())
        amounts = [half_up(reported, count, game.state.shares.issued) for count in counts]
        cash = game.state.ledger.balances[seat]
        capped = sum(amounts) > cash
        if capped:
            amounts = shared_out(cash, counts)
        game.emit(DividendPaid(seat, reported, capped, tuple(holders), counts, tuple(amounts)))
        for holder, count, amount in zip(holders, counts, amounts, strict=True):
            inputs = {"reported": reported, "count": count, "shares": game.state.shares.issued, "capped": int(capped)}
            pay(game, seat, holder, amount, "dividend", inputs)


def others_holding(game: Game, issuer: Seat) -> dict[Account, int]:
    """Who else holds shares of a seat: players clockwise from it, then the bank."""
    held = game.state.shares.holdings[issuer]
    accounts: tuple[Account, ...] = (*seats_from(game.state, issuer), BANK)
    return {account: held[account] for account in accounts if held[account] and account != issuer}


@part(sheet="takeovers")
class Takeovers(Part):
    """`shares_needed` of a player make the holder their heir (13 of 25 are 51 %)."""

    shares_needed: int

    def enter(self, game: Game) -> None:
        turns, holdings = game.state.turns, game.state.shares.holdings
        if not [seat for seat, held in enumerate(holdings) if not (held[seat] or turns.out[seat])]:
            return
        for seat in seats_from(game.state, turns.seat):
            if turns.winner == NOBODY and not holdings[seat][seat]:
                self.take_over(game, seat)

    def take_over(self, game: Game, seat: Seat) -> None:
        """Split the cash, hand over everything else, and put the seat out."""
        holders = others_holding(game, seat)
        heirs = [holder for holder, count in holders.items() if holder >= 0 and count >= self.shares_needed]
        heir = heirs[0] if heirs else BANK
        self._split_cash(game, seat, holders)
        _hand_over_deeds(game, seat, heir)
        for deck, card in release_cards(game.state, seat):
            game.emit(ReleaseCardMoved(deck, card, seat, holder_of(heir)))
        game.emit(SeatTakenOver(seat, heir))
        game.drop_tasks(seat)

    def _split_cash(self, game: Game, seat: Seat, holders: dict[Account, int]) -> None:
        cash = game.state.ledger.balances[seat]
        for holder, amount in zip(holders, shared_out(cash, tuple(holders.values())), strict=True):
            inputs = {"cash": cash, "count": holders[holder], "shares": game.state.shares.issued}
            pay(game, seat, holder, amount, "takeover", inputs)


def _hand_over_deeds(game: Game, seat: Seat, heir: Account) -> None:
    """To a player with buildings and mortgages; to the bank without."""
    deeds = game.state.deeds
    for deed in owned_by(game.state, seat):
        if heir == BANK and deeds.stage[deed]:
            game.rules.building.set_stage(game, seat, deed, 0)
        if heir == BANK and deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
        game.emit(DeedMoved(deed, seat, holder_of(heir)))


@part(sheet=None)
def wind_up_bankrupt(game: Game, fact: SeatBankrupted) -> None:
    """Reaction to a bankruptcy: the seat's shares in others go to the creditor, or to the bank."""
    _wind_up(game, fact.seat, fact.creditor if fact.creditor >= 0 else BANK, "estate")


@part(sheet=None)
def wind_up_taken_over(game: Game, fact: SeatTakenOver) -> None:
    """Reaction to a takeover: the seat's shares in others go where its deeds go."""
    _wind_up(game, fact.seat, fact.heir, "takeover")


def _wind_up(game: Game, seat: Seat, heir: Account, by: Literal["estate", "takeover"]) -> None:
    game.emit(SharesVoided(seat))
    for issuer, count in held_by(game.state, seat):
        game.emit(SharesMoved(issuer, seat, heir, count, by))
    for offer in list(game.state.shares.offers.values()):
        if seat in (offer.seat, offer.to, offer.issuer):
            game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "void"))
