"""Free trade: deeds, release cards and money at any agreed terms, in any pause of the game [K12, K14].

Rows classic-24 and classic-14. An offer lies on the table until it is answered, withdrawn or countered; it is judged
when made and again when accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.commands import AcceptTrade, DeclineTrade, OfferTrade, WithdrawTrade
from hub.domain.offers import Offer, TradeClosed, TradeOffered
from hub.rules.actions import Action
from hub.rules.asking import absent, no_pause_for
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.trade.exchange import Price, carry_out, price_of, refuse_goods, refuse_price


@dataclass(frozen=True)
class FreeTrade:
    """One open offer from one seat to another at a time; a counter-offer takes the place of the offer it answers.

    Money goes in multiples of `unit`, the smallest note there is (D40).
    """

    unit: int = 1

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(OfferTrade, self.refuse_offer, self.offer),
            Action(AcceptTrade, self.refuse_accept, self.accept),
            Action(DeclineTrade, self.refuse_decline, self.decline),
            Action(WithdrawTrade, self.refuse_withdraw, self.withdraw),
        )

    def refuse_offer(self, game: Game, command: OfferTrade) -> Rejected | None:
        seat, to = command.seat, command.to
        rejected = absent(game, seat) or no_pause_for(game, to)
        if rejected is not None:
            return rejected
        if seat == to:
            return Rejected(Reason.TRADE_WITH_ONESELF)
        if command.answers:
            answered = game.state.offers.open.get(command.answers)
            if answered is None or (answered.seat, answered.to) != (to, seat):
                return Rejected(Reason.OFFER_GONE)
        if any((offer.seat, offer.to) == (seat, to) for offer in game.state.offers.open.values()):
            return Rejected(Reason.TRADE_TWICE)
        offer = self._offer(game, command)
        rejected = self._odd_money(offer) or refuse_goods(game, offer)
        if rejected is not None:
            return rejected
        price = self.price(game, offer)
        return refuse_price(game, price) if price.payer == seat else None

    def offer(self, game: Game, command: OfferTrade) -> None:
        if command.answers:
            game.emit(TradeClosed(command.answers, command.seat, "countered"))
        game.emit(TradeOffered(self._offer(game, command)))

    def refuse_accept(self, game: Game, command: AcceptTrade) -> Rejected | None:
        offer = game.state.offers.open.get(command.offer)
        if offer is None or offer.to != command.seat:
            return Rejected(Reason.OFFER_GONE)
        return (
            no_pause_for(game, command.seat) or refuse_goods(game, offer) or refuse_price(game, self.price(game, offer))
        )

    def accept(self, game: Game, command: AcceptTrade) -> None:
        offer = game.state.offers.open[command.offer]
        price = self.price(game, offer)
        game.emit(TradeClosed(offer.id, command.seat, "accepted"))
        self.settle_debts(game, price)
        carry_out(game, offer, price)

    def refuse_decline(self, game: Game, command: DeclineTrade) -> Rejected | None:
        offer = game.state.offers.open.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.to != command.seat else None

    def decline(self, game: Game, command: DeclineTrade) -> None:
        game.emit(TradeClosed(command.offer, command.seat, "declined"))

    def refuse_withdraw(self, game: Game, command: WithdrawTrade) -> Rejected | None:
        offer = game.state.offers.open.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.seat != command.seat else None

    def withdraw(self, game: Game, command: WithdrawTrade) -> None:
        game.emit(TradeClosed(command.offer, command.seat, "withdrawn"))

    def price(self, game: Game, offer: Offer) -> Price:
        """What is paid for the goods, and how."""
        return price_of(offer)

    def settle_debts(self, game: Game, price: Price) -> None:
        """Nothing is set off: whoever owes pays in money."""

    def _odd_money(self, offer: Offer) -> Rejected | None:
        odd = offer.give.money % self.unit or offer.take.money % self.unit
        return Rejected(Reason.MONEY_NOT_A_MULTIPLE, {"unit": self.unit}) if odd else None

    def _offer(self, game: Game, command: OfferTrade) -> Offer:
        number = game.state.offers.last_id + 1
        return Offer(
            number,
            command.seat,
            command.to,
            command.give,
            command.take,
            command.answers,
        )
