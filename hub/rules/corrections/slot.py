"""The corrections of every edition: each emits `Corrected`, then the facts that change the game, and mends tasks."""

from collections.abc import Callable
from typing import TypeVar

from hub.domain import corrections
from hub.domain.custody import JailThrowMissed, SeatJailed, SeatReleased, in_jail
from hub.domain.decks import ReleaseCardMoved
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted
from hub.domain.ids import NOBODY, seat_of
from hub.domain.pieces import PieceMoved
from hub.domain.shares import SharesMoved
from hub.domain.tickets import TicketMoved
from hub.domain.turns import TurnBegan
from hub.rules.corrections import judging
from hub.rules.corrections.mending import drop_landing, keep_debts, mend, shift_move
from hub.rules.game import Game
from hub.rules.handlers import Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Rejected
from hub.rules.steps import bedtime
from hub.rules.steps.plan import FIRST_STEP

C = TypeVar("C", bound=corrections.Correction)


@part(sheet=None)
class Corrections:
    """Possible at any time in a running game, whatever task is open. Never offered: the banker's page has them.

    So is agreeing on an end.
    """

    def handlers(self) -> Handlers:
        return (
            *bedtime.handlers(),
            _noted("money", corrections.CorrectMoney, judging.refuse_money, self.money),
            _noted("piece", corrections.CorrectPiece, judging.refuse_piece, self.piece),
            _noted("deed", corrections.CorrectDeed, judging.refuse_deed, self.deed),
            _noted("mortgage", corrections.CorrectMortgage, judging.refuse_mortgage, self.mortgage),
            _noted("buildings", corrections.CorrectBuildings, judging.refuse_buildings, self.buildings),
            _noted("jail", corrections.CorrectJail, judging.refuse_jail, self.jail),
            _noted("release_card", corrections.CorrectReleaseCard, judging.refuse_release_card, self.release_card),
            _noted("ticket", corrections.CorrectTicket, judging.refuse_ticket, self.ticket),
            _noted("shares", corrections.CorrectShares, judging.refuse_shares, self.shares),
            _noted("turn", corrections.CorrectTurn, judging.refuse_turn, self.turn),
        )

    def money(self, game: Game, command: corrections.CorrectMoney) -> None:
        pay(game, command.payer, command.payee, command.amount, "correction", {})
        mend(game)

    def piece(self, game: Game, command: corrections.CorrectPiece) -> None:
        seat, origin = command.seat, game.state.pieces.spaces[command.seat]
        if judging.leaves_jail(game, command):
            game.emit(SeatReleased(seat, "correction"))
        game.emit(PieceMoved(seat, origin, command.space, "correction"))
        shift_move(game, seat, origin, command.space)
        drop_landing(game, seat)
        mend(game)

    def deed(self, game: Game, command: corrections.CorrectDeed) -> None:
        deed, deeds = command.deed, game.state.deeds
        game.emit(DeedMoved(deed, deeds.owner[deed], command.owner))
        if command.owner == NOBODY and deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
        mend(game)

    def mortgage(self, game: Game, command: corrections.CorrectMortgage) -> None:
        game.emit(DeedMortgaged(command.deed) if command.mortgaged else MortgageLifted(command.deed))
        mend(game)

    def buildings(self, game: Game, command: corrections.CorrectBuildings) -> None:
        for deed, stage in command.stages.items():
            if game.state.deeds.stage[deed] != stage:
                game.rules.building.set_stage(game, seat_of(game.state.deeds.owner[deed]), deed, stage)
        mend(game)

    def jail(self, game: Game, command: corrections.CorrectJail) -> None:
        seat = command.seat
        if not command.jailed:
            game.emit(SeatReleased(seat, "correction"))
            return
        if not in_jail(game.state, seat):
            game.emit(SeatJailed(seat, game.rules.track.nearest_jail(game.state.pieces.spaces[seat]), "correction"))
        if game.state.custody.missed[seat] != command.missed:
            game.emit(JailThrowMissed(seat, command.missed))
        drop_landing(game, seat)
        mend(game)

    def release_card(self, game: Game, command: corrections.CorrectReleaseCard) -> None:
        card = judging.release_card_of(game, command.deck, command.source)
        assert card is not None, "judged before"
        game.emit(ReleaseCardMoved(command.deck, card, command.source, command.target))

    def ticket(self, game: Game, command: corrections.CorrectTicket) -> None:
        ticket = judging.ticket_of(game, command.source)
        assert ticket is not None, "judged before"
        game.emit(TicketMoved(ticket, command.source, command.target))

    def shares(self, game: Game, command: corrections.CorrectShares) -> None:
        game.emit(SharesMoved(command.issuer, command.source, command.target, command.amount, "correction"))
        mend(game)

    def turn(self, game: Game, command: corrections.CorrectTurn) -> None:
        keep_debts(game)
        game.emit(TurnBegan(command.seat, game.state.turns.number + 1))
        game.step = FIRST_STEP


def _noted(
    what: corrections.What, kind: type[C], refuse: Callable[[Game, C], Rejected | None], act: Callable[[Game, C], None]
) -> Handler[C]:
    """The handler of a correction: first the fact `Corrected`, then the facts that say how."""

    def perform(game: Game, command: C) -> None:
        game.emit(corrections.Corrected(what, command.reason))
        act(game, command)

    return Handler(kind, refuse, perform)
