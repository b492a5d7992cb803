"""What becomes of a bankrupt seat's property: it goes to the creditor or to the bank (classic-29, -30, mpmp-18)."""

from typing import Literal

from hub.domain.commands import LeaveGame
from hub.domain.credit import CreditSet
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMoved, MortgageLifted, owned_by
from hub.domain.ids import BANK, NOBODY, Account, Seat, Space, holder_of
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import TradeClosed
from hub.domain.tasks import DebtPending
from hub.domain.turns import SeatBankrupted, solvent
from hub.rules.asking import absent, between_turns
from hub.rules.debt.estate_sale import EstateSale
from hub.rules.game import Game
from hub.rules.handlers import Handler
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected


def leaving(sale: EstateSale) -> Handler[LeaveGame]:
    """Between turns, when nothing else is open, anybody may go home: all they have goes to the bank."""

    def refuse(game: Game, command: LeaveGame) -> Rejected | None:
        seat = command.seat
        if rejected := absent(game, seat):
            return rejected
        return None if between_turns(game) else Rejected(Reason.NOT_NOW)

    def leave(game: Game, command: LeaveGame) -> None:
        if game.state.credit.owed[command.seat]:
            game.emit(CreditSet(command.seat, 0))
        hand_over(game, command.seat, BANK, sale, by="leaving")

    return Handler(LeaveGame, refuse, leave)


def hand_over(
    game: Game, seat: Seat, creditor: Account, sale: EstateSale, by: Literal["debt", "leaving"] = "debt"
) -> None:
    """Sell its buildings, pass on its money, cards and deeds, put it out, and close what waits for it."""
    game.rules.building.liquidate(game, seat)
    heir = holder_of(creditor)
    pay(game, seat, creditor, game.state.ledger.balances[seat], "estate", {"seat": seat})
    for deck, card in release_cards(game.state, seat):
        game.emit(ReleaseCardMoved(deck, card, seat, heir))
    deeds = owned_by(game.state, seat)
    mortgaged = [deed for deed in deeds if game.state.deeds.mortgaged[deed]]
    for deed in deeds:
        game.emit(DeedMoved(deed, seat, heir))
        if heir == NOBODY and game.state.deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
    _withdraw_offers(game, seat)
    game.emit(SeatBankrupted(seat, creditor, by))
    game.drop_tasks(seat)
    _inherit_debts(game, seat, creditor)
    if len(solvent(game.state)) > 1:
        if heir == NOBODY:
            sale.sell(game, deeds, mortgaged)
        else:
            _pass_on(game, mortgaged, heir)


def _inherit_debts(game: Game, seat: Seat, creditor: Account) -> None:
    """What others still owed the bankrupt seat they now owe its creditor; what the creditor owed it is settled."""
    owed = [task for task in game.tasks if isinstance(task, DebtPending) and task.due.payee == seat]
    for task in owed:
        place = game.tasks.index(task)
        due = MoneyMoved(task.due.payer, creditor, task.due.amount, task.due.purpose, task.due.inputs)
        game.tasks[place : place + 1] = [] if task.seat == creditor else [DebtPending(task.seat, due)]


def _pass_on(game: Game, mortgaged: list[Space], heir: Seat) -> None:
    """Mortgages go to the heir with the deeds; with the bank they have lapsed [K17]."""
    for deed in reversed(mortgaged):
        game.rules.mortgages.inherit(game, deed, heir, bought=False)


def _withdraw_offers(game: Game, seat: Seat) -> None:
    for offer in list(game.state.offers.open.values()):
        if seat in (offer.seat, offer.to):
            game.emit(TradeClosed(offer.id, offer.seat, "lapsed", offer.to))
