"""The corrections every edition has: each tells that something is put right, does it, and mends the open questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.corrections import (
    CorrectBuildings,
    CorrectDeed,
    Corrected,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectShares,
    CorrectTicket,
    CorrectTurn,
)
from hub.domain.custody import JailThrowMissed, SeatJailed, SeatReleased, in_jail
from hub.domain.decks import ReleaseCardMoved
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted
from hub.domain.ids import NOBODY
from hub.domain.pieces import PieceMoved
from hub.domain.shares import SharesMoved
from hub.domain.tickets import TicketMoved
from hub.domain.turns import TurnBegan
from hub.rules.actions import Action
from hub.rules.corrections import judging
from hub.rules.corrections.mending import drop_landing, keep_debts, mend, shift_move
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.steps.plan import FIRST_STEP


@dataclass(frozen=True)
class Corrections:
    """Possible at any time while a game runs, whatever is asked. Nobody is offered one: the banker's page asks."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(CorrectMoney, judging.refuse_money, self.money),
            Action(CorrectPiece, judging.refuse_piece, self.piece),
            Action(CorrectDeed, judging.refuse_deed, self.deed),
            Action(CorrectMortgage, judging.refuse_mortgage, self.mortgage),
            Action(CorrectBuildings, judging.refuse_buildings, self.buildings),
            Action(CorrectJail, judging.refuse_jail, self.jail),
            Action(CorrectReleaseCard, judging.refuse_release_card, self.release_card),
            Action(CorrectTicket, judging.refuse_ticket, self.ticket),
            Action(CorrectShares, judging.refuse_shares, self.shares),
            Action(CorrectTurn, judging.refuse_turn, self.turn),
        )

    def money(self, game: Game, command: CorrectMoney) -> None:
        game.emit(Corrected("money", command.reason))
        pay(game, command.payer, command.payee, command.amount, "correction", {})
        mend(game)

    def piece(self, game: Game, command: CorrectPiece) -> None:
        seat, origin = command.seat, game.state.pieces.spaces[command.seat]
        game.emit(Corrected("piece", command.reason))
        if judging.leaves_jail(game, command):
            game.emit(SeatReleased(seat, "correction"))
        game.emit(PieceMoved(seat, origin, command.space, "correction"))
        shift_move(game, seat, origin, command.space)
        drop_landing(game, seat)
        mend(game)

    def deed(self, game: Game, command: CorrectDeed) -> None:
        deed, deeds = command.deed, game.state.deeds
        game.emit(Corrected("deed", command.reason))
        game.emit(DeedMoved(deed, deeds.owner[deed], command.owner))
        if command.owner == NOBODY and deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
        mend(game)

    def mortgage(self, game: Game, command: CorrectMortgage) -> None:
        game.emit(Corrected("mortgage", command.reason))
        game.emit(DeedMortgaged(command.deed) if command.mortgaged else MortgageLifted(command.deed))
        mend(game)

    def buildings(self, game: Game, command: CorrectBuildings) -> None:
        game.emit(Corrected("buildings", command.reason))
        for deed, stage in command.stages.items():
            if game.state.deeds.stage[deed] != stage:
                game.rules.building.set_stage(game, game.state.deeds.owner[deed], deed, stage)
        mend(game)

    def jail(self, game: Game, command: CorrectJail) -> None:
        seat = command.seat
        game.emit(Corrected("jail", command.reason))
        if not command.jailed:
            game.emit(SeatReleased(seat, "correction"))
            return
        if not in_jail(game.state, seat):
            game.emit(SeatJailed(seat, game.rules.track.nearest_jail(game.state.pieces.spaces[seat]), "correction"))
        if game.state.custody.missed[seat] != command.missed:
            game.emit(JailThrowMissed(seat, command.missed))
        drop_landing(game, seat)
        mend(game)

    def release_card(self, game: Game, command: CorrectReleaseCard) -> None:
        card = judging.release_card_of(game, command.deck, command.source)
        assert card is not None, "judged before"
        game.emit(Corrected("release_card", command.reason))
        game.emit(ReleaseCardMoved(command.deck, card, command.source, command.target))

    def ticket(self, game: Game, command: CorrectTicket) -> None:
        ticket = judging.ticket_of(game, command.source)
        assert ticket is not None, "judged before"
        game.emit(Corrected("ticket", command.reason))
        game.emit(TicketMoved(ticket, command.source, command.target))

    def shares(self, game: Game, command: CorrectShares) -> None:
        game.emit(Corrected("shares", command.reason))
        game.emit(SharesMoved(command.issuer, command.source, command.target, command.amount, "correction"))
        mend(game)

    def turn(self, game: Game, command: CorrectTurn) -> None:
        game.emit(Corrected("turn", command.reason))
        keep_debts(game)
        game.emit(TurnBegan(command.seat, game.state.turns.number + 1))
        game.step = FIRST_STEP
