"""Free trade: deeds, release cards and money on any agreed terms, at any free moment [K12, K14].

Rows classic-24 and classic-14. An offer lies on the table until it is answered, withdrawn or countered; it is judged
when made and again when accepted.
"""

from hub.domain.commands import AcceptTrade, DeclineTrade, OfferTrade, WithdrawTrade
from hub.domain.offers import Offer, TradeClosed, TradeOffered
from hub.rules.asking import absent, no_free_moment_for
from hub.rules.game import Game
from hub.rules.handlers import Handler, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected
from hub.rules.trade.exchange import carry_out, refuse_goods, refuse_price
from hub.rules.trade.price import Price, price_of


@part(sheet="free_trade")
class FreeTrade:
    """One open offer from one seat to another at a time; a counter-offer takes the place of the offer it answers.

    Money goes in multiples of `unit`, the smallest note there is (D40).
    """

    unit: int = 1

    def handlers(self) -> Handlers:
        return (
            Handler(OfferTrade, self.refuse_offer, self.offer),
            Handler(AcceptTrade, self.refuse_accept, self.accept),
            Handler(DeclineTrade, self.refuse_answer, self.decline),
            Handler(WithdrawTrade, self.refuse_withdraw, self.withdraw),
        )

    def refuse_offer(self, game: Game, command: OfferTrade) -> Rejected | None:
        seat, to = command.seat, command.to
        if rejected := absent(game, seat) or no_free_moment_for(game, to):
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
        if rejected := self._odd_money(offer) or refuse_goods(game, offer):
            return rejected
        price = self.price(game, offer)
        return refuse_price(game, price) if price.payer == seat else None

    def offer(self, game: Game, command: OfferTrade) -> None:
        if command.answers:
            game.emit(TradeClosed(command.answers, command.seat, "countered"))
        game.emit(TradeOffered(self._offer(game, command)))

    def refuse_accept(self, game: Game, command: AcceptTrade) -> Rejected | None:
        if rejected := self.refuse_answer(game, command):
            return rejected
        offer = game.state.offers.open[command.offer]
        rejected = no_free_moment_for(game, command.seat) or refuse_goods(game, offer)
        return rejected or refuse_price(game, self.price(game, offer))

    def accept(self, game: Game, command: AcceptTrade) -> None:
        offer = game.state.offers.open[command.offer]
        price = self.price(game, offer)
        game.emit(TradeClosed(offer.id, command.seat, "accepted"))
        self.settle_debts(game, price)
        carry_out(game, offer, price)

    def refuse_answer(self, game: Game, command: AcceptTrade | DeclineTrade) -> Rejected | None:
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
        return price_of(offer)

    def settle_debts(self, game: Game, price: Price) -> None:
        """Nothing is set off: debts are paid in money."""

    def _odd_money(self, offer: Offer) -> Rejected | None:
        odd = offer.give.money % self.unit or offer.take.money % self.unit
        return Rejected(Reason.MONEY_NOT_A_MULTIPLE, {"unit": self.unit}) if odd else None

    def _offer(self, game: Game, command: OfferTrade) -> Offer:
        number = game.state.offers.last_id + 1
        return Offer(number, command.seat, command.to, command.give, command.take, command.answers)
